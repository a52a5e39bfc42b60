"""The log of a database takes all that wait for it with one flush: by hand, and beside a log that is kept, flush by
flush."""

from math import exp, inf
from random import Random

import pytest

from models.load import load
from models.tier_flows import tier_flows
from simulator.engines.theory.engine import TheoryEngine
from simulator.experiment.single_server import network_at
from simulator.network.distribution import constant
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.steps import Serve
from simulator.translate.databases import log_device
from tests.laws.observing import observe, request, response, single
from tests.models.test_database_problems import CALL, DATABASE, FARM, TIER

FLUSH = 1e-3
# How far below the wait for whole flushes the curve is at the worst, where a log is idle about as often as not.
CURVE = 0.16


def log_station(**changes) -> SharedCapacity:
    """The log of the first database of the shop, every call of which commits."""
    paths = {path.replace("__", "."): value for path, value in changes.items()}
    changes = {**DATABASE, f"{TIER}.log": "1 ms", f"{CALL}.writes": 1, "unit.nodes": 1, "unit.spare_nodes": 0, **paths}
    network = network_at(load(FARM, {**changes, f"{TIER}.servers": 1}), 10.0)
    return next(each for each in network.shared if each.name == "log of database")


def test_one_alone_is_flushed_at_once_and_a_full_group_with_every_flush():
    """Of two flushes of 1 ms for each group of up to 16: 500 commits/s of one alone, 8,000 of all."""
    log = log_station(**{f"{TIER}.log.group": 16})
    assert log.curve[0] == pytest.approx(500.0) and log.capacity == pytest.approx(8_000.0)
    assert log.caps == (log.curve[0],) and len(log.curve) == 24


def test_bytes_take_their_time_beside_the_flush():
    """One flush of 1 ms and 16 times 10 kB at 100 MB/s: 2.6 ms for 16 commits."""
    log = log_station(**{
        f"{TIER}.software": "postgresql-16", f"{TIER}.log.group": 16, f"{TIER}.log.bandwidth": "100 MB/s",
        f"{TIER}.software.full_page_writes": False, f"{CALL}.writes.log": "10 kB"})  # fmt: skip
    assert log.capacity == pytest.approx(16 / 2.6e-3)
    assert log.curve[0] == pytest.approx(1 / 1.1e-3)


def test_without_groups_each_commit_has_a_flush_of_its_own():
    log = log_station(**{f"{TIER}.software": "postgresql-16", f"{TIER}.log.group": 1})
    assert log.curve == (1_000.0,) and log.capacity == 1_000.0


@pytest.mark.parametrize(
    ("written", "said"),
    [("500 B", "1 x 1 ms a flush of up to 16 commits"), ("10 kB", "its bandwidth of 100 MB/s, at 10 kB a commit")],
)
def test_a_log_says_what_binds_its_flushes_or_their_bytes(written, said):
    of_log = {"software": "postgresql-16", "log.group": 16, "log.bandwidth": "100 MB/s", "log.flush": "1 ms"}
    changes = {f"{TIER}.{key}": value for key, value in of_log.items()}
    changes |= {f"{TIER}.software.full_page_writes": False, f"{CALL}.writes": 1, f"{CALL}.writes.log": written}
    scenario = load(FARM, {**DATABASE, **changes, f"{TIER}.servers": 1})
    flow = next(each for each in tier_flows(scenario).values() if each.tier.log)
    assert [origin.limit for _, origin in log_device(scenario, flow, 0)] == [said]


def flushed(rate: float, seconds: float, group: float = inf) -> tuple[float, float]:
    """Mean seconds of a commit, and flushes a second, of a log that is kept flush by flush, Poisson."""
    random, clock, waiting, flushes, spent, done = Random(3), 0.0, list[float](), 0, 0.0, 0
    arrival = random.expovariate(rate)
    while clock < seconds:
        if not waiting:
            clock = max(clock, arrival)
        while arrival <= clock:
            waiting.append(arrival)
            arrival += random.expovariate(rate)
        taken = min(len(waiting), int(min(group, 1e9)))
        clock, flushes = clock + FLUSH, flushes + 1
        spent += sum(clock - came for came in waiting[:taken])
        done, waiting = done + taken, waiting[taken:]
    return spent / done, flushes / clock


@pytest.mark.parametrize("load_", [0.1, 0.3, 1.0, 3.0, 10.0])
def test_a_commit_waits_for_half_of_the_flush_that_it_finds_and_then_for_its_own(load_):
    """At rate x flush = a a log is idle for exp(-a) / a of each flush; so the mean is 1 + half of a / (a + exp(-a))
    flushes. The log that is kept agrees; the curve is at most CURVE below it, and near it where few or many commit."""
    by_hand = FLUSH * (1.0 + 0.5 * load_ / (load_ + exp(-load_)))
    kept, flushes = flushed(load_ / FLUSH, 60.0)
    assert kept == pytest.approx(by_hand, rel=0.01)
    assert flushes == pytest.approx(1.0 / FLUSH / (1.0 + exp(-load_) / load_), rel=0.01)
    log = log_station(**{f"{TIER}.software": "postgresql-16", f"{TIER}.log.group": 1000})
    network = Network(1, (log,), (request((Serve(log.name, constant(1.0)),)),), single(load_ / FLUSH))
    (commits,) = TheoryEngine().solve(network).classes
    assert (1.0 - CURVE) * by_hand <= commits.response.value <= by_hand * 1.001
    if load_ in (0.1, 10.0):
        assert commits.response.value == pytest.approx(by_hand, rel=0.05)


@pytest.mark.usefixtures("length")
def test_the_engine_commits_as_theory_says():
    log = log_station(**{f"{TIER}.software": "postgresql-16", f"{TIER}.log.group": 8})
    network = Network(1, (log,), (request((Serve(log.name, constant(1.0)),)),), single(5_000.0))
    (commits,) = TheoryEngine().solve(network).classes
    simulated = response(observe(network, 20.0, 1.0))
    assert commits.response.value == pytest.approx(simulated.value, abs=simulated.half_width + 0.01 * simulated.value)
