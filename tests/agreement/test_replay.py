"""A log that is replayed: both engines do the same, request by request, and what they do is what the log has."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.cluster import Balancer
from simulator.network.resources import Catalogue
from simulator.network.scaling import scale_load
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import sort_requests
from simulator.traffic.sessions import group_sessions, to_trace
from tests.agreement.twins import assert_twins
from tests.networks import download
from tests.traffic.logs import START, combined

SECONDS, LINES = 120, 4000


def lines():
    """Requests of many clients, some of them in the same second, with sizes by object and the times that they took."""
    draws = np.random.default_rng(5)
    times = np.sort(draws.integers(0, SECONDS, LINES))
    asked, clients = draws.zipf(1.5, LINES) % 300, draws.integers(0, 400, LINES)
    for at, item, client in zip(times.tolist(), asked.tolist(), clients.tolist(), strict=True):
        yield combined(at, f"10.0.{client // 256}.{client % 256}", f"/{item}", 1000 + 17 * item)


@pytest.fixture(scope="module")
def logged(tmp_path_factory):
    file = tmp_path_factory.mktemp("replayed") / "access.log"
    file.write_text("\n".join(lines()))
    return sort_requests(read_logs([str(file)]))


def replaying(logged, nodes=1, speed=1.0, gap=20.0):
    network = download(nodes=nodes)
    trace = to_trace(logged, group_sessions(logged, gap)).faster(speed)
    (asks,) = network.classes
    catalogue = Catalogue(trace.objects, 0.0, asks.catalogue.size, trace.faster(1.0 / speed))
    source = replace(network.source, trace=trace, open_at_start=0)
    return replace(network, source=source, classes=(replace(asks, catalogue=catalogue),))


@pytest.mark.parametrize("nodes", [1, 3])
def test_engines_agree_on_a_replay(logged, nodes):
    assert_twins(replaying(logged, nodes), RunPlan(windows=26, window=5.0, warm_up=0.0, log=100_000), seed=3)


def test_engines_agree_on_a_replay_behind_a_balancer_that_looks(logged):
    network = replace(replaying(logged, 2), balancer=Balancer("least_connections"))
    assert_twins(network, RunPlan(windows=8, window=5.0, warm_up=0.0, log=100_000), seed=3)


def test_engines_agree_on_a_log_that_begins_anew_faster(logged):
    network = replaying(logged, speed=4.0)
    plan = RunPlan(windows=14, window=5.0, warm_up=0.0, log=100_000)
    assert_twins(network, plan, seed=3)
    # 70 s are more than two rounds of 30 s each.
    found = load_engine("kernel").run(network, plan, seed=3)
    assert found.column("sessions", "offered")[-1] > 2.0 * network.source.trace.sessions


def test_a_replay_has_the_requests_the_bytes_and_the_peak_second_of_the_log(logged):
    plan = RunPlan(windows=SECONDS + 60, window=1.0, warm_up=0.0, log=100_000)
    network = replaying(logged)
    network = replace(network, source=replace(network.source, trace=replace(network.source.trace, span=1e6)))
    found = load_engine("kernel").run(network, plan, seed=1)
    written = [line.split() for line in lines()]
    sent = sum(int(words[9]) for words in written)
    seconds = np.bincount([_second(words[3]) for words in written])
    begun = np.bincount(np.floor(found.log["start"]).astype(int))
    assert found.column("requests", "completed")[-1] == len(found.log) == LINES
    assert found.column("requests", "payload")[-1] == sent
    assert begun.max() == seconds.max() and begun.argmax() == seconds.argmax()
    np.testing.assert_array_equal(begun, seconds)
    assert logged.first == START


def test_twice_the_load_of_a_replay_is_twice_as_fast(logged):
    network = replaying(logged)
    twice = scale_load(network, 2.0)
    assert twice.source.trace.rate == 2.0 and twice.source.rate == 2.0 * network.source.rate
    plan = RunPlan(windows=4, window=5.0, warm_up=0.0)
    for each, seconds in ((network, 20.0), (twice, 40.0)):
        came = (np.asarray(each.source.trace.start) < seconds).sum()
        assert load_engine("kernel").run(each, plan, seed=1).column("sessions", "offered")[-1] == came


def _second(word):
    hour, minute, second = word.split(":")[1:]
    return 3600 * int(hour) + 60 * int(minute) + int(second)
