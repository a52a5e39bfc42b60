"""The rows as measured and as fitted, as a table and as a picture."""

from collections.abc import Iterator

from simulator.calibration.calibrate import Calibration
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.residual_spread import predicted_quantity
from simulator.calibration.row_names import row_name
from simulator.calibration.server import PredictedRow
from simulator.messages.calibrate import measurements
from simulator.messages.numbers import theory_number
from simulator.output.blocks import Block, Cell, Chart, Column, Table, Text
from simulator.output.pictures import Line, Lines

MS = 1e3
_SHORT = {"requests/s": "rate", "mean ms": "mean", "CPU %": "CPU"}
QUANTITIES = {"requests/s": Metric.RATE, "mean ms": Metric.MEAN, "CPU %": Metric.CPU}


def section(calibration: Calibration) -> Iterator[Block]:
    """The table of the rows, and how their files were read where that is not plain."""
    yield rows_table(calibration)
    yield from (Text(note) for note in calibration.notes)


def rows_table(calibration: Calibration) -> Table:
    """Each row as measured and as fitted."""
    load = "requests/s" if calibration.loaded.kind is LoadKind.OPEN else "users"
    measures = _measures(calibration)
    columns = [Column("row"), Column(load, numeric=True)]
    for name in measures:
        columns += [
            Column(name, numeric=True),
            Column(f"fitted {name}", numeric=True),
            Column(f"{_SHORT[name]} off", "%", numeric=True),
        ]
    rows = []
    for point, said in zip(calibration.loaded.points, calibration.predicted_rows, strict=True):
        cells = []
        for measure in measures:
            cells += _three(point, said, QUANTITIES[measure])
        rows.append((row_name(point, calibration.loaded.points), theory_number(_load(point, calibration)), *cells))
    return Table(measurements.ROWS, tuple(columns), tuple(rows))


def _measures(calibration: Calibration) -> list[str]:
    measured = {
        name for name, what in QUANTITIES.items() if any(point.has(what) for point in calibration.loaded.points)
    }
    if calibration.loaded.kind is LoadKind.OPEN:
        measured -= {"requests/s"}
    return [name for name in QUANTITIES if name in measured]


def _load(point: LoadTestRow, calibration: Calibration) -> float:
    return point[Metric.RATE if calibration.loaded.kind is LoadKind.OPEN else Metric.USERS]


def _three(point: LoadTestRow, predicted_row: PredictedRow, what: Metric) -> list[Cell]:
    fitted, scale = predicted_quantity(predicted_row, what), {Metric.MEAN: MS, Metric.CPU: 100.0}.get(what, 1.0)
    if not point.has(what):
        return ["", theory_number(scale * fitted), ""]
    return [
        theory_number(scale * point[what]),
        theory_number(scale * fitted),
        f"{100.0 * (fitted / point[what] - 1.0):+.1f}",
    ]


def chart(calibration: Calibration) -> Chart | None:
    """Means or rates as measured and as fitted, over the load."""
    what = Metric.MEAN if any(point.has(Metric.MEAN) for point in calibration.loaded.points) else Metric.RATE
    rows = [row for row in zip(calibration.loaded.points, calibration.predicted_rows, strict=True) if row[0].has(what)]
    points = [point for point, _ in rows]
    if len(points) < 2:
        return None
    scale, unit = (MS, "mean response, ms") if what is Metric.MEAN else (1.0, "requests/s")
    x = tuple(_load(point, calibration) for point in points)
    measured = tuple(scale * point[what] for point in points)
    fitted = tuple(scale * predicted_quantity(said, what) for point, said in rows)
    none = (0.0,) * len(points)
    load = "requests/s" if calibration.loaded.kind is LoadKind.OPEN else "users"
    picture = Lines(x, load, (Line("measured", measured, none), Line("fitted", fitted, none)), unit, (), dots=True)
    return Chart("Measured and fitted", picture, measurements.picture_text(unit, load))
