"""What a byte costs: work, encryption, memory, the bus to the card, disks, and the way from an origin."""

import pytest

from simulator.network.distribution import constant
from simulator.network.resources import Cache, MultiServer, SharedCapacity
from simulator.network.roles import Role
from simulator.network.steps import Admit, BySize, Delay, Lookup, ResponseBytes, Serve, flatten
from simulator.translate.translate import translate
from tests.translate.named import resource

NOTHING = constant(0.0)
TLS = {"workload.session.tls": {"handshake_cpu": "4 ms", "per_byte": "3 ns", "kernel_share": "60 %"}}
# A core of this server is twice as fast as one of speed 1, and its system takes a quarter longer.
SLOWNESS = 1.25 / 2.0
ORIGIN = {"latency": "30 ms", "rate": "8 Gbps"}
MEMORY = {"server.memory_bandwidth": {"rate": "40 GB/s", "sent": 1.1, "read": 0.9, "encrypted": 2.2}}


def steps(scenario, changes):
    """What a request does, in order."""
    return translate(scenario(changes)).network.classes[0].steps


def at(program, name):
    """The demands at one station, those of a miss among them."""
    return [step.demand for step in flatten(program) if isinstance(step, Serve) and step.at == name]


def test_work_by_the_byte_is_of_this_core_as_the_other_work_is(scenario):
    changes = {"workload.request.cpu": {"each": "0.8 ms", "per_byte": "0.2 ns"}}
    (demand,) = at(steps(scenario, changes), "CPU")
    assert demand == BySize(constant(0.8e-3 * SLOWNESS), 0.2e-9 * SLOWNESS)


def test_without_work_by_the_byte_a_request_is_what_it_was(scenario):
    assert at(steps(scenario, {}), "CPU") == [constant(0.8e-3 * SLOWNESS)]


@pytest.mark.parametrize(("where", "share"), [("user", 1.0), ("kernel", 0.6), ("card", 0.0)])
def test_a_core_pays_for_encryption_in_user_mode_less_in_the_kernel_and_nothing_on_the_card(scenario, where, share):
    (demand,) = at(steps(scenario, {**TLS, "web_server.encryption": where}), "CPU")
    byte = demand.per_byte if isinstance(demand, BySize) else 0.0
    assert byte == pytest.approx(share * 3e-9 * SLOWNESS)


@pytest.mark.parametrize(("now", "earlier"), [("kernel", True), ("user", False)])
def test_the_earlier_word_for_encryption_in_the_kernel_still_reads(scenario, now, earlier):
    assert scenario({"web_server.kernel_mode_tls": earlier}).web_server.encryption == now
    told = scenario({"web_server.kernel_mode_tls": earlier}).sources["web_server.encryption"]
    assert (told.kind, told.value_text) == ("scenario", now)


@pytest.mark.parametrize("where", ["user", "kernel", "card"])
def test_where_it_would_be_encrypted_is_nothing_to_what_is_not(scenario, where):
    assert translate(scenario({"web_server.encryption": where})).network == translate(scenario({})).network


@pytest.mark.parametrize(
    ("tls", "milliseconds"),
    [
        ({"key": "rsa-2048"}, 3.6),
        ({"key": "rsa-2048", "resumed": "75 %"}, 0.25 * 3.6 + 0.75 * 0.6),
        ({"key": "rsa-2048", "resumed": "100 %"}, 0.6),
        ({"key": "ecdsa-p256", "resumed": "50 %", "resumed_cpu": "0.2 ms"}, 0.5 * 1.0 + 0.5 * 0.2),
        ({"handshake_cpu": "4 ms", "resumed": "50 %"}, 0.5 * 4.0 + 0.5 * 0.6),
        ({"handshake_cpu": "0.4 ms", "resumed": "50 %"}, 0.4),
        ({"handshake_cpu": "4 ms"}, 4.0),
    ],
)
def test_who_resumes_a_session_pays_for_that_and_not_for_the_key(scenario, tls, milliseconds):
    connect = translate(scenario({"workload.session.tls": tls})).network.source.connect
    work = constant(pytest.approx(milliseconds * 1e-3 * SLOWNESS))
    assert [step.demand for step in connect if isinstance(step, Serve)] == [work]


def test_a_scenario_that_knows_no_keys_pays_nothing_for_a_byte(scenario):
    tls = scenario({"workload.session.tls": {"handshake_cpu": "4 ms"}}).workload.session.tls
    assert (tls.per_byte, tls.key, tls.resumed) == (0.0, "none", 0.0)


@pytest.mark.parametrize(("tls", "handshake"), [({"key": "rsa-2048"}, 3.6e-3), ({"resumed": "70 %"}, 1e-3)])
def test_what_encryption_costs_is_a_prior_with_its_range_where_nobody_says(scenario, tls, handshake):
    found = scenario({"workload.session.tls": tls})
    assert (found.workload.session.tls.handshake_cpu, found.workload.session.tls.per_byte) == (handshake, 3e-9)
    for key in ("handshake_cpu", "resumed_cpu", "per_byte", "kernel_share"):
        told = found.sources[f"workload.session.tls.{key}"]
        assert told.kind == "default" and told.low and told.high and told.source


def test_what_is_stated_of_encryption_is_no_prior(scenario):
    changes = {"workload.session.tls": {"key": "rsa-2048", "handshake_cpu": "1 ms", "per_byte": "1 ns"}}
    tls = scenario(changes).workload.session.tls
    assert (tls.handshake_cpu, tls.per_byte) == (1e-3, 1e-9)


