"""Capacity tests: each scenario is planned, and judged by its own targets."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from models.scenario import Scenario
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine
from simulator.measure.progress import Progress
from simulator.rollup.outcome import Outcome
from simulator.sizing.study import study
from simulator.solver import Solver, require_answer
from simulator.translate.translate import translate

PlanStanding = Literal["met", "missed", "not known", "no answer"]


@dataclass(frozen=True)
class Checked:
    """One scenario checked. outcome: None where there is no answer, or no load or no number of units that meets the
    targets (`fails`), for `reason`."""

    scenario: Scenario
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


def require_answers(scenarios: Sequence[Scenario], solver: Solver) -> None:
    """Raises UnsupportedByEngine, naming each scenario that the solver cannot answer, before any has run."""
    refusals = [refused for scenario in scenarios if (refused := _refusal(scenario, solver))]
    if refusals:
        raise UnsupportedByEngine("\n".join(refusals))


def check(
    scenarios: Sequence[Scenario], solver: Solver, command: str, day: date, progress: Progress = lambda: None
) -> tuple[Checked, ...]:
    """Every scenario planned, without its baseline, which no target is about.

    One of which no load, or no number of units, meets the targets misses them; one that has no answer, because it does
    not converge, does not keep the others from theirs. Verdicts on a farm that is sized by what a server carries are
    those of the farm as bought with its spares gone. `progress` is called as each run ends; `command` and `day` go into
    the stamps.
    """
    return tuple(_checked(scenario, solver, command, day, progress) for scenario in scenarios)


def _refusal(scenario: Scenario, solver: Solver) -> str:
    try:
        require_answer(solver, scenario, translate(scenario).network)
    except UnsupportedByEngine as error:
        return f"{scenario.file}: {error}"
    return ""


def _checked(scenario: Scenario, solver: Solver, command: str, day: date, progress: Progress) -> Checked:
    alone = scenario.without_baseline()
    try:
        return Checked(alone, study(alone, solver, command, day, progress))
    except NoCapacity as error:
        return Checked(alone, None, str(error).removeprefix(f"{alone.name}: "), fails=True)
    except (Unstable, NotConverged, UnsupportedByEngine) as error:
        return Checked(alone, None, str(error))
