"""Copies that are asked for again once they are old: by hand, and theory beside the kernel."""

from math import exp

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.cache_errors import revalidation_error
from simulator.engines.theory.formulas.freshness import missed_by_both, stale_chances, stale_in_first
from simulator.engines.theory.visits import cache_hits, class_steps
from simulator.network.cache_policies import CLOCK, FIFO, LRU, TINY_LFU
from simulator.network.distribution import constant
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Cache, Catalogue, SharedCapacity
from simulator.network.steps import Admit, Lookup, Revalidate, Serve
from tests.laws.observing import single

# What crosses to the origin: a header that says not changed, and an object.
ASKED, FETCHED = "asked", "fetched"
# Misses in runs of a million requests, of one cache and of two: those of the caches themselves.
MISSES, BEHIND = 0.02, 0.06


def asking(
    objects: int, rooms: tuple[int, ...], rate: float, max_age: float, unchanged: float, policy: str = LRU
) -> Network:
    """Caches of so many objects each, one behind the other, whose copies are asked for again."""
    catalogue, names = Catalogue(objects, 0.8, constant(1e6)), ("cache", "second")
    caches = tuple(
        Cache(name, room * 1e6, warm=True, behind="cache" if name == "second" else "", policy=policy)
        for name, room in zip(names, rooms, strict=False)
    )
    missed = (Serve(FETCHED, constant(1.0)), Admit(names[len(rooms) - 1]))
    missed = missed if len(rooms) == 1 else (Lookup("second", missed), Admit("cache"))
    ask = Revalidate(names[: len(rooms)], max_age, unchanged, (Serve(ASKED, constant(1.0)),), 7)
    steps = (ask, Lookup("cache", missed))
    links = tuple(SharedCapacity(name, 1e9, (1e9,), "bytes") for name in (ASKED, FETCHED))
    kinds = (RequestClass("request", 1.0, constant(1.0), 0.0, steps, catalogue),)
    return Network(1, (*links, *caches), kinds, single(rate))


def seen(network: Network, plan: RunPlan) -> tuple[float, float]:
    """Of each request, how often the origin is asked for a header alone, and for an object."""
    tally = load_engine("kernel").run(network, plan, 3)
    asked, fetched, lookups = (
        float(column[-1] - column[0])
        for column in (
            tally.column("shared", ASKED, "work"),
            tally.column("shared", FETCHED, "work"),
            tally.column("cache", "cache", "lookups"),
        )
    )
    return asked / lookups, fetched / lookups


def told(network: Network, rate: float) -> tuple[float, float]:
    """The same by theory."""
    requested, hits, _ = cache_hits(network, rate)
    found = {ASKED: 0.0, FETCHED: 0.0}
    for step, visits in class_steps(requested, network.classes[0], hits):
        if isinstance(step, Serve):
            found[step.at] += float(visits.sum())
    return found[ASKED], found[FETCHED]


@pytest.mark.parametrize("unchanged", [1.0, 0.4, 0.0])
def test_by_hand_one_object_is_asked_for_once_in_its_age_and_a_gap(unchanged):
    """10 requests/s for a page that may be kept for 5 s: one of them asks every 5 s + 1 / (10/s) = 5.1 s; so many of
    these are answered by a header, and the rest by the page."""
    network, each = asking(1, (1,), 10.0, 5.0, unchanged), 1.0 / (5.0 + 0.1) / 10.0
    by_hand = (each * unchanged, each * (1.0 - unchanged))
    assert told(network, 10.0) == pytest.approx(by_hand)
    # 3,900 questions, of which each is so far apart from the next that their number hardly varies.
    assert seen(network, RunPlan(windows=5, window=4000.0, warm_up=20.0)) == pytest.approx(by_hand, rel=0.05)


def test_by_hand_what_is_dropped_before_it_is_old_is_asked_for_no_more():
    """At 1/s, kept for 3 s after its last use and fresh for 2 s, q = 1 - exp(-3) (1 + 2) of what is fetched is asked
    for again; where it is fresh for 30 s, hardly any of what is used every 3 s at most."""
    missed, rate = np.array([exp(-3.0)]), np.array([1.0])
    again = 1.0 - exp(-3.0) * 3.0
    assert stale_chances(rate, missed, 2.0) == pytest.approx(exp(-3.0) * again / (1.0 - again))
    assert stale_chances(rate, missed, 300.0) < 1e-6
    # Nobody asks for it; it is never held; it is never dropped.
    odd = stale_chances(np.array([0.0, 1.0, 1.0]), np.array([0.5, 1.0, 0.0]), 2.0)
    assert odd == pytest.approx([0.0, 0.0, 1.0 / 3.0])


@pytest.mark.parametrize(("rate", "missed", "max_age"), [
    (1.0, exp(-100.0), 3_600.0), (100.0, 0.0, 3_600.0), (100.0, 0.0, 60.0), (1.0, exp(-36.0), 3_600.0),
])  # fmt: skip
def test_by_hand_what_is_hardly_ever_dropped_is_asked_for_once_in_its_age_and_a_gap(rate, missed, max_age):
    """2.78e-4, 2.8e-6, 1.67e-4 and 2.78e-4 of the requests."""
    found = stale_chances(np.array([rate]), np.array([missed]), max_age)
    assert found == pytest.approx(1.0 / (1.0 + rate * max_age), rel=1e-9)


