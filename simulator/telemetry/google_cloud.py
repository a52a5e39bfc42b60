"""What Google Cloud Monitoring answers to timeSeries.list: series of one metric, the newest point first.

The fields are those of TimeSeries and Point in the reference of its API (cloud.google.com/monitoring/api/ref_v3/rest/
v3/TimeSeries). Names, kinds and labels are those of its lists: cloud.google.com/monitoring/api/metrics_gcp_c of Compute
Engine (utilization is a GAUGE of shares from 0 to 1, sent_bytes_count a DELTA), cloud.google.com/load-balancing/docs/
metrics of load balancers, all DELTA: https/ are global external and classic ones, https/external/regional/ regional
external and https/internal/ internal ones. What has the label cache_result HIT was answered by Cloud CDN, and is no
demand of the farm. A point of a DELTA is
what came within its interval, and is divided by that; ALIGN_RATE makes a GAUGE of it, in units a second. A point stands
at the end of its step there, and at its beginning here.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from simulator.calibration.point import Metric
from simulator.calibration.reading.counters.monitoring import instants_of, usual_period
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import Source
from simulator.messages.stages import telemetry
from simulator.telemetry.series import WHOLE_FARM, CounterReading, GaugeValues, gauges_by_host, json_number


class GoogleMetric(NamedTuple):
    """A metric of Google Cloud. of_farm: whether it is of what stands before the farm."""

    gauge: Metric
    of_farm: bool = False


METRICS: Mapping[str, GoogleMetric] = {
    "compute.googleapis.com/instance/cpu/utilization": GoogleMetric(Metric.CPU),
    "compute.googleapis.com/instance/network/sent_bytes_count": GoogleMetric(Metric.BYTES),
    "loadbalancing.googleapis.com/https/request_count": GoogleMetric(Metric.RATE, of_farm=True),
    "loadbalancing.googleapis.com/https/response_bytes_count": GoogleMetric(Metric.BYTES, of_farm=True),
    "loadbalancing.googleapis.com/https/external/regional/request_count": GoogleMetric(Metric.RATE, of_farm=True),
    "loadbalancing.googleapis.com/https/external/regional/response_bytes_count": GoogleMetric(
        Metric.BYTES, of_farm=True
    ),
    "loadbalancing.googleapis.com/https/internal/request_count": GoogleMetric(Metric.RATE, of_farm=True),
    "loadbalancing.googleapis.com/https/internal/response_bytes_count": GoogleMetric(Metric.BYTES, of_farm=True),
}
_ANSWERED_BY_CACHE = "HIT"


def is_google(source: Source) -> bool:
    """Whether a file is an answer of Google Cloud Monitoring."""
    return isinstance(source.at("timeSeries"), list)


def read_google(source: Source) -> CounterReading:
    """The series of an answer, or of several of them. Raises ScenarioError for a metric that is not known, for a page
    of several, and for what is no answer."""
    try:
        answers = [answer for _, answer in source.documents]
        if cut := _cut_metrics(answers):
            refuse(source.file, *telemetry.GOOGLE_PAGE, value=", ".join(cut))
        found = [each for answer in answers for series in answer["timeSeries"] for each in _series(source, series)]
    except (KeyError, TypeError, AttributeError, IndexError, ValueError):
        refuse(source.file, *telemetry.NOT_GOOGLE)
    return CounterReading(gauges_by_host(source.file, found))


def _cut_metrics(answers: Sequence[Any]) -> list[str]:
    """The metrics whose last answer says that another page follows. A page of nothing is of the metric before it."""
    more, names = dict[str, bool](), {""}
    for answer in answers:
        names = {str(series["metric"]["type"]) for series in answer["timeSeries"]} or names
        more.update(dict.fromkeys(names, bool(answer.get("nextPageToken"))))
    return sorted(name for name, cut in more.items() if cut)


def _series(source: Source, series: Any) -> Iterator[GaugeValues]:
    name, kind = str(series["metric"]["type"]), series.get("metricKind", "GAUGE")
    known = METRICS.get(name)
    if known is None:
        refuse(source.file, *telemetry.unknown_cloud_metric(", ".join(METRICS)), value=name)
    if kind not in ("GAUGE", "DELTA"):
        refuse(source.file, *telemetry.GOOGLE_CUMULATIVE, value=name)
    if known.of_farm and (series["metric"].get("labels") or {}).get("cache_result") == _ANSWERED_BY_CACHE:
        return
    points = series["points"]
    ends = instants_of([str(each["interval"]["endTime"]) for each in points], source)
    values = [_value(each["value"], source.file) for each in points]
    step = usual_period(sorted(ends))
    if kind == "DELTA":
        begins = instants_of([str(each["interval"]["startTime"]) for each in points], source)
        if any(end <= begin for begin, end in zip(begins, ends, strict=True)):
            refuse(source.file, *telemetry.NOT_GOOGLE)
        values = [value / (end - begin) for value, begin, end in zip(values, begins, ends, strict=True)]
    elif known.gauge is not Metric.CPU and series.get("valueType") == "INT64":
        refuse(source.file, *telemetry.GOOGLE_SUM, value=name)
    host = WHOLE_FARM if known.of_farm else _host(series)
    yield GaugeValues(host, known.gauge, [end - step for end in ends], values)


def _value(found: Any, file: str) -> float:
    """A typed value; whole numbers are written as texts."""
    return json_number(found.get("doubleValue", found.get("int64Value")), file)


def _host(series: Any) -> str:
    labels = {**(series.get("resource", {}).get("labels") or {}), **(series["metric"].get("labels") or {})}
    return str(labels.get("instance_name") or labels.get("instance_id") or WHOLE_FARM)
