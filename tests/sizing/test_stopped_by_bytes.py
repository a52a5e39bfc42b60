"""What stops a server that moves bytes: the limit that is named, and the load at which it is full, by hand.

A response has 30 MB, which take 31.6 MB on the wire (78 bytes more for every 1,460). Nobody asks for anything twice, so
that every byte is read from a drive. A server is loaded to 75 % of what is short.
"""

import pytest

from simulator.engines.engine import load_engine
from simulator.experiment.solvers import Simulation
from tests.sizing.farms import FOLDER, SHORT, changed, farm

STREAMS = FOLDER / "streams.yaml"
USE, RESPONSE, WIRE = 0.75, 30e6, 30e6 * (1460.0 + 78.0) / 1460.0
MEMORY, PCIE, CARD = 40e9, 15.75e9, 12.5e9
# The largest load is told apart down to this share of it, and few of the 66,666 files are asked for twice after all.
FINELY = 5e-3
HARD_DISKS = {"server.disks": {"model": "hard-disk", "count": 24}, "server.memory_bandwidth": "none"}


def carried(**overrides):
    """What one server carries, in theory."""
    return farm(changed(STREAMS, overrides)).carried


def used(carried, name):
    """Per cent."""
    return next(limit.utilisation.value for limit in carried.limits if limit.name == name)


@pytest.mark.parametrize("where", ["user", "kernel"])
def test_encryption_by_software_stops_at_memory_bandwidth(where):
    found = carried(**{"web_server.encryption": where})
    # From the drive into memory, from memory to a core and back, from memory to the card: four crossings.
    assert found.stop.name == "memory bandwidth"
    assert found.requests.value == pytest.approx(USE * MEMORY / (4 * RESPONSE), rel=FINELY)
    assert found.requests.value == pytest.approx(250, rel=0.01)


def test_encryption_by_the_card_moves_the_limit_to_the_card():
    found = carried(**{"web_server.encryption": "card"})
    # Two crossings are left, and 500 responses a second would fit memory; the card is full at 75 % of 395.
    assert found.stop.name == "network cards"
    assert found.requests.value == pytest.approx(USE * CARD / WIRE, rel=FINELY)
    assert found.requests.value == pytest.approx(297, rel=0.01)
    assert used(found, "memory bandwidth") == pytest.approx(100 * 297 * 2 * RESPONSE / MEMORY, rel=0.01)


def test_with_two_cards_it_moves_on_to_the_bus():
    found = carried(**{"web_server.encryption": "card", "server.cards": ["100 Gbps", "100 Gbps"]})
    # Each byte crosses the bus once: 75 % of 15.75 GB/s are 394 responses, where two cards have room for 593.
    assert found.stop.name == "PCIe bus"
    assert found.requests.value == pytest.approx(USE * PCIE / RESPONSE, rel=FINELY)
    assert found.requests.value == pytest.approx(394, rel=0.01)


def test_a_simulated_server_stops_at_memory_bandwidth_too():
    found = farm(changed(STREAMS, SHORT), Simulation(load_engine("kernel"))).carried
    assert found.stop.name == "memory bandwidth"
    assert found.requests.value == pytest.approx(USE * MEMORY / (4 * RESPONSE), rel=0.05)


def test_hard_disks_stop_at_their_transfer_rate():
    found = carried(**HARD_DISKS)
    # 8.5 ms to get there and 136.4 ms for 30 MB at 220 MB/s: 24 disks do 166 reads a second, 5.0 GB/s, and not 2,824.
    assert found.stop.name == "disks"
    reads = 24 / (8.5e-3 + RESPONSE / 220e6)
    assert found.requests.value == pytest.approx(USE * reads, rel=FINELY)
    assert found.requests.value == pytest.approx(124, rel=0.01)


def test_hard_disks_that_read_in_pieces_seek_for_each_of_them():
    found = carried(**HARD_DISKS, **{"server.disks.read_size": "1 MB"})
    # Of an exponential size the pieces of 1 MB are 1 / (1 - exp(-1/30)) = 30.5 on average.
    assert found.requests.value == pytest.approx(USE * 24 / (30.5 * 8.5e-3 + RESPONSE / 220e6), rel=FINELY)


def test_drives_that_read_much_at_once_stop_at_their_transfer():
    found = carried(**HARD_DISKS | {"server.disks": {"model": "nvme", "count": 1}})
    # 64 reads at a time of 0.125 ms: 512,000 a second; 5 GB/s are 167 responses.
    assert found.stop.name == "disk transfer"
    assert found.requests.value == pytest.approx(USE * 5e9 / RESPONSE, rel=FINELY)


def test_a_byte_that_costs_something_is_seen_at_the_cpu():
    found = carried(**{"web_server.encryption": "user", "server.memory_bandwidth": "none"})
    # 3 ns to encrypt a byte and 0.5 ns to send it, 40 us a response, 0.3 of 1.5 ms a session of 3; 32 cores of speed 5.
    seconds = (RESPONSE * 3.5e-9 + 40e-6 + 0.3 * 1.5e-3 / 3) / 5
    assert used(found, "CPU") == pytest.approx(100 * found.requests.value * seconds / 32, rel=FINELY)
    nothing = {"workload.session.tls": "none", "workload.request.cpu_per_byte": "0 s"}
    free = carried(**nothing, **{"server.memory_bandwidth": "none"})
    assert used(free, "CPU") < 0.1 < 15 < used(found, "CPU")


def test_what_is_fetched_stops_at_the_link_to_the_origin():
    origin = {"workload.content.origin": {"latency": "30 ms", "rate": "20 Gbps"}, "server.memory_bandwidth": "none"}
    found = carried(**origin)
    # Without a disk cache all but the 0.015 % in the file cache comes over the link: 75 % of 2.5 GB/s.
    assert found.stop.name == "origin link"
    assert found.requests.value == pytest.approx(USE * 2.5e9 / RESPONSE, rel=FINELY)
    half = carried(**origin, **{"web_server.disk_cache": "1 TB"})
    # Of files that are asked for alike, a cache of half of them holds half: twice as many responses.
    assert half.requests.value == pytest.approx(2 * found.requests.value, rel=FINELY)
    # So has one of up to all of the files, on four disks that have room for half of them.
    sized = {"server.disks.count": 4, "server.disks.size": "250 GB", "web_server.disk_cache.up_to": "2 TB"}
    assert carried(**origin, **sized).requests == half.requests
    more = carried(**{**origin, **sized, "server.disks.count": 6})
    assert more.requests.value == pytest.approx(4 * found.requests.value, rel=FINELY)
