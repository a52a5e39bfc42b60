"""A calibration as blocks: the server, the rows as fitted, the rows held back, what is not known;
and in which order a terminal and a page show them."""

import math
from collections.abc import Iterator, Sequence

from models.quantities.writing import significant
from simulator.calibration.calibrate import Calibrated
from simulator.calibration.content.content import FittedContent
from simulator.calibration.distance import predicted_of
from simulator.calibration.fit import CONFIDENCE, Interval
from simulator.calibration.held_back import Unseen
from simulator.calibration.judged import BYTES, CPU, Driver
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import Gauge, OperatingPoint
from simulator.calibration.reach import foretold
from simulator.calibration.row_names import row_name
from simulator.calibration.server import Parameter, Predicted
from simulator.measure.estimate import Estimate
from simulator.questions.calibrate.measurements.content_sentences import content_sentences, size_of
from simulator.questions.calibrate.measurements.sentences import (
    amount,
    answer,
    digits_of,
    load_kind,
    not_told,
    pattern_sentences,
    reach_sentence,
    refusal,
    spread_sentences,
    unseen_error,
    unseen_errors,
)
from simulator.report.blocks import Block, Cell, Chart, Column, Table, Text
from simulator.report.language.numbers import bare, rough
from simulator.report.pictures import Line, Lines

_MS = 1e3


def parameters_table(found: Calibrated) -> Table:
    """The parameters with their intervals."""
    rows: list[tuple[Cell, ...]] = []
    for each, interval in (*found.fit.intervals.items(), *_content_parameters(found.content)):
        digits = digits_of(interval)
        ends = (amount(each, end, digits) for end in (interval.low, interval.high))
        rows.append((each.value, amount(each, interval.value, digits), *ends))
    columns = (
        Column("parameter"),
        Column("value", numeric=True),
        Column("from", numeric=True),
        Column("to", numeric=True),
    )
    return Table("What was fitted, with 95 % intervals", columns, tuple(rows))


def _content_parameters(content: FittedContent | str | None) -> tuple[tuple[Parameter, Interval], ...]:
    """The parameters that the misses of a cache tell, with their intervals."""
    if not isinstance(content, FittedContent):
        return ()
    skew = () if content.found is None or not content.found.is_free else ((Parameter.SKEW, content.found.skews),)
    return ((Parameter.WORKING_SET, content.working_set), *skew)


def rows_table(found: Calibrated) -> Table:
    """Each row as measured and as fitted."""
    load = "requests/s" if found.loaded.kind is LoadKind.OPEN else "users"
    measures = _measures(found)
    columns = [Column("row"), Column(load, numeric=True)]
    for name in measures:
        columns += [
            Column(name, numeric=True),
            Column(f"fitted {name}", numeric=True),
            Column(f"{_SHORT[name]} off", "%", numeric=True),
        ]
    rows = []
    for point, said in zip(found.loaded.points, found.told, strict=True):
        cells = []
        for measure in measures:
            cells += _three(point, said, _QUANTITIES[measure])
        rows.append((row_name(point, found.loaded.points), rough(_load(point, found)), *cells))
    return Table("The rows as measured and as fitted", tuple(columns), tuple(rows))


_SHORT = {"requests/s": "rate", "mean ms": "mean", "CPU %": "CPU"}
_QUANTITIES = {"requests/s": Gauge.RATE, "mean ms": Gauge.MEAN, "CPU %": Gauge.CPU}


def _measures(found: Calibrated) -> list[str]:
    measured = {name for name, what in _QUANTITIES.items() if any(point.has(what) for point in found.loaded.points)}
    if found.loaded.kind is LoadKind.OPEN:
        measured -= {"requests/s"}
    return [name for name in _QUANTITIES if name in measured]


def _load(point: OperatingPoint, found: Calibrated) -> float:
    return point[Gauge.RATE if found.loaded.kind is LoadKind.OPEN else Gauge.USERS]


def _three(point: OperatingPoint, said: Predicted, what: Gauge) -> list[Cell]:
    fitted, scale = predicted_of(said, what), {Gauge.MEAN: _MS, Gauge.CPU: 100.0}.get(what, 1.0)
    if not point.has(what):
        return ["", rough(scale * fitted), ""]
    return [rough(scale * point[what]), rough(scale * fitted), f"{100.0 * (fitted / point[what] - 1.0):+.1f}"]


def held_back_table(found: Calibrated) -> Iterator[Block]:
    """The rows that were held back, and what the others foretold of them."""
    if not found.held_back:
        return
    has_law = any(each.scaling_law is not None for each in found.held_back)
    columns = [Column("row"), Column("quantity"), Column("measured", numeric=True), Column("foretold", numeric=True),
               Column("off", numeric=True)]  # fmt: skip
    columns += [Column("scalability law alone", numeric=True)] if has_law else []
    rows = tuple(tuple(_unseen(each, found.loaded.points, has_law)) for each in found.held_back)
    yield Table("Rows held back, predicted from the rows of less load", tuple(columns), rows)


def _unseen(each: Unseen, points: Sequence[OperatingPoint], has_law: bool) -> Iterator[Cell]:
    names = {what: name for name, what in _QUANTITIES.items()}
    scale = {Gauge.MEAN: _MS, Gauge.CPU: 100.0}.get(each.what, 1.0)
    yield row_name(each.point, points)
    yield names[each.what]
    yield rough(scale * each.measured)
    yield rough(scale * each.predicted)
    yield unseen_error(each)
    if has_law:
        yield "" if each.scaling_law is None else f"{100.0 * (each.scaling_law / each.measured - 1.0):+.1f} %"