@pytest.mark.parametrize(
    ("encrypted", "where", "crossings"),
    [(False, "user", 1.1), (True, "user", 3.3), (True, "kernel", 3.3), (True, "card", 1.1)],
)
def test_a_byte_crosses_memory_as_often_as_it_is_sent(scenario, encrypted, where, crossings):
    changes = {**MEMORY, **(TLS if encrypted else {}), "web_server.encryption": where}
    on_miss, sent = at(steps(scenario, changes), "memory bandwidth")
    assert (on_miss, sent.each) == (BySize(NOTHING, 0.9), NOTHING)
    assert sent.per_byte == pytest.approx(crossings)


def test_memory_and_the_bus_are_stations_of_their_own_just_before_the_card(scenario):
    translation = translate(scenario({**MEMORY, "server.pcie_bandwidth": "15.75 GB/s"}))
    network = translation.network
    memory = SharedCapacity("memory bandwidth", 40e9, (40e9,), "bytes", role=Role.MEMORY_BANDWIDTH)
    bus = SharedCapacity("PCIe bus", 15.75e9, (15.75e9,), "bytes", role=Role.PCIE)
    assert (resource(network, "memory bandwidth"), resource(network, "PCIe bus")) == (memory, bus)
    assert [step.at for step in network.classes[0].steps[-3:]] == ["memory bandwidth", "PCIe bus", "network cards"]
    sent = (Serve("PCIe bus", BySize(NOTHING, 1.0)), Serve("network cards", ResponseBytes()))
    assert network.classes[0].steps[-2:] == sent
    paths = [translation.origins[name].path for name in ("memory bandwidth", "PCIe bus")]
    assert paths == ["server.memory_bandwidth", "server.pcie_bandwidth"]
    told = [translation.origins[name].limit for name in ("memory bandwidth", "PCIe bus")]
    assert told == ["40 GB/s, crossed 1.1 times by a byte from memory, twice by one that is read", "15.8 GB/s"]


def test_a_hard_disk_is_busy_while_it_seeks_and_transfers(scenario):
    changes = {"server.disks": {"count": 24, "service_time": "8 ms", "bandwidth": "200 MB/s"}}
    network = translate(scenario(changes)).network
    assert resource(network, "disks") == MultiServer("disks", 24, role=Role.DISK)
    assert at(network.classes[0].steps, "disks") == [BySize(constant(8e-3), 1.0 / 200e6)]


def test_a_hard_disk_that_reads_in_pieces_seeks_for_each(scenario):
    disks = {"count": 24, "service_time": "8 ms", "bandwidth": "200 MB/s", "read_size": "1 MB"}
    assert at(steps(scenario, {"server.disks": disks}), "disks") == [BySize(constant(8e-3), 1.0 / 200e6, 1e6, 8e-3)]


def test_flash_reads_many_at_once_and_shares_its_transfer(scenario):
    translation = translate(scenario({"server.disks": {"model": "nvme", "count": 8}}))
    network = translation.network
    assert resource(network, "disks") == MultiServer("disks", 8 * 64, role=Role.DISK)
    transfer = SharedCapacity("disk transfer", 40e9, (5e9,), "bytes", role=Role.DISK_TRANSFER)
    assert resource(network, "disk transfer") == transfer
    assert translation.origins["disk transfer"].path == "server.disks.bandwidth"
    steps = network.classes[0].steps
    assert (at(steps, "disks"), at(steps, "disk transfer")) == ([constant(0.125e-3)], [BySize(NOTHING, 1.0)])


def test_disks_of_which_no_bandwidth_is_stated_are_what_they_were(scenario):
    network = translate(scenario({"server.disks": {"count": 2, "service_time": "8 ms"}})).network
    assert at(network.classes[0].steps, "disks") == [constant(8e-3)]
    assert resource(network, "disks") == MultiServer("disks", 2, role=Role.DISK)


def test_disks_that_keep_what_is_fetched_are_a_second_cache_before_the_origin(scenario):
    translation = translate(scenario({"workload.content.origin": ORIGIN, "web_server.disk_cache": "1 GiB"}))
    network = translation.network
    link = SharedCapacity("origin link", 1e9, (1e9,), "bytes", role=Role.ORIGIN)
    behind = Cache("disk cache", 1024.0**3, warm=True, role=Role.DISK_CACHE, behind="file cache")
    assert (resource(network, "origin link"), resource(network, "disk cache")) == (link, behind)
    (lookup,) = [step for step in network.classes[0].steps if isinstance(step, Lookup)]
    _, second, read, admit, _ = lookup.on_miss
    fetched = (Delay(constant(0.03)), Serve("origin link", BySize(NOTHING, 1.0)), Admit("disk cache"))
    assert (second, read.at, admit) == (Lookup("disk cache", fetched), "disks", Admit("file cache"))
    assert translation.origins["origin link"].path == "workload.content.origin.rate"


def test_without_a_disk_cache_all_that_memory_misses_comes_from_the_origin(scenario):
    network = translate(scenario({"workload.content.origin": ORIGIN})).network
    assert not [each for each in network.resources if each.role is Role.DISK]
    assert len(at(network.classes[0].steps, "origin link")) == 1 and not at(network.classes[0].steps, "disks")
