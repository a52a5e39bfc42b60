"""A table of one's own with a time on each line: requests/s, CPU %, Mbps, and the server where there are several."""

from collections import defaultdict

from models.quantities.instants import NoTimeError, parse_instants
from simulator.calibration.point import Metric
from simulator.calibration.reading.headings import parse_heading
from simulator.calibration.reading.problems import Unreadable, refuse
from simulator.calibration.reading.source import Source
from simulator.calibration.reading.table import cell_number
from simulator.messages.stages import telemetry as said
from simulator.telemetry.series import GAUGES, WHOLE_FARM, CounterReading, host_series

_TIMES = ("time", "timestamp", "datetime", "date")
_HOSTS = ("server", "host", "instance", "node")


def is_table(source: Source) -> bool:
    """Whether a file has headings, and a column of times that it names."""
    return source.json is None and any(name in source.headings for name in _TIMES)


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
        refuse(source.file, *said.NO_COLUMN, 1)
    rows = [(line, row) for line, row in cells.rows if row[times].strip()]
    clock = _clock([row[times] for _, row in rows], [line for line, _ in rows], source)
    found: dict[tuple[str, Metric], list[tuple[float, float]]] = defaultdict(list)
    for at, (line, row) in zip(clock, rows, strict=True):
        for place, column in known.items():
            try:
                value = cell_number(row[place], cells.mark)
            except Unreadable as error:
                refuse(source.file, error.message, error.remedy, line, path=cells.headings[place], value=row[place])
            if value is not None and column.quantity is not None:
                found[row[host] if host >= 0 else WHOLE_FARM, column.quantity].append((at, value * column.factor))
    return CounterReading(tuple(
        host_series(source.file, name, gauge, [at for at, _ in rows], [value for _, value in rows])
        for (name, gauge), rows in found.items()
    ))  # fmt: skip


def _clock(texts: list[str], lines: list[int], source: Source) -> tuple[float, ...]:
    try:
        return parse_instants(texts, months_first=True).at if texts else ()
    except NoTimeError as error:
        place = max(0, error.place)
        refuse(source.file, error.message, error.remedy, lines[place] if lines else 0, value=texts[place])
