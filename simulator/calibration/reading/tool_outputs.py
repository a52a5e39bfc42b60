"""What tools write as JSON (the summary of k6, the output of oha, a range query of Prometheus) and as text (wrk, wrk2,
Apache Bench, `sar`) -> operating points.

wrk and Apache Bench are closed: each connection sends its next request when the answer is there. wrk2 keeps a rate,
whatever the server does, and counts waiting from when a request was due; its load is open. `sar` tells the CPU of all
cores, bytes that the network cards send, and reads from disks.
"""

import re
from collections.abc import Mapping
from typing import Any

from simulator.calibration.point import Gauge, OperatingPoint, OverTime, share_of
from simulator.calibration.reading.headings import ColumnHeading
from simulator.calibration.reading.problems import refuse

_K6_TIMES = {"avg": Gauge.MEAN, "min": Gauge.LEAST, "max": Gauge.MOST}


def of_json(found: Any, file: str, named: ColumnHeading | None) -> OperatingPoint | OverTime:
    """What a JSON file says; `named` is what the command line calls the values of a query. Raises ScenarioError for
    JSON of another kind."""
    if isinstance(found, dict) and isinstance(found.get("metrics"), dict):
        return _of_k6(found["metrics"], file)
    if isinstance(found, dict) and isinstance(found.get("summary"), dict):
        return _of_oha(found, file)
    if isinstance(found, dict) and isinstance(found.get("data"), dict):
        return _of_prometheus(found["data"], file, named)
    known = "known are a k6 summary, the JSON of oha and a Prometheus range query"
    return refuse(file, "this JSON is of no known kind", known)


def _of_k6(metrics: Mapping[str, Any], file: str) -> OperatingPoint:
    """Of `--summary-export`, where figures stand in the metric, or of `handleSummary`, where they stand in `values`.

    All times are in milliseconds.
    """

    def of(metric: str) -> Mapping[str, Any]:
        each = metrics.get(metric) or {}
        values: Mapping[str, Any] = each.get("values", each)
        return values

    requests, duration = of("http_reqs"), of("http_req_duration")
    if not requests.get("rate"):
        refuse(file, "this k6 summary has no http_reqs", "calibrate needs a test over HTTP")
    rate = float(requests["rate"])
    measured = {Gauge.RATE: rate}
    measured |= {what: float(duration[key]) / 1e3 for key, what in _K6_TIMES.items() if key in duration}
    users = of("vus_max").get("max", of("vus_max").get("value", of("vus").get("max")))
    iterations = of("iterations").get("rate")
    whole = of("iteration_duration").get("avg")
    # Virtual users that wait to be given an iteration are no load: those of an open test are counted here and busy
    # hardly ever. A closed test has all of them in an iteration.
    if users and iterations and whole and abs(float(iterations) * float(whole) / 1e3 / float(users) - 1.0) < 0.1:
        measured[Gauge.USERS] = float(iterations) * float(whole) / 1e3
    failed = of("http_req_failed")
    if "rate" in failed or "value" in failed:
        measured[Gauge.ERRORS] = float(failed.get("rate", failed.get("value")))
    received = of("data_received").get("rate")
    if received:
        measured[Gauge.BYTES] = float(received)
    percentiles = {
        share_of(figure[2:-1]): float(value) / 1e3
        for figure, value in duration.items()
        if figure.startswith("p(") and figure.endswith(")")
    }
    if "med" in duration:
        percentiles[0.5] = float(duration["med"]) / 1e3
    return OperatingPoint(file, 0, measured, percentiles)


def _of_oha(found: Mapping[str, Any], file: str) -> OperatingPoint:
    """Its times are in seconds. It does not write how many connections it had: a row of one's own says that."""
    summary = found["summary"]
    if not summary.get("requestsPerSec"):
        refuse(file, "this JSON of oha has no summary.requestsPerSec", "write it with `oha --output-format json`")
    measured = {Gauge.RATE: float(summary["requestsPerSec"])}
    keys = {"average": Gauge.MEAN, "fastest": Gauge.LEAST, "slowest": Gauge.MOST,
            "sizePerRequest": Gauge.SIZE}  # fmt: skip
    measured |= {what: float(summary[key]) for key, what in keys.items() if summary.get(key) is not None}
    if summary.get("successRate") is not None:
        measured[Gauge.ERRORS] = 1.0 - float(summary["successRate"])
    latencies = found.get("latencyPercentiles") or {}
    percentiles = {share_of(key[1:]): float(value) for key, value in latencies.items() if value is not None}
    return OperatingPoint(file, 0, measured, percentiles)


