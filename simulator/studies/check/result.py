"""Checked plans, as typed figures: what `check --json` writes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from simulator.output.blocks import Block
from simulator.output.figure import Data
from simulator.studies.check.answer import ScenarioCheck
from simulator.studies.check.data import checks_data
from simulator.studies.check.document import check_blocks
from simulator.studies.result import RowsResult


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
