"""Capacity tests: each scenario is planned, and judged by its own targets."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from models.errors import ScenarioError
from models.scenario import Scenario
from models.visible import visible
from simulator.engines.memory import OutOfMemory
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine
from simulator.experiment.progress import Progress
from simulator.farm.outcome import Outcome
from simulator.farm.study import require_plan, study
from simulator.solver import Solver
from simulator.uncertainty.predict import with_prediction

PlanStanding = Literal["met", "missed", "not known", "no answer"]
# What keeps one scenario from its answer, and no other one.
NO_ANSWER = (ScenarioError, UnsupportedByEngine, Unstable, NotConverged, OutOfMemory)


@dataclass(frozen=True)
class UnreadableFile:
    """A file that is no scenario."""

    file: str

    @property
    def name(self) -> str:
        """What it is called where a scenario has a name."""
        return self.file


@dataclass(frozen=True)
class ScenarioCheck:
    """One scenario checked. outcome: None where there is no answer, or no load or no number of units that meets the
    targets (`fails`), for `reason`, of which each line stands for itself."""

    scenario: Scenario | UnreadableFile
    outcome: Outcome | None
    reason: str = ""
    fails: bool = False

    @property
    def standing(self) -> PlanStanding:
        """Whether all targets are met; "not known" where none is missed and one cannot be judged."""
        if self.outcome is None:
            return "missed" if self.fails else "no answer"
        if self.outcome.met:
            return "met"
        return "missed" if any(verdict.met is False for verdict in self.outcome.verdicts) else "not known"


def failed_check(scenario: Scenario | UnreadableFile, error: Exception) -> ScenarioCheck:
    """A scenario that has no answer, for what an error says."""
    return ScenarioCheck(scenario, None, str(error) if isinstance(error, ScenarioError) else visible(str(error)))


def refused_or_ready(scenario: Scenario, solver: Solver) -> Scenario | ScenarioCheck:
    """The scenario if it can be planned by this solver; else that it has no answer, and why."""
    try:
        require_plan(scenario, solver)
        return scenario
    except NO_ANSWER as error:
        return failed_check(scenario, error)


def check_scenario(
    scenario: Scenario, solver: Solver, command: str, day: date, progress: Progress = lambda: None
) -> ScenarioCheck:
    """A scenario planned, without its baseline, which no target is about and `require_plan` has looked at; theory,
    which takes no time for it, is asked about that too, so that it refuses what it refuses to plan.

    One of which no load, or no number of units, meets the targets misses them. Verdicts on a farm that is sized by what
    a server carries are those of the farm as bought with its spares gone. `progress` is called as each run ends;
    `command` and `day` go into the stamps.
    """
    alone = scenario.without_baseline()
    try:
        outcome = study(scenario if solver.at_once else alone, solver, command, day, progress)
        return ScenarioCheck(alone, with_prediction(outcome))
    except NoCapacity as error:
        return ScenarioCheck(alone, None, str(error).removeprefix(f"{alone.name}: "), fails=True)
    except NO_ANSWER as error:
        return failed_check(alone, error)
