"""Checked plans, as typed figures: what `check --json` writes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from simulator.output.blocks import Block
from simulator.output.figure import Data
from simulator.studies.check.answer import ScenarioCheck
from simulator.studies.check.change import PlanChange
from simulator.studies.check.change_document import change_blocks
from simulator.studies.check.data import checks_data
from simulator.studies.check.document import check_blocks
from simulator.studies.result import Result, RowsResult


@dataclass(frozen=True, repr=False, eq=False)
class CheckResult(RowsResult):
    """Whether each of some plans meets its targets."""

    checks: tuple[ScenarioCheck, ...]

    @property
    def met(self) -> bool:
        return all(each.standing == "met" for each in self.checks)

    @property
    def standings(self) -> Mapping[str, str]:
        """For each file "met", "missed", "not known" or "no answer"."""
        return {each.scenario.file: each.standing for each in self.checks}

    def to_rows(self) -> list[Data]:
        return checks_data(self.checks)

    def blocks(self) -> list[Block]:
        return check_blocks(self.checks)

    def summary(self) -> Mapping[str, object]:
        return Counter(each.standing.replace(" ", "_") for each in self.checks)


@dataclass(frozen=True, repr=False, eq=False)
class ChangeResult(Result):
    """What a change of a scenario does to its plan."""

    change: PlanChange

    @property
    def met(self) -> bool:
        """Whether no target is missed since the change."""
        return self.change.met

    @property
    def becomes_missed(self) -> tuple[str, ...]:
        """The targets, by name, that are missed since the change."""
        return self.change.becomes_missed

    def to_dict(self) -> Data:
        before, after = checks_data((self.change.before, self.change.after))
        return {
            "changed": [{"path": path, "before": old, "after": new} for path, old, new in self.change.changed],
            "becomes_missed": list(self.becomes_missed),
            "loses_its_farm": self.change.loses_its_farm,
            "before": before,
            "after": after,
        }

    def blocks(self) -> list[Block]:
        return change_blocks(self.change)

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.change.after.scenario.name, "met": self.met, "becomes_missed": self.becomes_missed}
