"""k6: its summary as JSON and as text, and its log of metrics as CSV or lines of JSON. All times are in milliseconds.

Virtual users each send their next request when the answer is there; where arrivals have a rate, the load is open. A
summary does not say which it was, but Little's law does: users of a closed test are all within an iteration.
"""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from models.quantities.instants import NoTimeError, parse_instants
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.load_tools.request_log import LoggedRequest, rows_of_request_log
from simulator.calibration.reading.load_tools.summary import SIZE, TIME, parse_bytes, parse_percentiles, parse_seconds
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import FileReading, Reader, Source, ToolRun, json_reader, split_runs
from simulator.messages.stages.calibration import formats, recordings

_TIMES = {"avg": Metric.MEAN, "min": Metric.LEAST, "max": Metric.MOST}
# How near to each other users and what Little's law makes of iterations are in a closed test.
_NEAR = 0.1
Metrics = Mapping[str, Mapping[str, Any]]


def _of_json(found: Any, file: str, line: int) -> FileReading:
    """Of `--summary-export`, where figures stand in the metric, or of `handleSummary`, where they stand in `values`."""
    metrics = {name: each.get("values", each) for name, each in found["metrics"].items() if isinstance(each, dict)}
    if not metrics.get("http_reqs", {}).get("rate"):
        refuse(file, *recordings.K6_SUMMARY_WITHOUT_HTTP)
    return _summary(metrics, file, line)


def _summary(metrics: Metrics, file: str, line: int) -> FileReading:
    """The row of a summary; none, and why, where its users came and went all the time."""
    requests, duration = metrics["http_reqs"], metrics.get("http_req_duration", {})
    measured = {Metric.RATE: float(requests["rate"])}
    measured |= {what: float(duration[key]) / 1e3 for key, what in _TIMES.items() if key in duration}
    users, ramp = _users(metrics)
    if ramp:
        return FileReading(notes=(ramp,))
    if users is not None:
        measured[Metric.USERS] = users
    elif dropped := metrics.get("dropped_iterations", {}).get("rate"):
        # An open test that had no virtual user free for some of its iterations.
        iterations = float(metrics.get("iterations", {}).get("rate", 0.0))
        measured[Metric.ASKED] = measured[Metric.RATE] * (1.0 + float(dropped) / max(1e-9, iterations))
    failed = metrics.get("http_req_failed", {})
    if "rate" in failed or "value" in failed:
        measured[Metric.ERRORS] = float(failed.get("rate", failed.get("value")))
    if received := metrics.get("data_received", {}).get("rate"):
        measured[Metric.BYTES] = float(received)
    shares = [
        (figure[2:-1], float(value) / 1e3) for figure, value in duration.items()
        if figure.startswith("p(") and figure.endswith(")")
    ]  # fmt: skip
    if "med" in duration:
        shares.append(("50", float(duration["med"]) / 1e3))
    return FileReading((LoadTestRow(file, line, measured, parse_percentiles(shares)),))


def _users(metrics: Metrics) -> tuple[float | None, str]:
    """Users of a closed test, None of an open one; and why a test has no steady row, "" where it has one.

    Virtual users that wait to be given an iteration are no load: those of an open test are counted and hardly ever
    busy. A closed test has all of them in an iteration, and one whose users come and go has all of them at its height.
    """
    most, now = metrics.get("vus_max", {}), metrics.get("vus", {})
    top = most.get("max", most.get("value", now.get("max")))
    iterations = metrics.get("iterations", {}).get("rate")
    whole = metrics.get("iteration_duration", {}).get("avg")
    if not (top and iterations and whole):
        return None, ""
    busy = float(iterations) * float(whole) / 1e3
    if abs(busy / float(top) - 1.0) < _NEAR:
        return busy, ""
    low, high = float(now.get("min", now.get("value", 0.0))), float(now.get("max", 0.0))
    if high >= (1.0 - _NEAR) * float(top) and low < (1.0 - _NEAR) * high and busy > 0.2 * float(top):
        return None, recordings.k6_ramp(low, high)
    return None, ""


# A line of the summary: the name of a metric, points, and its figures.
_LINE = re.compile(r"^[^\w\n]*([a-z]\w*(?:_\w+)*)\.*: (.+)$", re.MULTILINE)
_TEXT = re.compile(r"^[^\w\n]*http_req_duration\.*: ", re.MULTILINE)
_BANNER = re.compile(r"^ +execution: ", re.MULTILINE)
# What each run writes once: its banner, or else the first lines of its summary, of newer and of older versions.
_BEGINS = (_BANNER, re.compile(r"TOTAL RESULTS"), re.compile(r"^[^\w\n]*data_received\.*: ", re.MULTILINE))


def _is_text(source: Source) -> bool:
    return bool(_TEXT.search(source.text)) or (bool(_BANNER.search(source.text)) and "vus" in source.text)


def _of_text(source: Source) -> FileReading:
    """The summary that is printed at the end, of each run in a file."""
    summaries = len(_TEXT.findall(source.text))
    begins = next((each for each in _BEGINS if len(each.findall(source.text)) >= max(1, summaries)), _TEXT)
    found = [_of_run(run) for run in split_runs(source, begins)]
    known = [each for each in found if each is not None]
    if not known:
        refuse(source.file, *recordings.K6_OUTPUT_WITHOUT_HTTP)
    lost = len(found) - len(known)
    return FileReading(
        tuple(point for each in known for point in each.points), notes=tuple(n for each in known for n in each.notes)
    ).noting(recordings.unfinished_runs(lost, len(found)))


