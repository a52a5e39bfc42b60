"""What a run takes of memory: no more than its network needs, and about what is estimated before it begins."""

import gc
import re
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simulator.engines import cache_contents, popularity
from simulator.engines.engine import load_engine
from simulator.engines.footprint import footprint, largest_cache_content
from simulator.engines.kernel.engine import Kernel
from simulator.engines.kernel.world import build_world
from simulator.engines.memory import OutOfMemory
from simulator.engines.run_plan import RunPlan
from simulator.engines.sized_cache import SizedCache, WeakMemo
from simulator.network.distribution import constant, exponential
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Cache, Catalogue, SharedCapacity, TokenPool
from simulator.network.session_source import SessionSource
from simulator.network.steps import Admit, Lookup, Release, ResponseBytes, Seize, Serve

PLAN = RunPlan(windows=4, window=0.01, warm_up=0.0)
OBJECTS = 200_000


def downloads(objects: int = OBJECTS, nodes: int = 1, held: float = 0.1, rate: float = 100.0, size=None) -> Network:
    """Nodes that keep a share `held` of their objects of 1 kB in a warm cache."""
    size = size or constant(1e3)
    catalogue = Catalogue(objects, 0.8, size)
    cache = Cache("cache", held * objects * size.mean, warm=True)
    steps = (Lookup("cache", (Admit("cache"),)), Serve("cards", ResponseBytes()))
    request = RequestClass("download", 1.0, constant(1e3), 0.0, steps, catalogue)
    source = SessionSource(rate * nodes, constant(1.0), constant(0.0), (1.0,))
    return Network(nodes, (SharedCapacity("cards", 1e8, (1e8,), "bytes"), cache), (request,), source)


def peak(network: Network, engine=None) -> int:
    """The most bytes that a run allocates, with the tables of its catalogue there."""
    engine = engine or Kernel()
    engine.run(downloads(10), PLAN, 1)
    for catalogue in network.catalogues:
        popularity.popularity(catalogue)
    cache_contents._CONTENTS.clear()
    gc.collect()
    tracemalloc.start()
    try:
        engine.run(network, PLAN, 2)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_unit_of_many_nodes_takes_no_more_memory_at_a_time_than_one_node():
    assert peak(downloads(nodes=6)) < 1.5 * peak(downloads(nodes=1))


def test_a_cache_has_room_for_the_uses_of_what_it_holds_and_not_of_all_that_can_be_asked_for():
    ring = build_world(downloads(held=0.01), PLAN, 1, 0).caches.ring
    assert 2 * largest_cache_content(downloads(held=0.01)) <= ring.shape[1] < OBJECTS / 10
    drawn = downloads(held=0.01, size=exponential(1e3))
    assert build_world(drawn, PLAN, 1, 0).caches.ring.shape[1] >= 2 * OBJECTS, "small ones may be all that is held"


def test_runs_share_the_tables_of_a_catalogue():
    first, second = (build_world(downloads(), PLAN, seed, 0).caches for seed in (1, 2))
    assert np.shares_memory(first.reach, second.reach) and np.shares_memory(first.size, second.size)


@pytest.mark.parametrize("held", [0.01, 0.5])
@pytest.mark.parametrize("size", [constant(1e3), exponential(1e3)], ids=["equal", "drawn"])
def test_the_estimate_for_a_catalogue_is_what_a_run_takes(held, size):
    network = downloads(held=held, size=size)
    estimate = footprint(network, "kernel").run + footprint(network, "kernel").kept
    assert 0.5 * estimate < peak(network) < 1.1 * estimate


def test_the_estimate_for_the_tables_of_a_catalogue_is_what_they_take():
    catalogue = downloads().catalogues[0]
    assert footprint(downloads(), "kernel").tables == pytest.approx(popularity.popularity(catalogue).bytes, rel=0.01)


@pytest.mark.parametrize(("engine", "sessions"), [("kernel", 200_000), ("reference", 5_000)])
def test_the_estimate_for_sessions_is_what_those_that_are_open_take(engine, sessions):
    network = downloads(objects=10)
    network = replace(network, source=replace(network.source, open_at_start=sessions, think_time=constant(1e3)))
    estimate = sessions * footprint(network, engine).session
    assert 0.4 * estimate < peak(network, load_engine(engine)) < 1.3 * estimate


