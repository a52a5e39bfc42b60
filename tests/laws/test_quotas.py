"""What theory says of containers under a CPU limit: their load exactly, their response times between two bounds."""

from itertools import product

import pytest

from simulator.engines.theory.engine import TheoryEngine
from simulator.experiment.replication_set import ReplicationSet
from simulator.network.distribution import Distribution, constant, exponential
from simulator.network.network import Network
from simulator.network.resources import PeriodQuota, SharedCapacity, TokenPool
from simulator.network.steps import Release, Seize, Serve
from tests.laws import observing
from tests.laws.observing import agrees, observe, one_request, response
from tests.proven import mostly_proof

pytestmark = pytest.mark.usefixtures("length")

PERIOD = 0.1
ANY = {"exponential": exponential, "constant": constant}
# In `make test` no more requests than these are observed, over all replications: a CPU that serves 900 of them a second
# is watched for a quarter of the time of one that serves 200. The half-width is 0.8 % of the mean in the middle of the
# cases and 24 % in the widest of them, where 40 % are allowed.
REQUESTS = 8e6


def pod(cores: float, of: float) -> SharedCapacity:
    return SharedCapacity("cpu", cores, (1.0,), "cores", quota=PeriodQuota(cores * PERIOD, PERIOD, (of,)))


def watched(network: Network) -> ReplicationSet:
    """A network for 8,000 seconds, or for as many requests as `make test` observes."""
    most = REQUESTS / observing.REPLICATIONS / network.source.rate
    return observe(network, 8000.0 if observing.shortened == 1.0 else min(8000.0, most), 50.0)


def single(cores: float, of: float, busy: float, work: Distribution) -> Network:
    return one_request(busy * cores / work.mean, (Serve("cpu", work),), pod(cores, of))


PODS = ((0.5, 4.0, 0.03), (2.0, 8.0, 0.002), (2.0, 2.5, 0.2), (4.0, 64.0, 0.01))
WATCHED = [(*pod, busy, law) for pod, busy, law in product(PODS, (0.3, 0.7, 0.9), ANY)]


# Of each pod once, of each load and each law more than once.
@pytest.mark.parametrize(("cores", "of", "work", "busy", "law"), mostly_proof(WATCHED, WATCHED[::5]))
def test_a_response_lies_between_no_quota_and_one_that_is_spread_evenly(cores, of, work, busy, law):
    network = single(cores, of, busy, ANY[law](work))
    found = TheoryEngine().solve(network).figure("response_mean")
    evenly = TheoryEngine().solve(one_request(
        busy * cores / work, (Serve("cpu", ANY[law](work)),), SharedCapacity("cpu", cores, (1.0,), "cores")
    )).figure("response_mean")  # fmt: skip
    assert found.value == pytest.approx(evenly.value, rel=1e-9)
    error = found.standing.error + 1e-9  # Constant work that nobody holds up is at the very end of it.
    agrees(response(watched(network)), found.value, within=0.4, known_error=error)


def test_what_a_quota_allows_is_what_it_is_rated_at():
    network = single(2.0, 8.0, 0.7, exponential(0.002))
    (used,) = (use for use in TheoryEngine().solve(network).uses if use.name == "cpu")
    assert used.utilisation.value == pytest.approx(70.0, rel=1e-9)
    agrees(observe(network, 4000.0, 50.0).rate("shared", "cpu", "work", unit="cores"), 1.4, within=0.05)


def test_a_quota_that_leaves_most_of_the_cores_idle_costs_next_to_nothing():
    # Of 64 requests at once that 64 cores can serve, the quota allows 16 in the long run: three times what comes.
    found = TheoryEngine().solve(single(16.0, 64.0, 0.3, exponential(0.01))).figure("response_mean")
    assert found.standing.error < 0.01
    agrees(
        response(observe(single(16.0, 64.0, 0.3, exponential(0.01)), 400.0, 5.0)), 0.01, within=0.02, known_error=0.01
    )


def pooled(rate: float, work: float, places: float) -> Network:
    """A quota of 2 of 8 cores behind a pool that lets wait."""
    steps = (Seize("threads", 1.0), Serve("cpu", exponential(work)), Release("threads", 1.0))
    return one_request(rate, steps, pod(2.0, 8.0), TokenPool("threads", places, "wait", "threads"))


# Requests a second, seconds of work, places. The quota is 0.2 s a period. Of 700 of 2 ms 70 come in a period, more or
# less 20 % of its work, so that it may be used up; of 200 of 1 ms 20 do, of 0.02 s, more or less 6 ms, and it never is.
SELDOM = {"room for a period of them": (700.0, 0.002, 120.0), "never used up": (200.0, 0.001, 12.0)}


@pytest.mark.parametrize("name", SELDOM)
def test_a_pool_that_a_quota_never_fills_keeps_nobody_waiting(name):
    network = pooled(*SELDOM[name])
    solution = TheoryEngine().solve(network)
    found, (held,) = solution.figure("response_mean"), (use for use in solution.uses if use.name == "threads")
    seen = watched(network)
    agrees(response(seen), found.value, within=0.4, known_error=found.standing.error + 1e-9)
    assert held.utilisation.value < 50.0


AFTER = [(200.0, 2.0), (700.0, 4.0), (900.0, 8.0)]


@pytest.mark.parametrize(("rate", "places"), mostly_proof(AFTER, AFTER[1:2]))
def test_a_pool_that_is_taken_after_a_quota_keeps_bursts_waiting_for_no_longer_than_theory_states(rate, places):
    """0.2 s of work in a period, and then 3 ms in a connection of which there are few."""
    after = (Seize("pool", 1.0), Serve("database", exponential(0.003)), Release("pool", 1.0))
    network = one_request(
        rate, (Serve("cpu", exponential(0.002)), *after), pod(2.0, 8.0),
        SharedCapacity("database", 64.0, (1.0,), "cores"), TokenPool("pool", places, "wait", "connections"),
    )  # fmt: skip
    found = TheoryEngine().solve(network).figure("response_mean")
    seen = watched(network)
    agrees(response(seen), found.value, within=0.4, known_error=found.standing.error)


@pytest.mark.parametrize("places", [5.0, 60.0])
def test_theory_knows_no_pool_that_a_quota_fills(places):
    with pytest.raises(Exception, match="cpu has a quota"):
        TheoryEngine().solve(pooled(700.0, 0.002, places))
