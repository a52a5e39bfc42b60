"""What Azure Monitor answers to `az monitor metrics list`: metrics of one resource, in grains of so many minutes.

The fields are those of Metrics - List in the reference of its REST API (learn.microsoft.com/rest/api/monitor/metrics/
list, version 2023-10-01). Names and aggregations are those of learn.microsoft.com/azure/azure-monitor/reference/
supported-metrics: Percentage CPU and Network Out Total of microsoft-compute-virtualmachines-metrics, TotalRequests and
BytesSent of microsoft-network-applicationgateways-metrics, OriginRequestCount of microsoft-cdn-profiles-metrics (Front
Door) and BackendRequestCount of microsoft-network-frontdoors-metrics (Front Door, classic). Of Front Door what goes to
the origin is the demand of a farm: RequestCount and ResponseSize count what its caches answer too. TotalRequests counts
requests that did not fail. A Total is the sum of a grain, and is divided by its length; a grain in which nothing was
measured has no value. A command a server, appended to one file, or a file a server.
"""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from simulator.calibration.point import Metric
from simulator.calibration.reading.counters.monitoring import instants_of, usual_period
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import Source
from simulator.messages.stages import telemetry
from simulator.telemetry.series import WHOLE_FARM, CounterReading, GaugeValues, gauges_by_host, json_number


class AzureMetric(NamedTuple):
    """A metric of Azure. aggregation: the one that is read; of_farm: whether it is of what stands before the farm."""

    gauge: Metric
    aggregation: str
    factor: float = 1.0
    of_farm: bool = False


METRICS: Mapping[str, AzureMetric] = {
    "Percentage CPU": AzureMetric(Metric.CPU, "average", 0.01),
    "Network Out Total": AzureMetric(Metric.BYTES, "total"),
    "TotalRequests": AzureMetric(Metric.RATE, "total", of_farm=True),
    "BytesSent": AzureMetric(Metric.BYTES, "total", of_farm=True),
    "OriginRequestCount": AzureMetric(Metric.RATE, "total", of_farm=True),
    "BackendRequestCount": AzureMetric(Metric.RATE, "total", of_farm=True),
}
_BY_NAME = {name.lower(): metric for name, metric in METRICS.items()}
_RESOURCE = re.compile(r"/([^/]+)/providers/microsoft\.insights/metrics/", re.IGNORECASE)
_GRAIN = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?")
_CLOCK = re.compile(r"(?:(\d+)[.:])??(\d+):(\d+):00")
_ONE_OF_SET = "vmname"  # The dimension by which servers of a scale set are told apart.


def is_azure(source: Source) -> bool:
    """Whether a file is an answer of Azure Monitor."""
    value = source.at("value")
    return isinstance(value, list) and source.at("timespan") is not None and all("timeseries" in each for each in value)


def read_azure(source: Source) -> CounterReading:
    """The metrics of an answer, or of several of them. Raises ScenarioError for a metric that is not known, for one
    without its aggregation, and for what is no answer."""
    try:
        found = [each for _, answer in source.documents for each in _metrics(source, answer)]
    except (KeyError, TypeError, AttributeError, IndexError, ValueError):
        refuse(source.file, *telemetry.NOT_AZURE)
    return CounterReading(gauges_by_host(source.file, found))


def _metrics(source: Source, answer: Any) -> Iterator[GaugeValues]:
    for metric in answer["value"]:
        name = str(metric["name"]["value"])
        known = _BY_NAME.get(name.lower())
        if known is None:
            refuse(source.file, *telemetry.unknown_cloud_metric(", ".join(METRICS)), value=name)
        for series in metric["timeseries"]:
            rows = [(str(each["timeStamp"]), each.get(known.aggregation)) for each in series["data"]]
            if rows and all(value is None for _, value in rows) and _is_otherwise(series["data"]):
                refuse(source.file, *telemetry.without_aggregation(name, known.aggregation.capitalize()))
            at = instants_of([time for time, _ in rows], source)
            values = [json_number(value, source.file) * known.factor for _, value in rows]
            if known.aggregation == "total":
                grain = _grain(answer.get("interval")) or usual_period(at)
                values = [value / grain for value in values]
            yield GaugeValues(WHOLE_FARM if known.of_farm else _host(metric, series), known.gauge, at, values)


def _is_otherwise(data: Any) -> bool:
    """Whether grains have values of other aggregations."""
    return any(isinstance(each.get(name), int | float) for each in data for name in ("average", "total", "maximum"))


def _host(metric: Any, series: Any) -> str:
    """The server of a series: of a scale set its dimension, else the resource."""
    for each in series.get("metadatavalues") or ():
        if str(each["name"]["value"]).lower() == _ONE_OF_SET:
            return str(each["value"])
    resource = _RESOURCE.search(str(metric["id"]))
    return resource[1] if resource else str(metric["id"])


def _grain(interval: Any) -> float:
    """Seconds of a grain, "PT5M" or "0:05:00"; 0 where it is stated in no such way."""
    text = str(interval)
    found = _GRAIN.fullmatch(text) or _CLOCK.fullmatch(text)
    if found is None:
        return 0.0
    days, hours, minutes = (float(each or 0.0) for each in found.groups())
    seconds = 86_400.0 * days + 3_600.0 * hours + 60.0 * minutes
    return seconds if math.isfinite(seconds) else 0.0