def test_sessions_that_are_turned_away_at_the_start_take_no_memory():
    """There was room for twice as many as were meant to be open, however few the pools let in."""
    network = downloads(objects=10)
    pool = TokenPool("places", 100.0, "refuse", "connections")
    source = replace(network.source, connect=(Seize("places", 1.0),), close=(Release("places", 1.0),))
    network = replace(network, resources=(*network.resources, pool))
    network = replace(network, source=replace(source, open_at_start=2_000_000))
    assert peak(network) < 2_000_000 * footprint(network, "kernel").session / 10


def test_the_estimate_for_windows_is_what_their_totals_take():
    network, plan = downloads(objects=10, nodes=2), RunPlan(20_000, 0.01, 0.0)
    edges = Kernel().run(network, plan, 1).edges
    assert footprint(network, "kernel").window * plan.windows == pytest.approx(edges.nbytes, rel=0.01)


def test_sessions_that_pile_up_beyond_the_room_end_the_run_in_words():
    network = downloads(objects=10, rate=1e6)
    kernel = Kernel()
    kernel.room = 2e6
    with pytest.raises(
        OutOfMemory, match="sessions of a server are open before .* over.*; offer less, or write a"
    ) as found:
        kernel.run(network, RunPlan(10, 1.0, 0.0), 1)
    # A million a second come: it says when there were too many, not when it looked.
    said = re.findall(r"^[\d,]+|(?<=before )\S+", str(found.value))
    open_then, seconds = (float(number.replace(",", "")) for number in said)
    assert 1e6 * seconds == pytest.approx(open_then, rel=0.05)


def test_what_is_kept_is_bounded_in_bytes_and_those_asked_for_longest_ago_go_first():
    kept: SizedCache[int, bytes] = SizedCache(10.0, len)
    for key in (1, 2, 3):
        kept.keep(key, b"1234")
    assert [kept.find(key) for key in (1, 2, 3)] == [None, b"1234", b"1234"] and kept.taken == 8
    kept.keep(4, b"12345678901")
    assert len(kept) == 0 and kept.taken == 0, "larger than all the room"
    kept.keep(5, b"1")
    kept.clear()
    assert kept.find(5) is None and kept.taken == 0


def test_one_is_kept_whatever_it_takes_where_every_run_needs_it():
    kept: SizedCache[int, bytes] = SizedCache(4.0, len, at_least_one=True)
    made = [kept.get(key, lambda key=key: bytes(8 + key)) for key in (1, 2, 2)]
    assert len(kept) == 1 and made[1] is made[2] and kept.find(1) is None


class Thing:
    """What something is made of, equal to every other such thing."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing)

    def __hash__(self) -> int:
        return 1


def test_what_is_made_once_of_a_thing_is_kept_as_long_as_that_very_thing():
    asked: list[Thing] = []
    made = WeakMemo(lambda thing: (asked.append(thing), len(asked))[1])
    first, other = Thing(), Thing()
    assert [made(first), made(other), made(first)] == [1, 2, 1], "equal things are two"
    asked.clear()
    del first
    gc.collect()
    assert len(made) == 1 and made(other) == 2
    assert made(Thing()) == 1, "another one that may have the number of what is no more"


def test_what_cannot_be_made_is_not_kept():
    made = WeakMemo(lambda thing: 1 // thing.value)
    thing = Thing()
    thing.value = 0
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            made(thing)
    thing.value = 1
    assert made(thing) == 1


def test_tables_of_many_catalogues_do_not_add_up():
    """Sixteen of them were kept, whatever they took."""
    tables = "sum(t.bytes for t, _ in popularity._TABLES._values.values())"
    script = f"""
from simulator.engines import popularity
from simulator.network.distribution import constant
from simulator.network.resources import Catalogue
for zipf in range(16):
    popularity.popularity(Catalogue(1_000_000, zipf / 10, constant(1.0)))
assert 0 < {tables} <= popularity.TABLES, {tables}
"""
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", script], check=True, cwd=root)
