"""What is wrong with bytes is told with its place and its remedy: bandwidth, disks, encryption, work, the origin."""

import pytest

SMALLEST = """
scenario: A site
workload:
  request: {size: 30 kB, cpu: 0.7 ms}
  session: {requests: 20, think_time: 3.5 s}
  clients: {rate: 80 kB/s}
  content: {catalogue: 5 GiB, popularity: {zipf: 0.8}}
server: dl585-2.2ghz-4gb
operating_system: windows-2003-x64
web_server: iis-6
unit: {nodes: 1}
"""
SERVER = "server: dl585-2.2ghz-4gb"
CONTENT = "popularity: {zipf: 0.8}}"
WEB = "web_server: iis-6"


def server(more: str) -> str:
    return f"server: {{model: dl585-2.2ghz-4gb, {more}}}"


def origin(keys: str) -> str:
    return f"popularity: {{zipf: 0.8}}, origin: {{{keys}}}}}"


SPOILT = [
    (SERVER, server("memory_bandwidth: 0 GB/s"), ["server.memory_bandwidth.rate", "must not be zero; allowed is"]),
    (SERVER, server("memory_bandwidth: 40 GB"), ["memory_bandwidth.rate", "expected a data rate", "got a size"]),
    (SERVER, server("memory_bandwidth: {sent: 1}"), ["server.memory_bandwidth.rate: missing"]),
    (SERVER, server("pcie_bandwidth: 0 B/s"), ["server.pcie_bandwidth", "must not be zero; allowed is"]),
    (SERVER, server("disks: {bandwidth: 0 MB/s}"), ["server.disks.bandwidth", "must not be zero; allowed is"]),
    (SERVER, server("disks: {parallel: 0}"), ["server.disks.parallel = 0: too small; allowed is 1 to 4,096"]),
    (SERVER, server("disks: {read_size: 1 B}"), ["server.disks.read_size", "too small; allowed is 512 B"]),
    (SERVER, server("disks: nvm"), ['server.disks = "nvm": not in the catalogue of disks; did you mean "nvme"?']),
    ("cpu: 0.7 ms", "cpu: {each: 1 ms, per_bite: 1 ns}", ["cpu.per_bite", "unknown key"]),
    ("cpu: 0.7 ms", "cpu: {per_byte: 1 ns}", ["workload.request.cpu: missing"]),
    ("cpu: 0.7 ms", "cpu: {each: 1 ms, per_byte: -1 ns}", ["workload.request.cpu_per_byte", "must not be negative"]),
    ("requests: 20", "requests: 20, tls: {resumed: 101 %}", ["session.tls.resumed", "allowed is 0 % to 100 %"]),
    ("requests: 20", "requests: 20, tls: {key: dsa}", ["session.tls.key", "ecdsa-p256, none, rsa-2048"]),
    (WEB, "web_server: {model: iis-6, encryption: crad}", ['did you mean "card"?']),
    (WEB, "web_server: {model: iis-6, kernel_mode_tls: maybe}", ["web_server.encryption", "card, kernel, user"]),
    (WEB, "web_server: {model: iis-6, disk_cache: 1 TB}", ["disk_cache", "the content has no origin; write"]),
    (WEB, "web_server: {model: iis-6, disk_cache: {upto: 1 TB, size: 1 TB}}", ['did you mean "up_to"?']),
    (SERVER, server("disks: {size: 1 kB}"), ["server.disks.size", "too small; allowed is 1 MB to 10 PB"]),
    (SERVER, server("disks: {size: 800 MB}"), [
        'workload.content.catalogue = "5 GiB": each server keeps all of it on its disks, and its 6 disks of 800 MB have'
        " room for 4.8 GB; write at least 7 in server.disks.count, or disks of at least 894.79 MB in server.disks.size,"
        " or an origin that has all of it, e.g. `workload.content.origin: {latency: 30 ms, rate: 10 Gbps}`, and"
        " `web_server.disk_cache: {up_to: 5 GiB}`",
    ]),
    (CONTENT, origin("rate: 1 Gbps"), ["workload.content.origin.latency: missing"]),
    (CONTENT, origin("latency: 30 ms"), ["workload.content.origin.rate: missing"]),
    (CONTENT, origin("latency: 30 ms, rate: 1 Gbps, price: 0.04 USD"), ["origin.price", "expected a price of traffic"]),
    (CONTENT, origin("latency: 30 ms, rate: 0 Gbps"), ["workload.content.origin.rate", "must not be zero"]),
]  # fmt: skip


@pytest.mark.parametrize(("piece", "spoilt", "fragments"), SPOILT, ids=[spoilt[-40:] for _, spoilt, _ in SPOILT])
def test_a_problem_says_where_what_and_how_to_repair(piece, spoilt, fragments, problems_of):
    assert piece in SMALLEST
    told = problems_of(SMALLEST.replace(piece, spoilt, 1))
    assert len(told.splitlines()) == 1
    for fragment in fragments:
        assert fragment in told


def test_what_is_spoilt_is_right_as_it_stands(loaded):
    assert loaded(SMALLEST).name == "A site"
