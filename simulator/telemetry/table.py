"""A table of one's own with a time on each line: requests/s, CPU %, Mbps, and the server where there are several."""

from collections import defaultdict

from models.quantities.instants import NoTimeError, parse_instants
from simulator.calibration.point import Metric
from simulator.calibration.reading.headings import parse_heading
from simulator.calibration.reading.problems import Unreadable, refuse
from simulator.calibration.reading.source import Source
from simulator.calibration.reading.table import cell_number
from simulator.messages.stages import telemetry
from simulator.telemetry.series import GAUGES, WHOLE_FARM, CounterReading, host_series

_TIMES = ("time", "timestamp", "datetime", "date")
_HOSTS = ("server", "host", "instance", "node")


def is_table(source: Source) -> bool:
    """Whether a file has headings, and a column of times that it names."""
    return source.json is None and any(name in source.headings for name in _TIMES)


def is_table_of_counters(source: Source) -> bool:
    """Whether a file is a table, and each of its columns a time, a server or a counter that is known."""
    return is_table(source) and all(each in (*_TIMES, *_HOSTS) or _is_counter(each) for each in source.headings)


def _is_counter(heading: str) -> bool:
    try:
        return parse_heading(heading).quantity in GAUGES
    except Unreadable:
        return False


def read_table(source: Source) -> CounterReading:
    """The counters of a table. Raises ScenarioError for a heading or a cell that cannot be read."""
    cells = source.cells.require_whole()
    times = next(cells.column(name) for name in _TIMES if cells.column(name) >= 0)
    host = next((cells.column(name) for name in _HOSTS if cells.column(name) >= 0), -1)
    columns = {}
    for place, heading in enumerate(cells.headings):
        if place not in (times, host):
            try:
                columns[place] = parse_heading(heading)
            except Unreadable as error:
                refuse(source.file, error.message, error.remedy, 1, path=heading)
    known = {place: each for place, each in columns.items() if each.quantity in GAUGES}
    if not known:
        refuse(source.file, *telemetry.NO_COLUMN, 1)
    rows = [(line, row) for line, row in cells.rows if row[times].strip()]
    clock = _clock([row[times] for _, row in rows], [line for line, _ in rows], source)
    by_host: dict[str, list[int]] = defaultdict(list)
    for number, (_, row) in enumerate(rows):
        by_host[row[host] if host >= 0 else WHOLE_FARM].append(number)
    found: dict[tuple[str, Metric], tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for name, numbers in by_host.items():
        for place, column in known.items():
            if column.quantity is None:
                continue
            times_of, values = found[name, column.quantity]
            for number in numbers:
                line, row = rows[number]
                try:
                    value = cell_number(row[place], cells.mark)
                except Unreadable as error:
                    refuse(source.file, error.message, error.remedy, line, path=cells.headings[place], value=row[place])
                if value is not None:
                    times_of.append(clock[number])
                    values.append(value * column.factor)
    return CounterReading(tuple(
        host_series(source.file, name, gauge, *columns) for (name, gauge), columns in found.items() if columns[0]
    ))  # fmt: skip


def _clock(texts: list[str], lines: list[int], source: Source) -> tuple[float, ...]:
    """The times of all rows; several servers have each of them."""
    each = list(dict.fromkeys(texts))
    try:
        at = dict(zip(each, parse_instants(each, months_first=True).at if each else (), strict=True))
    except NoTimeError as error:
        wrong = each[max(0, error.place)]
        refuse(source.file, error.message, error.remedy, lines[texts.index(wrong)], value=wrong)
    return tuple(at[text] for text in texts)
