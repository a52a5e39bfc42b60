"""Jobs behind limits that turn others away: the formulas against special cases and brute force, theory against the
kernel where Erlang's formula with the mean time of jobs was wrong."""

import math
from itertools import product

import pytest

from simulator.engines.theory.engine import TheoryEngine
from simulator.engines.theory.formulas.erlang import erlang_b
from simulator.engines.theory.formulas.losses import LossLimit, LossLine, is_reached, loss_state
from simulator.engines.theory.formulas.stations import loss_queue
from simulator.experiment.measures.server import all_measures
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Network
from simulator.network.resources import MultiServer, SharedCapacity, TokenPool
from simulator.network.steps import Delay, Release, Seize, Serve
from tests.laws.observing import SPREADS, agrees, observe, one_request

CORES = SharedCapacity("cpu", 2.0, (1.0,), "cores")


@pytest.mark.parametrize(("places", "load"), [(1.0, 0.3), (5.0, 4.0), (40.0, 60.0), (900.0, 880.0)])
def test_jobs_that_hold_nobody_up_are_lost_by_erlangs_formula(places, load):
    found = loss_state(LossLimit("places", places, (LossLine("", load, math.inf),)))
    assert found.full["places"] == pytest.approx(erlang_b(places, load), rel=1e-10)


@pytest.mark.parametrize("load", [0.4, 1.7, 2.0, 5.0])
def test_jobs_at_servers_are_lost_as_in_a_queue_with_a_limit(load):
    """M/M/2/9."""
    found, expected = loss_state(LossLimit("places", 9.0, (LossLine("desk", load, 2.0),))), loss_queue(load, 1.0, 2, 9)
    assert found.full["places"] == pytest.approx(expected.refused, rel=1e-10)
    assert found.jobs["desk"] == pytest.approx(expected.jobs, rel=1e-10)


@pytest.mark.parametrize("load", [0.5, 0.95, 1.0, 1.05, 1.3])
@pytest.mark.parametrize("places", [2, 5, 20])
def test_constant_services_are_lost_less_often(places, load):
    """M/D/1/K exactly, from the embedded chain; the decay of M/G/1 comes within a third of what is lost, or 0.2 %
    of all."""
    found = loss_state(LossLimit("places", float(places), (LossLine("desk", load, 1.0, variation=0.0),))).full["places"]
    exactly = constant_services(places, load)
    assert found == pytest.approx(exactly, rel=1.0 / 3.0, abs=2e-3)
    assert exactly < loss_queue(load, 1.0, 1, places).refused


def constant_services(places: int, load: float) -> float:
    """The share of arrivals that M/D/1 with so many places, the server's included, turns away: by the numbers that
    departures leave behind (Gross and Harris 1998, section 5.1.8)."""
    come = [math.exp(-load) * load**k / math.factorial(k) for k in range(places)]
    left = [1.0]
    for n in range(places - 1):
        before = sum(left[j] * come[n + 1 - j] for j in range(1, n + 1)) + left[0] * come[n]
        left.append((left[n] - before) / come[0])
    idle = left[0] / sum(left)
    return 1.0 - 1.0 / (idle + load)


def test_limits_within_limits_are_solved_together():
    """State by state: a pause and a desk of two behind six places, and behind three of those a desk of one."""
    outer = (LossLine("", 1.5, math.inf), LossLine("desk", 1.2, 2.0))
    found = loss_state(LossLimit("outer", 6.0, outer, (LossLimit("inner", 3.0, (LossLine("window", 1.3, 1.0),)),)))

    def weight(paused: int, desk: int, window: int) -> float:
        queued = 1.2**desk / math.prod(min(k, 2) for k in range(1, desk + 1))
        return 1.5**paused / math.factorial(paused) * queued * 1.3**window

    states = {n: weight(*n) for n in product(range(7), range(7), range(4)) if sum(n) <= 6}
    total, fewer = sum(states.values()), sum(p for n, p in states.items() if sum(n) < 6)
    assert found.full["outer"] == pytest.approx(sum(p for n, p in states.items() if sum(n) == 6) / total, rel=1e-10)
    inner = sum(p for n, p in states.items() if n[2] == 3 and sum(n) < 6) / fewer
    assert found.full["inner"] == pytest.approx(inner, rel=1e-10)
    assert found.jobs["window"] == pytest.approx(sum(p * n[2] for n, p in states.items()) / total, rel=1e-10)


