"""How far off the fit is on rows that it had not seen."""

from collections.abc import Iterator, Sequence

from simulator.calibration.calibrate import Calibrated
from simulator.calibration.held_back import Unseen
from simulator.calibration.point import Gauge, OperatingPoint
from simulator.calibration.row_names import row_name
from simulator.questions.calibrate.measurements.sections.rows import MS, QUANTITIES
from simulator.questions.calibrate.measurements.sentences import unseen_error, unseen_errors
from simulator.report.blocks import Block, Cell, Column, Table, Text
from simulator.report.language.numbers import rough


def section(found: Calibrated) -> Iterator[Block]:
    """The rows held back, and the usual errors."""
    yield from _table(found)
    yield from (Text(line) for line in unseen_errors(found))


def _table(found: Calibrated) -> Iterator[Block]:
    """The rows that were held back, and what the others foretold of them; nothing where there are none."""
    if not found.held_back:
        return
    has_law = any(each.scaling_law is not None for each in found.held_back)
    columns = [Column("row"), Column("quantity"), Column("measured", numeric=True), Column("foretold", numeric=True),
               Column("off", numeric=True)]  # fmt: skip
    columns += [Column("scalability law alone", numeric=True)] if has_law else []
    rows = tuple(tuple(_unseen(each, found.loaded.points, has_law)) for each in found.held_back)
    yield Table("Rows held back, predicted from the rows of less load", tuple(columns), rows)


def _unseen(each: Unseen, points: Sequence[OperatingPoint], has_law: bool) -> Iterator[Cell]:
    names = {what: name for name, what in QUANTITIES.items()}
    scale = {Gauge.MEAN: MS, Gauge.CPU: 100.0}.get(each.what, 1.0)
    yield row_name(each.point, points)
    yield names[each.what]
    yield rough(scale * each.measured)
    yield rough(scale * each.predicted)
    yield unseen_error(each)
    if has_law:
        yield "" if each.scaling_law is None else f"{100.0 * (each.scaling_law / each.measured - 1.0):+.1f} %"
