"""Long proof: an interval that says 95 % holds the truth 95 times in a hundred."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from scipy.stats import binom

from simulator.engines.engine import engine_named
from simulator.engines.plan import RunPlan
from simulator.measure.steady import Steady
from simulator.network.distribution import exponential
from simulator.network.resources import SharedCapacity
from simulator.network.steps import Serve
from tests.laws.closed_forms import mean_number
from tests.laws.observing import one_request

EXPERIMENTS = 1000
REPLICATIONS = 8


@pytest.mark.proof
@pytest.mark.parametrize("load", [0.5, 0.9])
def test_intervals_of_the_number_in_a_shared_station_of_four_cover_the_truth(load):
    station = SharedCapacity("station", 4.0, (1.0,), "jobs")
    network = one_request(4.0 * load, (Serve("station", exponential(1.0)),), station)
    kernel, truth = engine_named("kernel"), mean_number(4, 4.0 * load)

    def covers(experiment: int) -> bool:
        plans = [RunPlan(24, 250.0, 1000.0, replication) for replication in range(REPLICATIONS)]
        steady = Steady(network, [kernel.run(network, plan, experiment) for plan in plans], 0.95)
        jobs = steady.rate("shared", "station", "jobs", unit="jobs")
        return jobs.low <= truth <= jobs.high

    with ThreadPoolExecutor(2) as pool:
        covered = sum(pool.map(covers, range(EXPERIMENTS)))
    low, high = binom.interval(0.999, EXPERIMENTS, 0.95)
    assert low <= covered <= high, f"{covered} of {EXPERIMENTS} intervals hold the truth"
