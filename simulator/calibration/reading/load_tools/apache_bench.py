"""Apache Bench, by its text. It is closed: each of its clients sends its next request when the answer is there."""

import re

from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.load_tools.summary import parse_percentiles
from simulator.calibration.reading.source import FileReading, Reader, Source, ToolRun, read_runs
from simulator.messages.stages.calibration import formats, recordings

_IS = re.compile(r"^(This is ApacheBench|Concurrency Level:)", re.MULTILINE)
# What each run writes once; where its first lines are cut off, its last begin with the concurrency.
_BEGINS = (re.compile(r"^Server Software:", re.MULTILINE), re.compile(r"^Concurrency Level:", re.MULTILINE))
_LENGTHS = re.compile(r"\(Connect: (\d+), (?:Receive: (\d+), )?Length: (\d+), Exceptions: (\d+)\)")


def _read(source: Source) -> FileReading:
    first, last = (len(pattern.findall(source.text)) for pattern in _BEGINS)
    begins = _BEGINS[0] if first >= last else _BEGINS[1]
    return read_runs(source, begins, _point, recordings.AB_UNFINISHED)


def _point(run: ToolRun) -> LoadTestRow | None:
    rate = run.number(r"^Requests per second:\s+(\S+)")
    users = run.number(r"^Concurrency Level:\s+(\S+)")
    if rate is None or users is None:
        return None
    measured = {Metric.RATE: rate, Metric.USERS: users}
    mean = run.number(r"^Time per request:\s+(\S+) \[ms\] \(mean\)")
    requests = run.number(r"^Complete requests:\s+(\S+)")
    if mean is not None:
        measured[Metric.MEAN] = mean / 1e3
    if size := _size(run, requests):
        measured[Metric.SIZE] = size
    if requests:
        measured[Metric.ERRORS] = min(1.0, _failed(run) / requests)
        # Where it keeps none alive it does not always say so, and counts 0 where it was asked to.
        if not run.number(r"^Keep-Alive requests:\s+(\S+)"):
            measured[Metric.CONNECTING] = rate
    served = re.findall(r"^\s+(\d+)%\s+(\d+)(?: \(longest request\))?\s*$", run.text, re.MULTILINE)
    # Whole milliseconds: what is less than ten of them is told too coarsely to be of use.
    percentiles = {share: float(time) / 1e3 for share, time in served if float(time) >= 10.0}
    longest = percentiles.pop("100", None)
    if longest is not None:
        measured[Metric.MOST] = longest
    return LoadTestRow(run.file, run.line, measured, parse_percentiles(percentiles.items()))


def _size(run: ToolRun, requests: float | None) -> float | None:
    """Bytes of a response: what was received where pages vary in length, else the length of the document."""
    received = run.number(r"^HTML transferred:\s+(\S+) bytes")
    lengths = _LENGTHS.search(run.text)
    if requests and received and lengths and float(lengths[3]) > 0.0:
        return received / requests
    return run.number(r"^Document Length:\s+(\d+) bytes")


def _failed(run: ToolRun) -> float:
    """Requests that failed: a page whose length varies is answered."""
    failed = run.number(r"^Failed requests:\s+(\S+)") or 0.0
    if lengths := _LENGTHS.search(run.text):
        failed = sum(float(each or 0.0) for each in (lengths[1], lengths[2], lengths[4]))
    return failed + (run.number(r"^Non-2xx responses:\s+(\S+)") or 0.0)


READERS = (
    Reader("Apache Bench (ab)", "its text", formats.ROW_EACH_RUN, lambda source: _IS.search(source.text), _read),
)
