"""What Datadog answers to /api/v1/query: series by their scope, each point at the beginning of its interval.

The fields are those of "Query timeseries points" in the reference of its API (docs.datadoghq.com/api/latest/metrics).
Names and units are those of metadata.csv of its checks (github.com/DataDog/integrations-core): network (system.net),
nginx, apache and haproxy, all a second; system.cpu.idle, in per cent, is of docs.datadoghq.com/integrations/system, and
aws.applicationelb of docs.datadoghq.com/integrations/amazon_elb. HAProxy's requests.rate is that of the last second
before each look; requests.tot_rate is of all requests. What is counted is a count of an interval, and divided by it,
only with .as_count(): without it Datadog takes a mean over the interval, and with it a rate is no rate any more
(docs.datadoghq.com/metrics/custom_metrics/type_modifiers and docs.datadoghq.com/dashboards/functions/rollup).

As CSV a column is a series: named by its metric and scope, as queries of the API name them, since no reference says
what the headings of a graph are; or by its scope, beside `date` and `metric`, as github.com/DataDog/csv_exporter does.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from simulator.calibration.point import Metric
from simulator.calibration.reading.counters.monitoring import grafana_cell, instants_of, usual_period
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import Source
from simulator.messages.stages import telemetry
from simulator.telemetry.series import GAUGES, WHOLE_FARM, CounterReading, GaugeValues, gauges_by_host, json_number


class DatadogMetric(NamedTuple):
    """A metric of Datadog. of_farm: whether it is of what stands before the farm; idle: whether it is the share of the
    CPUs that is not busy; counted: whether its values are counts of an interval."""

    gauge: Metric
    of_farm: bool = False
    idle: bool = False
    counted: bool = False


METRICS: Mapping[str, DatadogMetric] = {
    "system.cpu.idle": DatadogMetric(Metric.CPU, idle=True),
    "system.net.bytes_sent": DatadogMetric(Metric.BYTES),
    "nginx.net.request_per_s": DatadogMetric(Metric.RATE),
    "apache.net.request_per_s": DatadogMetric(Metric.RATE),
    "haproxy.frontend.requests.tot_rate": DatadogMetric(Metric.RATE, of_farm=True),
    "haproxy.frontend.bytes.out_rate": DatadogMetric(Metric.BYTES, of_farm=True),
    "aws.applicationelb.request_count": DatadogMetric(Metric.RATE, of_farm=True, counted=True),
}
_MEANS = ("avg", "min", "max")
_SUMMED = re.compile(r"\.as_count\(\)|\.rollup\(\s*sum")


def is_datadog(source: Source) -> bool:
    """Whether a file is an answer of Datadog."""
    series = source.at("series")
    return isinstance(series, list) and source.at("res_type") is not None


def read_datadog(source: Source) -> CounterReading:
    """The series of an answer, or of several of them. Raises ScenarioError for a metric that is not known, for a mean
    over servers or cards, and for what is no answer."""
    try:
        found = [
            each for _, answer in source.documents for series in answer["series"] for each in _series(source, series)
        ]
    except (KeyError, TypeError, AttributeError, IndexError, ValueError):
        refuse(source.file, *telemetry.NOT_DATADOG)
    return CounterReading(gauges_by_host(source.file, found))


_COLUMN = re.compile(
    r"(?:(?P<aggr>avg|sum|min|max):)?(?P<metric>[a-z]\w*(?:\.\w+)+)"
    r"\s*(?:\{(?P<scope>[^}]*)\})?(?:\s*by\s*\{[^}]*\})?(?:\.\w+\(.*\))?",
    re.IGNORECASE,
)
_OF_EXPORTER = re.compile(r"(?P<metric>\S+) \((?P<aggr>\w+)\)")
_TIMES = ("time", "timestamp", "date", "datetime")


def is_datadog_table(source: Source) -> bool:
    """Whether a file is a CSV whose columns are series of Datadog by their names."""
    if source.json is not None or source.named is not None or source.headings[:1] not in [(each,) for each in _TIMES]:
        return False
    if source.headings[:2] == ("date", "metric"):
        return True
    columns = [found for found in map(_COLUMN.fullmatch, source.cells.headings[1:]) if found]
    return any(found["scope"] is not None or found["metric"] in METRICS for found in columns)


def read_datadog_table(source: Source) -> CounterReading:
    """The series of a CSV. Raises ScenarioError as `read_datadog` does, and for a column that is no series."""
    cells = source.cells.require_whole()
    clock = instants_of([row[0] for _, row in cells.rows], source)
    # The exporter writes one metric below the other, each with the same servers.
    exported = source.headings[1] == "metric"
    groups: dict[str, list[int]] = {}
    for place, (_, row) in enumerate(cells.rows):
        groups.setdefault(row[1] if exported else "", []).append(place)
    found: list[GaugeValues] = []
    for metric, rows in groups.items():
        if exported:
            _require_known_counts(source, metric, cells.rows[rows[0]][0])
        for column, heading in enumerate(cells.headings):
            if column == 0 or (exported and column == 1):
                continue
            named = _OF_EXPORTER.fullmatch(metric) if exported else _COLUMN.fullmatch(heading)
            if named is None:
                refuse(source.file, *telemetry.NO_DATADOG_COLUMN, 1, path=heading)
            times = [clock[place] for place in rows]
            values = [grafana_cell(cells, cells.rows[place][0], cells.rows[place][1][column]) for place in rows]
            series = {
                "metric": named["metric"], "scope": heading if exported else named["scope"] or "",
                "aggr": named["aggr"], "expression": heading, "interval": usual_period(times),
                "pointlist": [(1_000.0 * at, value) for at, value in zip(times, values, strict=True)],
            }  # fmt: skip
            found += _series(source, series)
    return CounterReading(gauges_by_host(source.file, found))


def _require_known_counts(source: Source, metric: str, line: int) -> None:
    """Raises ScenarioError for counts that the exporter writes: it cannot ask for sums of an interval, and of which
    the values are means it does not say."""
    named = _OF_EXPORTER.fullmatch(metric)
    known = METRICS.get(named["metric"]) if named else None
    if known is not None and known.counted and source.named is None:
        refuse(source.file, *telemetry.DATADOG_EXPORTED_COUNT, line, value=metric)


def _series(source: Source, series: Any) -> Iterator[GaugeValues]:
    name, tags = str(series["metric"]), _tags(series)
    rows = [
        (json_number(at, source.file) / 1_000.0, json_number(value, source.file)) for at, value in series["pointlist"]
    ]
    at, values = [at for at, _ in rows], [value for _, value in rows]
    if source.named is not None:
        gauge = source.named.quantity
        if gauge not in GAUGES:
            refuse(source.file, *telemetry.NOT_READ, value=gauge.value if gauge else "")
        yield GaugeValues(tags.get("host", WHOLE_FARM), gauge, at, [value * source.named.factor for value in values])
        return
    known = METRICS.get(name)
    if known is None:
        refuse(source.file, *telemetry.unknown_datadog_metric(source.file, ", ".join(METRICS)), value=name)
    _require_sum(source.file, known, series, tags)
    summed = _SUMMED.search(str(series.get("expression"))) is not None
    if known.gauge is not Metric.CPU and summed is not known.counted:
        refuse(source.file, *(telemetry.DATADOG_NO_COUNT if known.counted else telemetry.DATADOG_COUNT), value=name)
    interval = json_number(series["interval"], source.file)
    if known.counted and not interval > 0.0:
        refuse(source.file, *telemetry.NOT_DATADOG)
    factor = _scale(series) / (interval if known.counted else 1.0)
    si = [1.0 - value / 100.0 for value in values] if known.idle else [value * factor for value in values]
    yield GaugeValues(WHOLE_FARM if known.of_farm else tags.get("host", WHOLE_FARM), known.gauge, at, si)


def _require_sum(file: str, known: DatadogMetric, series: Any, tags: Mapping[str, str]) -> None:
    """Raises ScenarioError for a mean of what must be added up: of the requests of servers, of the bytes of cards."""
    means = series.get("aggr") in _MEANS
    of_cards = known.gauge is Metric.BYTES and not known.of_farm and "device" not in tags
    if means and known.gauge is not Metric.CPU and (of_cards or known.of_farm or "host" not in tags):
        refuse(file, *telemetry.DATADOG_MEAN, value=str(series.get("expression") or series["metric"]))


def _tags(series: Any) -> dict[str, str]:
    """What its scope says, "host:web1,device:eth0"."""
    each = str(series.get("scope", "")).split(",")
    return {key.strip(): value for key, mark, value in (one.partition(":") for one in each) if mark}


def _scale(series: Any) -> float:
    """What a value counts in bytes or requests: a kibibyte has 1,024."""
    units = series.get("unit") or ()
    first = units[0] if isinstance(units, list) and units else None
    scale = first.get("scale_factor") if isinstance(first, dict) else None
    return float(scale) if isinstance(scale, int | float) and scale > 0.0 else 1.0
