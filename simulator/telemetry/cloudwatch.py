"""What CloudWatch answers to get-metric-data and get-metric-statistics: CPUUtilization, NetworkOut, RequestCount."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simulator.calibration.point import Metric
from simulator.calibration.reading.counters.monitoring import KNOWN_METRICS, instants_of, usual_period
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import Source
from simulator.messages.stages import telemetry
from simulator.telemetry.series import GAUGES, WHOLE_FARM, CounterReading, HostSeries, host_series, json_number


class CloudMetric(NamedTuple):
    """A metric of CloudWatch. statistic: the one that is read; what is a Sum is divided by its period."""

    gauge: Metric
    factor: float
    statistic: str


METRICS: Mapping[str, CloudMetric] = {
    name: CloudMetric(*metric) for name, metric in KNOWN_METRICS.items() if metric[0] in GAUGES
}

_INSTANCE = re.compile(r"\bi-[0-9a-f]{8,17}\b")


def is_cloudwatch(source: Source) -> bool:
    """Whether a file is an answer of CloudWatch."""
    return isinstance(source.at("MetricDataResults"), list) or isinstance(source.at("Datapoints"), list)


def read_cloudwatch(source: Source) -> CounterReading:
    """The metrics of an answer. Raises ScenarioError for one that is not known, and for what is no answer."""
    try:
        found = _data(source) if source.at("MetricDataResults") is not None else [_statistics(source)]
    except (KeyError, TypeError, AttributeError):
        refuse(source.file, *telemetry.NOT_CLOUDWATCH)
    return CounterReading(tuple(each for each in found if len(each.at)))


def _data(source: Source) -> list[HostSeries]:
    results = source.at("MetricDataResults")
    if any(each.get("StatusCode") == "PartialData" for each in results):
        refuse(source.file, *telemetry.PARTIAL)
    return [
        _series(source, f"{each.get('Label', '')} {each.get('Id', '')}", "", each["Timestamps"], each["Values"])
        for each in results
    ]


def _statistics(source: Source) -> HostSeries:
    points = source.at("Datapoints")
    label = str(source.at("Label") or "")
    wanted = _metric(label, source.file).statistic
    if any(wanted not in each for each in points):
        refuse(source.file, *telemetry.without_statistic(label, wanted))
    return _series(source, label, wanted, [p["Timestamp"] for p in points], [p[wanted] for p in points])


def _metric(label: str, file: str) -> CloudMetric:
    """The metric that is named by a label, which may have the server and the query beside it."""
    words = re.split(r"[\s:/,]+", label.lower())
    known = next((METRICS[word] for word in words if word in METRICS), None)
    if known is None:
        refuse(file, *telemetry.UNKNOWN_METRIC, value=label.strip())
    return known


def _series(source: Source, label: str, statistic: str, times: Sequence[Any], values: Sequence[Any]) -> HostSeries:
    metric, file = _metric(label, source.file), source.file
    if len(times) != len(values):
        refuse(file, *telemetry.unequal(len(times), len(values)), value=label.strip())
    clock = instants_of([str(each) for each in times], source)
    rows = sorted(zip(clock, (json_number(each, file) for each in values), strict=True))
    at, known = [at for at, _ in rows], [value * metric.factor for _, value in rows]
    if metric.statistic == "Sum":
        period = usual_period(at)
        known = [value / period for value in known]
    return host_series(file, instance_of(label), metric.gauge, at, known)


def instance_of(label: str) -> str:
    """The server that a label names; WHOLE_FARM where it names none."""
    instance = _INSTANCE.search(label)
    return instance[0] if instance else WHOLE_FARM
