"""Tiers beside the deployments of their names, or their hosts: the CPU time of calls, and where pods are throttled.

What the threads of a pod do is told by the curve of the cores of its server, as if that were full of pods that do the
same (models/capacity_curve.py): of threads that share a core each does less the more of them are busy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from models.capacity_curve import capacity_curve
from models.parts.tier import Tier, TierCall
from models.pods import pod_cards_rate, pods_a_server
from models.scenario import Scenario
from models.tier_flows import NO_MISSES, as_tier_server, tier_flows, tier_work
from models.variations.changes import with_changes
from simulator.farm.tier_work import LIMITS, tier_works
from simulator.messages.review import MEASURED
from simulator.studies.review.tier_use import TierUse, disks_used, tier_uses
from simulator.telemetry.deployments import DeploymentRecord
from simulator.telemetry.farm_record import FarmRecord
from simulator.telemetry.model_fit import LEAST_USED, median_ratio
from simulator.telemetry.record_noise import MeasuredRange, ratio_range
from simulator.telemetry.series import SeriesValues
from simulator.telemetry.tier_hosts import SENT, TierHosts, total_use
from simulator.translate.transport import transport

_HOURS = range(24)


class TierHour(NamedTuple):
    """An hour of the day of a tier. pods: that ran; threads, model: that they kept busy, as measured and as the model
    has it with the CPU times that were measured; throttled: the share of their periods in which they were. None where
    that is not known."""

    hour: int
    pods: float
    threads: float
    model: float | None
    throttled: float | None


@dataclass(frozen=True)
class TierFit:
    """A tier beside the deployment of its name, or its hosts, each of which counts as a pod. work: the CPU time of its
    calls in times that of the scenario; work_between: where another record would have it. None where hardly any was
    used. sent: bytes that its hosts send in times those of the model, None where not both are known. uses: what else
    its hosts count at the largest loads; disks_used: the share of its disks that was used then, where that is more than
    the model says, else 0."""

    tier: Tier
    record: DeploymentRecord = field(repr=False)
    work: float | None
    work_between: MeasuredRange | None
    sent: float | None
    hours: tuple[TierHour, ...] = field(repr=False)
    uses: tuple[TierUse, ...] = ()
    disks_used: float = 0.0

    @property
    def name(self) -> str:
        """The name of the tier, and of the deployment."""
        return self.tier.name

    @property
    def threads(self) -> int:
        """Of a host."""
        return self.tier.server.threads

    @property
    def pods_at_peak(self) -> int:
        """Pods, or hosts, that ran at the most."""
        return self.record.pods_at_peak


def fit_tiers(
    scenario: Scenario, deployed: Sequence[DeploymentRecord], hosts: Mapping[str, TierHosts], record: FarmRecord,
    demand: SeriesValues, units: int,
) -> tuple[TierFit, ...]:  # fmt: skip
    """The tiers of a scenario whose pods, or hosts, were measured. demand: requests/s of the farm in each step of its
    record; units: that run."""
    tiers = {tier.name: tier for tier in scenario.tiers}
    found = [_fit(scenario, tiers[each.name], each, record, demand) for each in deployed]
    for name, own in hosts.items():
        # All that stand share the work, and never fewer than were measured.
        tier, times = tiers[name], max(1.0, tiers[name].servers * units / own.record.pods_at_peak)
        sent = _sent(scenario, tier, own, record, demand)
        fit = _fit(scenario, tier, own.record, record, demand, None if sent is None else times * sent, times)
        uses = tier_uses(scenario, tier, own, record, demand, times)
        found.append(replace(fit, uses=uses, disks_used=disks_used(tier, uses, times * own.record.pods_at_peak)))
    return tuple(found)


def with_measured_calls(scenario: Scenario, fits: Sequence[TierFit], least: float, most: float) -> Scenario:
    """The scenario with the CPU times of calls that were measured, if they are so many times its own."""
    work = {each.name: each.work or 1.0 for each in fits if least <= (each.work or 0.0) <= most}
    if not work:
        return scenario

    def scaled(calls: tuple[TierCall, ...]) -> tuple[TierCall, ...]:
        found = ((call, None if call.cpu is None else call.cpu * work.get(call.tier, 1.0)) for call in calls)
        return tuple(call.model_copy(update={"cpu": cpu}) for call, cpu in found)

    workload, changes = scenario.workload, dict[str, object]()
    changes["tiers"] = tuple(each.model_copy(update={"calls": scaled(each.calls)}) for each in scenario.tiers)
    changes["workload.classes"] = tuple(
        each.model_copy(update={"calls": scaled(each.calls)}) for each in workload.classes
    )
    if workload.request is not None:
        changes["workload.request.calls"] = scaled(workload.request.calls)
    return with_changes(scenario, changes, MEASURED)


def _sent(scenario: Scenario, tier: Tier, hosts: TierHosts, farm: FarmRecord, demand: SeriesValues) -> float | None:
    """What the hosts of a tier send in times what the model sends in answers."""
    total, rates = total_use(hosts, SENT, farm.step), farm.at_steps(demand, hosts.record.at)
    there = np.isfinite(total) & np.isfinite(rates)
    try:
        works = tier_works(scenario, tier_flows(scenario)[tier.name], 1.0, NO_MISSES, transport(scenario))
    except KeyError:  # It is asked only for what a cache misses.
        return None
    model = float(rates[there].sum()) * works[LIMITS.index("network cards")].own * pod_cards_rate(tier)
    return float(total[there].sum()) / model if there.any() and model > 0.0 else None


def _fit(
    scenario: Scenario, tier: Tier, found: DeploymentRecord, farm: FarmRecord, demand: SeriesValues,
    sent: float | None = None, times: float = 1.0,
) -> TierFit:  # fmt: skip
    """times: as many pods, or hosts, share the work as were measured."""
    rates = farm.at_steps(demand, found.at)
    curve, together = capacity_curve(as_tier_server(scenario, tier)), 1 if tier.pods is None else pods_a_server(tier)
    least = LEAST_USED * (tier.server.threads if tier.pods is None else 1)
    cores = np.array([0.0, *curve]) if curve else np.array([0.0, 1.0])
    threads = np.linspace(0.0, len(cores) - 1.0, len(cores))
    pods = times * found.pods
    with np.errstate(invalid="ignore", divide="ignore"):
        each = found.threads / found.pods
        worked = np.interp(together * each, threads, cores) / together * pods if curve else times * found.threads
        stated = rates * _work_of_a_request(scenario, tier)
    there = np.isfinite(worked) & np.isfinite(stated) & (stated > 0.0) & (pods > 0.0)
    work = between = None
    model = np.full_like(found.threads, np.nan)
    # Threads of a pod that are busy, or are to be.
    if there.any() and float(np.max(np.maximum(each, stated / np.maximum(pods, 1.0))[there])) >= least:
        work, between = median_ratio(worked[there], stated[there]), ratio_range(worked[there], stated[there])
        with np.errstate(invalid="ignore", divide="ignore"):
            of_a_pod = work * stated / pods
            busy = np.interp(together * of_a_pod, cores, threads) / together if curve else of_a_pod
            model = busy * found.pods
    return TierFit(tier, found, work, between, sent, _by_hour(found, model))


def _work_of_a_request(scenario: Scenario, tier: Tier) -> float:
    """Seconds of a core that a request takes of a tier; NaN of what is asked only for what a cache misses."""
    try:
        return tier_work(scenario, tier)
    except KeyError:
        return float("nan")


def _by_hour(found: DeploymentRecord, model: SeriesValues) -> tuple[TierHour, ...]:
    hours = np.floor(found.at % 86_400.0 / 3_600.0)
    told = []
    for hour in _HOURS:
        here = hours == hour
        if here.any():
            both, periods = here & np.isfinite(model), here & np.isfinite(found.throttled)
            told.append(TierHour(
                hour, float(found.pods[here].mean()), float(found.threads[here].mean()),
                float(model[both].mean()) if both.any() else None,
                float(found.throttled[periods].mean()) if periods.any() else None,
            ))  # fmt: skip
    return tuple(told)
