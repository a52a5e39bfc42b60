"""Distributions that are drawn from tables, through whole runs: their moments, and what follows from these alone."""

import math
from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.engine import TheoryEngine
from simulator.experiment.replication_set import ReplicationSet
from simulator.network.distribution import (
    BY_VARIATION,
    Distribution,
    Family,
    constant,
    empirical,
    exponential,
    with_variation,
)
from simulator.network.network import Network
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.session_source import SessionSource
from simulator.network.steps import Delay, Serve
from tests.laws.closed_forms import pollaczek_khinchine, sharing
from tests.laws.observing import (
    CONFIDENCE,
    ENGINES,
    KERNEL,
    agrees,
    jobs,
    observe,
    one_request,
    request,
    response,
    waiting,
)
from tests.networks import SIMULATORS
from tests.proven import mostly_proof

# Of mean 1: squared coefficient of variation, distribution.
STEPS = empirical(((0.0, 0.0), (0.5, 0.8), (0.5, 0.9), (0.9, 0.9), (1.0, 3.2)))
LAWS = {
    "lognormal": (2.25, with_variation(Family.LOGNORMAL, 1.0, 1.5)),
    "smooth gamma": (0.25, with_variation(Family.GAMMA, 1.0, 0.5)),
    "rough gamma": (4.0, with_variation(Family.GAMMA, 1.0, 2.0)),
    "hyperexponential": (4.0, with_variation(Family.HYPEREXPONENTIAL, 1.0, 2.0)),
}


OF_MEAN_1 = [*(law for _, law in LAWS.values()), STEPS]
# That both engines draw the same of each is what tests/agreement compares: most of the slow one is for the proof.
DRAWN = [(law, engine) for engine in SIMULATORS for law in OF_MEAN_1]
IN_TEST = [(law, engine) for law, engine in DRAWN if engine == "kernel" or law is STEPS]


@pytest.mark.parametrize(("law", "engine"), mostly_proof(DRAWN, IN_TEST), ids=str)
def test_mean_and_variation_come_out_of_a_whole_run(law, engine):
    """Requests do nothing but wait: what the log says of each is a draw, in milliseconds."""
    network = one_request(500.0, (Delay(replace(law, mean=law.mean / 1e3)),))
    duration = 40.0 if engine == "kernel" else 5.0
    plans = [RunPlan(10, duration / 10.0, 0.0, number, log=100_000) for number in range(10)]
    steady = ReplicationSet(network, [load_engine(engine).run(network, plan, 5) for plan in plans], CONFIDENCE)

    def drawn(tally) -> np.ndarray:
        # What began early enough to be over whatever it drew, nearly: the rest is cut by the end.
        return 1e3 * (tally.log["end"] - tally.log["start"])[tally.log["start"] < duration * 0.9]

    agrees(steady.estimate(lambda tally: drawn(tally).mean(), ""), law.mean, within=0.1)
    expected = _square(law)
    agrees(steady.estimate(lambda tally: (drawn(tally) ** 2).mean(), ""), expected, within=0.5)


def _square(law: Distribution) -> float:
    """E[X^2] by hand: of STEPS, that of its three lines."""
    if law is STEPS:
        return 0.5 * 0.8**2 / 3.0 + 0.4 * 0.9**2 + 0.1 * (0.9**2 + 0.9 * 3.2 + 3.2**2) / 3.0
    return law.mean**2 * (1.0 + law.cv**2)


@pytest.mark.usefixtures("length")
@pytest.mark.parametrize("observer", ENGINES, ids=str)
@pytest.mark.parametrize("name", LAWS)
def test_a_queue_of_one_server_waits_by_pollaczek_and_khinchine(name, observer):
    squared_variation, law = LAWS[name]
    network = one_request(0.6, (Serve("desk", law),), MultiServer("desk", 1))
    steady = observe(network, 400_000.0, 2_000.0, observer=observer)
    agrees(waiting(steady, "desk"), pollaczek_khinchine(0.6, squared_variation), within=0.6)
    if observer is KERNEL:
        agrees(steady.rate("queue", "desk", "busy", unit=""), 0.6, within=0.03)


@pytest.mark.usefixtures("length")
@pytest.mark.parametrize("observer", ENGINES, ids=str)
@pytest.mark.parametrize("name", LAWS)
def test_sharing_feels_nothing_of_the_variation(name, observer):
    """M/G/1 with processor sharing: the number is geometric, whatever the work (Kelly 1979, chapter 3)."""
    network = one_request(0.7, (Serve("cpu", LAWS[name][1]),), SharedCapacity("cpu", 1.0, (1.0,), "cores"))
    steady = observe(network, 400_000.0, 2_000.0, observer=observer)
    agrees(jobs(steady, "cpu"), sharing(1.0, 0.7), within=0.35)
    assert sharing(1.0, 0.7) == pytest.approx(0.7 / 0.3)


def test_the_tail_is_drawn_as_far_as_words_of_32_bits_reach():
    """Of a lognormal with cv 4, one in 10,000 is beyond the quantile that the normal distribution says."""
    law = with_variation(Family.LOGNORMAL, 1.0, 4.0)
    plan = RunPlan(10, 100.0, 0.0, log=2_000_000)
    tally = load_engine("kernel").run(one_request(2000.0, (Delay(replace(law, mean=1e-3)),)), plan, 5)
    drawn = 1e3 * (tally.log["end"] - tally.log["start"])[tally.log["start"] < 900.0]
    sigma = math.sqrt(math.log1p(16.0))
    beyond = np.count_nonzero(drawn > math.exp(3.719016 * sigma - sigma**2 / 2.0))
    expected = 1e-4 * drawn.size
    assert abs(beyond - expected) < 3.3 * math.sqrt(expected)


@pytest.mark.usefixtures("length")
@pytest.mark.parametrize(("servers", "busy"), [(1, 0.7), (4, 0.6), (8, 0.8)])
@pytest.mark.parametrize("family", sorted(BY_VARIATION))
def test_theory_says_how_little_two_moments_say_of_several_servers(family, servers, busy):
    """The kernel's response lies within the stated error, which is as wide as two families of two equal moments are
    apart."""
    network = one_request(
        busy * servers, (Serve("desk", with_variation(family, 1.0, 3.0)),), MultiServer("desk", servers)
    )
    steady = observe(network, 400_000.0 / servers, 2_000.0)
    said = TheoryEngine().solve(network).figure("response_mean")
    assert said.standing.error < 0.6
    agrees(response(steady), said.value, within=0.5, known_error=said.standing.error)


def test_theory_says_nothing_of_a_population_that_waits_for_rough_services():
    source = SessionSource(0.0, constant(1.0), exponential(9.0), (1.0,), open_at_start=10, returns=True)
    for law, known in ((with_variation(Family.GAMMA, 1.0, 0.5), True), (with_variation(Family.GAMMA, 1.0, 2.0), False)):
        network = Network(1, (MultiServer("desk", 1),), (request((Serve("desk", law),)),), source)
        refused = TheoryEngine().supports(network)
        assert (refused is None) == known
        assert known or "services vary more than exponential ones" in str(refused)
