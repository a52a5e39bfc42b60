"""A retry storm: clients that time out and try again keep a unit down, and a budget of retries lets it come back."""

from dataclasses import replace

import numpy as np
import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.experiment.estimate import exact
from simulator.experiment.results import WarmUp
from simulator.failover.collapse import HALVINGS, HIGHEST, LOWEST, find_collapse
from simulator.failover.load import ServerLoad
from simulator.targets import target_values

# A processor carries 33 requests a second, of 30 ms each: fewer than elsewhere here, for many loads are tried.
CARRIES = ServerLoad(1.0, exact(100.0 / 3.0, "/s"), "", WarmUp(20.0))
# Three of five nodes die for half a minute; who waits for 2 s for an answer asks again, up to five times.
STORM = {
    "workload.request.cpu": "30 ms",
    "workload.patience": {"response": "2 s", "retries": {"count": 5, "back_off": "500 ms"}},
    "unit.failures": {"timetable": [{"at": "20 s", "lasts": "30 s", "together": 3}], "watch": "120 s"},
    "targets": {"errors": "5 %"},
    "run.replications": 2,
}


def loads_of(unit, engine="kernel", **changes):
    scenario = load(unit, STORM | {path.replace("__", "."): value for path, value in changes.items()})
    return find_collapse(scenario, load_engine(engine), CARRIES, target_values(scenario.targets))


@pytest.fixture(scope="module")
def storm(unit):
    return loads_of(unit)


def test_retries_keep_a_unit_down_at_half_of_what_it_carries(storm):
    assert storm.survives.value < 50.0
    assert storm.at_an_end == 0


def test_a_collapsed_unit_comes_back_only_at_a_lower_load(storm):
    step = 100.0 * (HIGHEST - LOWEST) / 2**HALVINGS
    each = zip(storm.recovers.each, storm.survives.each, strict=True)
    assert all(recovers <= survives + step for recovers, survives in each)
    assert storm.recovers.value < storm.survives.value


def test_with_a_budget_of_retries_it_gets_over_the_same_at_four_fifths(unit, storm):
    budget = {"response": "2 s", "retries": {"count": 5, "back_off": "500 ms", "budget": {"share": "10 %"}}}
    found = loads_of(unit, workload__patience=budget)
    assert found.survives.value > 75.0 > 1.5 * storm.survives.value


# Two of three nodes die for a quarter of a minute: as much of a storm as the reference gets through in some minutes.
SMALL = STORM | {
    "workload.request.cpu": "20 ms",
    "unit.nodes": 3,
    "unit.failures": {"timetable": [{"at": "5 s", "lasts": "15 s", "together": 2}], "watch": "60 s"},
    "run.replications": 3,
}


def loads_of_a_small_storm(unit, engine: str, seed: int):
    scenario = load(unit, SMALL | {"run.seed": seed})
    carries = replace(CARRIES, carries=exact(50.0, "/s"), settled=WarmUp(10.0))
    return find_collapse(scenario, load_engine(engine), carries, target_values(scenario.targets))


@pytest.mark.proof
def test_both_engines_find_the_loads_at_which_a_storm_turns(unit):
    """The same ones on the same sessions, and within each other's intervals on other sessions: at 41 % of what its
    nodes carry the unit gets over it no more, and below about 30 % it comes back (330 s of one core)."""
    fast, slow = (loads_of_a_small_storm(unit, engine, 1) for engine in ("kernel", "reference"))
    np.testing.assert_allclose(slow.survives.each, fast.survives.each)
    np.testing.assert_allclose(slow.recovers.each, fast.recovers.each)
    others = loads_of_a_small_storm(unit, "kernel", 2)
    for mine, other in ((slow.survives, others.survives), (slow.recovers, others.recovers)):
        assert mine.low <= other.value <= mine.high and other.low <= mine.value <= other.high
    assert slow.recovers.value < slow.survives.value and slow.at_an_end == others.at_an_end == 0
