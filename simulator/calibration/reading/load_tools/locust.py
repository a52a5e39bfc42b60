"""Locust: its statistics and its history, as CSV. All times are in milliseconds."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from models.quantities.instants import NoTimeError, parse_instants
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import FileReading, Reader, Source
from simulator.calibration.reading.tool_cells import ALL, percent_headings, row_numbers
from simulator.messages.stages.calibration import formats, recordings

# Older versions write other names.
_STATS = {"requests/s": Metric.RATE, "average response time": Metric.MEAN, "min response time": Metric.LEAST,
          "max response time": Metric.MOST, "average content size": Metric.SIZE, "average size": Metric.SIZE,
          "average (ms)": Metric.MEAN, "min (ms)": Metric.LEAST, "max (ms)": Metric.MOST, "current rps": Metric.RATE,
          "average size (bytes)": Metric.SIZE, "rps": Metric.RATE}  # fmt: skip
_IN_MS = {Metric.MEAN, Metric.LEAST, Metric.MOST}
# It rounds percentiles to two digits, and to whole milliseconds below 100, but not what it has as the greatest.
_ROUNDED = 0.051


def _stats(source: Source) -> FileReading:
    """The line of all requests."""
    cells = source.cells.require_whole()
    whole = [(n, row) for n, row in cells.rows if {cell.lower() for cell in row[:2]} & ALL]
    line, row = whole[-1] if whole else cells.rows[-1]
    values = row_numbers(cells, row)
    measured = {q: values[key] * (1e-3 if q in _IN_MS else 1.0) for key, q in _STATS.items() if key in values}
    requests = values.get("request count", values.get("# requests", values.get("requests")))
    if requests:
        failures = values.get("failure count", values.get("# failures", values.get("# fails", 0.0)))
        measured[Metric.ERRORS] = failures / requests
    if not requests or Metric.RATE not in measured:
        refuse(source.file, *recordings.LOCUST_WITHOUT_REQUESTS, line)
    shares = _rounded(percent_headings(values), measured.get(Metric.MOST))
    return FileReading((LoadTestRow(source.file, line, measured, shares),), notes=(recordings.LOCUST_WITHOUT_USERS,))


def _rounded(shares: Mapping[float, float], most: float | None) -> dict[float, float]:
    """Percentiles, none of them above the maximum for the rounding alone."""
    if most is None:
        return dict(shares)
    return {share: min(value, most) if value <= most * (1.0 + _ROUNDED) else value for share, value in shares.items()}


class _Instant(NamedTuple):
    """A line of a history, and its numbers by their headings."""

    line: int
    at: float
    values: Mapping[str, float]

    @property
    def users(self) -> float:
        return self.values["user count"]

    @property
    def whole(self) -> float | None:
        """Seconds that all requests so far have taken, None where that is not told."""
        count, mean = (self.values.get(key) for key in ("total request count", "total average response time"))
        return None if count is None or mean is None else count * mean / 1e3


# A rate of a history is the mean of the ten seconds before it.
_WINDOW = 10.0
_FEWEST = 3


def _history(source: Source) -> FileReading:
    """A row for each number of users that held: the mean of its instants, without those in whose rate there is still
    what was before. What Locust counts since the start is told by what was added to it."""
    instants = _instants(source)
    steps: list[list[_Instant]] = []
    for each in instants:
        if not steps or steps[-1][0].users != each.users or each.at < steps[-1][-1].at:
            steps.append([])
        steps[-1].append(each)
    windowed = any(
        later.values.get("100%", 0.0) < before.values.get("100%", 0.0)
        for before, later in zip(instants, instants[1:], strict=False)
    )
    points = [point for step in steps if (point := _step(source.file, step, windowed)) is not None]
    lost = [step[0].users for step in steps if _settled(step) is None]
    if not points and not lost:
        refuse(source.file, *recordings.LOCUST_WITHOUT_INSTANTS)
    return FileReading(tuple(points)).noting(recordings.users_did_not_hold(lost))


def _instants(source: Source) -> list[_Instant]:
    cells = source.cells
    name, at = cells.column("Name"), cells.column("Timestamp")
    lines = [(line, row) for line, row in cells.rows if name < 0 or row[name].lower() in ALL]
    try:
        clock = parse_instants([row[at] for _, row in lines]).at if at >= 0 and lines else tuple(range(len(lines)))
    except NoTimeError as error:
        line, row = lines[max(0, error.place)]
        refuse(source.file, error.message, error.remedy, line, "Timestamp", row[at])
    found = [
        _Instant(line, when, row_numbers(cells, row)) for (line, row), when in zip(lines, clock, strict=True)
    ]  # fmt: skip
    return [each for each in found if each.values.get("user count") and "requests/s" in each.values]


def _settled(step: Sequence[_Instant]) -> Sequence[_Instant] | None:
    """The instants of a step in whose rate there is nothing of what was before; None where there are too few."""
    later = [each for each in step if each.at - step[0].at >= _WINDOW]
    apart = step[-1].at - step[0].at
    if len(later) >= _FEWEST and apart >= 2.0 * _WINDOW:
        return later
    # Instants further apart than the window: all but the first.
    pause = apart / (len(step) - 1) if len(step) > 1 else 0.0
    return step[max(1, len(step) // 3) :] if pause >= _WINDOW else None


def _step(file: str, step: Sequence[_Instant], windowed: bool) -> LoadTestRow | None:
    settled = _settled(step)
    rate = fmean(each.values["requests/s"] for each in settled) if settled else 0.0
    if settled is None or not rate > 0.0:
        return None
    first, last = settled[0], settled[-1]
    measured = {Metric.USERS: first.users, Metric.RATE: rate}
    failures = fmean(each.values.get("failures/s", 0.0) for each in settled)
    measured[Metric.ERRORS] = min(1.0, failures / rate)
    added = last.values.get("total request count", 0.0) - first.values.get("total request count", 0.0)
    if added > 0.0 and first.whole is not None and last.whole is not None and last.whole > first.whole:
        measured[Metric.MEAN] = (last.whole - first.whole) / added
    shares = [percent_headings(each.values) for each in settled] if windowed else []
    kept = {share: fmean(each[share] for each in shares) for share in shares[0] if all(share in e for e in shares)} \
        if shares else {}  # fmt: skip
    return LoadTestRow(file, last.line, measured, kept)


READERS = (
    Reader("Locust", "its history (NAME_stats_history.csv)", formats.ROW_EACH_USERS,
           lambda source: source.has_headings("user count", "requests/s"), _history),
    Reader("Locust", "its statistics (NAME_stats.csv)", formats.ROW_WITHOUT_USERS,
           lambda source: source.has_headings("name") and
           bool({"request count", "# requests"} & set(source.headings)), _stats),
)  # fmt: skip
