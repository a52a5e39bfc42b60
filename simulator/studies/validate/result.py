"""Published against simulated, as typed figures: what `validate --json` writes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from simulator.cli.today import today
from simulator.farm.outcome import Outcome
from simulator.output.blocks import Block, Report
from simulator.output.figure import Data
from simulator.studies.result import RowsResult
from simulator.studies.validate.data import figures_of_rows
from simulator.studies.validate.document import validation_blocks, validation_report
from simulator.studies.validate.rows import AuditTable, ValidationRow


@dataclass(frozen=True, repr=False, eq=False)
class ValidateResult(RowsResult):
    """What was measured of systems, beside what is simulated of them."""

    rows: tuple[ValidationRow, ...]
    tables: tuple[AuditTable, ...]
    outcomes: Mapping[str, Outcome]

    @property
    def met(self) -> bool:
        """Whether no figure lies beyond its bound."""
        return all(row.verdict != "not reproduced" for row in self.rows)

    def to_rows(self) -> list[Data]:
        return figures_of_rows(self.rows)

    def blocks(self) -> list[Block]:
        return validation_blocks(self.rows, self.tables)

    def report(self) -> Report:
        return validation_report(self.rows, self.tables, today().isoformat())

    def summary(self) -> Mapping[str, object]:
        return Counter(row.verdict.replace(" ", "_") for row in self.rows)
