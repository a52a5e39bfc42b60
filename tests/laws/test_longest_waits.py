"""Pools in which nobody waits for longer than so long: M/M/c+D."""

from math import exp

import pytest

from models.parts.run import Run
from simulator.engines.theory.engine import TheoryEngine
from simulator.engines.theory.largest_load import largest_rate
from simulator.errors import UnsupportedByEngine
from simulator.experiment.theory_results import require_no_overload
from simulator.network.distribution import constant, exponential
from simulator.network.network import Network, RequestClass
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.steps import Delay, Release, Seize, Serve
from simulator.targets import Target, TargetValues
from tests.laws.closed_forms import erlang_c, given_up, mean_wait
from tests.laws.observing import ENGINES, agrees, observe, one_request, ratio, single

pytestmark = pytest.mark.usefixtures("length")

REQUESTS = 800_000


def pooled(load: float, places: int, longest: float) -> Network:
    """Requests that hold a place of a pool for an exponential time of mean 1."""
    steps = (Seize("places", 1.0), Delay(exponential(1.0)), Release("places", 1.0))
    return one_request(load, steps, TokenPool("places", float(places), "wait", "places", longest=longest))


def behind_a_processor(load: float, places: float) -> Network:
    """Requests that need a processor for a second before they take a place of a pool for as long."""
    work = (Serve("cpu", exponential(1.0)), Seize("places", 1.0), Delay(exponential(1.0)), Release("places", 1.0))
    pool = TokenPool("places", places, "wait", "places", longest=1.0)
    return one_request(load, work, SharedCapacity("cpu", 1.0, (1.0,), "cores"), pool)


def beside_others(load: float) -> Network:
    """A hundredth of all requests hold a place for ten seconds; all need a processor for a hundredth of one."""
    work = Serve("cpu", exponential(0.01))
    steps = {0.99: (work,), 0.01: (work, Seize("places", 1.0), Delay(exponential(10.0)), Release("places", 1.0))}
    classes = tuple(RequestClass(f"{share}", share, constant(1.0), 0.0, each) for share, each in steps.items())
    places = TokenPool("places", 4.0, "wait", "places", longest=1.0)
    return Network(1, (SharedCapacity("cpu", 1.0, (1.0,), "cores"), places), classes, single(load))


@pytest.mark.parametrize("observer", ENGINES, ids=str)
@pytest.mark.parametrize(
    ("places", "load", "longest"), [(1, 0.8, 2.0), (1, 1.5, 0.5), (4, 3.6, 1.0), (4, 6.0, 2.0), (25, 24.0, 0.2)]
)
def test_who_waits_too_long_gives_up_as_often_as_in_m_m_c_d(places, load, longest, observer):
    steady = observe(pooled(load, places, longest), 20_000.0, 50.0, observer=observer)
    late = given_up(places, load, longest)
    agrees(ratio(steady, ("cause", "places", "failed"), ("requests", "issued")), late, within=0.2)
    agrees(steady.rate("pool", "places", "used", unit=""), load * (1.0 - late), within=0.05)


def test_the_closed_form_is_that_of_who_waits_for_ever_where_nobody_gives_up():
    assert given_up(4, 3.0, 60.0) == pytest.approx(erlang_c(4, 3.0) * exp(-60.0) * 0.25, rel=1e-6)
    assert given_up(1, 0.5, 1e-9) == pytest.approx(1.0 / 3.0, rel=1e-6)  # Erlang's loss formula.


def test_theory_says_so_where_some_give_up_and_else_knows_the_wait():
    patient, hasty = pooled(3.0, 4, 30.0), pooled(3.0, 4, 1.0)
    assert TheoryEngine().solve(patient).figure("response_mean").value == pytest.approx(1.0 + mean_wait(4, 3.0))
    with pytest.raises(UnsupportedByEngine, match="some wait too long for places"):
        TheoryEngine().solve(hasty)


@pytest.mark.parametrize(
    ("places", "longest", "errors", "utilisation"),
    [(4, 0.2, 0.001, 0.75), (4, 0.2, 0.05, 0.95), (4, 2.0, 0.01, 0.95), (25, 1.0, 0.001, 0.99)],
)
def test_at_the_largest_load_of_theory_no_more_give_up_than_may_fail(places, longest, errors, utilisation):
    """Of those who would wait too long fewer do: theory finds less than may be offered, by no more than it says."""
    found = largest_rate(pooled(1.0, places, longest), TargetValues(errors=errors, utilisation=utilisation))
    assert (found.target, found.limit) == (Target.ERRORS, "places")
    exact, beyond = (
        given_up(places, load, longest) for load in (found.value, (1.0 + found.standing.error) * found.value)
    )
    assert exact <= errors < beyond
    steady = observe(pooled(found.value, places, longest), REQUESTS / found.value, 50.0)
    late = ratio(steady, ("cause", "places", "failed"), ("requests", "issued"))
    assert late.value <= errors
    agrees(late, exact, within=0.5)


def test_a_pool_that_seldom_makes_wait_leaves_the_largest_load_to_other_targets():
    found = largest_rate(pooled(1.0, 4, 20.0), TargetValues(errors=0.001, utilisation=0.75))
    assert found.target is Target.UTILISATION
    assert found.value == pytest.approx(3.0, rel=1e-3)


def test_theory_knows_no_largest_load_where_fewer_than_may_fail_ever_wait():
    """Nothing piles up at the pool, however much comes: all but a hundredth are served."""
    targets = TargetValues(errors=0.02, utilisation=None)
    with pytest.raises(UnsupportedByEngine, match="some wait too long for places"):
        largest_rate(beside_others(20.0), targets)


def test_a_pool_that_is_offered_too_much_and_lets_nobody_wait_for_ever_is_no_overload():
    crowded = pooled(6.0, 4, 2.0)
    with pytest.raises(UnsupportedByEngine, match="some wait too long for places"):
        TheoryEngine().solve(crowded)
    assert require_no_overload(Run(), crowded) is not None


def test_requests_pile_up_at_a_processor_before_a_timed_pool():
    found = TheoryEngine().solve(behind_a_processor(1.5, 40.0))
    assert found.overloaded == "cpu"
    assert found.figure("piling_up").value == pytest.approx(100.0 / 3.0, rel=1e-3)
    # Where most give up on the way, those who are left may be no more than it can do.
    with pytest.raises(UnsupportedByEngine, match="some wait too long for places"):
        TheoryEngine().solve(behind_a_processor(1.5, 1.0))