def test_a_part_of_a_place_lets_one_more_in_as_often():
    lines = (LossLine("desk", 0.9, 1.0),)
    found = [
        loss_state(LossLimit("places", places, lines)).full["places"]
        for places in (4.0, 4.0 + 1e-9, 4.5, 5.0 - 1e-9, 5.0)
    ]
    assert found == sorted(found, reverse=True)
    assert found[1] == pytest.approx(found[0], rel=1e-6) and found[3] == pytest.approx(found[4], rel=1e-6)


def test_no_place_at_all_turns_everybody_away():
    assert loss_state(LossLimit("places", 0.0, (LossLine("desk", 0.5, 1.0),))).full["places"] == 1.0


@pytest.mark.parametrize("load", [0.5, 3.0, 9.0])
def test_a_limit_is_said_never_to_be_reached_only_where_that_is_so(load):
    for places in range(1, 120):
        limit = LossLimit("places", float(places), (LossLine("", load, math.inf), LossLine("desk", 0.1 * load, 1.0)))
        assert is_reached(limit) or loss_state(limit).full["places"] < 1e-11


def behind_places(places: float, *steps, resources=(CORES,), rate: float = 1.0) -> Network:
    """Single requests behind so many places."""
    pool = TokenPool("places", places, "refuse", "places")
    return one_request(rate, (Seize("places", 1.0), *steps, Release("places", 1.0)), *resources, pool)


def compare(network: Network, carried: float, lost: float) -> None:
    """Within so much of what is carried, and of what is lost, beside the interval."""
    found, measures = TheoryEngine().solve(network), all_measures(observe(network, 4000.0, 200.0, windows=20))[0]
    for name, within, off in (("completed_requests", 0.05, carried), ("failed_requests", 0.5, lost),
                              ("response_mean", 0.2, 0.02)):  # fmt: skip
        agrees(measures[name], found.figure(name).value, within, off)


@pytest.mark.parametrize("law", SPREADS.values(), ids=SPREADS)
@pytest.mark.parametrize("rate", [1.6, 2.6])
def test_a_shared_processor_behind_a_limit_loses_the_same_however_its_work_varies(law, rate):
    """As in the first file of the attack: Erlang's formula, with the mean time of jobs, lost a quarter more."""
    compare(behind_places(12.0, Serve("cpu", law), rate=rate), 0.0, 0.0)


def test_a_limit_around_a_processor_and_a_pause_is_as_the_kernel_says():
    """As in the second: 0.20 % were said to fail where 0.72 % do."""
    network = behind_places(20.0, Serve("cpu", exponential(1.0)), Delay(exponential(4.0), 1), rate=1.65)
    compare(network, 0.0, 0.0)


def test_a_limit_around_worker_threads_is_as_the_kernel_says():
    """As in the third: 3 to 4 % less was said to be carried."""
    threads = TokenPool("threads", 1.0, "wait", "threads")
    inner = (Seize("threads", 1.0), Serve("cpu", exponential(1.0)), Release("threads", 1.0))
    compare(behind_places(5.0, *inner, resources=(CORES, threads), rate=1.2), 0.0, 0.0)


def test_who_is_not_behind_a_limit_suffers_from_those_who_are():
    """Work before the limit shares the core with that behind it, which alone would fill it."""
    core, pool = SharedCapacity("cpu", 1.0, (1.0,), "cores"), TokenPool("places", 6.0, "refuse", "places")
    behind = (Seize("places", 1.0), Serve("cpu", exponential(1.0), 1), Release("places", 1.0))
    compare(one_request(1.1, (Serve("cpu", exponential(0.2), 0), *behind), core, pool), 0.005, 0.02)


@pytest.mark.parametrize("law", [constant(1.0), Distribution(Family.UNIFORM, 1.0)], ids=["constant", "uniform"])
def test_a_queue_behind_a_limit_loses_less_if_its_services_vary_less(law):
    network = behind_places(8.0, Serve("desk", law), resources=(MultiServer("desk", 1),), rate=0.9)
    compare(network, 0.002, 0.15)