def _of_run(run: ToolRun) -> FileReading | None:
    metrics: dict[str, dict[str, float]] = {}
    for name, figures in _LINE.findall(run.text):
        metrics.setdefault(name, _figures(figures))
    return _summary(metrics, run.file, run.line) if metrics.get("http_reqs", {}).get("rate") else None


def _figures(text: str) -> dict[str, float]:
    """The figures of a metric by the names of its line; times in milliseconds."""
    found = {key: 1e3 * parse_seconds(time) for key, time in re.findall(rf"([a-z]+|p\([\d.]+\))=({TIME})", text)}
    if not found:
        found = {key: float(value) for key, value in re.findall(r"(min|max)=(\d+)", text)}
    if rate := re.search(rf"({SIZE}|[\d.]+)/s\s*$", text):
        found["rate"] = parse_bytes(rate[1]) if rate[1].endswith("B") else float(rate[1])
    elif share := re.match(r"([\d.]+)%", text):
        found["rate"] = float(share[1]) / 100.0
    if first := re.match(r"(\d+)\b", text):
        found["value"] = float(first[1])
    return found


class _Sample(NamedTuple):
    """One line of a log of metrics. at: seconds since 1970."""

    metric: str
    at: float
    value: float
    failed: bool
    line: int


def _of_csv(source: Source) -> FileReading:
    """A log of metrics, `--out csv=FILE`."""
    rows = csv.DictReader(io.StringIO(source.text))
    texts = [(row, rows.line_num) for row in rows if row.get("metric_value") not in (None, "")]
    times = _times([row["timestamp"] for row, _ in texts], [line for _, line in texts], source.file)
    samples = [
        _Sample(row["metric_name"], at, source.number(row["metric_value"], ".", line), _failed(row), line)
        for (row, line), at in zip(texts, times, strict=True)
    ]
    return _of_samples(samples, source.file)


def _of_lines(source: Source) -> FileReading:
    """A log of metrics, `--out json=FILE`."""
    points = [(each, line) for line, each in source.documents if isinstance(each, dict) and each.get("type") == "Point"]
    times = _times([each["data"]["time"] for each, _ in points], [line for _, line in points], source.file)
    samples = [
        _Sample(each["metric"], at, float(each["data"]["value"]), _failed(each["data"].get("tags") or {}), line)
        for (each, line), at in zip(points, times, strict=True)
    ]
    return _of_samples(samples, source.file)


def _times(texts: Sequence[str], lines: Sequence[int], file: str) -> tuple[float, ...]:
    try:
        return parse_instants(texts).at if texts else ()
    except NoTimeError as error:
        refuse(file, error.message, recordings.SAVE_METRICS_AGAIN, lines[max(0, error.place)], value=texts[error.place])


def _failed(tags: Mapping[str, Any]) -> bool:
    """Whether a request was answered with a status from 400 on, or not at all."""
    status = str(tags.get("status") or "")
    return bool(tags.get("error_code")) or (status.isdigit() and not 100 <= int(status) < 400)


def _of_samples(samples: Sequence[_Sample], file: str) -> FileReading:
    of = defaultdict(list)
    for each in samples:
        of[each.metric].append(each)
    if not of["http_req_duration"]:
        refuse(file, *recordings.K6_LOG_WITHOUT_HTTP)
    users = sorted((each.at, each.value) for each in of["vus"])
    requests = list(_requests(of["http_req_duration"], users if _closed(of["iteration_duration"], users) else []))
    return rows_of_request_log(file, requests, "virtual users")


def _closed(iterations: Sequence[_Sample], users: Sequence[tuple[float, float]]) -> bool:
    """Whether virtual users are busy all the time, so that each is one of a closed test."""
    if not users:
        return False
    if not iterations:
        return True
    lasted = max(each.at for each in iterations) - min(each.at - each.value / 1e3 for each in iterations)
    busy = sum(each.value / 1e3 for each in iterations) / max(1e-3, lasted)
    return busy > 0.5 * sum(value for _, value in users) / len(users)


def _requests(durations: Sequence[_Sample], users: Sequence[tuple[float, float]]) -> Iterator[LoggedRequest]:
    place = 0
    for each in sorted(durations, key=lambda sample: sample.at):
        while place + 1 < len(users) and users[place + 1][0] <= each.at:
            place += 1
        took = each.value / 1e3
        yield LoggedRequest(each.at - took, took, each.failed, None, users[place][1] if users else None, each.line)


def _is_metrics(found: Any) -> bool:
    """Whether a document is a summary: of other tools `metrics` holds lists."""
    return isinstance(found, dict) and isinstance(found.get("metrics"), dict)


def _is_line(source: Source) -> bool:
    found = source.json
    return isinstance(found, dict) and {"metric", "type", "data"} <= set(found) and found["type"] in ("Metric", "Point")


READERS = (
    json_reader("k6", formats.K6_JSON, "a row", _is_metrics, _of_json),
    Reader("k6", formats.K6_TEXT, formats.ROW_EACH_RUN, _is_text, _of_text),
    Reader("k6", formats.K6_CSV, formats.ROW_EACH_VIRTUAL_USERS,
           lambda source: source.has_headings("metric_name", "timestamp", "metric_value"), _of_csv),
    Reader("k6", formats.K6_LINES,
           formats.ROW_EACH_VIRTUAL_USERS, _is_line, _of_lines),
)  # fmt: skip
