"""Objects that live for a time only, as segments of live channels do: how often a cache has them, alone and beside what
lives for ever, and one behind another. Every miss takes a second and a hit no time.
"""

from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.theory.bottleneck import offered_rate
from simulator.engines.theory.formulas.caches import AdmissionRules, Lives, characteristic_time, hit_chances
from simulator.engines.theory.visits import cache_hits
from simulator.network.distribution import constant
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Cache, Catalogue
from simulator.network.steps import Admit, Delay, Lookup
from tests.laws.closed_forms import zipf_shares
from tests.laws.observing import KERNEL, agrees, observe, of_class, single, slowly

RATE, MISS = 1000.0, constant(1.0)
SEGMENTS, FILMS = Catalogue(600, 0.8, constant(2e6), life=4.0, name="live"), Catalogue(4000, 0.9, constant(3e6))
SHARES = {"live": 0.6, "films": 0.4}
# The formula takes the last use of an object for exponential and the time that it is held for the same for all: off by
# at most so much of the misses in runs of a million requests. Behind another cache the stream is no Poisson stream.
ERROR, BEHIND = 0.01, 0.05


def missed_of_one(rate: float, time: float, life: float) -> float:
    """The share of the requests of one object that find nobody within `time` before them, in the same life: by adding
    up a life in small steps."""
    at = (np.arange(200_000) + 0.5) * life / 200_000
    return float(np.exp(-rate * np.minimum(at, time)).mean())


@pytest.mark.parametrize("time", [0.3, 4.0, 50.0])
@pytest.mark.parametrize("rate", [1e-3, 0.5, 30.0])
def test_a_life_is_added_up(rate, time):
    rates, lives = np.array([rate]), Lives(np.array([4.0]), -np.expm1(-np.array([rate * 4.0])) / 4.0)
    found = hit_chances(rates, time, AdmissionRules(lives=lives))
    assert 1.0 - found[0] == pytest.approx(missed_of_one(rate, time, 4.0), rel=1e-5)


def live_and_films(room: float, behind: float = 0.0) -> Network:
    """Both behind one cache of so many bytes, or behind that another one of `behind`."""
    inner = (Delay(MISS),) if behind == 0.0 else (Lookup("second", (Admit("second"), Delay(MISS))),)
    steps = (Lookup("cache", (Admit("cache"), *inner)),)
    kinds = (("live", SEGMENTS), ("films", FILMS))
    classes = tuple(RequestClass(name, SHARES[name], constant(1.0), 0.0, steps, each) for name, each in kinds)
    caches = (Cache("cache", room, warm=True), Cache("second", behind, warm=True, behind="cache"))
    return Network(1, caches if behind else caches[:1], classes, single(RATE))


def expected(network: Network) -> dict[str, float]:
    """The share of misses of each class in one cache, object by object."""
    rates = [RATE * SHARES[name] * zipf_shares(each.objects, each.zipf) for name, each in
             (("live", SEGMENTS), ("films", FILMS))]  # fmt: skip
    sizes = np.concatenate((np.full(SEGMENTS.objects, 2e6), np.full(FILMS.objects, 3e6)))
    time = characteristic_time(np.concatenate(rates), sizes, network.caches[0].capacity)
    live = sum(rate * missed_of_one(rate, time, 4.0) for rate in rates[0]) / rates[0].sum()
    return {"live": live, "films": float(rates[1] @ np.exp(-rates[1] * time) / rates[1].sum())}


@pytest.mark.parametrize(("room", "observer"), [(0.4e9, KERNEL), (3e9, KERNEL), slowly(3e9)], ids=str)
def test_live_beside_films_misses_as_often_as_theory_says(room, observer):
    network = live_and_films(room)
    steady = observe(network, 75.0, 10.0, windows=10, observer=observer)
    _, _, (found,) = cache_hits(network, offered_rate(network))
    for name, missed in expected(network).items():
        assert 1.0 - found.by_class[name] == pytest.approx(missed, rel=1e-3)
        agrees(of_class(steady, name), missed, within=0.15, known_error=ERROR)


def test_a_second_cache_has_no_segment_that_nobody_asked_for():
    """Both caches have room for all segments: who asks first in a life misses both, everybody else the first cache
    only while it holds segments for less than they live."""
    network = live_and_films(0.4e9, 6e9)
    steady = observe(network, 75.0, 10.0, windows=10)
    _, _, (first, second) = cache_hits(network, offered_rate(network))
    for name in SHARES:
        missed = (1.0 - first.by_class[name]) * (1.0 - second.by_class[name])
        agrees(of_class(steady, name), missed, within=0.15, known_error=BEHIND)


def test_classes_of_like_content_have_nothing_in_common():
    alike = replace(FILMS, name="series")
    network = live_and_films(3e9)
    classes = (replace(network.classes[0], catalogue=alike), network.classes[1])
    assert len(replace(network, classes=classes).catalogues) == 2
