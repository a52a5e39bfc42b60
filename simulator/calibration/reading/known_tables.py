"""Tables that tools write: Locust, JMeter (its log of requests and its aggregate report), performance counters of
Windows."""

import math
from collections import defaultdict
from datetime import datetime

from simulator.calibration.point import Gauge, OperatingPoint, OverTime, share_of
from simulator.calibration.reading.problems import Unreadable, refuse
from simulator.calibration.reading.table import CellTable, number_of
from simulator.calibration.reading.tool_outputs import recorded

# The line that stands for all requests together.
_ALL = {"aggregated", "total"}
SHARES = (0.5, 0.9, 0.95, 0.99)
_LOCUST = {"requests/s": Gauge.RATE, "average response time": Gauge.MEAN, "min response time": Gauge.LEAST,
           "max response time": Gauge.MOST, "average content size": Gauge.SIZE,
           "total average response time": Gauge.MEAN, "user count": Gauge.USERS}  # fmt: skip
_IN_MS = {Gauge.MEAN, Gauge.LEAST, Gauge.MOST}
_AGGREGATE = {"average": Gauge.MEAN, "min": Gauge.LEAST, "max": Gauge.MOST, "throughput": Gauge.RATE,
              "error %": Gauge.ERRORS, "received kb/sec": Gauge.BYTES}  # fmt: skip
_FACTORS = {Gauge.ERRORS: 0.01, Gauge.BYTES: 1024.0} | dict.fromkeys(_IN_MS, 1e-3)
# Counters of Windows by how their path ends.
_COUNTERS = {
    r"processor(_total)\% processor time": (Gauge.CPU, 0.01),
    r"processor information(_total)\% processor time": (Gauge.CPU, 0.01),
    r"total method requests/sec": (Gauge.RATE, 1.0), r"\requests/sec": (Gauge.RATE, 1.0),
    r"current connections": (Gauge.CONNECTIONS, 1.0), r"bytes sent/sec": (Gauge.BYTES, 1.0),
    r"connection attempts/sec": (Gauge.CONNECTING, 1.0),
    r"physicaldisk(_total)\disk reads/sec": (Gauge.READS, 1.0),
    r"physicaldisk(_total)\disk read bytes/sec": (Gauge.READ_BYTES, 1.0),
    r"\web service cache\file cache hits %": (Gauge.HITS, 0.01),
}  # fmt: skip


def of_windows(cells: CellTable) -> bool:
    """Whether a table is one of performance counters."""
    return cells.headings[0].strip('"').upper().startswith("(PDH-CSV")


def _values(cells: CellTable, line: int, row: tuple[str, ...]) -> dict[str, float]:
    """The numbers of a row by heading, in small letters; what is none is left out."""
    found = {}
    for name, cell in zip(cells.headings, row, strict=True):
        try:
            value = number_of(cell.removesuffix("%"), cells.comma)
        except Unreadable:
            continue
        if value is not None:
            found[name.strip().lower()] = value
    return found


def _percent_headings(values: dict[str, float], suffix: str) -> dict[float, float]:
    """The columns "50%", "99.9%" or "95% Line", all in milliseconds."""
    found = {}
    for column, value in values.items():
        share = column.removesuffix(suffix).removesuffix("%")
        if column.endswith(f"%{suffix}") and share.replace(".", "", 1).isdigit() and 0.0 < float(share) < 100.0:
            found[share_of(share)] = value / 1e3
    return found


def locust(cells: CellTable) -> tuple[OperatingPoint, ...]:
    """The last line of a stats file, which has all requests; it does not say how many users there were."""
    line, row = cells.rows[-1]
    values = _values(cells, line, row)
    measured = {q: values[key] * (1e-3 if q in _IN_MS else 1.0) for key, q in _LOCUST.items() if key in values}
    if values.get("request count"):
        measured[Gauge.ERRORS] = values.get("failure count", 0.0) / values["request count"]
    return (OperatingPoint(cells.file, line, measured, _percent_headings(values, "")),)


