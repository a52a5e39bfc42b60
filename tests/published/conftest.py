"""The published systems, each run once for all tests of this folder: two replications of five in `make test`, of a
quarter of the length where no load is raised, with warm-ups that are known, and in `make proof` all of them in full.
Bounds are the same; only what is recorded to the last digit needs all.
"""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Simulation
from simulator.farm.study import study
from simulator.studies.validate.published import figure_systems, published_figures
from simulator.studies.validate.rows import judge_row as row_of
from simulator.studies.validate.rows import validation_rows
from simulator.studies.validate.scenarios import scenarios_to_run, system_scenarios
from simulator.studies.validate.simulations import simulate_systems

DAY = date(2006, 5, 1)
# The part of the time that is simulated, but for two in which too little would happen: in one, one request in a hundred
# fails, which is told to 1.5 in a hundred; the other is compared with theory to 5 %.
PART, PARTS = 0.25, {"microsoft_update_x86.yaml": 1.0, "microsoft_update_x64.yaml": 0.5}
# Warm-ups in seconds, no shorter than pilot runs find, where the stated ones, or pilot runs for want of one, were half
# of what was simulated: by the operating system for the farm and its baseline, by file for others. tests/experiment
# holds pilot runs to what they find; in `make proof` they are made here too, and warm-ups are as stated.
FARM, FOUND = "microsoft_update_farm.yaml", {"windows-2003-x64": 15.0, "windows-2003-x86": 75.0}
WARM_UPS = {
    "microsoft_update_x64.yaml": 60.0,
    "microsoft_update_x86.yaml": 75.0,
    **{f"daytrader_{bits}.yaml": 5.0 for bits in ("64", "32", "compressed")},
}
# The share of the replications that are made.
SHARE = 0.4
SOME, ALL = pytest.param(SHARE, id="some runs"), pytest.param(1.0, id="all runs", marks=pytest.mark.proof)


def briefly(file, overrides=None):
    """The outcome of a shipped scenario, with parameters changed, in as short a run as `make test` has."""
    return study(shortened(load(file, overrides), SHARE), Simulation(load_engine("kernel")), "", DAY)


def shortened(scenario, share):
    """A scenario with a share of its replications, two at least, and its baseline too."""
    baseline = shortened(scenario.baseline, share) if scenario.baseline else None
    run = scenario.run.model_copy(update={"replications": max(2, round(share * scenario.run.replications))})
    if share < 1.0 and scenario.workload.ramp is None:
        name = Path(scenario.file).name
        warm_up = FOUND[scenario.operating_system.name] if name == FARM else WARM_UPS.get(name, run.warm_up)
        run = run.model_copy(update={"duration": PARTS.get(name, PART) * run.seconds, "warm_up": warm_up})
    return scenario.model_copy(update={"run": run, "baseline": baseline})


@pytest.fixture(scope="session", params=[SOME, ALL])
def share(request):
    """The share of the replications that are made."""
    return request.param


@pytest.fixture(scope="session")
def scenarios(share):
    """The scenario of every system that a published figure speaks of, by name."""
    written = system_scenarios(figure_systems(published_figures()))
    return {name: shortened(scenario, share) for name, scenario in written.items()}


@pytest.fixture(scope="session")
def outcomes(scenarios):
    """The outcome of each of them that must be simulated."""
    return simulate_systems(scenarios_to_run(published_figures(), scenarios), load_engine("kernel"), DAY)


@pytest.fixture(scope="session")
def judged(outcomes, scenarios, share):
    """Every published figure against the simulated one, by name."""
    found = validation_rows(published_figures(), outcomes, scenarios)
    return {row.figure.name: row if share == 1.0 else by_value(row) for row in found}


def by_value(row):
    """A row of few short runs, whose interval may be wider than its bound: the value has to keep to the bound, and all
    runs have to with their interval."""
    if isinstance(row.simulated, Unavailable):
        return row
    return replace(row_of(row.figure, replace(row.simulated, half_width=0.0)), simulated=row.simulated)