def _of_prometheus(data: Mapping[str, Any], file: str, named: ColumnHeading | None) -> OverTime:
    """One series of a range query. Its values have no unit: the command line names them."""
    result = data.get("result")
    if data.get("resultType") != "matrix" or not isinstance(result, list) or not result:
        refuse(file, "this is no answer of a range query", "save what /api/v1/query_range answers")
    if named is None:
        refuse(file, "its values have no unit", f'name them, e.g. "CPU %={file}"')
    if len(result) != 1:
        refuse(file, f"{len(result)} series in one answer", "add them up in the query, e.g. sum(rate(...)) or avg(...)")
    values = [(float(at), float(value)) for at, value in result[0].get("values", [])]
    if len(values) < 2:
        refuse(file, "fewer than 2 instants", "query a longer range")
    return recorded(file, [at for at, _ in values], [point_of(file, named, value) for _, value in values])


def point_of(file: str, named: ColumnHeading, value: float, line: int = 0) -> OperatingPoint:
    """A point with one value in it, under the heading that it has."""
    if named.quantity is not None:
        return OperatingPoint(file, line, {named.quantity: value * named.factor})
    if named.share is not None:
        return OperatingPoint(file, line, {}, {named.share: value * named.factor})
    return OperatingPoint(file, line, {}, {}, {named.counter: value * named.factor})


