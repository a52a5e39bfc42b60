"""Theory of those who give up: clients that wait no longer, and who waits too long for a pool. It knows bounds, which
closed forms and the kernel are within."""

from dataclasses import replace
from math import exp, inf, log, sqrt

import pytest

from simulator.engines.theory.abandonment import find_abandonment, late_share, opens
from simulator.engines.theory.bottleneck import offered_rate
from simulator.engines.theory.engine import TheoryEngine, steady_state
from simulator.engines.theory.largest_load import largest_rate
from simulator.errors import UnsupportedByEngine
from simulator.messages.stages import theory_gaps
from simulator.network.client_timeouts import RESPONSE_TIMED_OUT, Breaker, ClientTimeouts, RetryPolicy
from simulator.network.distribution import Distribution, Family, exponential
from simulator.network.network import Network
from simulator.network.resources import MultiServer, SharedCapacity, TokenPool
from simulator.network.steps import Delay, Release, Seize, Serve
from simulator.targets import Target, TargetValues
from tests.laws.closed_forms import given_up, mean_wait
from tests.laws.observing import observe, one_request, ratio
from tests.laws.test_longest_waits import pooled

pytestmark = pytest.mark.usefixtures("length")


def desk(load: float, longest: float = inf, **terms) -> Network:
    """M/M/1 of mean service 1 whose clients wait so long."""
    return patient(one_request(load, (Serve("desk", exponential(1.0)),), MultiServer("desk", 1)), longest, **terms)


def shared(load: float, longest: float) -> Network:
    """M/G/1 that shares, with work that varies four times as much as exponential work."""
    work = Serve("cpu", Distribution(Family.LOGNORMAL, 1.0, cv=2.0))
    return patient(one_request(load, (work,), SharedCapacity("cpu", 1.0, (1.0,), "cores")), longest)


def patient(network: Network, longest: float, **terms) -> Network:
    """A network whose clients wait so long for a response."""
    return replace(network, source=replace(network.source, patience=ClientTimeouts(response=longest, **terms)))


def most_lost(network: Network) -> float:
    """The most that theory says to be lost."""
    return find_abandonment(steady_state(network, offered_rate(network))).lost


def test_no_more_than_one_in_a_hundred_and_one_is_ten_deviations_above_the_mean():
    """Cantelli: 1 / (1 + 10^2)."""
    assert late_share(3.0, 2.0, 23.0) == pytest.approx(1.0 / 101.0)
    assert (late_share(3.0, 2.0, inf), late_share(3.0, 2.0, 3.0), late_share(3.0, inf, 9.0)) == (0.0, 1.0, 1.0)


@pytest.mark.parametrize("load", [0.2, 0.5, 0.8])
def test_the_bound_of_m_m_1_is_that_by_mean_and_variance_until_moments_say_less(load):
    """The response is exponential of mean m = 1 / (1 - load), and so of deviation m; wait and service, of which theory
    has the deviations, are taken to rise together: sqrt(load (2 - load)) m and 1."""
    mean = 1.0 / (1.0 - load)
    together = sqrt(load * (2.0 - load)) * mean + 1.0
    assert most_lost(desk(load, 3.0 * mean)) == pytest.approx(late_share(mean, together, 3.0 * mean))
    for times in (3.0, 12.0, 30.0):
        most = late_share(mean, together, times * mean)
        assert exp(-times) <= most_lost(desk(load, times * mean)) <= most * (1.0 + 1e-9)
    assert most_lost(desk(load, 30.0 * mean)) < 1e-6


@pytest.mark.parametrize(
    "network", [desk(0.7, 24.0), shared(0.5, 40.0), shared(0.8, 100.0)], ids=["a desk", "half full", "shared"]
)
def test_no_more_clients_leave_than_theory_says(network):
    steady = observe(network, 40_000.0, 500.0)
    late = ratio(steady, ("cause", RESPONSE_TIMED_OUT, "failed"), ("requests", "issued"))
    assert 0.0 < late.value <= late.value + late.half_width < most_lost(network)
    errors = TheoryEngine().solve(network).figure("errors")
    assert errors.value * (1.0 + errors.standing.error) == pytest.approx(100.0 * most_lost(network))
    assert errors.value * (1.0 - errors.standing.error) == pytest.approx(0.0)


@pytest.mark.parametrize(("places", "load", "longest"), [(1, 0.8, 15.0), (4, 3.0, 3.0), (25, 23.0, 2.0)])
def test_where_few_give_up_a_timed_pool_is_known_as_closely_as_is_stated(places, load, longest):
    """M/M/c+D: who gives up is between nobody and those who would wait longer in M/M/c."""
    found = TheoryEngine().solve(pooled(load, places, longest))
    exact = 100.0 * given_up(places, load, longest)
    failed, response = found.figure("failed_requests"), found.figure("response_mean")
    assert exact == pytest.approx(failed.value, abs=failed.value * failed.standing.error)
    assert 2.0 * failed.value < 5.0
    assert response.value == pytest.approx(1.0 + mean_wait(places, load))
    steady = observe(pooled(load, places, longest), 20_000.0, 50.0)
    taken = ratio(steady, ("requests", "response time"), ("requests", "completed"))
    assert abs(taken.value - response.value) <= taken.half_width + response.value * response.standing.error


