"""Pools in which nobody waits for longer than so long: M/M/c+D."""

from math import exp

import pytest

from simulator.engines.theory.engine import TheoryEngine
from simulator.errors import UnsupportedByEngine
from simulator.network.distribution import exponential
from simulator.network.network import Network
from simulator.network.resources import TokenPool
from simulator.network.steps import Delay, Release, Seize
from tests.laws.closed_forms import erlang_c, given_up, mean_wait
from tests.laws.observing import ENGINES, agrees, observe, one_request, ratio

pytestmark = pytest.mark.usefixtures("length")


def pooled(load: float, places: int, longest: float) -> Network:
    """Requests that hold a place of a pool for an exponential time of mean 1."""
    steps = (Seize("places", 1.0), Delay(exponential(1.0)), Release("places", 1.0))
    return one_request(load, steps, TokenPool("places", float(places), "wait", "places", longest=longest))


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
