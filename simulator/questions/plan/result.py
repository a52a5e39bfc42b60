"""A plan as typed figures: what `plan --json` writes."""

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.questions.capacity.result import capacity_data
from simulator.questions.helps.data import options_data
from simulator.questions.plan.deciding_sentences import deciding_data
from simulator.questions.plan.document import report_of
from simulator.questions.plan.foreseen import foreseen_data, how_far_off
from simulator.questions.plan.terminal import plan_blocks
from simulator.questions.result import FarmResult
from simulator.questions.sensitivity.result import sensitivity_data
from simulator.questions.survive.result import survival_data
from simulator.report.blocks import Block, Report
from simulator.report.data import figures
from simulator.report.figure import Data
from simulator.rollup.farm import Farm
from simulator.rollup.outcome import Outcome
from simulator.rollup.stopped_by import stopped_by
from simulator.survival.survive import Survived


@dataclass(frozen=True, repr=False, eq=False)
class PlanResult(FarmResult):
    """What to buy, what it costs, its bottleneck, and how near the next limit is.

    survived: a unit of the farm through what the scenario says of failures; None where it says nothing, and by theory.
    """

    outcome: Outcome
    survived: Survived | None = None

    @property
    def farm(self) -> Farm | None:
        return self.outcome.farm

    @property
    def met(self) -> bool:
        return self.outcome.met

    @property
    def recommended(self) -> bool:
        """Whether the farm may be bought: no target is missed for sure."""
        return self.outcome.recommended

    @property
    def bottleneck(self) -> str:
        """The limit that stops a server first, by its name."""
        stop = stopped_by(self.outcome.carried, self.outcome.scenario.targets)
        return stop.name or self.outcome.binding.limit.name

    @property
    def next_limit(self) -> str | None:
        """The limit that comes next, by its name; None where none is known."""
        following = self.outcome.binding.next
        return following.name if following else None

    def to_dict(self) -> Data:
        outcome = self.outcome
        data = figures(outcome) | {"theory": foreseen_data(outcome.theory)}
        if outcome.deciding:
            data |= deciding_data(outcome.deciding)
        if outcome.largest_load:
            data |= {"capacity": capacity_data(outcome.largest_load)}
        if outcome.what_helps:
            data |= {"what_would_help": options_data(outcome.what_helps)}
        if outcome.sensitivity:
            data |= {"sensitivity": sensitivity_data(outcome.sensitivity)}
        return data | ({"survives": survival_data(self.survived)} if self.survived else {})

    def blocks(self, every_limit: bool = False) -> list[Block]:
        return plan_blocks(self.outcome, self._off_theory(), self.survived, every_limit)

    def report(self) -> Report:
        return report_of(self.outcome, self.survived)

    def summary(self) -> Mapping[str, object]:
        judged = {"bottleneck": self.bottleneck, "recommended": self.recommended}
        return {"scenario": self.outcome.scenario.name, **self.bought(), **judged}

    def _off_theory(self) -> str:
        """How far theory was off, where it was not theory that answered."""
        theory = self.outcome.theory
        return "" if theory is None or not self.outcome.results.replications else how_far_off(theory, self.outcome)
