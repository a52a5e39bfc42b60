"""Files -> operating points: what each file is, is told by what is in it.

Rows of one's own have units in their headings; counters over time, from several files, are laid side by side.
"""

import json
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from models.errors import Problem, ScenarioError
from models.reading.read_file import no_name
from models.visible import shortened
from simulator.calibration.point import Gauge, OperatingPoint, OverTime
from simulator.calibration.reading.headings import ColumnHeading, heading
from simulator.calibration.reading.known_tables import (
    aggregate_of_jmeter,
    history_of_locust,
    locust,
    log_of_jmeter,
    of_windows,
    performance_counters,
)
from simulator.calibration.reading.problems import Unreadable, refuse
from simulator.calibration.reading.table import CellTable, cells_of, number_of
from simulator.calibration.reading.tool_outputs import (
    OF_APACHE_BENCH,
    OF_SAR,
    OF_WRK,
    of_apache_bench,
    of_json,
    of_sar,
    of_wrk,
)

# What a file says: a point for each load, or a record over time.
Found = tuple[OperatingPoint, ...] | OverTime
# Reads a text that is called so in messages; its values may have a name of their own.
ReadText = Callable[[str, str, ColumnHeading | None], Found]
ReadTable = Callable[[CellTable], Found]
# Reads what a load tool wrote into a file that a row names.
ReadOutput = Callable[[str], OperatingPoint]
_DAY = 86_400.0
# As many points at most come of a record: more say the same again, and cost time.
MOST_POINTS = 60
LARGEST_FILE = 256 * 1024 * 1024
KNOWN = (
    "a table with units in its headings, or what k6, Locust, wrk, oha, JMeter, ab, sar, typeperf or Prometheus wrote"
)


def read_points(files: Sequence[str]) -> tuple[OperatingPoint, ...]:
    """The operating points of some files, in their order; those of counters over time are laid side by side. A file may
    be named with what its values are, "CPU %=cpu.json". Raises ScenarioError with all that is wrong."""
    points: list[OperatingPoint] = []
    over_time: list[OverTime] = []
    problems: list[Problem] = []
    for named in files:
        try:
            found = _read(named)
        except ScenarioError as error:
            problems += error.problems
            continue
        if isinstance(found, OverTime):
            over_time.append(found)
        else:
            points += found
    if problems:
        raise ScenarioError(tuple(problems))
    return (*points, *(side_by_side(over_time) if over_time else ()))


def _read(named: str) -> Found:
    before, equals, behind = named.partition("=")
    if not equals or Path(named).exists():
        return _content(named, named, None)
    try:
        return _content(behind, behind, heading(before))
    except Unreadable as error:
        refuse(behind, error.message, error.remedy, path=before)


def _content(path: str, shown: str, named: ColumnHeading | None) -> Found:
    text = _text(path, shown)
    for is_of, read in TEXTS:
        if is_of(text):
            return read(text, shown, named)
    cells = cells_of(text, shown)
    known = next((read for is_of, read in TABLES if is_of(cells)), None)
    try:
        return known(cells) if known else rows_of(cells, lambda name: _output(Path(path).parent, name))
    except (KeyError, ValueError) as error:
        refuse(shown, f"this table is not as its tool writes it ({shortened(str(error))})", f"known is {KNOWN}")


def _is_json(text: str) -> bool:
    return text.lstrip().startswith(("{", "["))


def _json(text: str, shown: str, named: ColumnHeading | None) -> Found:
    try:
        found = of_json(json.loads(text), shown, named)
    except json.JSONDecodeError as error:
        refuse(shown, f"not JSON to its end: {error.msg}", "save the file again", error.lineno)
    except (KeyError, TypeError, ValueError, AttributeError):
        refuse(shown, "this JSON is not as its tool writes it", "save it again, and change nothing in it")
    return found if isinstance(found, OverTime) else (found,)


def _having(*names: str) -> Callable[[CellTable], bool]:
    """Whether a table has columns of these names."""
    return lambda cells: all(cells.column(name) >= 0 for name in names)


# What load tools and recorders write: a text that is asked in this order, with what reads it; whatever is none of them
# is a table, and a table that is none of these one's own.
TEXTS: tuple[tuple[Callable[[str], object], ReadText], ...] = (
    (_is_json, _json),
    (OF_WRK.search, lambda text, shown, _: (of_wrk(text, shown),)),
    (OF_APACHE_BENCH.search, lambda text, shown, _: (of_apache_bench(text, shown),)),
    (OF_SAR.search, lambda text, shown, _: of_sar(text, shown)),
)
TABLES: tuple[tuple[Callable[[CellTable], bool], ReadTable], ...] = (
    (of_windows, performance_counters),
    (_having("timeStamp", "elapsed"), log_of_jmeter),
    (_having("# Samples"), aggregate_of_jmeter),
    (_having("User Count", "Requests/s"), history_of_locust),
    (_having("Request Count"), locust),
)


def _output(folder: Path, name: str) -> OperatingPoint:
    """What a load tool wrote into a file that a row names, beside the table."""
    found = _content(str(folder / name), str(folder / name), None)
    if isinstance(found, OverTime) or len(found) != 1:
        refuse(str(folder / name), "a row stands for one load, and this file has several", "name the file of one load")
    return found[0]


