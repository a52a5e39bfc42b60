"""Requests that wait for what others fetch: by hand, and theory beside the kernel."""

from dataclasses import replace
from math import exp

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.engine import steady_state
from simulator.engines.theory.joint_fetches import joint_fetches
from simulator.engines.theory.visits import fetched_again, wait_for_fetch
from simulator.network.distribution import constant
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Cache, Catalogue, SharedCapacity
from simulator.network.steps import Admit, BySize, Delay, JoinFetch, Lookup, Serve
from tests.laws.observing import single

FETCH, EVERY, LIFE = 0.2, 0.01, 4.0
PLAN = RunPlan(windows=5, window=20.0, warm_up=20.0)


def fetching(objects: int, held: int, rate: float, life: float = float("inf"), fetch: float = FETCH) -> Network:
    """A cache that holds so many of the objects, each of which takes a while to fetch, by one request at a time."""
    catalogue = Catalogue(objects, 0.8, constant(1e6), life=life)
    fetches = JoinFetch("cache", (Delay(constant(fetch)), Admit("cache")), EVERY, 5.0)
    kinds = (RequestClass("request", 1.0, constant(1.0), 0.0, (Lookup("cache", (fetches,)),), catalogue),)
    return Network(1, (Cache("cache", held * 1e6, warm=True),), kinds, single(rate))


def seen(network: Network, plan: RunPlan = PLAN) -> tuple[float, float, float]:
    """Misses, fetches and seconds, of a request on average."""
    tally = load_engine("kernel").run(network, plan, 3)
    counted = [tally.column("cache", "cache", each) for each in ("lookups", "hits", "joined")]
    lookups, hits, joined = (float(column[-1] - column[0]) for column in counted)
    response = tally.column("requests", "response time")
    return 1.0 - hits / lookups, 1.0 - (hits + joined) / lookups, float(response[-1] - response[0]) / lookups


def told(network: Network, rate: float) -> tuple[float, float, float]:
    """The same by theory."""
    found = steady_state(network, rate)
    (lookup,) = found.node.programs.classes[0].stages
    flow = found.traffic.flow
    return lookup.miss, lookup.miss * lookup.on_miss[0].miss, flow.seconds / rate


def test_by_hand_one_segment_of_a_live_channel_is_fetched_once_in_its_life():
    """1,000 requests/s for one segment that lives for 4 s and takes 1 s to fetch: a quarter of them miss, one in 4,000
    fetches, and they wait for 0.5 s and half a look."""
    missed, fetched, seconds = seen(fetching(1, 1, 1000.0, LIFE, 1.0))
    assert missed == pytest.approx(0.25, rel=0.02) and fetched == pytest.approx(1.0 / 4000.0, rel=0.1)
    assert seconds == pytest.approx(0.25 * (0.5 + EVERY / 2.0), rel=0.02)


def test_a_fetch_that_takes_longer_than_its_age_is_begun_again():
    """20 s, of which each fetch is waited for during 5."""
    network, long = fetching(1_000, 100, 50.0, fetch=20.0), RunPlan(windows=5, window=200.0, warm_up=400.0)
    _, fetched, _ = seen(network, long)
    assert told(network, 50.0)[1] == pytest.approx(fetched, rel=0.05)


def test_by_hand_how_many_begin_while_one_fetch_takes():
    """Of 12 s in ages of 5 s: at a high rate two more, at 5 s and at 10 s; at a low one whoever comes within 12 s."""
    often, seldom, never = fetched_again(np.array([1e3, 1e-4, 0.0]), 12.0, 5.0)
    assert often == pytest.approx(2.0) and seldom == pytest.approx(12e-4, rel=0.01) and never == 0.0
    # In the long run one in every 5 s + exp(-1) x 5 s, however long it takes.
    more = fetched_again(np.array([0.2]), 1e6, 5.0)
    assert more == pytest.approx(1e6 / (5.0 + 5.0 * exp(-1.0)), rel=1e-3)
    # Nobody waits with exp(-5 / 4), and comes between 5 s and 8 s with 1 - exp(-3 / 4): whoever comes within 8 s.
    assert fetched_again(np.array([0.25]), 8.0, 5.0) == pytest.approx(1.0 - exp(-2.0))


def test_by_hand_who_looks_again_waits_until_the_next_look():
    """A fetch of 250 ms and looks every 100 ms: 100 ms for 100 of 250, 200 for 100 more, 300 for the last 50."""
    assert wait_for_fetch(0.25, 0.1) == pytest.approx((100 * 0.1 + 100 * 0.2 + 50 * 0.3) / 250.0)
    assert wait_for_fetch(0.1, 0.5) == pytest.approx(0.5)


@pytest.mark.parametrize(("objects", "held", "rate", "life"), [
    (2_000, 200, 1000.0, float("inf")), (2_000, 600, 3000.0, float("inf")), (50, 50, 1000.0, LIFE),
])  # fmt: skip
def test_theory_knows_how_many_fetch_and_how_long_others_wait(objects, held, rate, life):
    network = fetching(objects, held, rate, life)
    # Of what lives for a time theory knows the misses within 5 %.
    within = 0.02 if life == float("inf") else 0.07
    assert told(network, rate) == pytest.approx(seen(network), rel=within)


LINK = "link"


def over_a_link(network: Network, join: bool) -> Network:
    """The network, whose fetches cross a link after the same wait, by one request at a time or by each."""
    (kind,) = network.classes
    (fetch,) = kind.steps[0].on_miss
    steps = (*fetch.on_miss[:-1], Serve(LINK, BySize(constant(0.0), 1.0)), fetch.on_miss[-1])
    missed = (replace(fetch, on_miss=steps),) if join else steps
    link = SharedCapacity(LINK, 1e12, (1e12,), "bytes")
    kinds = (replace(kind, payload=constant(1e6), steps=(replace(kind.steps[0], on_miss=missed),)),)
    return replace(network, resources=(link, *network.resources), classes=kinds)


def test_by_hand_how_many_fetch_one_segment_at_once():
    """1,000 requests/s for one that lives for 4 s and takes 200 ms: in each life 201 fetch it, or one does."""
    found = joint_fetches(over_a_link(fetching(1, 1, 1000.0, LIFE), join=True), LINK, 1000.0)
    assert (sum(found.each.values()), sum(found.one.values())) == pytest.approx(
        (201.0 / 4000.0, 1.0 / 4000.0), rel=1e-3
    )


@pytest.mark.parametrize(("objects", "held", "rate", "life"), [
    (2_000, 200, 1000.0, float("inf")), (2_000, 600, 3000.0, float("inf")), (50, 50, 1000.0, LIFE),
])  # fmt: skip
def test_theory_knows_what_is_fetched_by_each_and_by_one_for_all(objects, held, rate, life):
    measured = []
    for join in (False, True):
        network = over_a_link(fetching(objects, held, rate, life), join)
        found = joint_fetches(network, LINK, rate)
        tally = load_engine("kernel").run(network, PLAN, 3)
        fetched, asked = tally.column("shared", LINK, "work"), tally.column("cache", "cache", "lookups")
        measured.append(float(fetched[-1] - fetched[0]) / 1e6 / float(asked[-1] - asked[0]))
    within = 0.02 if life == float("inf") else 0.07
    assert (sum(found.each.values()), sum(found.one.values())) == pytest.approx(tuple(measured), rel=within)
