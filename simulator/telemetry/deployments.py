"""Deployments in steps of time: how many pods each had, what CPU these used, and how often they were throttled.

Which deployment a pod is of says its name: that of the deployment, of its replica set and its own, the last two in the
letters of Kubernetes (k8s.io/apimachinery/pkg/util/rand, SafeEncodeString).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

import numpy as np

from simulator.calibration.reading.problems import refuse
from simulator.messages.stages import telemetry as said
from simulator.telemetry.pods import CPU, LIMITS, PERIODS, REPLICAS, REQUESTS, THROTTLED, PodSeries
from simulator.telemetry.series import SeriesValues, mean_by_step

# Of the steps, in which a tier has most to do.
_BUSIEST = 0.1
_SAFE = "[bcdfghjklmnpqrstvwxz2456789]"


@dataclass(frozen=True)
class DeploymentRecord:
    """A deployment in steps. at: seconds since 1970 at which each begins; pods: how many there were; threads: that all
    of them kept busy; throttled: the share of their periods in which they were; NaN where that is not known.
    cpu_request, cpu_limit: threads, memory_request, memory_limit: bytes of a pod; None where it states none."""

    name: str
    at: SeriesValues = field(repr=False)
    pods: SeriesValues = field(repr=False)
    threads: SeriesValues = field(repr=False)
    throttled: SeriesValues = field(repr=False)
    cpu_request: float | None
    cpu_limit: float | None
    memory_request: float | None
    memory_limit: float | None

    @property
    def pods_at_peak(self) -> int:
        """Pods, or hosts, that run while they have most to do: the median of the tenth of the steps in which they kept
        most threads busy, for while some replace others there are more. 0 where none was measured."""
        if not len(self.pods):
            return 0
        busiest = np.argsort(np.nan_to_num(self.threads))[-ceil(_BUSIEST * len(self.pods)) :]
        return int(np.quantile(self.pods[busiest], 0.5, method="lower"))


def deployments_of(series: Sequence[PodSeries], names: Sequence[str], step: float) -> tuple[DeploymentRecord, ...]:
    """The deployments of some names. Raises ScenarioError for a name that several namespaces have."""
    found = ((name, _of(series, name)) for name in names)
    return tuple(_record(name, own, step) for name, own in found if any(each.counter == CPU for each in own))


def _of(series: Sequence[PodSeries], name: str) -> list[PodSeries]:
    of_pod = re.compile(rf"{re.escape(name)}-{_SAFE}{{5,10}}-{_SAFE}{{5}}")
    own = [
        each
        for each in series
        if len(each.at) and (each.labels.get("deployment") == name or of_pod.fullmatch(each.labels.get("pod", "")))
    ]
    spaces = sorted({each.labels["namespace"] for each in own})
    if len(spaces) > 1:
        refuse(own[0].file, *said.several_namespaces(name, ", ".join(spaces)))
    return own


def _record(name: str, own: Sequence[PodSeries], step: float) -> DeploymentRecord:
    numbers = np.unique(np.concatenate([np.floor(each.at / step) for each in own if each.counter == CPU]))

    def rows(metric: str) -> SeriesValues:
        found = [mean_by_step(each.at, each.values, numbers, step) for each in own if each.counter == metric]
        return np.array(found).reshape(-1, len(numbers))

    cpu, replicas = rows(CPU), rows(REPLICAS)
    there = np.isfinite(cpu)
    stated = np.isfinite(replicas).any(axis=0)
    pods = np.where(stated, np.nan_to_num(replicas).sum(axis=0), there.sum(axis=0))
    throttled, periods = (np.nan_to_num(rows(each)).sum(axis=0) for each in (THROTTLED, PERIODS))
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(periods > 0.0, np.minimum(1.0, throttled / periods), np.nan)
    ends = {(each, resource): _of_a_pod(own, each, resource) for each in (REQUESTS, LIMITS) for resource in _RESOURCES}
    return DeploymentRecord(
        name, numbers * step, pods.astype(np.float64), np.nan_to_num(cpu).sum(axis=0), share, *(
            ends[metric, resource] for resource in _RESOURCES for metric in (REQUESTS, LIMITS)
        ),
    )  # fmt: skip


_RESOURCES = ("cpu", "memory")


def _of_a_pod(own: Sequence[PodSeries], metric: str, resource: str) -> float | None:
    """What a pod states at the end, the usual one of them."""
    ends = [each.values[-1] for each in own if each.counter == metric and each.labels["resource"] == resource]
    return float(np.median(ends)) if ends else None
