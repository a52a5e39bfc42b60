"""What Prometheus answers to /api/v1/query_range: several servers by `instance`, counters by their names.

A counter that falls has begun anew: it counts from 0 then (as `increase` of Prometheus does). Over a gap of several
steps nothing is known.
"""

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from simulator.calibration.point import Metric
from simulator.calibration.reading.headings import ColumnHeading
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import Source
from simulator.messages.stages import telemetry
from simulator.messages.stages.calibration.recordings import NO_RANGE_QUERY
from simulator.telemetry.host_use import HostUse, is_no_disk
from simulator.telemetry.labelled import LabelledSeries, counter_rate
from simulator.telemetry.pods import POD_METRICS, PodSeries, pod_series, queried_pod_series
from simulator.telemetry.series import (
    GAUGES,
    WHOLE_FARM,
    CounterReading,
    HostSeries,
    SeriesValues,
    host_series,
    require_clock,
    require_few,
    sum_by_time,
)

_IDLE, _TWICE = ("idle", "iowait"), ("guest", "guest_nice")
# What stands around the name of a host in `instance`: a scheme, and the port of an exporter.
_AROUND = re.compile(r"^\w+://|:\d{1,5}/?$")
_HOSTS = ("instance", "host", "node", "pod", "hostname")
# What carries bytes that no client gets, or the same bytes again.
NO_CARD = "lo|docker.*|veth.*|br-.*|virbr.*|cni.*|flannel.*|tun.*|bond.*|.*loopback.*"
_NO_CARD = re.compile(NO_CARD, re.IGNORECASE)


class ExporterMetric(NamedTuple):
    """A counter that is known by its name. factor: of its values to SI units; of_farm: whether it is that of a balancer
    before the farm, and not of a server; counts: whether it only rises, and what it gains a second is read."""

    gauge: Metric | HostUse
    factor: float = 1.0
    of_farm: bool = False
    counts: bool = True


# What databases count: statements, transactions, commands.
OF_DATABASES = ("mysql_global_status_questions", "pg_stat_database_xact_commit", "redis_commands_processed_total")
METRICS: Mapping[str, ExporterMetric] = {
    "node_cpu_seconds_total": ExporterMetric(Metric.CPU),
    "windows_cpu_time_total": ExporterMetric(Metric.CPU),
    "node_network_transmit_bytes_total": ExporterMetric(Metric.BYTES),
    "windows_net_bytes_sent_total": ExporterMetric(Metric.BYTES),
    "nginx_http_requests_total": ExporterMetric(Metric.RATE),
    "apache_accesses_total": ExporterMetric(Metric.RATE),
    "apache_sent_kilobytes_total": ExporterMetric(Metric.BYTES, 1024.0),
    "windows_iis_requests_total": ExporterMetric(Metric.RATE),
    "http_requests_total": ExporterMetric(Metric.RATE),
    "http_server_requests_seconds_count": ExporterMetric(Metric.RATE),
    "haproxy_frontend_http_requests_total": ExporterMetric(Metric.RATE, of_farm=True),
    "haproxy_frontend_bytes_out_total": ExporterMetric(Metric.BYTES, of_farm=True),
    "envoy_http_downstream_rq_total": ExporterMetric(Metric.RATE, of_farm=True),
    "envoy_http_downstream_cx_tx_bytes_total": ExporterMetric(Metric.BYTES, of_farm=True),
    # A request is a statement, a transaction or a command: of a scenario that counts the same.
    **dict.fromkeys(OF_DATABASES, ExporterMetric(Metric.RATE)),
    "node_disk_reads_completed_total": ExporterMetric(HostUse.READS),
    "node_disk_writes_completed_total": ExporterMetric(HostUse.WRITES),
    "node_disk_read_bytes_total": ExporterMetric(HostUse.READ_BYTES),
    "node_disk_written_bytes_total": ExporterMetric(HostUse.WRITTEN_BYTES),
    "node_disk_io_time_seconds_total": ExporterMetric(HostUse.DISKS_BUSY),
    "node_memory_MemTotal_bytes": ExporterMetric(HostUse.MEMORY, counts=False),
    "node_memory_MemAvailable_bytes": ExporterMetric(HostUse.MEMORY_LEFT, counts=False),
}


