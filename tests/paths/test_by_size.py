"""Demands that grow with the response, which has 1,000 bytes here, and what a second cache and an origin add."""

import pytest

from simulator.network.distribution import constant
from simulator.network.resources import Cache, Catalogue, MultiServer, SharedCapacity
from simulator.network.steps import Admit, BySize, Delay, Lookup, Serve
from tests.paths.scripts import asks, play, scripted, seed_for_classes, told

DISK = MultiServer("disk", 1)
CORE = SharedCapacity("cpu", 1.0, (1.0,), "cores")
BUS = SharedCapacity("bus", 500.0, (500.0,), "bytes")
NOTHING = constant(0.0)
BYTE = 2.0**-10


def ends(engine, resources, *steps, sessions=1):
    """When each of the sessions, which all begin at second 1, has its answer."""
    return [end for *_, end in told(play(engine, scripted(resources, asks(*steps), sessions=sessions)))]


def test_work_is_some_for_each_request_and_some_for_each_byte(engine):
    assert ends(engine, (CORE,), Serve("cpu", BySize(constant(0.5), BYTE))) == [1.0 + 0.5 + 1000.0 * BYTE]


def test_a_bus_is_crossed_as_often_as_bytes_are_moved(engine):
    # 2.5 times 1,000 bytes at 500 a second.
    assert ends(engine, (BUS,), Serve("bus", BySize(NOTHING, 2.5))) == [6.0]


@pytest.mark.parametrize(("piece", "times"), [(1000.0, 1), (2000.0, 1), (999.0, 2), (500.0, 2), (300.0, 4), (1.0, 1e3)])
def test_each_further_piece_takes_the_time_of_a_read_again(engine, piece, times):
    read = Serve("disk", BySize(constant(BYTE), 0.0, piece, BYTE))
    assert ends(engine, (DISK,), read) == [1.0 + times * BYTE]


def test_the_disk_is_busy_while_it_transfers(engine):
    # Half a second to get there and 1 second for 1,000 bytes: the second reader waits for both.
    read = Serve("disk", BySize(constant(0.5), 1.0 / 1000.0))
    assert ends(engine, (DISK,), read, sessions=2) == [2.5, 4.0]


def test_flash_transfers_beside_other_reads(engine):
    # Both wait half a second at the same time, and then share 500 bytes a second for 2,000 bytes.
    steps = (Serve("disk", constant(0.5)), Serve("bus", BySize(NOTHING, 1.0)))
    assert ends(engine, (MultiServer("disk", 2), BUS), *steps, sessions=2) == [5.5, 5.5]


def test_what_no_cache_holds_is_fetched_once_and_read_from_the_disk_then(engine):
    # Two objects of about 4 bytes: memory holds one, the disk two. An answer from memory takes no time, a read of the
    # disk 1 s, and the origin 8 s before what it sends is written, which takes as long as a read.
    origin = (Delay(constant(8.0)), Admit("disk cache"))
    fetch = Lookup("file cache", (Lookup("disk cache", origin), Serve("disk", constant(1.0)), Admit("file cache")))
    caches = (Cache("file cache", 4.5), Cache("disk cache", 9.0, behind="file cache"))
    objects = [Catalogue(1, 0.0, constant(size)) for size in (4.0, 4.125)]
    classes = [asks(fetch, name=f"object {i}", catalogue=catalogue) for i, catalogue in enumerate(objects)]
    network = scripted((DISK, *caches), *classes, sessions=1, requests=5)
    seed = seed_for_classes({(0, i): wanted for i, wanted in enumerate([0, 0, 1, 0, 0])}, 2)
    took = [end - start for _, _, start, end in told(play(engine, network, seed))]
    assert took == [9.0, 0.0, 9.0, 1.0, 0.0]
