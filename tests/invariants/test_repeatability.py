"""A run is a function of its arguments, and looking at it changes nothing."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from tests.networks import download, farm, short

PLAN = RunPlan(windows=8, window=0.5, warm_up=1.0, log=10_000)
NETWORKS = {"download": download(warm=True), "three nodes": short(nodes=3), "farm": farm()}


def same(a: Tally, b: Tally) -> bool:
    """Whether two tallies are equal bit for bit."""
    arrays = ("edges", "histogram", "log")
    return a.events == b.events and all(getattr(a, x).tobytes() == getattr(b, x).tobytes() for x in arrays)


@pytest.mark.parametrize("name", NETWORKS)
def test_the_same_arguments_give_the_same_tally(engine, name):
    assert same(engine.run(NETWORKS[name], PLAN, 4), engine.run(NETWORKS[name], PLAN, 4))


@pytest.mark.parametrize("name", NETWORKS)
def test_another_seed_gives_another_tally(engine, name):
    assert not same(engine.run(NETWORKS[name], PLAN, 4), engine.run(NETWORKS[name], PLAN, 5))


@pytest.mark.parametrize("name", NETWORKS)
def test_another_replication_gives_another_tally(engine, name):
    other = replace(PLAN, replication=1)
    assert not same(engine.run(NETWORKS[name], PLAN, 4), engine.run(NETWORKS[name], other, 4))


@pytest.mark.parametrize("name", NETWORKS)
def test_a_log_changes_nothing(engine, name):
    logged, silent = engine.run(NETWORKS[name], PLAN, 4), engine.run(NETWORKS[name], replace(PLAN, log=0), 4)
    assert same(replace(logged, log=silent.log), silent)


def test_a_short_log_is_the_beginning_of_a_long_one(engine):
    long, short_log = engine.run(download(), PLAN, 4).log, engine.run(download(), replace(PLAN, log=100), 4).log
    assert len(short_log) == 100
    np.testing.assert_array_equal(short_log, long[:100])


@pytest.mark.parametrize("name", NETWORKS)
def test_windows_change_nothing_but_rounding(engine, name):
    fine = engine.run(NETWORKS[name], PLAN, 4)
    coarse = engine.run(NETWORKS[name], replace(PLAN, windows=2, window=2.0), 4)
    assert fine.events == coarse.events
    np.testing.assert_allclose(fine.edges[::4], coarse.edges, rtol=1e-9, atol=1e-9)
    np.testing.assert_array_equal(fine.histogram, coarse.histogram)


@pytest.mark.parametrize("name", NETWORKS)
def test_a_shorter_run_is_the_beginning_of_a_longer_one(engine, name):
    long, short_run = engine.run(NETWORKS[name], PLAN, 4), engine.run(NETWORKS[name], replace(PLAN, windows=4), 4)
    assert long.edges[:5].tobytes() == short_run.edges.tobytes()


def test_response_times_are_recorded_after_the_warm_up(engine):
    tally = engine.run(download(), PLAN, 4)
    ended_later = (tally.log["end"] > PLAN.warm_up) & (tally.log["cause"] == -1)
    assert tally.histogram.sum() == ended_later.sum()


def test_one_more_server_leaves_the_workload_as_it_is(engine):
    # Common random numbers: what sessions ask for depends on nothing that servers do.
    plain, faster = engine.run(download(), PLAN, 4).log, engine.run(download(cached=2000, warm=True), PLAN, 4).log
    first = {int(e["session"]): float(e["start"]) for e in plain if e["request"] == 0}
    others = {int(e["session"]): float(e["start"]) for e in faster if e["request"] == 0}
    shared = first.keys() & others.keys()
    assert len(shared) > 150
    assert all(first[session] == others[session] for session in shared)
