"""How often a quota is used up, of the periods in which there was work."""

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.experiment.measures.events import throttling_measures
from simulator.experiment.replication_set import ReplicationSet
from simulator.network.distribution import constant
from simulator.network.resources import PeriodQuota, SharedCapacity
from simulator.network.steps import Serve
from tests.paths.scripts import asks, scripted


def test_throttled_is_the_share_of_the_periods_with_work():
    cpu = SharedCapacity("cpu", 0.25, (1.0,), "cores", quota=PeriodQuota(0.25, 1.0, (1.0,)))
    # Four periods of a quarter of a second each, of which the last one is enough.
    network = scripted((cpu,), asks(Serve("cpu", constant(1.0))), sessions=1)
    tally = load_engine("kernel").run(network, RunPlan(windows=8, window=1.0, warm_up=0.0), 1)
    found = throttling_measures(ReplicationSet(network, [tally, tally], 0.95))
    assert found["throttled"].value == pytest.approx(75.0)


def test_a_server_without_a_quota_is_never_throttled():
    network = scripted((SharedCapacity("cpu", 1.0, (1.0,), "cores"),), asks(Serve("cpu", constant(1.0))), sessions=1)
    tally = load_engine("kernel").run(network, RunPlan(windows=8, window=1.0, warm_up=0.0), 1)
    assert throttling_measures(ReplicationSet(network, [tally, tally], 0.95)) == {}
