"""What load tools print as text: wrk, wrk2 and Apache Bench -> one operating point each.

wrk and Apache Bench are closed: each connection sends its next request when the answer is there. wrk2 keeps a rate,
whatever the server does, and counts waiting from when a request was due; its load is open.
"""

import re

from simulator.calibration.point import Gauge, OperatingPoint, share_of
from simulator.calibration.reading.problems import refuse

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
