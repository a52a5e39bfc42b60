"""The runs that are kept, as typed figures: what `results` shows, and writes as JSON, CSV and Parquet."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from simulator.output.blocks import Block
from simulator.output.figure import Data
from simulator.store.store import RunGroup
from simulator.studies.result import RowsResult
from simulator.studies.results.data import ScoredPlan, group_data, plan_row, runs_csv, write_parquet
from simulator.studies.results.document import group_blocks, plan_blocks, run_blocks


@dataclass(frozen=True, repr=False, eq=False)
class KeptGroups(RowsResult):
    """What a store keeps, by scenario, engine and model."""

    groups: tuple[RunGroup, ...]
    store: Path

    def to_rows(self) -> list[Data]:
        return list(map(group_data, self.groups))

    def blocks(self) -> list[Block]:
        return group_blocks(self.groups, str(self.store))

    def summary(self) -> Mapping[str, object]:
        return {"store": str(self.store), "runs": sum(each.runs for each in self.groups)}


@dataclass(frozen=True, repr=False, eq=False)
class KeptRuns(RowsResult):
    """Runs, a row each of `run_data`: the tallies that they count are too large to be held; one at least."""

    rows: tuple[Data, ...]

    def to_rows(self) -> list[Data]:
        return list(self.rows)

    def blocks(self) -> list[Block]:
        return run_blocks(self.rows)

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.rows[0]["scenario"], "runs": len(self.rows)}

    def to_csv(self) -> str:
        """A line for each run."""
        return runs_csv(self.rows)

    def write_parquet(self, target: Path) -> None:
        """Writes a row for each run. Raises ReportError."""
        write_parquet(target, self.rows)


@dataclass(frozen=True, repr=False, eq=False)
class KeptPlans(RowsResult):
    """The plans that are kept, each with the scores that it has so far."""

    plans: tuple[ScoredPlan, ...]

    def to_rows(self) -> list[Data]:
        return [plan_row(*each) for each in self.plans]

    def blocks(self) -> list[Block]:
        return plan_blocks(self.plans)

    def summary(self) -> Mapping[str, object]:
        return {"plans": len(self.plans)}
