"""Long proof: intervals of a run that stops by itself hold the truth in 93 to 97 of a hundred experiments; those of
a capacity within a percentile too, which is searched as planners search it, from where theory expects it on.

Nothing is stated of replications: each experiment runs five, and more until means are known to 2 % and percentiles to
5 %. Lengths are those of a default run, 120 s, of services of 10 ms. What is drawn in place of simulated is in
tests/experiment/test_sequential_interval.py.
"""

import pytest

from simulator.network.distribution import exponential
from simulator.network.resources import MultiServer, Resource, SharedCapacity
from simulator.network.steps import Serve
from simulator.targets import TargetValues
from tests.laws.closed_forms import mean_number, response_quantile, sharing_quantile
from tests.laws.coverage import LEAST, MOST, Proof, at_the_default_rule, capacity_at_the_default_rule, coverage
from tests.laws.observing import one_request
from tests.laws.test_coverage import forgetting

SECONDS = 12_000.0  # In services.
SHARED = SharedCapacity("desk", 1.0, (1.0,), "flows")
EXPERIMENTS = 1000


def default(desk: Resource, servers: int, load: float, p95: float, p99: float) -> Proof:
    """A desk that is used for `load`, and the percentiles of its response time."""
    a = servers * load
    network = one_request(a, (Serve("desk", exponential(1.0)),), desk)
    truths = {
        "response_mean": mean_number(servers, a) / a,
        "connections": mean_number(servers, a),
        "response_p95": p95,
        "response_p99": p99,
    }
    return Proof(at_the_default_rule(network, 10.0 * forgetting(servers, load), SECONDS), truths, EXPERIMENTS)


def queue(servers: int, load: float) -> Proof:
    """M/M/c, first come, first served."""
    p95, p99 = (response_quantile(servers, servers * load, share) for share in (0.95, 0.99))
    return default(MultiServer("desk", servers), servers, load, p95, p99)


def sharing(load: float) -> Proof:
    """M/M/1, processor sharing."""
    p95, p99 = (sharing_quantile(load, share) for share in (0.95, 0.99))
    return default(SHARED, 1, load, p95, p99)


def capacity(station: Resource, load: float, quantile: float, seconds: float, share: float = 0.95) -> Proof:
    """The largest load of a desk whose percentile is to be what it is at `load`, measured for so many services: the
    less steeply it rises with the load, the longer."""
    servers = getattr(station, "servers", 1)
    a = servers * load
    network = one_request(a, (Serve("desk", exponential(1.0)),), station)
    asked = TargetValues(errors=0.01, **{f"p{round(100 * share)}_response": quantile})
    experiment = capacity_at_the_default_rule(network, asked, 10.0 * forgetting(servers, load), seconds)
    return Proof(experiment, {"capacity": a}, EXPERIMENTS)


PROOFS = {
    "M/M/1 at 0.5": queue(1, 0.5),
    "M/M/1 at 0.5, shared": sharing(0.5),
    "M/M/4 at 0.8": queue(4, 0.8),
    "capacity of M/M/1": capacity(MultiServer("desk", 1), 0.5, response_quantile(1, 0.5, 0.95), 12_000.0),
    "capacity of M/M/1, 99 %": capacity(MultiServer("desk", 1), 0.5, response_quantile(1, 0.5, 0.99), 40_000.0, 0.99),
    "capacity of M/M/1, shared": capacity(SHARED, 0.5, sharing_quantile(0.5, 0.95), 20_000.0),
    "capacity of M/M/4": capacity(MultiServer("desk", 4), 0.8, response_quantile(4, 3.2, 0.95), 4_000.0),
}


@pytest.mark.proof
@pytest.mark.parametrize("name", PROOFS)
def test_intervals_at_the_default_rule_hold_the_truth_95_times_in_a_hundred(name):
    covered = coverage(PROOFS[name])
    wrong = {figure: share for figure, share in covered.items() if not LEAST <= share <= MOST}
    assert not wrong, f"{name}: the shares of the intervals that hold the truth are {covered}"


def test_quantiles_of_shared_responses_have_the_mean_of_the_law():
    """1 / (1 - load), to what the midpoints of 20 parts of the distribution leave out of its tail."""
    quantiles = [sharing_quantile(0.5, (part + 0.5) / 20.0) for part in range(20)]
    assert sum(quantiles) / 20.0 == pytest.approx(2.0, rel=0.05)
    # Whoever shares waits less behind the long and longer in the end: as likely, a response is shorter, or much longer.
    assert quantiles[10] < response_quantile(1, 0.5, 0.525) and quantiles[-1] > response_quantile(1, 0.5, 0.975)