def recorded(file: str, clock: list[float], points: list[OperatingPoint]) -> OverTime:
    """Points at instants, and the usual seconds between two of them."""
    steps = sorted(after - before for before, after in zip(clock, clock[1:], strict=False))
    return OverTime(file, tuple(clock), tuple(points), steps[len(steps) // 2])


_UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
# wrk counts bytes in powers of 1,024 (its units.c).
_BYTES = {"B": 1.0, "KB": 1024.0, "MB": 1024.0**2, "GB": 1024.0**3, "TB": 1024.0**4}
_MANY = {"": 1.0, "k": 1e3, "M": 1e6}
_TIME = r"([\d.]+)(us|ms|s|m|h)"
OF_WRK = re.compile(r"^Running .+ test @ ", re.MULTILINE)
OF_APACHE_BENCH = re.compile(r"^(This is ApacheBench|Concurrency Level:)", re.MULTILINE)


def of_wrk(text: str, file: str) -> OperatingPoint:
    """The point of an output of wrk or wrk2. Raises ScenarioError where it has no rate."""
    rate = _number(r"^Requests/sec:\s+([\d.]+)", text)
    running = re.search(r"^\s*\d+ threads? and (\d+) connections?", text, re.MULTILINE)
    if rate is None or running is None:
        refuse(file, "this output of wrk has no Requests/sec or no connections", "let wrk run to its end")
    measured = {Gauge.RATE: rate}
    if "Thread calibration" not in text:
        measured[Gauge.USERS] = float(running[1])
    latency = re.search(rf"^\s*Latency\s+{_TIME}\s+{_TIME}\s+{_TIME}", text, re.MULTILINE)
    if latency:
        measured[Gauge.MEAN] = float(latency[1]) * _UNITS[latency[2]]
        measured[Gauge.MOST] = float(latency[5]) * _UNITS[latency[6]]
    sent = re.search(r"^\s*(\d+) requests in \S+, ([\d.]+)(B|KB|MB|GB|TB) read", text, re.MULTILINE)
    if sent and float(sent[1]) > 0.0:
        measured[Gauge.SIZE] = float(sent[2]) * _BYTES[sent[3]] / float(sent[1])
        measured[Gauge.ERRORS] = min(1.0, _failed_of_wrk(text) / float(sent[1]))
    found = re.findall(rf"^\s*([\d.]+)%\s+{_TIME}\s*$", text, re.MULTILINE)
    percentiles = {share_of(share): float(time) * _UNITS[unit] for share, time, unit in found}
    return OperatingPoint(file, 0, measured, {share: time for share, time in percentiles.items() if share < 1.0})


def _failed_of_wrk(text: str) -> float:
    status = _number(r"^\s*Non-2xx or 3xx responses:\s+(\d+)", text) or 0.0
    sockets = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", text)
    return status + (sum(map(float, sockets.groups())) if sockets else 0.0)


def of_apache_bench(text: str, file: str) -> OperatingPoint:
    """The point of an output of Apache Bench. Raises ScenarioError where it has no rate."""
    rate = _number(r"^Requests per second:\s+([\d.]+)", text)
    users = _number(r"^Concurrency Level:\s+(\d+)", text)
    if rate is None or users is None:
        refuse(file, "this output of ab has no rate or no concurrency", "let ab run to its end")
    measured = {Gauge.RATE: rate, Gauge.USERS: users}
    mean = _number(r"^Time per request:\s+([\d.]+) \[ms\] \(mean\)", text)
    size = _number(r"^Document Length:\s+(\d+) bytes", text)
    requests = _number(r"^Complete requests:\s+(\d+)", text)
    failed = (_number(r"^Failed requests:\s+(\d+)", text) or 0.0) + (
        _number(r"^Non-2xx responses:\s+(\d+)", text) or 0.0
    )
    if mean is not None:
        measured[Gauge.MEAN] = mean / 1e3
    if size:
        measured[Gauge.SIZE] = size
    if requests:
        measured[Gauge.ERRORS] = min(1.0, failed / requests)
        if "Keep-Alive requests:" not in text:
            measured[Gauge.CONNECTING] = rate
    served = re.findall(r"^\s+(\d+)%\s+(\d+)(?: \(longest request\))?\s*$", text, re.MULTILINE)
    # Whole milliseconds: what is less than ten of them is told too coarsely to be of use.
    percentiles = {share_of(share): float(time) / 1e3 for share, time in served if float(time) >= 10.0}
    longest = percentiles.pop(1.0, None)
    if longest is not None:
        measured[Gauge.MOST] = longest
    return OperatingPoint(file, 0, measured, percentiles)


def _number(pattern: str, text: str) -> float | None:
    found = re.search(pattern, text, re.MULTILINE)
    return float(found[1]) if found else None


OF_SAR = re.compile(r"^(Linux|SunOS|AIX) \S+ .*\(\d+ CPU\)", re.MULTILINE)
_AT = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\s+(AM|PM))?\s+(.*)")
_KB = 1024.0
_SECTOR = 512.0
# Devices that stand on others, so that each read would count twice: device mapper, RAID, loop devices; and CD drives.
_ON_OTHERS = re.compile(r"(dm-|md|loop|sr)\d|dev(7|9|11)-")
_DAY = 86_400.0


def of_sar(text: str, file: str) -> OverTime:
    """The instants of `sar -u`, `-n DEV`, `-b`, `-d` or several of them. CPU is what is neither idle nor waiting for
    disks; what `-b` says of all disks goes before what `-d` says of each. Raises ScenarioError where none is in it."""
    cores = int(re.findall(r"\((\d+) CPU\)", text)[0])
    headings: list[str] = []
    found: dict[float, dict[Gauge, float]] = {}
    by_device: dict[float, float] = {}
    lines: dict[float, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        at = _AT.match(line)
        if not at:
            continue
        words = at[5].split()
        if words and words[0] in ("CPU", "IFACE", "DEV", "tps"):
            headings = words
        elif len(words) == len(headings):
            values = dict(zip(headings, words, strict=True))
            _add(values, found.setdefault(_seconds(at), {}))
            _add_device(values, _seconds(at), by_device)
            lines.setdefault(_seconds(at), number)
    for when, read in by_device.items():
        found[when].setdefault(Gauge.READ_BYTES, read)
    known = {at: measured for at, measured in found.items() if measured}
    if len(known) < 2:
        refuse(file, "fewer than 2 instants of CPU, cards or disks", "save what `sar -u 10` or `sar -n DEV 10` prints")
    clock = _going_on(list(known))
    points = [OperatingPoint(file, lines[at], measured, cores=cores) for at, measured in known.items()]
    return recorded(file, clock, points)


def _add(values: dict[str, str], measured: dict[Gauge, float]) -> None:
    if values.get("CPU") == "all" and "%idle" in values:
        idle = float(values["%idle"]) + float(values.get("%iowait", "0"))
        measured[Gauge.CPU] = max(0.0, 1.0 - idle / 100.0)
    if "IFACE" in values and values["IFACE"] != "lo" and "txkB/s" in values:
        measured[Gauge.BYTES] = measured.get(Gauge.BYTES, 0.0) + float(values["txkB/s"]) * _KB
    if "rtps" in values and "bread/s" in values:
        measured[Gauge.READS] = float(values["rtps"])
        measured[Gauge.READ_BYTES] = float(values["bread/s"]) * _SECTOR


def _add_device(values: dict[str, str], at: float, by_device: dict[float, float]) -> None:
    """Adds the bytes that a line of `sar -d` says were read; older versions count sectors."""
    if "DEV" not in values or _ON_OTHERS.match(values["DEV"]):
        return
    for heading, factor in (("rkB/s", _KB), ("rd_sec/s", _SECTOR)):
        if heading in values:
            by_device[at] = by_device.get(at, 0.0) + float(values[heading]) * factor


def _seconds(at: re.Match[str]) -> float:
    hour = int(at[1]) % 12 + (12 if at[4] == "PM" else 0) if at[4] else int(at[1])
    return hour * 3600.0 + int(at[2]) * 60.0 + int(at[3])


def _going_on(clock: list[float]) -> list[float]:
    """Times of the day that go on past midnight."""
    days, found, before = 0.0, [], -1.0
    for at in clock:
        if at < before:
            days += _DAY
        found.append(at + days)
        before = at
    return found
