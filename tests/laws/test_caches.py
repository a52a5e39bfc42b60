"""Caches under independent references."""

from dataclasses import replace

import pytest

from simulator.engines.theory.cache_errors import hit_error
from simulator.engines.theory.visits import cache_hits
from simulator.network.cache_policies import CLOCK, FIFO, LRU
from simulator.network.distribution import constant
from simulator.network.network import Network
from simulator.network.resources import Cache, Catalogue
from simulator.network.steps import Admit, Delay, Lookup
from tests.laws.closed_forms import che, lru_of_two, time_to_live, zipf_shares
from tests.laws.observing import ENGINES, KERNEL, Observer, agrees, observe, one_request, ratio

pytestmark = pytest.mark.usefixtures("length")

RATE = 1000.0
OBJECT = 30720.0
OBJECTS = 5000
# Che's approximation is exact in the limit of many objects; here its error stays below this share of the hit ratio
# (Fricker, Robert and Roberts 2012, A Versatile and Accurate Approximation for LRU Cache Performance).
CHE_ERROR = 0.002


def cached(objects: int, zipf: float, capacity: float, **settings) -> Network:
    """Requests that do nothing but ask a cache, and bring in what it does not hold."""
    catalogue = Catalogue(objects, zipf, constant(OBJECT))
    cache = Cache("cache", capacity, **settings)
    return one_request(RATE, (Lookup("cache", (Admit("cache"),)),), cache, catalogue=catalogue)


def hit_ratio(network: Network, seconds: float, warm_up: float = 0.0, observer: Observer = KERNEL):
    """The share of lookups that hit."""
    steady = observe(network, seconds, warm_up, windows=20, observer=observer)
    return ratio(steady, ("cache", "cache", "hits"), ("cache", "cache", "lookups"))


@pytest.mark.parametrize("held", [50, 500, 2500])
@pytest.mark.parametrize("zipf", [0.6, 0.8, 1.0])
def test_lru_hits_as_often_as_che_says(zipf, held):
    expected = che(zipf_shares(OBJECTS, zipf), held)
    network = cached(OBJECTS, zipf, held * OBJECT, warm=True)
    agrees(hit_ratio(network, 100.0), expected, within=0.05, known_error=CHE_ERROR)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
@pytest.mark.parametrize("warm", [True, False])
def test_lru_of_two_objects_hits_as_often_as_king_says(warm, observer):
    network = cached(6, 0.8, 2.5 * OBJECT, warm=warm)
    agrees(hit_ratio(network, 200.0, 1.0, observer), lru_of_two(zipf_shares(6, 0.8)), within=0.05)


def test_a_cold_start_ends_as_a_warm_one_begins():
    expected = che(zipf_shares(OBJECTS, 0.8), 500)
    warm, cold = (cached(OBJECTS, 0.8, 500 * OBJECT, warm=warm) for warm in (True, False))
    from_start, in_the_end = hit_ratio(warm, 20.0), hit_ratio(cold, 200.0, 100.0)
    agrees(from_start, expected, within=0.05, known_error=CHE_ERROR)
    agrees(in_the_end, expected, within=0.02, known_error=CHE_ERROR)


@pytest.mark.parametrize("seconds", [0.1, 2.0, 60.0])
def test_a_time_to_live_holds_what_was_asked_for_within_it(seconds):
    """Unlimited room: object i hits with probability 1 - exp(-rate_i * time to live)."""
    expected = time_to_live(zipf_shares(OBJECTS, 0.8), RATE, seconds)
    network = cached(OBJECTS, 0.8, 2.0 * OBJECTS * OBJECT, time_to_live=seconds)
    agrees(hit_ratio(network, 120.0, 2.0 * seconds), expected, within=0.02)


def test_everything_is_held_where_there_is_room():
    measured = hit_ratio(cached(200, 0.8, 200 * OBJECT), 100.0, 100.0)
    assert measured.value == 1.0


@pytest.mark.parametrize("read", [0.05, 0.5, 5.0])
def test_what_is_being_read_misses_until_it_is_there(read):
    """The longer a read takes, the more requests for the same object come meanwhile; all of them miss."""
    network = cached(OBJECTS, 0.8, 500 * OBJECT)
    slow = with_steps(network, (Lookup("cache", (Delay(constant(read)), Admit("cache"))),))
    _, _, (at_once,) = cache_hits(network, RATE)
    _, _, (expected,) = cache_hits(slow, RATE, {"cache": read})
    assert expected.hit_ratio < at_once.hit_ratio
    agrees(hit_ratio(slow, 100.0, 50.0), expected.hit_ratio, within=0.05, known_error=hit_error(slow, expected))


def with_steps(network: Network, steps: tuple) -> Network:
    """The same network with another program."""
    return replace(network, classes=(replace(network.classes[0], steps=steps),))


@pytest.mark.parametrize("policy", [LRU, FIFO, CLOCK])
@pytest.mark.parametrize("front", [LRU, FIFO, CLOCK])
@pytest.mark.parametrize("held", [1000, 4000])
def test_behind_a_cache_hits_are_within_the_error_that_is_told(held, front, policy):
    """Who misses in a cache has not asked for as long as that holds objects: taken for Poisson lookups, one of twice
    the size behind it would hit up to twice as often."""
    catalogue = Catalogue(OBJECTS, 0.8, constant(OBJECT))
    first = Cache("first", 500 * OBJECT, warm=True, policy=front)
    second = Cache("cache", held * OBJECT, warm=True, behind="first", policy=policy)
    admitted = (Lookup("cache", (Admit("cache"),)), Admit("first"))
    network = one_request(RATE, (Lookup("first", admitted),), first, second, catalogue=catalogue)
    expected = next(each for each in cache_hits(network, RATE)[2] if each.name == "cache")
    known = hit_error(network, expected)
    assert known < 0.04
    agrees(hit_ratio(network, 100.0), expected.hit_ratio, within=0.03, known_error=known)


@pytest.mark.parametrize("policy", [LRU, FIFO, CLOCK])
@pytest.mark.parametrize("front", [LRU, FIFO, CLOCK])
def test_a_warm_second_cache_hits_from_the_start_as_often_as_later(front, policy):
    """Within 2 s, for which the first one holds nothing: drawn by themselves, it hit 6 points too seldom to 8 too
    often."""
    catalogue = Catalogue(OBJECTS, 0.8, constant(OBJECT))
    first = Cache("first", 500 * OBJECT, warm=True, policy=front)
    second = Cache("cache", 1000 * OBJECT, warm=True, behind="first", policy=policy)
    steps = (Lookup("first", (Lookup("cache", (Admit("cache"),)), Admit("first"))),)
    network = one_request(10.0 * RATE, steps, first, second, catalogue=catalogue)
    expected = next(each for each in cache_hits(network, RATE)[2] if each.name == "cache")
    measured = ratio(observe(network, 0.1, windows=2), *(("cache", "cache", what) for what in ("hits", "lookups")))
    assert abs(measured.value - expected.hit_ratio) <= measured.half_width + 0.01
