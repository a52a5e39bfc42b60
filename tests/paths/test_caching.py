"""What a cache holds. A hit takes no time, a miss one second at a disk."""

import pytest

from simulator.network.distribution import constant
from simulator.network.resources import Cache, Catalogue, MemoryRegion, MultiServer
from simulator.network.steps import Admit, Lookup, Serve
from tests.paths.scripts import asks, play, scripted, seed_for_classes, told

DISK = MultiServer("disk", 1)
FETCH = Lookup("cache", (Serve("disk", constant(1.0)), Admit("cache")))


def asking_for(name: str, size: float):
    """Requests for one object of `size` bytes."""
    return asks(FETCH, name=name, catalogue=Catalogue(1, 0.0, constant(size)))


def outcomes(engine, cache: Cache, *sizes: float, asked: list[int], think: float = 1.0, **region) -> list[str]:
    """Whether each request of one session that asks for these objects, one after the other, hits or misses."""
    resources = (DISK, cache, *(MemoryRegion("memory", cache="cache", **region) for _ in range(1) if region))
    classes = [asking_for(f"object {i}", size) for i, size in enumerate(sizes)]
    network = scripted(resources, *classes, sessions=1, requests=len(asked), think_time=constant(think))
    seed = seed_for_classes({(0, i): wanted for i, wanted in enumerate(asked)}, len(classes))
    return ["hit" if start == end else "miss" for _, _, start, end in told(play(engine, network, seed))]


def test_the_least_recently_used_object_leaves_first(engine):
    # Objects of 4, 3 and 2 bytes in a cache of 8.
    asked = [0, 1, 0, 2, 1, 2, 0]
    expected = [
        "miss",  # 0
        "miss",  # 0 1
        "hit",  # 1 0
        "miss",  # 0 2: with 9 bytes 1 had to leave.
        "miss",  # 2 1: with 9 bytes 0 had to leave.
        "hit",  # 1 2
        "miss",  # 2 0: 1 had to leave.
    ]
    assert outcomes(engine, Cache("cache", 8.0), 4.0, 3.0, 2.0, asked=asked) == expected


def test_as_many_objects_leave_as_there_is_room_needed(engine):
    # The object of 7 bytes drives out both of the others.
    asked = [0, 1, 2, 0, 1]
    assert outcomes(engine, Cache("cache", 8.0), 4.0, 3.0, 7.0, asked=asked) == ["miss"] * 5


def test_an_object_that_fills_the_cache_enters(engine):
    assert outcomes(engine, Cache("cache", 4.0), 4.0, asked=[0, 0]) == ["miss", "hit"]


def test_an_object_larger_than_the_cache_passes(engine):
    assert outcomes(engine, Cache("cache", 4.0), 5.0, 4.0, asked=[1, 0, 1, 0]) == ["miss", "miss", "hit", "miss"]


def test_an_object_larger_than_the_largest_passes(engine):
    cache = Cache("cache", 64.0, largest_object=3.0)
    assert outcomes(engine, cache, 4.0, 3.0, asked=[0, 0, 1, 1]) == ["miss", "miss", "miss", "hit"]


@pytest.mark.parametrize(("think", "expected"), [(2.0, ["miss", "hit", "hit", "hit"]), (2.5, ["miss"] * 4)])
def test_an_object_lives_for_a_time_after_its_last_use(engine, think, expected):
    assert outcomes(engine, Cache("cache", 8.0, time_to_live=2.0), 4.0, asked=[0] * 4, think=think) == expected


def test_an_object_is_admitted_when_it_is_asked_for_again_soon(engine):
    # A miss takes 1 second and the session thinks 1 second: requests come 2 seconds apart, and 1 after a hit.
    cache = Cache("cache", 8.0, admission_window=2.0)
    assert outcomes(engine, cache, 4.0, 3.0, asked=[0, 1, 0, 0, 0, 1]) == ["miss"] * 4 + ["hit", "miss"]


def test_an_object_that_memory_has_no_room_for_is_not_kept(engine):
    asked = [0, 1, 0, 1]
    outcome = outcomes(engine, Cache("cache", 64.0), 4.0, 3.0, asked=asked, ceiling=14.0, base=8.0)
    assert outcome == ["miss", "miss", "hit", "miss"]