def misses_table(found: Calibrated) -> Iterator[Block]:
    """The misses of a cache, where rows tell of them."""
    content = found.content
    if not isinstance(content, FittedContent) or not content.rows:
        return
    columns = (
        Column("row"), Column("cache", numeric=True), Column("misses", "%", numeric=True),
        Column("fitted", "%", numeric=True), Column("from the other rows", "%", numeric=True),
        Column("off", "%", numeric=True),
    )  # fmt: skip
    rows = []
    for row in content.rows:
        point = found.loaded.points[row.point]
        error = "" if row.error is None else f"{100.0 * row.error:+.1f}"
        unseen = "" if row.unseen is None else _share(row.unseen)
        told = (size_of(row.cache), _share(row.measured), _share(row.fitted), unseen, error)
        rows.append((row_name(point, found.loaded.points), *told))
    yield Table("Misses of the cache as measured and as fitted", columns, tuple(rows))


def _share(value: float) -> str:
    return f"{100.0 * value:.3g}"


def drivers_tables(found: Calibrated) -> Iterator[Block]:
    """For each counter, which candidate explains it."""
    columns = (Column("counter"), Column("explained by"), Column("error on rows left out", "%", numeric=True),
               Column("for each", numeric=True), Column("without any", numeric=True))  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for counter in found.driven:
        for driver in counter.drivers:
            rows.append((counter.counter, *_driver(driver, counter.counter)))
    if rows:
        yield Table("What drives the counters, the best first", columns, tuple(rows))


# Units that read better than those of the data, and how much of these they are.
_READ_IN, _FOR_EACH = {CPU: (100.0, "%")}, {BYTES: (1e6, "MB/s")}


def _driver(driver: Driver, counter: str) -> tuple[Cell, ...]:
    """A candidate, its error, and what a counter has for one of it and without any, with their units: the CPU in %, and
    bytes by the million."""
    scale, unit = _READ_IN.get(counter, (1.0, counter))
    size, of = _FOR_EACH.get(driver.name, (1.0, driver.name))
    each, idle = (significant(scale * value, 3) for value in (size * driver.each, driver.idle))
    return of, f"{100.0 * driver.error:.1f}", f"{each} {unit} per {of}", f"{idle} {unit}"


def foretold_blocks(found: Calibrated, loads: Sequence[float]) -> Iterator[Block]:
    """Predictions at loads, within reach; beyond it why there is none."""
    by = Gauge.RATE if found.loaded.kind is LoadKind.OPEN else Gauge.USERS
    top, rows = found.loaded.points[-1], []
    for load in loads:
        if load > found.reach.load * (1.0 + 1e-9):
            yield Text(refusal(found, load), tone="bad")
            continue
        ahead = foretold(found.fit, top.given(by, load), found.spread, found.off)
        rows.append((rough(load), _within(ahead.said.rate, ahead.rate, 1.0), _within(ahead.said.mean, ahead.mean, _MS),
                     _within(ahead.said.cpu, ahead.cpu, 100.0)))  # fmt: skip
    if rows:
        unit = "requests/s offered" if found.loaded.kind is LoadKind.OPEN else "users"
        columns = (Column(unit, numeric=True), Column("requests/s", numeric=True), Column("mean ms", numeric=True),
                   Column("CPU %", numeric=True))  # fmt: skip
        yield Table("Predicted", columns, tuple(rows))


def _within(value: float, share: float, scale: float) -> str:
    if not (math.isfinite(share) and share > 0.0):
        return rough(scale * value)
    return bare(Estimate(scale * value, scale * value * share, CONFIDENCE, 0, ""))


def chart(found: Calibrated) -> Chart | None:
    """Means or rates as measured and as fitted, over the load."""
    what = Gauge.MEAN if any(point.has(Gauge.MEAN) for point in found.loaded.points) else Gauge.RATE
    rows = [row for row in zip(found.loaded.points, found.told, strict=True) if row[0].has(what)]
    points = [point for point, _ in rows]
    if len(points) < 2:
        return None
    scale, unit = (_MS, "mean response, ms") if what is Gauge.MEAN else (1.0, "requests/s")
    x = tuple(_load(point, found) for point in points)
    measured = tuple(scale * point[what] for point in points)
    fitted = tuple(scale * predicted_of(said, what) for point, said in rows)
    none = (0.0,) * len(points)
    load = "requests/s" if found.loaded.kind is LoadKind.OPEN else "users"
    picture = Lines(x, load, (Line("measured", measured, none), Line("fitted", fitted, none)), unit, (), dots=True)
    return Chart("Measured and fitted", picture, f"{unit} over {load}, as measured and as fitted.")


def calibrated_page(found: Calibrated) -> list[Block]:
    """The same with a picture of the fit, for a page."""
    drawn = chart(found)
    return [*calibrated_blocks(found), *([drawn] if drawn is not None else [])]


def calibrated_blocks(found: Calibrated, loads: Sequence[float] = ()) -> list[Block]:
    """The answer, what was fitted, its error, and what the rows cannot tell."""
    return [
        Text(answer(found), lead=True),
        Text(load_kind(found)),
        parameters_table(found),
        rows_table(found),
        *held_back_table(found),
        *(Text(line) for line in unseen_errors(found)),
        *(Text(line) for line in spread_sentences(found)),
        *(Text(line) for line in pattern_sentences(found)),
        *(Text(line) for line in not_told(found)),
        *(Text(line) for line in content_sentences(found)),
        *misses_table(found),
        *drivers_tables(found),
        Text(reach_sentence(found)),
        *foretold_blocks(found, loads),
    ]
