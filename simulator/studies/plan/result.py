"""A plan as typed figures: what `plan --json` writes."""

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.experiment.results import Unavailable
from simulator.failover.survive import FailoverResult
from simulator.farm.farm import Farm
from simulator.farm.outcome import Outcome
from simulator.farm.prediction import FarmPrediction
from simulator.output.blocks import Block, Report
from simulator.output.figure import Data
from simulator.output.sections import data_of
from simulator.studies.plan.decision_files.folder import decision_files
from simulator.studies.plan.document import SECTIONS, Plan, plan_blocks, report_of
from simulator.studies.result import FarmResult


@dataclass(frozen=True, repr=False, eq=False)
class PlanResult(FarmResult):
    """What to buy, what it costs, its bottleneck, and how near the next limit is.

    survived: a unit of the farm through what the scenario says of failures; None where it says nothing, and by theory.
    """

    outcome: Outcome
    survived: FailoverResult | None = None

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
    def prediction(self) -> FarmPrediction | Unavailable | None:
        """How sure the farm is, over all that is not known; None without a farm."""
        return self.outcome.prediction

    @property
    def bottleneck(self) -> str:
        """The limit that stops a server first, by its name."""
        return self.outcome.bottleneck.name

    @property
    def next_limit(self) -> str | None:
        """The limit that comes next, by its name; None where none is known."""
        following = self.outcome.binding.next
        return following.name if following else None

    def to_dict(self) -> Data:
        return data_of(SECTIONS, Plan(self.outcome, self.survived))

    def decision_files(self) -> dict[str, str]:
        """The decision as files, by their paths in a folder: settings of a server, Terraform variables, an inventory,
        alert rules of Prometheus. Raises InternalError without a demand."""
        return decision_files(self.outcome)

    def blocks(self, every_limit: bool = False) -> list[Block]:
        return plan_blocks(self.outcome, self.survived, every_limit)

    def report(self, every: bool = True) -> Report:
        return report_of(self.outcome, self.survived, every)

    def summary(self) -> Mapping[str, object]:
        judged = {"bottleneck": self.bottleneck, "recommended": self.recommended}
        return {"scenario": self.outcome.scenario.name, **self.bought(), **judged}
