"""Counters of pods and of their deployments, as cAdvisor and kube-state-metrics write them.

Names, labels and units are those of their references: github.com/google/cadvisor/blob/master/docs/storage/prometheus.md
and github.com/kubernetes/kube-state-metrics/tree/main/docs/metrics/workload (pod-metrics.md, deployment-metrics.md). Of
cAdvisor a series without a container is the sum of its pod, or the pause container "POD", and is left out.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from simulator.calibration.reading.problems import refuse
from simulator.messages.stages import telemetry as said
from simulator.telemetry.labelled import LabelledSeries, counter_rate
from simulator.telemetry.series import SeriesValues, require_few, sum_by_time

CPU, THROTTLED, PERIODS = (
    "container_cpu_usage_seconds_total", "container_cpu_cfs_throttled_periods_total", "container_cpu_cfs_periods_total",
)  # fmt: skip
REQUESTS, LIMITS, REPLICAS = (
    "kube_pod_container_resource_requests", "kube_pod_container_resource_limits", "kube_deployment_status_replicas",
)  # fmt: skip
_NO_CONTAINER = ("", "POD")
# Names of deployments: Kubernetes, Object Names and IDs, DNS Subdomain Names.
DEPLOYMENT_NAME = re.compile(r"[a-z0-9]([-a-z0-9.]*[a-z0-9])?")
_MOST = 1e15  # Of anything: bytes that a pod asks for, which are the most of these.


class PodMetric(NamedTuple):
    """A counter of pods. by: the labels that its series are added up by; asked: what selects them; counts: whether it
    only rises, and what it gains a second is read."""

    by: tuple[str, ...]
    asked: str
    counts: bool


_CONTAINERS = PodMetric(("namespace", "pod"), 'container!="",container!="POD"', True)
_RESOURCES = PodMetric(("namespace", "pod", "resource"), 'resource=~"cpu|memory"', False)
POD_METRICS: Mapping[str, PodMetric] = {
    REPLICAS: PodMetric(("namespace", "deployment"), "", False),
    CPU: _CONTAINERS,
    THROTTLED: _CONTAINERS,
    PERIODS: _CONTAINERS,
    REQUESTS: _RESOURCES,
    LIMITS: _RESOURCES,
}


class PodSeries(NamedTuple):
    """A counter of a pod or of a deployment. file: where it was read; counter: its name; labels: those that it is
    told apart by; values: at the beginning of each step, of what counts a second."""

    file: str
    counter: str
    labels: Mapping[str, str]
    at: SeriesValues
    values: SeriesValues


def pod_series(name: str, samples: Sequence[LabelledSeries], file: str) -> tuple[PodSeries, ...]:
    """The series of one metric as they were exported: a counter still counts, and each container has its own."""
    metric = POD_METRICS[name]
    kept = [
        each for each in samples if metric is not _CONTAINERS or each.labels.get("container", "") not in _NO_CONTAINER
    ]
    return _added_up(name, [
        (each.labels, *(counter_rate(each, file) if metric.counts else (each.at, each.values))) for each in kept
    ], file)  # fmt: skip


def queried_pod_series(name: str, samples: Sequence[LabelledSeries], file: str, step: float) -> tuple[PodSeries, ...]:
    """The same of what Prometheus has computed: rates, at the end of each step there."""
    before = step if POD_METRICS[name].counts else 0.0
    return _added_up(name, [(each.labels, each.at - before, each.values) for each in samples], file)


def _added_up(
    name: str, found: Sequence[tuple[Mapping[str, str], SeriesValues, SeriesValues]], file: str
) -> tuple[PodSeries, ...]:
    require_few(file, len(found))
    together: dict[tuple[str, ...], list[tuple[SeriesValues, SeriesValues]]] = defaultdict(list)
    by = POD_METRICS[name].by
    for labels, at, values in found:
        together[tuple(labels.get(each, "") for each in by)].append((at, values))
    series = []
    for key, own in together.items():
        at, total, _ = sum_by_time(own)
        if float(np.nanmax(total, initial=0.0)) > _MOST:
            refuse(file, *said.impossible(name, _MOST, ""), value="beyond")
        there = np.isfinite(total) & (total >= 0.0)
        series.append(PodSeries(file, name, dict(zip(by, key, strict=True)), at[there], total[there]))
    return tuple(series)
