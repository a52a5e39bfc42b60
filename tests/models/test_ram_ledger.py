"""One ledger of the RAM: what holds it sums up, caches take what is left, and what does not fit is said at once."""

import re

import pytest

from models.errors import ScenarioError
from models.load import load
from models.ram_ledger import file_cache_bytes, largest_file_cache, ram_ledger, ram_table
from tests.shipped import SCENARIOS

GIB = 1024.0**3
EDGE = """
scenario: edge
workload:
  request: {size: 3 MB, cpu: 0.1 ms}
  session: {requests: 3, think_time: 5 s}
  clients: [50 Mbps]
  content: {catalogue: 2 TB, popularity: {zipf: 0.9}}
server: {model: dl585-2.2ghz-16gb, ram: 64 GiB, cores_per_socket: 4}
operating_system: linux-6
web_server: nginx
unit: {nodes: 1}
datacenter: {prices: us-2026}
"""
POOLS = {
    "workload.request": "none",
    "workload.content": "none",
    "workload.classes": [{"name": "page", "rate": "20 /s", "size": "8 kB", "cpu": "3 ms", "pool": "APP"}],
    "web_server.pools": [
        {"name": "APP", "processes": 8, "threads": 10, "base_memory": "1 GiB", "request_memory": "100 MiB",
         "growth": {"per_request": "1 MB", "plateau": "1 GiB"}}
    ],
}  # fmt: skip


@pytest.fixture
def edge(tmp_path):
    """Loads the scenario of a download server on Linux, with changes."""
    file = tmp_path / "edge.yaml"
    file.write_text(EDGE)
    return lambda **changes: load(file, {path.replace("__", "."): value for path, value in changes.items()})


def held(scenario):
    return {entry.what: entry.bytes for entry in ram_table(scenario)}


def test_what_holds_the_ram_sums_up_to_it(edge):
    found = held(edge())
    assert list(found) == ["kernel", "sockets, at most", "16 worker processes", "page cache", "free"]
    assert sum(found.values()) == pytest.approx(64 * GIB)
    assert found["sockets, at most"] == pytest.approx(0.0937 * 64 * GIB)
    assert found["16 worker processes"] == 16 * 20e6
    assert found["free"] == 0.0


def test_a_page_cache_takes_what_the_ledger_leaves_or_as_much_as_it_may_have(edge):
    assert file_cache_bytes(edge()) == largest_file_cache(edge()) == ram_ledger(edge()).left
    assert file_cache_bytes(edge(web_server__file_cache={"up_to": "10 GiB"})) == 10 * GIB
    assert held(edge(web_server__file_cache="10 GiB"))["free"] == pytest.approx(ram_ledger(edge()).left - 10 * GIB)


def test_a_file_cache_in_a_ledger_is_bound_by_no_address_space_and_leaves_buffers(edge):
    scenario = edge(operating_system__page_cache=False, web_server__process={"bits": 32})
    assert file_cache_bytes(scenario) == ram_ledger(scenario).left - 256 * 1024.0**2 > 50 * GIB


def test_more_workers_more_sockets_and_a_heap_leave_less_to_the_cache(edge):
    least = file_cache_bytes(edge())
    assert file_cache_bytes(edge(web_server__worker_processes=1)) == least + 15 * 20e6
    assert file_cache_bytes(edge(operating_system__socket_memory__limit="1 GiB")) > least


def test_processes_of_pools_are_in_the_ledger_with_all_that_they_may_come_to(tmp_path):
    file = tmp_path / "pools.yaml"
    file.write_text(EDGE)
    each = GIB + 10 * 100 * 1024.0**2 + GIB
    assert held(load(file, POOLS))["APP, 8 processes"] == 8 * each


def test_no_system_of_2005_keeps_a_ledger():
    of_the_time = [found for found in map(load, SCENARIOS) if (found.operating_system.released or 0) < 2012]
    assert len(of_the_time) > 30
    assert all(ram_ledger(found) is None and ram_table(found) == () for found in of_the_time)


WRONG = [
    (
        {"web_server.file_cache": "60 GiB"},
        'web_server.file_cache.size = "60 GiB": this page cache does not fit into the RAM: kernel 1 GiB + sockets, at'
        " most 6 GiB + 16 worker processes 305 MiB + page cache 60 GiB = 67.3 GiB of 64 GiB; write at most",
    ),
    (
        {"server.ram": "1 GiB"},
        'server.ram = "1 GiB": the RAM does not hold what must be in it: kernel 1 GiB + sockets, at most 95.9 MiB + 16'
        " worker processes 305 MiB = 1.39 GiB of 1 GiB; write at least 1.44 GiB, or less for the largest of them,"
        " operating_system.kernel_base_memory",
    ),
    (
        {"operating_system.page_cache": True, "operating_system.kernel_base_memory": "none"},
        "operating_system.page_cache = True: a page cache takes what a ledger of the RAM leaves, and this system keeps"
        " none; write operating_system.kernel_base_memory, e.g. 500 MiB, or `page_cache: false`",
    ),
    (
        {"operating_system.socket_memory": "none"},
        'operating_system.kernel_pool = "none": connections hold memory of the kernel, and nothing says how much; write'
        " kernel_pool, or socket_memory: {share: ..., idle: ..., sending: ...}",
    ),
    (
        {"operating_system.kernel_pool": "1 GiB"},
        'operating_system.kernel_pool = "1 GiB": connections hold socket_memory already, which is stated too; write'
        " `kernel_pool: none`, or `socket_memory: none`",
    ),
    (
        {"operating_system.socket_memory.default_share": "none"},
        "operating_system.socket_memory.limit",
    ),
    (
        {"operating_system.socket_memory.limit": "1 MiB", "operating_system.socket_memory.sending": "2 MiB"},
        "all sockets of this machine may hold 1 MiB, so that not one could send; write less, or a larger share or"
        " limit",
    ),
]


@pytest.mark.parametrize(("changes", "told"), WRONG, ids=[told[:40] for _, told in WRONG])
def test_what_does_not_go_together_is_said_with_the_remedy(tmp_path, changes, told):
    file = tmp_path / "edge.yaml"
    file.write_text(EDGE)
    with pytest.raises(ScenarioError) as error:
        load(file, changes)
    assert told in str(error.value)


def test_sockets_bounded_by_nothing_are_refused(tmp_path):
    file = tmp_path / "edge.yaml"
    file.write_text(EDGE)
    with pytest.raises(ScenarioError, match="nothing bounds the memory of sockets; write a `share` of the RAM"):
        load(file, {"operating_system.socket_memory.default_share": "none"})


@pytest.mark.parametrize(
    "changes",
    [
        {"server.ram": "1 GiB"},
        {"server.ram": "1 GiB", "operating_system.socket_memory.limit": "50 MiB"},
        {"server.ram": "2 GiB", **POOLS},
    ],
)
def test_as_much_ram_as_the_error_asks_for_is_enough_and_little_less_is_not(tmp_path, changes):
    file = tmp_path / "edge.yaml"
    file.write_text(EDGE)
    with pytest.raises(ScenarioError) as error:
        load(file, changes)
    (asked,) = re.findall(r"write at least ([0-9.]+) GiB, or less", str(error.value))
    assert ram_ledger(load(file, {**changes, "server.ram": f"{asked} GiB"})).left >= 0.0
    with pytest.raises(ScenarioError):
        load(file, {**changes, "server.ram": f"{float(asked) * 0.98:.4f} GiB"})