def test_by_hand_who_misses_the_first_of_two_caches_comes_no_sooner_than_it_holds_an_object():
    """At 1/s, held for 1 s in the first: every e s one misses it, none sooner than after 1 s. The second holds an
    object for 5 s, as it would miss exp(-5/e) of a Poisson stream; nobody comes within the 0.1 s of another."""
    found = missed_by_both(np.exp([-1.0, -1.0]), np.exp([-5.0 / exp(1.0), -0.1 / exp(1.0)]))
    assert found == pytest.approx([exp(-1.0) * exp(-4.0 / (exp(1.0) - 1.0)), exp(-1.0)])
    # One of the two holds everything, or nothing.
    odd = missed_by_both(np.array([0.0, 1.0, 0.5, 0.5]), np.array([0.5, 0.5, 0.0, 1.0]))
    assert odd == pytest.approx([0.0, 0.5, 0.0, 0.5])


def test_by_hand_which_of_two_caches_has_what_is_old():
    """The first holds it for 1 s, both for 3 s: the gap around the end of its 2 s is at most 1 s in 1 - 2 exp(-1) of
    1 - 3 exp(-3)."""
    found = stale_in_first(np.array([1.0]), np.array([exp(-1.0)]), np.array([exp(-3.0)]), 2.0)
    assert found == pytest.approx((1.0 - 2.0 * exp(-1.0)) / (1.0 - 3.0 * exp(-3.0)))


@pytest.mark.parametrize(("rooms", "policy", "max_age", "unchanged"), [
    ((200,), LRU, 0.5, 1.0), ((200,), LRU, 0.5, 0.7), ((200,), LRU, 5.0, 1.0), ((100, 600), LRU, 0.5, 0.7),
    ((100, 600), LRU, 15.0, 1.0), ((100, 600), CLOCK, 15.0, 1.0), ((200,), TINY_LFU, 5.0, 1.0),
    ((400, 600), TINY_LFU, 15.0, 1.0), ((200,), CLOCK, 0.5, 0.7), ((200,), TINY_LFU, 0.5, 0.7),
    ((100, 600), TINY_LFU, 5.0, 0.7), ((200,), FIFO, 0.5, 0.7),
])  # fmt: skip
def test_theory_knows_how_often_the_origin_is_asked_and_for_what(rooms, policy, max_age, unchanged):
    network = asking(2_000, rooms, 1_000.0, max_age, unchanged, policy)
    asked, fetched = seen(network, RunPlan(windows=5, window=20.0, warm_up=20.0))
    of_header, whole = told(network, 1_000.0)
    _, _, caches = cache_hits(network, 1_000.0)
    assert whole == pytest.approx(fetched, rel=MISSES if len(rooms) == 1 else BEHIND)
    assert abs(of_header - asked) <= revalidation_error(network, caches) * of_header + 3e-5


@pytest.mark.parametrize("policy", [LRU, CLOCK])
def test_theory_knows_how_far_off_it_is_behind_a_cache_that_is_nearly_as_large(policy):
    network = asking(2_000, (400, 600), 1_000.0, 5.0, 1.0, policy)
    asked, _ = seen(network, RunPlan(windows=5, window=20.0, warm_up=20.0))
    _, _, caches = cache_hits(network, 1_000.0)
    of_header, _ = told(network, 1_000.0)
    assert abs(of_header - asked) <= revalidation_error(network, caches) * of_header


def test_theory_knows_how_often_the_origin_is_asked_for_what_is_hardly_ever_dropped():
    """1,500 of 2,000 pages at 10,000/s that may be kept for 60 s: 2.34e-4 of the requests ask, of which the popular
    pages are hardly ever dropped."""
    network = asking(2_000, (1_500,), 10_000.0, 60.0, 1.0)
    asked, _ = seen(network, RunPlan(windows=5, window=40.0, warm_up=20.0))
    of_header, _ = told(network, 10_000.0)
    assert of_header == pytest.approx(2.34e-4, rel=2e-3)
    _, _, caches = cache_hits(network, 10_000.0)
    assert of_header == pytest.approx(asked, rel=revalidation_error(network, caches))


@pytest.mark.parametrize(("rooms", "max_age"), [((2_000,), 60.0), ((100, 600), 3.0)])
def test_a_warm_start_has_copies_of_every_age(rooms, max_age):
    """From the first second on the origin is asked as often as in the long run, however long copies may be used."""
    network = asking(2_000, rooms, 1_000.0, max_age, 0.0)
    asked, fetched = seen(network, RunPlan(windows=5, window=6.0, warm_up=0.0))
    assert told(network, 1_000.0)[1] == pytest.approx(fetched, rel=0.1)
    assert asked == 0.0


@pytest.mark.parametrize("ages", [(2.0, 20.0), (20.0, 2.0)])
def test_a_warm_start_has_copies_of_every_age_of_each_class(ages):
    """Pages of two classes, each asked for every 2 s, ask every age and 2 s from the first second on, whichever class
    comes first."""
    links, kinds = ("asked first", "asked second"), []
    for link, max_age, objects in zip(links, ages, (1_000, 1_001), strict=True):
        steps = (
            Revalidate(("cache",), max_age, 1.0, (Serve(link, constant(1.0)),), 7),
            Lookup("cache", (Admit("cache"),)),
        )
        kinds.append(RequestClass(link, 0.5, constant(1.0), 0.0, steps, Catalogue(objects, 0.0, constant(1e6))))
    shared = tuple(SharedCapacity(link, 1e9, (1e9,), "bytes") for link in links)
    network = Network(1, (*shared, Cache("cache", 3e9, warm=True)), tuple(kinds), single(1_000.0))
    tally = load_engine("kernel").run(network, RunPlan(windows=1, window=1.0, warm_up=0.0), 3)
    for link, max_age in zip(links, ages, strict=True):
        asked = np.diff(tally.column("shared", link, "work"))[0] / 500.0
        assert asked == pytest.approx(1.0 / (1.0 + 0.5 * max_age), abs=0.07)
