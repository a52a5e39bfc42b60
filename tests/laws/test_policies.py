"""Which objects a cache drops: miss counts against caches written anew here on the same trace, and theory's hit ratios
against simulation.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.columns import HITS, LOOKUPS
from simulator.engines.lives import ObjectLives
from simulator.engines.reference.cache import ObjectCache
from simulator.engines.theory.cache_errors import hit_error
from simulator.engines.theory.support import why_unsupported
from simulator.engines.theory.visits import cache_hits
from simulator.network.cache_policies import CLOCK, FIFO, LRU, POLICIES, TINY_LFU
from simulator.network.distribution import constant
from simulator.network.network import Network
from simulator.network.resources import Cache, Catalogue
from simulator.network.steps import Admit, Lookup
from tests.laws.closed_forms import zipf_shares
from tests.laws.observing import agrees, observe, one_request, ratio
from tests.proven import mostly_proof

FOR_EVER = ObjectLives(np.zeros(1), np.zeros(1))


class Standing:
    """A clock that stands still."""

    now = 0.0


def simulated(policy: str, trace: np.ndarray, sizes: np.ndarray, room: float) -> int:
    """The misses of the program's own cache."""
    totals = [0.0, 0.0]
    cache = ObjectCache(Standing(), Cache("cache", room, policy=policy), None, sizes, FOR_EVER, totals, 0)
    for thing in trace.tolist():
        if not cache.lookup(thing, 0.0):
            cache.admit(thing, True, 0.0)
    return int(totals[LOOKUPS] - totals[HITS])


def lru(trace: np.ndarray, sizes: np.ndarray, room: float) -> int:
    """By stack distances: a request hits if the different objects since the last one for it fit beside it. Exact where
    all objects are as large."""
    last, misses = {}, 0
    for at, thing in enumerate(trace.tolist()):
        since = set(trace[last[thing] + 1 : at].tolist()) if thing in last else None
        misses += since is None or (len(since) + 1) * sizes[0] > room
        last[thing] = at
    return misses


def fifo(trace: np.ndarray, sizes: np.ndarray, room: float) -> int:
    held, queue, misses = set(), deque(), 0
    for thing in trace.tolist():
        if thing in held:
            continue
        misses += 1
        while queue and sum(sizes[list(held)]) + sizes[thing] > room:
            held.discard(queue.popleft())
        queue.append(thing)
        held.add(thing)
    return misses


def clock(trace: np.ndarray, sizes: np.ndarray, room: float) -> int:
    """A ring with a hand, each place with a bit: the hand clears bits until it comes to a place without one. Objects
    are all as large, so that there are so many places."""
    places, where, misses, hand = [], {}, 0, 0
    for thing in trace.tolist():
        if thing in where:
            places[where[thing]][1] = True
            continue
        misses += 1
        if (len(places) + 1) * sizes[0] <= room:
            where[thing] = len(places)
            places.append([thing, False])
            continue
        while places[hand][1]:
            places[hand][1] = False
            hand = (hand + 1) % len(places)
        del where[places[hand][0]]
        where[thing], places[hand] = hand, [thing, False]
        hand = (hand + 1) % len(places)
    return misses


