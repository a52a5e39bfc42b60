"""How far off the fit is on rows that it had not seen."""

from collections.abc import Iterator, Sequence

from simulator.calibration.calibrate import Calibration
from simulator.calibration.cross_validation import HeldOutError
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.row_names import row_name
from simulator.messages.calibrate.measurements import ROWS_HELD_BACK, held_out_errors, signed_error
from simulator.messages.numbers import theory_number
from simulator.output.blocks import Block, Cell, Column, Table, Text
from simulator.studies.calibrate.measurements.sections.rows import MS, QUANTITIES


def section(calibration: Calibration) -> Iterator[Block]:
    """The rows held back, and the usual errors."""
    yield from _table(calibration)
    yield from (Text(line) for line in held_out_errors(calibration))


def _table(calibration: Calibration) -> Iterator[Block]:
    """The rows that were held back, and what the others foretold of them; nothing where there are none."""
    if not calibration.held_back:
        return
    has_law = any(each.scaling_law is not None for each in calibration.held_back)
    columns = [Column("row"), Column("quantity"), Column("measured", numeric=True), Column("predicted", numeric=True),
               Column("off", numeric=True)]  # fmt: skip
    columns += [Column("scalability law alone", numeric=True)] if has_law else []
    rows = tuple(tuple(_unseen(each, calibration.loaded.points, has_law)) for each in calibration.held_back)
    yield Table(ROWS_HELD_BACK, tuple(columns), rows)


def _unseen(each: HeldOutError, points: Sequence[LoadTestRow], has_law: bool) -> Iterator[Cell]:
    names = {what: name for name, what in QUANTITIES.items()}
    scale = {Metric.MEAN: MS, Metric.CPU: 100.0}.get(each.what, 1.0)
    yield row_name(each.point, points)
    yield names[each.what]
    yield theory_number(scale * each.measured)
    yield theory_number(scale * each.predicted)
    yield signed_error(each)
    if has_law:
        yield "" if each.scaling_law is None else f"{100.0 * (each.scaling_law / each.measured - 1.0):+.1f} %"