def is_empty(source: Source) -> bool:
    """Whether an answer has no series."""
    return bool(source.at("data", "result") == [])


def _matrix(source: Source) -> list[LabelledSeries]:
    result = source.at("data", "result")
    if source.at("data", "resultType") != "matrix" or not isinstance(result, list):
        refuse(source.file, *NO_RANGE_QUERY)
    require_few(source.file, len(result))
    return [_samples(each, source.file) for each in result]


def read_cpu_counts(source: Source) -> dict[str, int]:
    """The CPUs of each server, in an answer whose values are their number. Raises ScenarioError for another one."""
    samples = _matrix(source)
    return {_host(each.labels): int(np.nanmax(each.values, initial=0.0)) for each in samples}


def read_queried_pods(source: Source, name: str, step: float) -> tuple[PodSeries, ...]:
    """The pods, or deployments, of an answer that Prometheus has computed. Raises ScenarioError for another one."""
    return queried_pod_series(name, _matrix(source), source.file, step)


def read_prometheus(source: Source) -> CounterReading:
    """The counters of a range query. Raises ScenarioError for another answer, and for metrics that are not known."""
    samples = _matrix(source)
    if not samples:
        refuse(source.file, *telemetry.NO_SERIES)
    return read_labelled(source, samples)._replace(notes=_lost(samples))


def read_queried(source: Source, name: str, metric: ExporterMetric) -> CounterReading:
    """What Prometheus has computed of a counter, server by server. Raises ScenarioError for another answer."""
    samples = _matrix(source)
    found = _amounts(samples, metric.gauge, metric.factor, source.file, name)
    return CounterReading(tuple(found), _lost(samples))


def _lost(samples: Sequence[LabelledSeries]) -> tuple[str, ...]:
    lost = sum(int(np.isnan(each.values).sum()) for each in samples)
    return (telemetry.not_finite(lost),) if lost else ()


def read_labelled(source: Source, samples: Sequence[LabelledSeries]) -> CounterReading:
    """The counters of series with labels: of those that the command line names amounts, else counters by their names.
    Raises ScenarioError for one that is not known."""
    if source.named is not None:
        return CounterReading(tuple(_named(samples, source.named, source.file)))
    by_name: dict[str, list[LabelledSeries]] = defaultdict(list)
    for each in samples:
        by_name[_known_name(each.labels, source.file)].append(each)
    of_pods = {name: by_name.pop(name) for name in POD_METRICS if name in by_name}
    pods = tuple(series for name, each in of_pods.items() for series in pod_series(name, each, source.file))
    found = [series for name, each in by_name.items() for series in _of_metric(name, each, source.file)]
    of_cpus = [each for name, own in by_name.items() if METRICS[name].gauge is Metric.CPU for each in own]
    cores = {host: _cores(own) for host, own in _by_host(of_cpus).items() if _cores(own)}
    return CounterReading(tuple(found), (), cores, pods)


def _known_name(labels: Mapping[str, str], file: str) -> str:
    name = labels.get("__name__", "")
    if name not in METRICS and name not in POD_METRICS:
        refuse(file, *telemetry.unknown_counter(name, file, ", ".join((*METRICS, *POD_METRICS))), value=name)
    return name


def _samples(found: Any, file: str) -> LabelledSeries:
    try:
        labels = {str(key): str(value) for key, value in dict(found["metric"]).items()}
        rows = [(float(at), math.nan if value is None else float(value)) for at, value in found["values"]]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        wrong = str(error) if isinstance(error, ValueError) else ""
        refuse(file, *telemetry.NOT_PROMETHEUS, value=wrong)
    at, values = np.array(rows, dtype=np.float64).reshape(-1, 2).T
    require_clock(file, at)
    return LabelledSeries(labels, at, np.where(np.isfinite(values), values, np.nan))


