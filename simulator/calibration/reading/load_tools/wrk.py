"""wrk and wrk2, by their text.

wrk is closed: each connection sends its next request when the answer is there. wrk2 keeps a rate, whatever the server
does, and counts waiting from when a request was due; its load is open.
"""

import re

from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.load_tools.summary import TIME, parse_bytes, parse_percentiles, parse_seconds
from simulator.calibration.reading.source import FileReading, Reader, Source, ToolRun, read_runs
from simulator.messages.stages.calibration import formats, recordings

_BEGINS = re.compile(r"^Running .+ test @ ", re.MULTILINE)
_THREADS = re.compile(r"^\s*\d+ threads? and (\d+) connections?", re.MULTILINE)


def _read(source: Source) -> FileReading:
    return read_runs(source, _BEGINS, _point, recordings.unfinished("wrk", "Requests/sec or no connections"))


def _point(run: ToolRun) -> LoadTestRow | None:
    rate = run.number(r"^Requests/sec:\s+(\S+)")
    running = _THREADS.search(run.text)
    if rate is None or running is None:
        return None
    measured = {Metric.RATE: rate}
    # Newer versions of wrk2 do not tell their calibration, but the spectrum of what they recorded.
    if "Thread calibration" not in run.text and "HdrHistogram" not in run.text:
        measured[Metric.USERS] = float(running[1])
    latency = re.search(rf"^\s*Latency\s+({TIME})\s+{TIME}\s+({TIME})", run.text, re.MULTILINE)
    if latency:
        measured[Metric.MEAN] = parse_seconds(latency[1])
        measured[Metric.MOST] = parse_seconds(latency[2])
    sent = re.search(r"^\s*(\d+) requests in \S+, ([\d.]+[KMGT]?B) read", run.text, re.MULTILINE)
    if sent and float(sent[1]) > 0.0:
        # wrk counts bytes in powers of 1,024 (its units.c).
        measured[Metric.SIZE] = parse_bytes(sent[2], binary=True) / float(sent[1])
        measured[Metric.ERRORS] = min(1.0, _failed(run) / float(sent[1]))
    found = re.findall(rf"^\s*([\d.]+)%\s+({TIME})\s*$", run.text, re.MULTILINE)
    percentiles = parse_percentiles((share, parse_seconds(time)) for share, time in found)
    return LoadTestRow(run.file, run.line, measured, percentiles)


def _failed(run: ToolRun) -> float:
    status = run.number(r"^\s*Non-2xx or 3xx responses:\s+(\S+)") or 0.0
    sockets = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", run.text)
    return status + (sum(map(float, sockets.groups())) if sockets else 0.0)


READERS = (Reader("wrk, wrk2", "its text", formats.ROW_EACH_RUN, lambda source: _BEGINS.search(source.text), _read),)