def tiny_lfu(trace: np.ndarray, sizes: np.ndarray, room: float) -> int:
    """An LRU that lets in only who was asked for more often than who would leave, by counts up to 15 which are all
    halved after ten lookups for each object that fits."""
    held, counts, misses, fits = OrderedDict(), Counter(), 0, int(room / sizes[0])
    for at, thing in enumerate(trace.tolist(), 1):
        if at % (10 * fits) == 0:
            counts = Counter({each: count // 2 for each, count in counts.items()})
        counts[thing] = min(15, counts[thing] + 1)
        if thing in held:
            held.move_to_end(thing)
            continue
        misses += 1
        if len(held) == fits:
            if counts[thing] <= counts[next(iter(held))]:
                continue
            held.popitem(last=False)
        held[thing] = True
    return misses


ORACLES: dict[str, Callable[[np.ndarray, np.ndarray, float], int]] = {
    LRU: lru, FIFO: fifo, CLOCK: clock, TINY_LFU: tiny_lfu,
}  # fmt: skip


def drawn(seed: int, objects: int = 300, length: int = 6_000) -> np.ndarray:
    """Requests by Zipf's law, in a stretch of which others are the popular ones."""
    random = np.random.default_rng(seed)
    shares = np.arange(1, objects + 1) ** -random.uniform(0.4, 1.1)
    trace = random.choice(objects, size=length, p=shares / shares.sum())
    trace[length // 3 : length // 2] = objects - 1 - trace[length // 3 : length // 2]
    return trace


@pytest.mark.parametrize("held", [1, 7, 60, 299, 400])
@pytest.mark.parametrize("policy", POLICIES)
def test_misses_of_a_trace_are_those_of_a_cache_written_anew(policy, held):
    for seed in range(3):
        trace, sizes = drawn(seed), np.full(300, 2e6)
        assert simulated(policy, trace, sizes, held * 2e6 + 1.0) == ORACLES[policy](trace, sizes, held * 2e6 + 1.0)


@pytest.mark.parametrize("seed", range(3))
def test_misses_of_objects_of_many_sizes(seed):
    """By the policy that needs no places of one size."""
    sizes = np.random.default_rng(seed).uniform(1e6, 9e6, 300)
    assert simulated(FIFO, drawn(seed), sizes, 2e8) == fifo(drawn(seed), sizes, 2e8)


def test_each_policy_is_another():
    trace, sizes = drawn(5), np.full(300, 1.0)
    assert len({simulated(policy, trace, sizes, 40.0) for policy in POLICIES}) == len(POLICIES)


@pytest.mark.parametrize("wrong", [{"policy": "lfu"}, {"policy": CLOCK, "time_to_live": 5.0}])
def test_a_cache_that_there_is_none_of_is_refused(wrong):
    with pytest.raises(ValueError, match="a cache drops by lru, fifo, clock or tiny-lfu"):
        replace(Cache("cache", 1.0), **wrong)


OBJECTS, HELD = Catalogue(3000, 0.9, constant(1.0)), 300.0


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("exponent", mostly_proof([0.7, 1.0], [0.7]))
def test_theory_hits_as_often_as_a_trace(policy, exponent):
    """Within the error that is stated, and 0.3 % for the trace, of 120,000 requests after 60,000."""
    network = asked_once(policy, replace(OBJECTS, zipf=exponent))
    shares = zipf_shares(3000, exponent)
    trace = np.random.default_rng(3).choice(3000, size=180_000, p=shares)
    first, whole = (simulated(policy, trace[:end], np.ones(3000), HELD) for end in (60_000, 180_000))
    _, _, (found,) = cache_hits(network, 1000.0)
    error = hit_error(network, found)
    assert error <= 0.02
    assert found.hit_ratio == pytest.approx(1.0 - (whole - first) / 120_000, rel=error + 0.003)
    assert found.held == pytest.approx(HELD, rel=1e-6)


def asked_once(policy: str, catalogue: Catalogue) -> Network:
    """Requests at random for objects behind a cache that starts in its steady state."""
    cache = Cache("cache", HELD, warm=True, policy=policy)
    return one_request(1000.0, (Lookup("cache", (Admit("cache"),)),), cache, catalogue=catalogue)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_warm_cache_hits_from_the_start_as_theory_says(policy):
    network = asked_once(policy, OBJECTS)
    steady = observe(network, 60.0, 0.5, windows=10)
    hits = ratio(steady, ("cache", "cache", "hits"), ("cache", "cache", "lookups"))
    _, _, (found,) = cache_hits(network, 1000.0)
    agrees(hits, found.hit_ratio, within=0.02, known_error=hit_error(network, found))


def test_theory_knows_what_lives_for_a_time_only_under_lru():
    ending = replace(OBJECTS, life=5.0)
    assert why_unsupported(asked_once(LRU, ending)) is None
    assert "only in caches that drop by lru" in why_unsupported(asked_once(CLOCK, ending)).why


@pytest.mark.parametrize("policy", POLICIES)
def test_a_disk_cache_of_a_policy_behind_a_page_cache(policy):
    """What both miss, from a warm start, within the error of a cache behind another, which is that of a Poisson stream
    where uses are counted."""
    steps = (Lookup("cache", (Lookup("disk", (Admit("disk"),)), Admit("cache"))),)
    front = Cache("cache", HELD, warm=True)
    disk = Cache("disk", 4.0 * HELD, warm=True, behind="cache", policy=policy)
    network = one_request(1000.0, steps, front, disk, catalogue=OBJECTS)
    steady = observe(network, 60.0, 5.0, windows=10)
    _, _, (first, second) = cache_hits(network, 1000.0)
    assert (hit_error(network, second) > 0.07) == (policy == TINY_LFU)
    hits = ratio(steady, ("cache", "disk", "hits"), ("cache", "disk", "lookups"))
    agrees(hits, second.hit_ratio, within=0.05, known_error=hit_error(network, second))


@pytest.mark.parametrize("rule", [{"time_to_live": 5.0}, {"admission_window": 5.0}])
def test_theory_knows_no_other_rules_where_uses_are_counted(rule):
    cache = Cache("cache", HELD, policy=TINY_LFU, **rule)
    network = one_request(1000.0, (Lookup("cache", (Admit("cache"),)),), cache, catalogue=OBJECTS)
    assert "drops by tiny-lfu" in why_unsupported(network).why
