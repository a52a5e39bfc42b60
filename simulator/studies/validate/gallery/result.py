"""The gallery as typed figures: what `validate gallery --json` writes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from simulator.cli.today import today
from simulator.output.blocks import Block, Report
from simulator.output.figure import Data
from simulator.studies.result import RowsResult
from simulator.studies.validate.gallery.accuracy import accuracy_of
from simulator.studies.validate.gallery.document import gallery_blocks, gallery_report, third_of
from simulator.studies.validate.gallery.prediction import CasePredictions, PredictedFigure

# The share of what was measured that 90 % intervals are to hold.
FEWEST, MOST = 0.80, 0.97


@dataclass(frozen=True, repr=False, eq=False)
class GalleryResult(RowsResult):
    """Measured systems, each fitted on some rows and held against the others."""

    cases: tuple[CasePredictions, ...]

    @property
    def met(self) -> bool:
        """Whether the 90 % intervals hold 80 to 97 % of what was measured, beyond the rows of least load, and where a
        third of the rows was fitted."""
        held = [self.figures_held, *([self.third_held] if self.third_held else [])]
        return all(FEWEST <= accuracy_of(each).inside <= MOST for each in held)

    @property
    def figures_held(self) -> tuple[PredictedFigure, ...]:
        """What was predicted, of all cases."""
        return tuple(figure for case in self.cases for figure in case.figures)

    @property
    def third_held(self) -> tuple[PredictedFigure, ...]:
        """What was predicted from a third of the rows, of all cases."""
        return tuple(third_of(self.cases))

    def to_rows(self) -> list[Data]:
        rows: list[Data] = []
        for case in self.cases:
            rows += _rows(case.case.name, "least load", case.figures, case.unanswered)
            rows += _rows(case.case.name, "a third", case.third, case.third_unanswered)
        return rows

    def blocks(self) -> list[Block]:
        return gallery_blocks(self.cases)

    def report(self) -> Report:
        return gallery_report(self.cases, today().isoformat())

    def summary(self) -> Mapping[str, object]:
        accuracy = accuracy_of(self.third_held or self.figures_held)
        return {"figures": accuracy.figures, "inside": accuracy.inside, "median_error": accuracy.median}


def _rows(case: str, fitted: str, figures: Sequence[PredictedFigure], unanswered: Mapping[str, str]) -> Iterator[Data]:
    """A row for each figure, and for each system that has none."""
    for each in figures:
        yield _row(case, fitted, each)
    for name, why in unanswered.items():
        yield {"case": case, "fitted": fitted, "system": name, "reason": why}


def _row(case: str, fitted: str, figure: PredictedFigure) -> Data:
    return {
        "case": case,
        "fitted": fitted,
        "system": figure.system,
        "load": figure.load,
        "times_the_largest_load_fitted": figure.beyond,
        "times_the_most_work_fitted": figure.distance,
        "measure": figure.measure,
        "predicted": figure.predicted,
        "low": figure.low,
        "high": figure.high,
        "measured": figure.measured,
        "error": figure.error,
        "inside": figure.is_inside,
    }
