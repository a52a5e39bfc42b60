"""The gallery as typed figures: what `validate gallery --json` writes."""

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.cli.today import today
from simulator.output.blocks import Block, Report
from simulator.output.figure import Data
from simulator.studies.result import RowsResult
from simulator.studies.validate.gallery.accuracy import accuracy_of
from simulator.studies.validate.gallery.document import gallery_blocks, gallery_report
from simulator.studies.validate.gallery.prediction import CasePredictions, PredictedFigure

# The share of what was measured that 90 % intervals are to hold.
FEWEST, MOST = 0.80, 0.97


@dataclass(frozen=True, repr=False, eq=False)
class GalleryResult(RowsResult):
    """Measured systems, each fitted on some rows and held against the others."""

    cases: tuple[CasePredictions, ...]

    @property
    def met(self) -> bool:
        """Whether the 90 % intervals hold 80 to 97 % of what was measured."""
        inside = accuracy_of(self.figures_held).inside
        return bool(FEWEST <= inside <= MOST)

    @property
    def figures_held(self) -> tuple[PredictedFigure, ...]:
        """What was predicted, of all cases."""
        return tuple(figure for case in self.cases for figure in case.figures)

    def to_rows(self) -> list[Data]:
        return [_row(case.case.name, each) for case in self.cases for each in case.figures] + [
            {"case": case.case.name, "system": name, "reason": why}
            for case in self.cases
            for name, why in case.unanswered.items()
        ]

    def blocks(self) -> list[Block]:
        return gallery_blocks(self.cases)

    def report(self) -> Report:
        return gallery_report(self.cases, today().isoformat())

    def summary(self) -> Mapping[str, object]:
        accuracy = accuracy_of(self.figures_held)
        return {"figures": accuracy.figures, "inside": accuracy.inside, "median_error": accuracy.median}


def _row(case: str, figure: PredictedFigure) -> Data:
    return {
        "case": case,
        "system": figure.system,
        "load": figure.load,
        "times_the_largest_load_fitted": figure.beyond,
        "times_the_most_work_fitted": figure.distance,
        "measure": figure.what.value,
        "predicted": figure.predicted,
        "low": figure.low,
        "high": figure.high,
        "measured": figure.measured,
        "error": figure.error,
        "inside": figure.is_inside,
    }
