"""What is asked of a Prometheus: of each quantity the first exporter that answers, in steps, a week at a time."""

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import SplitResult

from models.quantities.instants import NoTimeError, parse_instants
from models.visible import shortened
from simulator.calibration.point import Metric
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import Source
from simulator.messages.stages import prometheus
from simulator.telemetry.host_use import NO_DISK, OF_DISKS, HostUse
from simulator.telemetry.pods import CPU, POD_METRICS, PodSeries
from simulator.telemetry.prometheus import (
    METRICS,
    NO_CARD,
    OF_DATABASES,
    ExporterMetric,
    is_empty,
    read_cpu_counts,
    read_queried,
    read_queried_pods,
)
from simulator.telemetry.prometheus_get import get, split_address
from simulator.telemetry.series import CounterReading, HostSeries

DAYS, STEP = 28.0, 300.0
_MOST_DAYS, _LEAST_STEP, _MOST_STEP = 1_100.0, 60.0, 86_400.0
_DAY = 86_400.0
# Of a query: a week in steps of five minutes. Prometheus refuses more than 11,000, and of large farms less than that.
MOST_POINTS = 2_016
_RANGE = "/api/v1/query_range"
_COUNTER = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
# What selects by labels, and nothing else of PromQL: job="web", zone=~"eu-.*".
_QUOTED = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)"""
_LABEL = rf"(?:[a-zA-Z_][a-zA-Z0-9_]*|{_QUOTED})\s*(?:=~|!~|!=|=)\s*{_QUOTED}"
_LABELS = re.compile(rf"{_LABEL}(?:\s*,\s*{_LABEL})*\s*,?")

# The counters of each quantity. Of exporters that count the same requests only the first one that answers is read: a
# balancer stands for its farm, and a web server for the programs behind it. Counters of databases are no requests, but
# where somebody names them: those of another farm would count as requests of this one.
PRESETS: dict[Metric, tuple[tuple[str, ...], ...]] = {
    Metric.CPU: (("node_cpu_seconds_total", "windows_cpu_time_total"),),
    Metric.RATE: (
        ("haproxy_frontend_http_requests_total",),
        ("envoy_http_downstream_rq_total",),
        ("nginx_http_requests_total",),
        ("apache_accesses_total",),
        ("windows_iis_requests_total",),
        ("http_requests_total",),
        ("http_server_requests_seconds_count",),
    ),
    Metric.BYTES: (
        ("haproxy_frontend_bytes_out_total",),
        ("envoy_http_downstream_cx_tx_bytes_total",),
        ("node_network_transmit_bytes_total", "windows_net_bytes_sent_total"),
        ("apache_sent_kilobytes_total",),
    ),
}
# The counters of the hosts of tiers alone, each of which is read: what databases count there, disks and memory.
OF_TIERS = (*OF_DATABASES, *(name for name, metric in METRICS.items() if isinstance(metric.gauge, HostUse)))
# What hosts of tiers count as those of the front do.
_OF_HOSTS = (*PRESETS[Metric.CPU][0], *PRESETS[Metric.BYTES][2])
# What is no request of a client, and no byte to one.
_LEFT_OUT = {
    "envoy_http_downstream_rq_total": 'envoy_http_conn_manager_prefix!="admin"',
    "envoy_http_downstream_cx_tx_bytes_total": 'envoy_http_conn_manager_prefix!="admin"',
    "node_network_transmit_bytes_total": f'device!~"(?i:{NO_CARD})"',
    "windows_net_bytes_sent_total": f'nic!~"(?i:{NO_CARD})"',
    **{name: f'device!~"{NO_DISK}"' for name in OF_TIERS if METRICS[name].gauge in OF_DISKS},
}


@dataclass(frozen=True)
class PrometheusQuery:
    """What is asked of a Prometheus. start, end: seconds since 1970, whole steps; step: seconds; match: what labels
    must have, as PromQL has it, such as job="web"; requests: the counter of requests, "" for the first that is known
    and answers; deployments: names of those whose pods are asked for too, each as Kubernetes allows it; hosts: what the
    names of hosts of tiers match, of which more is asked."""

    address: SplitResult
    start: float
    end: float
    step: float
    match: str = ""
    requests: str = ""
    deployments: tuple[str, ...] = ()
    hosts: str = ""

    @property
    def url(self) -> str:
        """Where it is, as messages call it."""
        return self.address.geturl()

    @property
    def days(self) -> float:
        """The days that are asked for."""
        return (self.end - self.start) / _DAY

    @property
    def until(self) -> str:
        """Its end, as one writes it."""
        return datetime.fromtimestamp(self.end, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def prometheus_query(
    url: str, days: float = DAYS, until: str = "", step: float = STEP, match: str = "", requests: str = ""
) -> PrometheusQuery:
    """A query of the last days before `until`, "" for now. Raises ScenarioError for what cannot be asked."""
    address = split_address(url)
    if not _LEAST_STEP <= step <= _MOST_STEP or step % 1.0:
        possible = prometheus.out_of_range(f"{_LEAST_STEP:g}", f"{_MOST_STEP:,g} whole seconds")
        refuse(prometheus.NAME, *possible, path="step", value=f"{step:g}")
    if not step <= days * _DAY <= _MOST_DAYS * _DAY:
        least = f"one step ({step / _DAY:.3g})"
        refuse(prometheus.NAME, *prometheus.out_of_range(least, f"{_MOST_DAYS:,g}"), path="days", value=f"{days:g}")
    if requests and not _COUNTER.fullmatch(requests):
        refuse(prometheus.NAME, *prometheus.NO_COUNTER, path="requests", value=requests)
    labels = match.strip().removeprefix("{").removesuffix("}").strip()
    if labels and not _LABELS.fullmatch(labels):
        refuse(prometheus.NAME, *prometheus.NO_LABELS, path="match", value=shortened(labels))
    end = _instant(until) // step * step
    start = max(0.0, end - days * _DAY // step * step)
    return PrometheusQuery(address, start, end, step, labels, requests)


def _instant(until: str) -> float:
    if not until:
        return time.time()
    try:
        return parse_instants([until]).at[0]
    except NoTimeError:
        refuse(prometheus.NAME, *prometheus.NO_UNTIL, path="until", value=until)


def ask_prometheus(query: PrometheusQuery) -> CounterReading:
    """The counters of a farm. Raises ScenarioError where Prometheus does not answer, and where it knows none."""
    series: list[HostSeries] = []
    names: list[str] = []
    notes: dict[str, None] = {}

    def add(metrics: Sequence[str], ask: Callable[[PrometheusQuery, str], str] = promql) -> bool:
        found = [(name, reading) for name in metrics for reading in _answers(query, name, ask(query, name))]
        series.extend(each for _, reading in found for each in reading.series)
        names.extend(dict.fromkeys(name for name, _ in found))
        notes.update(dict.fromkeys(note for _, reading in found for note in reading.notes))
        return bool(found)

    for exporters in _exporters(query).values():
        any(add(metrics) for metrics in exporters)
    if query.requests and query.requests not in names:
        refuse(query.url, *prometheus.not_counted(query.requests))
    if not series:
        refuse(query.url, *prometheus.NOTHING)
    if query.hosts:
        add([name for name in OF_TIERS if name not in names], tiers_promql)
        series += _hosts_left_out(query, series)
    pods = _pods(query)
    names += dict.fromkeys(each.counter for each in pods)
    told = prometheus.counters_read(", ".join(names))
    return CounterReading(tuple(series), (told, *notes), _cores(query, names), pods)


def _hosts_left_out(query: PrometheusQuery, series: Sequence[HostSeries]) -> list[HostSeries]:
    """CPU and bytes of the hosts of tiers that labels of --match leave out, for they name the exporter of the front."""
    if len(_of_farm(query)) == len(re.findall(_LABEL, query.match)):
        return []
    own, there = of_tier_hosts(query), {(each.host, each.gauge) for each in series}
    answers = (reading for name in _OF_HOSTS for reading in _answers(own, name, promql(own, name)))
    return [each for reading in answers for each in reading.series if (each.host, each.gauge) not in there]


def of_tier_hosts(query: PrometheusQuery) -> PrometheusQuery:
    """The same of the hosts of tiers alone, whatever exporter --match names."""
    return replace(query, match=",".join((_of_hosts(query), *_of_farm(query))))


def _exporters(query: PrometheusQuery) -> dict[Metric, tuple[tuple[str, ...], ...]]:
    return PRESETS | ({Metric.RATE: ((query.requests,),)} if query.requests else {})


def promql(query: PrometheusQuery, name: str) -> str:
    """The query of a counter: what it gains a second, server by server, or of the whole farm; of CPUs the share of them
    that is busy."""
    of_cpu = 'mode=~"idle|iowait"' if METRICS.get(name, _COUNTED).gauge is Metric.CPU else ""
    labels = ",".join(filter(None, (_LEFT_OUT.get(name, ""), of_cpu, query.match)))
    gained = f"rate({name}{{{labels}}}[{query.step:.0f}s])"
    if of_cpu:
        return f"clamp_min(1 - sum by (instance) ({gained}) / {_cpu_count(query, name)}, 0)"
    return f"sum({gained})" if METRICS.get(name, _COUNTED).of_farm else f"sum by (instance) ({gained})"


_COUNTED = ExporterMetric(Metric.RATE)


def tiers_promql(query: PrometheusQuery, name: str) -> str:
    """The query of a counter of the hosts of tiers, host by host. Labels of --match that name an exporter do not count:
    databases have exporters of their own. What several jobs read of one exporter counts once."""
    labels = ",".join(filter(None, (_LEFT_OUT.get(name, ""), _of_hosts(query), *_of_farm(query))))
    over_time = "rate" if METRICS[name].counts else "avg_over_time"
    return f"sum by (instance) (max without (job) ({over_time}({name}{{{labels}}}[{query.step:.0f}s])))"


def _of_hosts(query: PrometheusQuery) -> str:
    hosts = f"(?i:(?:[a-z]+://)?(?:{query.hosts})(?::[0-9]+)?/?)"
    return f"instance=~{json.dumps(hosts)}"


def _of_farm(query: PrometheusQuery) -> list[str]:
    """The labels of --match but those that name an exporter."""
    return [each for each in re.findall(_LABEL, query.match) if not _OF_EXPORTER.match(each)]


def _pods(query: PrometheusQuery) -> tuple[PodSeries, ...]:
    """The counters of the pods of all deployments that are asked for; none where no pod has CPU time."""
    found: list[PodSeries] = []
    for name in (CPU, *(each for each in POD_METRICS if each != CPU)) if query.deployments else ():
        for first, last in _stretches(query):
            found += read_queried_pods(_range(query, pods_promql(query, name), first, last), name, query.step)
        if not found:
            break
    return tuple(found)


def pods_promql(query: PrometheusQuery, name: str) -> str:
    """The query of a counter of pods, or of their deployments. Labels of --match that name an exporter do not count:
    these counters have exporters of their own."""
    metric = POD_METRICS[name]
    names = "|".join(each.replace(".", "[.]") for each in query.deployments)
    of_name = f'deployment=~"{names}"' if "deployment" in metric.by else f'pod=~"({names})-.+"'
    labels = ",".join(filter(None, (metric.asked, of_name, *_of_farm(query))))
    counted = f"rate({name}{{{labels}}}[{query.step:.0f}s])" if metric.counts else f"{name}{{{labels}}}"
    return f"{'max' if 'deployment' in metric.by else 'sum'} by ({', '.join(metric.by)}) ({counted})"


_OF_EXPORTER = re.compile(r"""["'`]?(?:job|instance)["'`]?\s*[=!]""")


def _cpu_count(query: PrometheusQuery, name: str) -> str:
    labels = ",".join(filter(None, ('mode="idle"', query.match)))
    return f"count by (instance) ({name}{{{labels}}})"


def _answers(query: PrometheusQuery, name: str, asked: str) -> Iterator[CounterReading]:
    """The answers that hold values, a week at a time. A rate stands at the end of its step there, and at its beginning
    here."""
    for first, last in _stretches(query):
        source = _range(query, asked, first, last)
        if is_empty(source):
            continue
        found = read_queried(source, name, METRICS.get(name, _COUNTED))
        moved = tuple(replace(each, at=each.at - query.step) for each in found.series if len(each.at))
        yield CounterReading(moved, (*found.notes, *_warnings(source)))


def _stretches(query: PrometheusQuery) -> Iterator[tuple[float, float]]:
    """The first and the last step of each query: at most so many points each."""
    first = query.start + query.step
    while first <= query.end:
        last = min(query.end, first + (MOST_POINTS - 1) * query.step)
        yield first, last
        first = last + query.step


def _range(query: PrometheusQuery, asked: str, first: float, last: float) -> Source:
    when = {"start": f"{first:.0f}", "end": f"{last:.0f}", "step": f"{query.step:.0f}"}
    return get(query.address, _RANGE, {"query": asked, **when})


def _warnings(source: Source) -> tuple[str, ...]:
    warnings = source.at("warnings")
    return (
        tuple(prometheus.warned(shortened(str(each), 200)) for each in warnings) if isinstance(warnings, list) else ()
    )


def _cores(query: PrometheusQuery, names: list[str]) -> dict[str, int]:
    """The CPUs of each server at the end."""
    found: dict[str, int] = {}
    of_cpu = [name for name in names if METRICS.get(name, _COUNTED).gauge is Metric.CPU]
    own = of_tier_hosts(query) if query.hosts else query
    for asked in dict.fromkeys(_cpu_count(each, name) for name in of_cpu for each in (own, query)):
        source = _range(query, asked, query.end, query.end)
        found |= {} if is_empty(source) else read_cpu_counts(source)
    return found
