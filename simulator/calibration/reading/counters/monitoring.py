"""Monitoring: range queries of Prometheus, CloudWatch, exports of Grafana and Graphite.

Values without a unit are named on the command line, "CPU %=cpu.json"; some metrics of CloudWatch have a meaning of
their own.
"""

import csv
import io
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from models.quantities.decimals import parse_number
from models.quantities.instants import NoTimeError, is_time, parse_instants
from simulator.calibration.point import Metric
from simulator.calibration.reading.counter_series import series
from simulator.calibration.reading.headings import ColumnHeading, parse_heading
from simulator.calibration.reading.problems import Unreadable, refuse
from simulator.calibration.reading.source import FileReading, Reader, Source
from simulator.calibration.reading.table import CellTable
from simulator.messages.stages.calibration import formats, recordings, tables


def require_named(source: Source) -> ColumnHeading:
    """What the command line calls the values of a file. Raises ScenarioError where it does not."""
    if source.named is None:
        refuse(source.file, *recordings.values_without_unit(source.file))
    return source.named


def instants_of(texts: Sequence[str], source: Source) -> tuple[float, ...]:
    """Seconds since 1970 of times. Raises ScenarioError for one that is none."""
    try:
        return parse_instants(texts, months_first=True).at if texts else ()
    except NoTimeError as error:
        refuse(source.file, error.message, error.remedy, value=texts[max(0, error.place)])


def _value(found: Any, source: Source) -> float:
    """A value of JSON; what is empty is not a number, and counts as not measured."""
    if found is None:
        return math.nan
    try:
        return float(found)
    except (TypeError, ValueError):
        refuse(source.file, tables.NOT_A_NUMBER, recordings.SAVE_ANSWER_AGAIN, value=str(found))


def is_prometheus(source: Source) -> bool:
    """Whether a file is an answer of Prometheus."""
    return isinstance(source.at("data"), dict) and source.at("data", "resultType") is not None


def _prometheus(source: Source) -> FileReading:
    """One series of a range query."""
    result = source.at("data", "result")
    if source.at("data", "resultType") != "matrix" or not isinstance(result, list) or not result:
        refuse(source.file, *recordings.NO_RANGE_QUERY)
    named = require_named(source)
    if len(result) != 1:
        refuse(source.file, *recordings.several_series(len(result), recordings.ADD_UP_IN_QUERY))
    values = [(float(at), _value(value, source)) for at, value in result[0].get("values", [])]
    return series(source.file, named, values, recordings.LONGER_RANGE)


# Metrics of CloudWatch with a meaning of their own. What is a sum is one of its period; "" needs no statistic.
KNOWN_METRICS = {
    "cpuutilization": (Metric.CPU, 0.01, "Average"),
    "requestcount": (Metric.RATE, 1.0, "Sum"),
    "requests": (Metric.RATE, 1.0, "Sum"),
    "targetresponsetime": (Metric.MEAN, 1.0, "Average"),
    "networkout": (Metric.BYTES, 1.0, "Sum"),
    "newconnectioncount": (Metric.CONNECTING, 1.0, "Sum"),
}
_STATISTICS = ("Average", "Sum", "Maximum", "Minimum", "SampleCount")


def _statistics(source: Source) -> FileReading:
    """What get-metric-statistics answers: points in no order, with their unit."""
    label = str(source.at("Label") or "")
    points = source.at("Datapoints") or []
    known = KNOWN_METRICS.get(label.lower())
    wanted = known[2] if known else ""
    have = [name for name in _STATISTICS if points and name in points[0]]
    statistic = wanted if wanted in have else have[0] if len(have) == 1 else ""
    if points and not statistic:
        refuse(source.file, *recordings.several_statistics(label, have, wanted))
    clock = instants_of([str(each["Timestamp"]) for each in points], source)
    values = [(at, _value(each.get(statistic), source)) for at, each in zip(clock, points, strict=True)]
    return _metric(source, label, statistic, sorted(values))


def _metric(source: Source, label: str, statistic: str, values: list[tuple[float, float]]) -> FileReading:
    """One metric. A sum of a period is divided by it; what the command line names goes before what the metric is."""
    known = KNOWN_METRICS.get(label.lower())
    if source.named is None and known is None:
        require_named(source)
    named = source.named or ColumnHeading(known[0], known[1])  # type: ignore[index]
    a_second = named.quantity in (Metric.RATE, Metric.BYTES, Metric.CONNECTING) or bool(named.counter)
    told = ""
    if known and known[2] == "Sum" and (statistic == "Sum" or not statistic) and a_second:
        period = usual_period([at for at, _ in values])
        values = [(at, value / period) for at, value in values]
        named = named._replace(factor=1.0)
        told = recordings.divided_sum(label, period)
    return series(source.file, named, values, recordings.LONGER_RANGE, told)