def history_of_locust(cells: CellTable) -> tuple[OperatingPoint, ...]:
    """A history: for each number of users the mean of its instants, without the first of them, in which users come.

    Its average response times are those since the start, so that they say nothing of one step of several.
    """
    steps: dict[float, list[tuple[int, dict[str, float]]]] = defaultdict(list)
    name = cells.column("Name")
    for line, row in cells.rows:
        values = _values(cells, line, row)
        if (name < 0 or row[name].lower() in _ALL) and values.get("user count") and "requests/s" in values:
            steps[values["user count"]].append((line, values))
    points = []
    for users, instants in steps.items():
        settled = instants[len(instants) // 3 :]
        line, last = settled[-1]
        mean = _mean([each["requests/s"] for _, each in settled])
        measured = {Gauge.USERS: users, Gauge.RATE: mean}
        if mean > 0.0:
            measured[Gauge.ERRORS] = min(1.0, _mean([each.get("failures/s", 0.0) for _, each in settled]) / mean)
        if len(steps) == 1 and "total average response time" in last:
            measured[Gauge.MEAN] = last["total average response time"] / 1e3
        shares = [_percent_headings(each, "") for _, each in settled]
        percentiles = {
            share: _mean([each[share] for each in shares]) for share in shares[0] if all(share in e for e in shares)
        }
        points.append(OperatingPoint(cells.file, line, measured, percentiles))
    if not points:
        refuse(cells.file, "no instant with users in this history", "save the history of a test that ran")
    return tuple(points)


def aggregate_of_jmeter(cells: CellTable) -> tuple[OperatingPoint, ...]:
    """The line TOTAL of an aggregate report, or its only one."""
    line, row = next(((n, r) for n, r in cells.rows if r[0].lower() in _ALL), cells.rows[-1])
    values = _values(cells, line, row)
    throughput = cells.column("Throughput")
    measured = {q: values[key] * _FACTORS.get(q, 1.0) for key, q in _AGGREGATE.items() if key in values}
    if throughput >= 0 and Gauge.RATE not in measured:
        number, _, each = row[throughput].partition("/")
        measured[Gauge.RATE] = float(number) / {"sec": 1.0, "min": 60.0, "hour": 3600.0}[each.strip()]
    percentiles = _percent_headings(values, " line")
    if "median" in values:
        percentiles[0.5] = values["median"] / 1e3
    return (OperatingPoint(cells.file, line, measured, percentiles),)


def log_of_jmeter(cells: CellTable) -> tuple[OperatingPoint, ...]:
    """All requests of a log, as one point for each number of threads that held for a while."""
    at, elapsed, threads = (cells.column(each) for each in ("timeStamp", "elapsed", "allThreads"))
    success, size = cells.column("success"), cells.column("bytes")
    steps: dict[float, list[tuple[float, float, bool, float]]] = defaultdict(list)
    for line, row in cells.rows:
        values = _values(cells, line, row)
        if "timestamp" not in values or "elapsed" not in values:
            refuse(cells.file, "a request without a time", "leave out lines that are no requests", line)
        failed = success >= 0 and row[success].lower() == "false"
        of = values.get("allthreads", 0.0) if threads >= 0 else 0.0
        steps[of].append((float(row[at]) / 1e3, float(row[elapsed]) / 1e3, failed, values.get("bytes", 0.0)))
    most = max(len(requests) for requests in steps.values())
    # While threads start there are a few requests at each number of them.
    kept = {users: requests for users, requests in steps.items() if len(requests) >= max(10, most // 20)}
    if not kept:
        refuse(cells.file, "fewer than 10 requests", "save a longer test")
    return tuple(_requests(cells.file, users, kept[users], size >= 0) for users in sorted(kept))


def _requests(file: str, users: float, requests: list[tuple[float, float, bool, float]], sized: bool) -> OperatingPoint:
    begun, ended = min(at for at, *_ in requests), max(at + took for at, took, *_ in requests)
    times = sorted(took for _, took, *_ in requests)
    count = len(requests)
    measured = {
        Gauge.RATE: count / max(1e-3, ended - begun),
        Gauge.MEAN: _mean(times),
        Gauge.LEAST: times[0],
        Gauge.MOST: times[-1],
        Gauge.ERRORS: sum(failed for *_, failed, _ in requests) / count,
    }
    if users:
        measured[Gauge.USERS] = users
    if sized:
        measured[Gauge.SIZE] = _mean([each for *_, each in requests])
    # A percentile needs ten requests beyond it.
    percentiles = {s: times[min(count - 1, math.ceil(s * count) - 1)] for s in SHARES if count * (1.0 - s) >= 9.99}
    return OperatingPoint(file, 0, measured, percentiles)


def performance_counters(cells: CellTable) -> OverTime:
    """Instants of typeperf or perfmon. Counters of several instances, such as network cards, are added up."""
    columns = [_counter(name) for name in cells.headings[1:]]
    if not any(columns):
        refuse(cells.file, "none of its counters is known", r"record \Processor(_Total)\% Processor Time at least", 1)
    clock, points = [], []
    for line, row in cells.rows:
        measured: dict[Gauge, float] = {}
        for column, cell in zip(columns, row[1:], strict=True):
            # The first instant of a rate has no value.
            if column and cell.strip():
                quantity, factor = column
                measured[quantity] = measured.get(quantity, 0.0) + float(cell) * factor
        if measured:
            clock.append(datetime.strptime(row[0], "%m/%d/%Y %H:%M:%S.%f").timestamp())
            points.append(OperatingPoint(cells.file, line, measured))
    if len(points) < 2:
        refuse(cells.file, "fewer than 2 instants", "record a longer time")
    return recorded(cells.file, clock, points)


def _counter(path: str) -> tuple[Gauge, float] | None:
    lowered = path.lower()
    return next((found for end, found in _COUNTERS.items() if lowered.endswith(end)), None)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
