"""Sessions that begin without thinking, as players fill their buffers: both engines alike, request by request."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.experiment.replication_set import ReplicationSet
from simulator.network.cluster import Balancer
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Network
from simulator.network.session_source import think_times
from tests.agreement.twins import assert_twins
from tests.networks import client_classes, download, farm, short

PLAN = RunPlan(windows=12, window=0.5, warm_up=1.0, replication=3, log=100_000)
NETWORKS = {"a download server": download(), "short of everything": short(nodes=3), "rate classes": client_classes(),
            "worker threads": farm()}  # fmt: skip


def starting(network: Network, startup: int, **changes: object) -> Network:
    return replace(network, source=replace(network.source, startup=startup, **changes))


@pytest.mark.parametrize("startup", [1, 4])
@pytest.mark.parametrize("name", NETWORKS)
def test_engines_agree_on_sessions_that_begin_without_thinking(name, startup):
    assert_twins(starting(NETWORKS[name], startup), PLAN, seed=11)


def test_engines_agree_on_a_crowd_that_starts_together_behind_a_balancer_that_looks():
    crowd = ((0.0, 1.0), (1.0, 1.0), (1.5, 8.0), (3.0, 8.0), (3.5, 1.0))
    network = starting(replace(download(nodes=3), balancer=Balancer("least_connections")), 4, profile=crowd)
    assert_twins(network, PLAN, seed=7)


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_a_start_up_is_as_many_responses_without_a_pause(engine):
    """Twenty requests of constant times a session, 10 s of thinking: without a start-up a session sends one in
    10 s, with one of five it sends six, and the seventh after a think time."""
    source = replace(download().source, requests=constant(20.0), think_time=constant(10.0), rate=1.0, midway=None,
                     open_at_start=0, profile=((0.0, 1.0), (8.0, 1.0), (8.001, 0.0)))  # fmt: skip
    network = replace(download(), source=source)
    plan = RunPlan(windows=1, window=9.0, warm_up=0.0, replication=0, log=100_000)
    asked = {}
    for startup in (0, 5):
        tally = load_engine(engine).run(starting(network, startup), plan, 5)
        sessions = tally.column("sessions", "offered")[-1]
        asked[startup] = tally.column("requests", "completed")[-1] / sessions
    assert asked[0] == pytest.approx(1.0)
    assert asked[5] == pytest.approx(6.0, rel=0.1)


def test_think_times_are_counted_by_hand():
    """Of 20 requests 19 pauses, of which 5 are not taken; of a geometric number with a mean of 4, (3/4)^5 of 3."""
    assert think_times(constant(20.0), 5) == 14.0
    assert think_times(constant(5.0), 5) == 0.0
    assert think_times(Distribution(Family.GEOMETRIC, 4.0), 5) == pytest.approx(3.0 * 0.75**5)
    assert think_times(Distribution(Family.GEOMETRIC, 4.0), 0) == 3.0
    drawn = np.random.default_rng(1).geometric(0.25, 400_000)
    assert np.maximum(0, drawn - 6).mean() == pytest.approx(3.0 * 0.75**5, rel=0.02)


def test_open_sessions_are_fewer_by_the_pauses_that_are_not_taken():
    """Little's law: of the pauses of 10 requests, geometric, 10 s each, three do not count."""
    source = replace(download().source, requests=Distribution(Family.GEOMETRIC, 10.0), think_time=exponential(2.0),
                     rate=20.0, open_at_start=0, midway=None)  # fmt: skip
    network = replace(download(), source=source)
    plan = RunPlan(windows=10, window=20.0, warm_up=80.0, replication=0)
    open_on_average = []
    for startup in (0, 3):
        plain = starting(network, startup)
        tally = load_engine("kernel").run(plain, plan, 5)
        measured = ReplicationSet(plain, (tally,), 0.95)
        open_on_average.append(measured.level(tally, ("sessions", "open"), ("sessions", "open moment")))
    by_hand = 20.0 * 2.0 * (9.0 - 9.0 * 0.9**3)
    assert open_on_average[0] - open_on_average[1] == pytest.approx(by_hand, rel=0.05)