def usual_period(clock: Sequence[float]) -> float:
    """Seconds of a period: the usual step, a minute of a single one."""
    steps = sorted(after - before for before, after in zip(clock, clock[1:], strict=False) if after > before)
    return steps[len(steps) // 2] if steps else 60.0


def _data(source: Source) -> FileReading:
    """What get-metric-data answers: one metric, in falling order of time unless asked otherwise."""
    results = source.at("MetricDataResults")
    if len(results) != 1:
        refuse(source.file, *recordings.several_metrics(len(results)))
    only = results[0]
    clock = instants_of([str(each) for each in only.get("Timestamps") or []], source)
    values = [(at, _value(value, source)) for at, value in zip(clock, only.get("Values") or [], strict=True)]
    label = str(only.get("Label") or "").rpartition(" ")[2]
    file_reading = _metric(source, label, "", sorted(values))
    if label.lower() in KNOWN_METRICS and source.named is None:
        return file_reading.noting(recordings.statistic_taken(label, KNOWN_METRICS[label.lower()][2]))
    return file_reading


def _is_targets(found: Any) -> bool:
    return isinstance(found, list) and bool(found) and isinstance(found[0], dict) and "datapoints" in found[0]


def _targets(source: Source) -> FileReading:
    """JSON of Graphite, and of older versions of Grafana, which count milliseconds."""
    named = require_named(source)
    if len(source.json) != 1:
        refuse(source.file, *recordings.several_series(len(source.json)))
    points = source.json[0]["datapoints"]
    clock = instants_of([str(int(at)) for _, at in points], source)
    values = [(at, _value(value, source)) for at, (value, _) in zip(clock, points, strict=True)]
    return series(source.file, named, values, recordings.LONGER_RANGE)


_RAW = re.compile(r"^[^|\n]+,(\d{9,10}),(\d{9,10}),(\d+)\|(.*)$", re.MULTILINE)


def _raw(source: Source) -> FileReading:
    """`format=raw` of Graphite: a name, the first and the last time and the step, and values."""
    named = require_named(source)
    found = list(_RAW.finditer(source.text))
    if len(found) != 1:
        refuse(source.file, *recordings.several_series(len(found)))
    start, step = float(found[0][1]), float(found[0][3])
    texts = found[0][4].strip().split(",")
    values = [
        (start + place * step, math.nan if text == "None" else source.number(text, ".", 1))
        for place, text in enumerate(texts)
    ]
    return series(source.file, named, values, recordings.LONGER_RANGE)


def _is_graphite_csv(source: Source) -> bool:
    """`format=csv` of Graphite: a name, a time and a value on each line, and no headings."""
    rows = list(csv.reader(io.StringIO("\n".join(source.text.lstrip().splitlines()[:3]))))
    return len(rows) > 1 and all(len(row) == 3 and is_time(row[1]) and not is_time(row[0]) for row in rows)


def _graphite_csv(source: Source) -> FileReading:
    named = require_named(source)
    rows = [(number, row) for number, row in enumerate(csv.reader(io.StringIO(source.text)), start=1) if row]
    names = dict.fromkeys(row[0] for _, row in rows)
    if len(names) != 1:
        refuse(source.file, *recordings.several_series(len(names)))
    clock = instants_of([row[1] for _, row in rows], source)
    values = [
        (at, source.number(row[2], ".", number) if row[2] not in ("", "None") else math.nan)
        for at, (number, row) in zip(clock, rows, strict=True)
    ]
    return series(source.file, named, values, recordings.LONGER_RANGE)


def _frames(found: Any) -> list[Mapping[str, Any]]:
    """The frames of Grafana's JSON: of a panel, or of /api/ds/query."""
    if isinstance(found, dict) and isinstance(found.get("results"), dict):
        return [frame for each in found["results"].values() for frame in each.get("frames") or ()]
    listed = found if isinstance(found, list) else []
    return [each for each in listed if isinstance(each, dict) and "schema" in each and "data" in each]


def _grafana_json(source: Source) -> FileReading:
    frames = _frames(source.json)
    if len(frames) != 1 or len(frames[0]["data"]["values"]) != 2:
        count = sum(len(frame["data"]["values"]) - 1 for frame in frames)
        refuse(source.file, *recordings.several_in_panel(count))
    named = require_named(source)
    clock, values = frames[0]["data"]["values"]
    at = instants_of([str(int(each)) for each in clock], source)
    return series(
        source.file, named, [(t, _value(v, source)) for t, v in zip(at, values, strict=True)], recordings.LONGER_RANGE
    )


# Units that Grafana writes into cells: "12.3%", "1.2 K", "350 req/s", "4.1 ms".
_WITH_UNIT = re.compile(r"([-+]?[\d.,]+(?:[eE][+-]?\d+)?) ?([%A-Za-zµ/]+(?:/s(?:ec)?)?)?")
_FACTORS = {"": 1.0, "%": 1.0, "k": 1e3, "mil": 1e6, "bil": 1e9, "req/s": 1.0, "reqs/s": 1.0, "rps": 1.0, "ops/s": 1.0,
            "k req/s": 1e3}  # fmt: skip


def _is_series(source: Source) -> bool:
    """A table of a time and values, of which the first line says what they are: Grafana's, or anybody's that the
    command line names."""
    if not source.headings or source.headings[0] not in ("time", "timestamp", "date", "datetime", "series"):
        return False
    if source.named is not None or source.headings == ("series", "time", "value"):
        return True
    if source.headings[0] != "time":
        return False
    return not any(_knows(each) for each in source.headings[1:])


def _knows(text: str) -> bool:
    try:
        return parse_heading(text) != ColumnHeading(None)
    except Unreadable:
        return False


def _grafana_csv(source: Source) -> FileReading:
    """A table of times and one series of values, or of several series one below the other."""
    cells = source.cells.require_whole()
    named = require_named(source)
    if source.headings == ("series", "time", "value"):
        names = dict.fromkeys(row[0] for _, row in cells.rows)
        if len(names) > 1:
            refuse(source.file, *recordings.several_in_panel(len(names)))
        rows = [(line, row[1], row[2]) for line, row in cells.rows]
    else:
        if len(cells.headings) != 2:
            refuse(source.file, *recordings.several_in_panel(len(cells.headings) - 1), 1)
        rows = [(line, *row) for line, row in cells.rows]  # type: ignore[misc]
    clock = instants_of([time for _, time, _ in rows], source)
    values = [(at, grafana_cell(cells, line, text)) for at, (line, _, text) in zip(clock, rows, strict=True)]
    return series(source.file, named, values, recordings.LONGER_RANGE)


def grafana_cell(cells: CellTable, line: int, text: str) -> float:
    """The number of a cell; a unit that stands in it is one of those that Grafana writes."""
    if text.lower() in ("", "null", "undefined", "nan", "none", "-"):
        return math.nan
    found = _WITH_UNIT.fullmatch(text)
    unit = (found[2] or "").lower() if found else ""
    value = parse_number(found[1], cells.mark) if found else None
    if value is None or unit not in _FACTORS:
        refuse(cells.file, tables.NOT_A_NUMBER, recordings.EXPORT_UNFORMATTED, line, value=text)
    return value * _FACTORS[unit]


READERS = (
    Reader("Prometheus", formats.PROMETHEUS, formats.COUNTER_TO_NAME,
           is_prometheus, _prometheus),
    Reader("CloudWatch", "`aws cloudwatch get-metric-statistics`", "a counter over time",
           lambda source: isinstance(source.at("Datapoints"), list), _statistics),
    Reader("CloudWatch", formats.CLOUDWATCH_DATA, "a counter over time",
           lambda source: isinstance(source.at("MetricDataResults"), list), _data),
    Reader("Grafana", "JSON of a panel", formats.COUNTER_TO_NAME,
           lambda source: _frames(source.json), _grafana_json),
    Reader("Graphite", formats.GRAPHITE_JSON,
           formats.COUNTER_TO_NAME,
           lambda source: _is_targets(source.json), _targets),
    Reader("Graphite", "`format=raw`", formats.COUNTER_TO_NAME,
           lambda source: _RAW.match(source.text.lstrip()), _raw),
    Reader("Graphite", "`format=csv`", formats.COUNTER_TO_NAME, _is_graphite_csv,
           _graphite_csv),
    Reader("Grafana", formats.GRAFANA_CSV, formats.COUNTER_TO_NAME,
           _is_series, _grafana_csv),
)  # fmt: skip