def _host(labels: Mapping[str, str]) -> str:
    """The server of a series, without the port of its exporter."""
    return _AROUND.sub("", next((labels[name] for name in _HOSTS if labels.get(name)), WHOLE_FARM))


def _by_host(samples: Sequence[LabelledSeries]) -> dict[str, list[LabelledSeries]]:
    found: dict[str, list[LabelledSeries]] = defaultdict(list)
    for each in samples:
        found[_host(each.labels)].append(each)
    return found


def _named(samples: Sequence[LabelledSeries], named: ColumnHeading, file: str) -> list[HostSeries]:
    """Series whose values the command line names."""
    gauge = named.quantity
    if gauge is None or gauge not in GAUGES:
        refuse(file, *telemetry.NOT_READ, value=gauge.value if gauge else "")
    return _amounts(samples, gauge, named.factor, file)


def _amounts(
    samples: Sequence[LabelledSeries], gauge: Metric | HostUse, factor: float, file: str, name: str = ""
) -> list[HostSeries]:
    """Series of amounts, and no counters that only rise, server by server."""
    found = []
    for host, own in _by_host(samples).items():
        at, total, count = sum_by_time([(each.at, each.values) for each in own])
        values = total / count if gauge is Metric.CPU else total
        found.append(host_series(file, host, gauge, at.tolist(), (values * factor).tolist(), name))
    return found


def _of_metric(name: str, samples: Sequence[LabelledSeries], file: str) -> list[HostSeries]:
    """The counters of one name, server by server."""
    metric = METRICS[name]
    if metric.of_farm:
        at, total, _ = sum_by_time([counter_rate(each, file) for each in samples])
        return [host_series(file, WHOLE_FARM, metric.gauge, at.tolist(), (total * metric.factor).tolist(), name)]
    found = []
    for host, own in _by_host(samples).items():
        if metric.gauge is Metric.CPU:
            at, values = _busy(own, file)
        else:
            kept = [each for each in own if not _is_left_out(metric, each.labels)]
            gained = [counter_rate(each, file) if metric.counts else (each.at, each.values) for each in kept]
            at, values, _ = sum_by_time(gained)
        found.append(host_series(file, host, metric.gauge, at.tolist(), (values * metric.factor).tolist(), name))
    return found


def _is_left_out(metric: ExporterMetric, labels: Mapping[str, str]) -> bool:
    """Whether a series is of a device that is no card, or no disk."""
    device = labels.get("device", labels.get("nic", ""))
    return is_no_disk(device) if isinstance(metric.gauge, HostUse) else bool(_NO_CARD.fullmatch(device))


def _cores(samples: Sequence[LabelledSeries]) -> int:
    """The CPUs of a server, 0 where the labels do not tell them."""
    return len({each.labels.get("cpu", each.labels.get("core")) for each in samples} - {None})


def _busy(samples: Sequence[LabelledSeries], file: str) -> tuple[SeriesValues, SeriesValues]:
    """The share of the CPU time of a server that is neither idle nor spent waiting for disks."""
    rates = [
        (each.labels.get("mode", ""), *counter_rate(each, file))
        for each in samples
        if each.labels.get("mode") not in _TWICE
    ]
    modes = {mode for mode, *_ in rates}
    if not modes & set(_IDLE):
        refuse(file, *telemetry.NO_IDLE)
    at, idle, _ = sum_by_time([(at, values) for mode, at, values in rates if mode in _IDLE])
    if modes <= set(_IDLE):
        cores = _cores(samples)
        if not cores and np.nanmax(idle, initial=0.0) > 1.1:
            refuse(file, *telemetry.IDLE_OF_SOME)
        return at, 1.0 - np.minimum(idle / max(1, cores), 1.0)
    everything_at, everything, _ = sum_by_time([(at, values) for _, at, values in rates])
    total = everything[np.searchsorted(everything_at, at)]
    with np.errstate(invalid="ignore", divide="ignore"):
        return at, np.where(total > 0.0, 1.0 - idle / total, np.nan)
