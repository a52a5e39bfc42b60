"""When a station serves that may do only so much work in each period: a container under a CPU limit.

The rows are those of a published case (github.com/kubernetes-sigs/kubernetes-mixin, issue 108, the comment of
2023-12-18): 30 ms of work in periods of 100 ms, asked for at the start of one. Time runs in milliseconds, so that all
is exact.
"""

import pytest

from simulator.engines.engine import Engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.distribution import constant
from simulator.network.network import Network
from simulator.network.resources import GarbageCollection, MemoryRegion, PeriodQuota, Resource, SharedCapacity
from simulator.network.steps import Leak, Serve, Step
from tests.paths.scripts import asks, scripted, told

PERIOD = 100.0
# The quota of a period, the response, the periods it ran in, those in which it was throttled.
PUBLISHED = [
    (13.0, 204.0, 3, 2),  # 13 + 87 + 13 + 87 + 4
    (30.0, 30.0, 1, 0),
    (20.0, 110.0, 2, 1),  # 20 + 80 + 10
    (10.0, 210.0, 3, 2),  # 10 + 90 + 10 + 90 + 10
    (5.0, 505.0, 6, 5),  # five times 5 + 95, and 5
]


def pod(quota: float, *burst: float, caps: tuple[float, ...] = (1.0,), **rules) -> SharedCapacity:
    """The CPU of a container with a quota, in periods of 100, on some cores."""
    limited = PeriodQuota(quota, PERIOD, burst or (1.0,))
    return SharedCapacity("cpu", quota / PERIOD, caps, "cores", quota=limited, **rules)


def play(engine: Engine, *resources: Resource, steps: tuple[Step, ...], after: float, **sessions) -> Tally:
    """A run of sessions that each ask `after` so many milliseconds, and again so long after each response."""
    network: Network = scripted(resources, asks(*steps), think_time=constant(after), **sessions)
    return engine.run(network, RunPlan(windows=64, window=64.0, warm_up=0.0, log=1000), 1)


def ends(engine: Engine, station: SharedCapacity, work: float, after: float, sessions: int) -> list[float]:
    """When sessions are done that all ask for some work at one time."""
    steps = (Serve("cpu", constant(work)),)
    return [end for *_, end in told(play(engine, station, steps=steps, after=after, sessions=sessions))]


@pytest.mark.parametrize(("quota", "response", "periods", "throttled"), PUBLISHED)
def test_the_published_times_of_a_container_under_a_limit(engine, quota, response, periods, throttled):
    tally = play(engine, pod(quota), steps=(Serve("cpu", constant(30.0)),), after=1000.0, sessions=1)
    assert told(tally) == [(0, 0, 1000.0, 1000.0 + response)]
    assert tally.column("shared", "cpu", "periods")[-1] == periods
    assert tally.column("shared", "cpu", "throttled")[-1] == throttled
    assert tally.column("shared", "cpu", "work")[-1] == 30.0


def test_two_threads_use_a_quota_up_in_half_the_time(engine):
    # Each is served from 1000 to 1010, from 1100 to 1110 and from 1200 to 1205.
    assert ends(engine, pod(20.0, 2.0), 25.0, after=1000.0, sessions=2) == [1205.0, 1205.0]


def test_a_period_that_has_begun_has_all_its_quota_for_who_comes_late(engine):
    # 5 until 1100, where the quota is whole again, and 8 of it in the next period.
    assert ends(engine, pod(10.0), 13.0, after=1095.0, sessions=1) == [1108.0]


def test_who_comes_when_the_quota_is_used_up_waits_for_the_next_period(engine):
    # The first takes all of it from 50 to 60, and comes again at 110; the second period has its own.
    tally = play(engine, pod(10.0), steps=(Serve("cpu", constant(10.0)),), after=50.0, sessions=2)
    # Both share from 50 to 60, 5 each; then from 100 to 110 the other 5 each.
    assert told(tally)[:2] == [(0, 0, 50.0, 110.0), (1, 0, 50.0, 110.0)]
    again = play(engine, pod(10.0), steps=(Serve("cpu", constant(10.0)),), after=15.0, sessions=1, requests=3)
    # Done at 25; it comes at 40, when nothing is left, and has all of the second period until 110; then from 200 on.
    assert told(again) == [(0, 0, 15.0, 25.0), (0, 1, 40.0, 110.0), (0, 2, 125.0, 210.0)]
    assert again.column("shared", "cpu", "throttled")[-1] == 2.0


def test_a_quota_that_nobody_uses_up_is_none(engine):
    assert ends(engine, pod(50.0), 30.0, after=1000.0, sessions=1) == [1030.0]
    assert ends(engine, pod(200.0, 2.0), 130.0, after=1000.0, sessions=2) == [1130.0, 1130.0]


def test_second_threads_add_what_they_add_until_the_quota_is_used_up(engine):
    # 1.5 a millisecond together, so that each has 7.5 by 1010 and another 7.5 by 1110; the rest at 1.5 from 1200 on.
    assert ends(engine, pod(15.0, 1.0, 1.5), 17.25, after=1000.0, sessions=2) == [1203.0, 1203.0]


def test_those_in_turn_wait_behind_the_one_that_is_throttled(engine):
    # The first is done at 1110, the second has 10 - 5 then, and the rest from 1200 on.
    assert ends(engine, pod(15.0, 1.0, at_once=1), 20.0, after=1000.0, sessions=2) == [1105.0, 1210.0]


def test_a_collection_takes_nothing_of_the_quota(engine):
    # 10 of 13 until 1010; stopped until 1030, when 3 are left, and 10 from 1100 on.
    heap = MemoryRegion("heap", 5.5, 4.0, collect=GarbageCollection("cpu", 20.0))
    steps = (Serve("cpu", constant(10.0)), Leak("heap", 1.0), Leak("heap", 1.0), Serve("cpu", constant(13.0)))
    tally = play(engine, pod(13.0), heap, steps=steps, after=1000.0, sessions=1)
    assert told(tally) == [(0, 0, 1000.0, 1110.0)]