def _text(path: str, shown: str) -> str:
    if reason := no_name(path):
        refuse(shortened(shown), f"this file cannot be read ({reason})", "check the path")
    try:
        if Path(path).stat().st_size > LARGEST_FILE:
            refuse(shown, "this file is larger than 256 MiB", "for access logs there is `calibrate log`")
        content = Path(path).read_bytes()
    except FileNotFoundError:
        refuse(shown, "there is no such file", "check the path")
    except (OSError, ValueError) as error:
        refuse(shown, f"this file cannot be read ({getattr(error, 'strerror', None) or error})", "check the path")
    return _decoded(content, shown)


def _decoded(content: bytes, shown: str) -> str:
    # typeperf writes UTF-16 where it is sent to a file by PowerShell.
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        refuse(shown, "this is no text", f"known is {KNOWN}")
    if not text.strip() or "\0" in text:
        refuse(shown, "this file is empty" if not text.strip() else "this is no text", f"known is {KNOWN}")
    return text


def side_by_side(found: Sequence[OverTime]) -> tuple[OperatingPoint, ...]:
    """A point for each stretch in which all of some records have values: their means in it.

    Records without a date are of the day of the others. Raises ScenarioError where they never overlap.
    """
    dated = any(each.clock[0] >= 2.0 * _DAY for each in found)
    of_day = any(each.clock[0] < 2.0 * _DAY for each in found)
    clocks = [[at % _DAY for at in each.clock] if dated and of_day else list(each.clock) for each in found]
    first, last = max(min(clock) for clock in clocks), min(max(clock) for clock in clocks)
    step = max(each.step for each in found)
    if not last > first:
        told = "this record and the others have no time in common"
        refuse(found[-1].file, told, "record the same time, and clocks that agree (UTC where there is a date)")
    step = max(step, (last - first) / MOST_POINTS)
    stretches: dict[int, list[list[OperatingPoint]]] = defaultdict(lambda: [[] for _ in found])
    for number, (each, clock) in enumerate(zip(found, clocks, strict=True)):
        for at, point in zip(clock, each.points, strict=True):
            if first <= at <= last:
                stretches[math.floor((at - first) / step + 1e-9)][number].append(point)
    return tuple(_together(each) for _, each in sorted(stretches.items()) if all(each))


def _together(records: Sequence[Sequence[OperatingPoint]]) -> OperatingPoint:
    """The means of what several records say of one stretch."""
    points = [point for record in records for point in record]
    measured: dict[Gauge, list[float]] = defaultdict(list)
    shares: dict[float, list[float]] = defaultdict(list)
    counters: dict[str, list[float]] = defaultdict(list)
    for point in points:
        for quantity, value in point.measured.items():
            measured[quantity].append(value)
        for share, value in point.percentiles.items():
            shares[share].append(value)
        for name, value in point.counters.items():
            counters[name].append(value)
    cores = next((point.cores for point in points if point.cores is not None), None)
    mean = {quantity: sum(values) / len(values) for quantity, values in measured.items()}
    return OperatingPoint(
        points[0].file, points[0].line, mean, {s: sum(v) / len(v) for s, v in shares.items()},
        {name: sum(v) / len(v) for name, v in counters.items()}, cores,
    )  # fmt: skip


def rows_of(cells: CellTable, output: ReadOutput) -> tuple[OperatingPoint, ...]:
    """The points of a table, in its order. A column `file` names what a load tool wrote in each row: what that says
    holds where the row says nothing. Raises ScenarioError with every heading and cell that is wrong."""
    problems: list[Problem] = []
    columns = _columns(cells, problems)
    points = [_point(cells, line, row, columns, output, problems) for line, row in cells.rows]
    if problems:
        raise ScenarioError(tuple(problems))
    return tuple(points)


def _columns(cells: CellTable, problems: list[Problem]) -> list[ColumnHeading]:
    columns: list[ColumnHeading] = []
    for text in cells.headings:
        try:
            columns.append(heading(text))
        except Unreadable as error:
            columns.append(ColumnHeading(None))
            problems.append(Problem(cells.file, 1, shortened(text), "", error.message, error.remedy))
    for place, each in enumerate(columns):
        same = [n for n in range(place) if columns[n][0] == each[0] and columns[n].share == each.share]
        if same and (each.quantity is not None or each.share is not None):
            told = f'"{shortened(cells.headings[same[0]])}" is the same quantity, so that units are mixed'
            problems.append(Problem(cells.file, 1, shortened(cells.headings[place]), "", told, "leave one of them out"))
    return columns


def _point(
    cells: CellTable,
    line: int,
    row: tuple[str, ...],
    columns: list[ColumnHeading],
    output: ReadOutput,
    problems: list[Problem],
) -> OperatingPoint:
    measured: dict[Gauge, float] = {}
    percentiles: dict[float, float] = {}
    counters: dict[str, float] = {}
    below = None
    for column, cell, text in zip(columns, row, cells.headings, strict=True):
        if column.is_file and cell:
            below = output(cell)
        if column.quantity is None and column.share is None and not column.counter:
            continue
        try:
            value = number_of(cell, cells.comma)
        except Unreadable as error:
            place = (cells.file, line, shortened(text), shortened(cell))
            problems.append(Problem(*place, error.message, error.remedy))
            continue
        if value is None:
            continue
        if column.quantity is not None:
            measured[column.quantity] = value * column.factor
        elif column.share is not None:
            percentiles[column.share] = value * column.factor
        else:
            counters[column.counter] = value * column.factor
    if below is not None:
        measured = {**below.measured, **measured}
        percentiles = {**below.percentiles, **percentiles}
    return OperatingPoint(cells.file, line, measured, percentiles, counters)
