"""Hosts of other tiers among those that were measured: which they are, and what their CPUs did in steps of time.

Which tier a host is of says its name: that of the tier with a number behind it, or what the scenario states as `hosts`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from models.parts.tier import BY_NAME, Tier
from simulator.calibration.point import Metric
from simulator.calibration.reading.problems import refuse
from simulator.messages.stages import telemetry as said
from simulator.telemetry.deployments import DeploymentRecord
from simulator.telemetry.host_use import HostUse
from simulator.telemetry.prometheus import OF_DATABASES
from simulator.telemetry.read import Counters
from simulator.telemetry.series import WHOLE_FARM, HostSeries, SeriesValues, mean_by_step

# Of the steps, in which no more hosts than the usual ones were measured: more are there while one replaces another.
_USUAL = 0.9

# What a front counts as its load is of a tier what it is called for, and what it answers.
CALLS, SENT = Metric.RATE, Metric.BYTES
HostsByTier = Mapping[str, tuple[HostSeries, ...]]


class TierNames(Protocol):
    """What tells the hosts of a tier: its name, what it states as theirs, and its pods, None where it has none."""

    @property
    def name(self) -> str:
        """The name of the tier."""

    @property
    def hosts(self) -> str:
        """What counters call its servers."""

    @property
    def pods(self) -> object:
        """Its pods, None where it has none."""


def split_tiers(
    counters: Counters, tiers: Sequence[TierNames], file: str, of_front: bool = False
) -> tuple[Counters, HostsByTier]:
    """The counters of the servers of the unit and of the whole farm, and those of each tier without pods whose hosts
    were measured. file: of the scenario; of_front: whether the first alone are wanted. Raises ScenarioError for stated
    hosts of which there is none, unless of_front, for a host of two tiers, and where no other was measured."""
    series = counters.series
    names = sorted({each.host for each in series} - {WHOLE_FARM})
    owner: dict[str, str] = {}
    for place, tier in enumerate(tiers):
        path, own = f"tiers[{place}].hosts", [name for name in names if tier.pods is None and _is_of(tier, name)]
        if tier.hosts != BY_NAME and not own and not of_front:
            refuse(file, *said.no_such_hosts(tier.name, ", ".join(names)), path=path, value=tier.hosts)
        for name in own:
            if name in owner:
                refuse(file, *said.host_of_two(name, owner[name], tier.name), path=path, value=tier.hosts)
            owner[name] = tier.name
    front = tuple(each for each in series if each.host not in owner)
    found = {tier.name: tuple(each for each in series if owner.get(each.host) == tier.name) for tier in tiers}
    if not front:
        refuse(series[0].file, *said.NO_LOAD)
    cores = {host: count for host, count in counters.cores.items() if host not in owner}
    return counters._replace(series=front, cores=cores), {
        name: own for name, own in found.items() if any(each.gauge is Metric.CPU for each in own)
    }


def host_pattern(tiers: Sequence[TierNames]) -> str:
    """What the names of the hosts of tiers without pods match, in whatever case; "" where there is none."""
    return "|".join(_pattern(tier) for tier in tiers if tier.pods is None)


def _is_of(tier: TierNames, host: str) -> bool:
    return re.fullmatch(_pattern(tier), host, re.IGNORECASE) is not None


def _pattern(tier: TierNames) -> str:
    if tier.hosts == BY_NAME:
        return rf"{re.escape(tier.name)}[-_]?[0-9]*(?:\..*)?"
    return "|".join(re.escape(each.strip()).replace(r"\*", ".*") for each in tier.hosts.split(","))


class TierHosts(NamedTuple):
    """The hosts of a tier that were measured: their counters, and these in steps."""

    series: tuple[HostSeries, ...]
    record: DeploymentRecord


def host_records(tiers: Sequence[Tier], hosts: HostsByTier, step: float) -> Mapping[str, TierHosts]:
    """The measured hosts of tiers in steps of so many seconds, by their names."""
    return {
        tier.name: TierHosts(hosts[tier.name], host_record(tier.name, hosts[tier.name], tier.server.threads, step))
        for tier in tiers
        if tier.name in hosts
    }


def host_record(name: str, series: Sequence[HostSeries], threads: int, step: float) -> DeploymentRecord:
    """The hosts of a tier in steps, as a deployment with a pod a host, each of so many threads. A step in which fewer
    were measured than usual tells no sum, and is left out; a host that takes the place of another is no further one."""
    cpu = [each for each in series if each.gauge is Metric.CPU]
    numbers = np.unique(np.concatenate([np.floor(each.at / step) for each in cpu]))
    rows: SeriesValues = np.array([*_by_host(cpu, numbers, step).values()])
    hosts = np.isfinite(rows).sum(axis=0)
    usual = int(np.quantile(hosts, _USUAL, method="lower"))
    there = hosts >= usual
    busy = threads * np.nan_to_num(rows).sum(axis=0)[there]
    count, none = np.full(len(busy), float(usual)), np.full(len(busy), np.nan)
    return DeploymentRecord(name, numbers[there] * step, count, busy, none, None, None, None, None)


def total_use(hosts: TierHosts, gauge: Metric | HostUse, step: float) -> SeriesValues:
    """What all hosts of a tier do of one thing in each step of its record; NaN where one whose CPU was measured tells
    none. Of counters of the same calls those of a database go before those of whatever else its hosts run."""
    numbers = np.round(hosts.record.at / step)
    own = [each for each in hosts.series if each.gauge is gauge]
    counted = next(filter(None, ([each for each in own if each.counter == name] for name in OF_DATABASES)), own)
    cpu = _by_host([each for each in hosts.series if each.gauge is Metric.CPU], numbers, step)
    told = _by_host(counted, numbers, step)
    nothing = np.full(len(numbers), np.nan)
    there = [np.isfinite(values) for values in cpu.values()]
    rows = [told.get(host, nothing) for host in cpu]
    total = np.sum([np.where(measured, row, 0.0) for measured, row in zip(there, rows, strict=True)], axis=0)
    return np.asarray(total, dtype=np.float64)


def _by_host(series: Sequence[HostSeries], numbers: SeriesValues, step: float) -> dict[str, SeriesValues]:
    """The steps of each host, of which each series may have some; where several have the same step the first counts."""
    found: dict[str, SeriesValues] = {}
    for each in series:
        values = mean_by_step(each.at, each.values, numbers, step)
        before = found.get(each.host, values)
        found[each.host] = np.where(np.isfinite(before), before, values)
    return found
