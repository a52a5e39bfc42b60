"""Who finds room in a memory region."""

from simulator.network.distribution import constant
from simulator.network.resources import MemoryRegion, SharedCapacity
from simulator.network.steps import Allocate, Free, Serve
from tests.paths.scripts import asks, play, scripted, told

RESOURCES = (SharedCapacity("cpu", 64.0, (1.0,), "cores"), MemoryRegion("memory", ceiling=16.0, base=4.0))
BUFFERED = asks(Allocate("memory", 6.0), Serve("cpu", constant(1.0)), Free("memory", 6.0))


def test_an_allocation_over_the_ceiling_fails(engine):
    # 4 + 6 + 6 bytes are just the ceiling.
    tally = play(engine, scripted(RESOURCES, BUFFERED, sessions=3))
    assert told(tally) == [(2, 0, 1.0, 1.0), (0, 0, 1.0, 2.0), (1, 0, 1.0, 2.0)]
    assert tally.log["cause"].tolist() == [0, -1, -1]


def test_memory_is_counted_from_its_base(engine):
    tally = play(engine, scripted(RESOURCES, BUFFERED, sessions=2))
    assert tally.column("region", "memory", "used")[:4].tolist() == [0.0, 4.0, 20.0, 24.0]


def test_who_fails_frees_what_it_allocated(engine):
    twice = asks(Allocate("memory", 6.0), *BUFFERED.steps, Free("memory", 6.0))
    tally = play(engine, scripted(RESOURCES, twice, sessions=2))
    assert told(tally) == [(1, 0, 1.0, 1.0), (0, 0, 1.0, 2.0)]
    assert tally.column("region", "memory", "used")[:4].tolist() == [0.0, 4.0, 20.0, 24.0]
