"""What was simulated for anybody is remembered, and gives the same tally as a run."""

import pytest

from simulator.engines.engine import Stopped, load_engine
from simulator.engines.precompile import smallest_network
from simulator.engines.run_plan import RunPlan
from simulator.service.desk import RememberedRuns, TallyMemory
from tests.fabricated import network

PLAN = RunPlan(windows=3, window=1.0, warm_up=0.0)


class Counted:
    """The kernel, with the runs that were made of it."""

    def __init__(self):
        self.name, self.runs, self.kernel = "kernel", [], load_engine("kernel")

    def supports(self, network):
        return self.kernel.supports(network)

    def run(self, network, plan, seed):
        self.runs.append((plan.replication, seed))
        return self.kernel.run(network, plan, seed)

    def stop(self):
        self.kernel.stop()


def test_a_run_is_made_once_whoever_asks_for_it():
    memory, first, second = TallyMemory(), Counted(), Counted()
    tally = RememberedRuns(first, memory).run(smallest_network(), PLAN, 1)
    assert RememberedRuns(second, memory).run(smallest_network(), PLAN, 1) is tally
    assert (first.runs, second.runs) == ([(0, 1)], [])


def test_another_seed_replication_length_or_network_is_another_run():
    counted = Counted()
    engine = RememberedRuns(counted, TallyMemory())
    for plan, seed in ((PLAN, 1), (PLAN, 2), (RunPlan(3, 1.0, 0.0, replication=1), 1), (RunPlan(4, 1.0, 0.0), 1)):
        engine.run(smallest_network(), plan, seed)
    assert len(counted.runs) == 4
    engine.run(network(), PLAN, 1)
    assert len(counted.runs) == 5


def test_where_room_is_short_those_asked_for_longest_ago_are_made_again():
    counted = Counted()
    tally = counted.run(smallest_network(), PLAN, 1)
    engine = RememberedRuns(
        counted, TallyMemory(2.5 * (tally.edges.nbytes + tally.histogram.nbytes + tally.log.nbytes))
    )
    counted.runs.clear()
    for seed in (1, 2, 1, 3, 1, 2):
        engine.run(smallest_network(), PLAN, seed)
    assert [seed for _, seed in counted.runs] == [1, 2, 3, 2]


def test_a_run_that_was_stopped_is_not_remembered():
    memory, stopped = TallyMemory(), Counted()
    stopped.stop()
    with pytest.raises(Stopped):
        RememberedRuns(stopped, memory).run(smallest_network(), PLAN, 1)
    counted = Counted()
    RememberedRuns(counted, memory).run(smallest_network(), PLAN, 1)
    assert counted.runs == [(0, 1)]


def test_it_supports_what_its_engine_supports():
    assert RememberedRuns(Counted(), TallyMemory()).supports(smallest_network()) is None
