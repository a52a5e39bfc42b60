"""Servers do not idle while there is work for them."""

import pytest

from simulator.engines.run_plan import RunPlan
from simulator.network.distribution import constant, exponential
from simulator.network.network import Network, RequestClass
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.session_source import SessionSource
from simulator.network.steps import Serve
from tests.networks import RARELY

PLAN = RunPlan(windows=2, window=1000.0, warm_up=0.0, log=1000)


def crowd(station: SharedCapacity | MultiServer) -> Network:
    """A thousand jobs of one second that come to one station at the same time, second 1."""
    job = RequestClass("job", 1.0, constant(1.0), 0.0, (Serve(station.name, constant(1.0)),))
    source = SessionSource(RARELY, constant(1.0), constant(1.0), (1.0,), open_at_start=1000)
    return Network(1, (station,), (job,), source)


def test_a_thousand_jobs_of_a_second_keep_a_core_busy_for_a_thousand_seconds(engine):
    ends = engine.run(crowd(SharedCapacity("cpu", 1.0, (1.0,), "cores")), PLAN, 1).log["end"]
    assert len(ends) == 1000
    # They share, so they all end together.
    assert ends.min() == pytest.approx(1001.0, rel=1e-12)
    assert ends.max() == pytest.approx(1001.0, rel=1e-12)


def test_a_thousand_jobs_of_a_second_keep_a_disk_busy_for_a_thousand_seconds(engine):
    ends = engine.run(crowd(MultiServer("disk", 1)), PLAN, 1).log["end"]
    assert ends.tolist() == [float(second) for second in range(2, 1002)]


@pytest.mark.parametrize("cores", [1.0, 3.0])
def test_sharing_changes_who_ends_when_but_not_when_all_is_done(engine, cores):
    station = SharedCapacity("cpu", cores, (1.0,), "cores")
    network = crowd(station)
    job = RequestClass("job", 1.0, constant(1.0), 0.0, (Serve("cpu", exponential(1.0)),))
    tally = engine.run(Network(1, (station,), (job,), network.source), PLAN, 1)
    done = tally.column("shared", "cpu", "work")[-1]
    ends = sorted(tally.log["end"])
    # All cores were busy until fewer jobs were left than there are cores.
    full_until = ends[-int(cores)]
    assert done >= cores * (full_until - 1.0) * (1.0 - 1e-12)
    assert done <= cores * (ends[-1] - 1.0) * (1.0 + 1e-12)