@pytest.mark.parametrize(("longest", "errors"), [(100.0, 0.01), (1_000.0, 0.001)])
def test_the_largest_load_keeps_the_bound_within_what_may_fail_and_says_how_much_more_there_may_be(longest, errors):
    """In M/M/1 as many leave as may at 1 - log(1 / errors) / longest."""
    found = largest_rate(desk(0.5, longest), TargetValues(errors=errors))
    exact = 1.0 + log(errors) / longest
    assert (found.target, found.limit) == (Target.ERRORS, RESPONSE_TIMED_OUT)
    assert found.value <= exact <= found.value * (1.0 + found.standing.error)
    assert found.standing.error < 0.25


def test_patience_that_is_long_leaves_the_largest_load_to_other_targets():
    targets = TargetValues(errors=0.01, utilisation=0.75)
    found, forever = largest_rate(desk(0.5, 200.0), targets), largest_rate(desk(0.5), targets)
    assert (found.target, found.value) == (Target.UTILISATION, pytest.approx(forever.value, rel=2e-3))


@pytest.mark.parametrize("pause", [0.0, 50.0])
def test_who_is_refused_and_tries_again_is_refused_in_the_end_as_seldom_as_theory_says(pause):
    """Two places, M/M/2/2 of load 0.2: B = 1 / 61 find them full, at once nearly as many again, after long only B^2."""
    steps = (Seize("places", 1.0), Delay(exponential(1.0)), Release("places", 1.0))
    network = one_request(0.2, steps, TokenPool("places", 2.0, "refuse", "places"))
    again = RetryPolicy(1, pause, 1.0, pause)
    first = TheoryEngine().solve(network).figure("errors")
    assert first.value == pytest.approx(100.0 / 61.0)
    found = TheoryEngine().solve(patient(network, 1e6, retries=again))
    steady = observe(patient(network, 1e6, retries=again), 200_000.0, 500.0)
    lost = ratio(steady, ("cause", "places", "failed"), ("sessions", "offered"))
    exact = 1.0 / 61.0 if pause == 0.0 else 1.0 / 61.0**2
    # The retries themselves find more places taken.
    assert abs(lost.value - exact) <= lost.half_width + 0.1 * exact
    for name in ("errors", "failed_requests"):
        said = found.figure(name)
        assert 100.0 * lost.value == pytest.approx(said.value, abs=said.value * said.standing.error)
        assert said.value * (1.0 + said.standing.error) == pytest.approx(first.value * (1.0 + first.standing.error))
    response = ratio(steady, ("requests", "response time"), ("requests", "completed"))
    said = found.figure("response_mean")
    assert abs(response.value - said.value) <= response.half_width + said.value * said.standing.error


AGAIN = RetryPolicy(3, 1.0, 1.0, 10.0)
REFUSALS = {
    "many leave": (desk(0.8, 20.0), theory_gaps.gives_up(20.0, 5.0).split("as many as")[0] + "as many as"),
    "many come again": (desk(0.5, 13.0, retries=AGAIN), theory_gaps.sends_again(1.0, 5.0).split(" as many")[0]),
    "breaker": (desk(0.5, 30.0, breaker=Breaker(0.05, 1.0, 1, 1.0)), "so that `workload.patience.breaker` may open"),
    "overload": (desk(1.2, 100.0), "leave (`workload.patience`) where requests pile up"),
    "population": (
        replace(
            desk(0.8, 9.0), source=replace(desk(0.8, 9.0).source, rate=0.0, open_at_start=9, returns=True)
        ),
        theory_gaps.POPULATION_GIVES_UP,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("network", "message"), REFUSALS.values(), ids=REFUSALS)
def test_where_it_matters_who_leaves_theory_says_so_and_what_to_use(network, message):
    with pytest.raises(UnsupportedByEngine) as refused:
        TheoryEngine().solve(network)
    assert message in str(refused.value)
    assert "use --engine kernel" in str(refused.value)


@pytest.mark.parametrize(("percent", "shown"), [(100.0, "100 %"), (12.34, "12 %"), (0.0123, "0.012 %")])
def test_shares_are_shown_as_people_write_them(percent, shown):
    most, errors = theory_gaps.gives_up(percent, 5.0), theory_gaps.leaves_open(percent)
    assert all(shown in said for said in (most, errors, theory_gaps.breaker_opens(percent)))
    again = theory_gaps.sends_again(percent, 5.0)
    assert shown in again and "5 %" in most and "5 %" in again


def test_a_bound_that_lets_no_load_be_carried_is_no_reason_to_buy_more():
    with pytest.raises(UnsupportedByEngine, match="does not know whether more than 1 % of the requests wait longer"):
        largest_rate(desk(0.5, 3.0), TargetValues(errors=0.01))


def test_a_breaker_opens_in_few_windows_as_chernoff_has_it():
    """Ten of twenty at a chance of 1 % each: (0.5 / 0.01)^-10 (0.5 / 0.99)^-10 = 10^-14."""
    assert not opens(Breaker(0.5, 10.0, 20, 5.0), 0.01)
    assert opens(Breaker(0.5, 10.0, 1, 5.0), 0.01)
    assert opens(Breaker(0.5, 10.0, 20, 5.0), 0.5)
    assert not opens(Breaker(0.5, 10.0, 1, 5.0), 0.0)
