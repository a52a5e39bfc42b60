"""Hosts of other tiers among those that were measured: which they are, and what their CPUs did in steps of time.

Which tier a host is of says its name: that of the tier with a number behind it, or what the scenario states as `hosts`.
"""

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

import numpy as np

from models.parts.tier import BY_NAME, Tier
from simulator.calibration.point import Metric
from simulator.calibration.reading.problems import refuse
from simulator.messages.stages import telemetry as said
from simulator.telemetry.deployments import DeploymentRecord
from simulator.telemetry.read import Counters
from simulator.telemetry.series import WHOLE_FARM, HostSeries, SeriesValues, mean_by_step

HostsByTier = Mapping[str, tuple[HostSeries, ...]]


def split_tiers(counters: Counters, tiers: Sequence[Tier], file: str) -> tuple[Counters, HostsByTier]:
    """The counters of the servers of the unit and of the whole farm, and those of each tier without pods whose hosts
    were measured. Raises ScenarioError for stated hosts of which there is none, for a host of two tiers, and where no
    other was measured."""
    series, tiers = counters.series, [tier for tier in tiers if tier.pods is None]
    names = sorted({each.host for each in series} - {WHOLE_FARM})
    owner: dict[str, str] = {}
    for tier in tiers:
        own = [name for name in names if _is_of(tier, name)]
        if tier.hosts != BY_NAME and not own:
            refuse(file, *said.no_such_hosts(tier.name, ", ".join(names)), path="tiers[].hosts", value=tier.hosts)
        for name in own:
            if name in owner:
                refuse(file, *said.host_of_two(owner[name], tier.name), path="tiers[].hosts", value=name)
            owner[name] = tier.name
    front = tuple(each for each in series if each.host not in owner)
    found = {tier.name: tuple(each for each in series if owner.get(each.host) == tier.name) for tier in tiers}
    if not front:
        refuse(file, *said.NO_LOAD)
    cores = {host: count for host, count in counters.cores.items() if host not in owner}
    return counters._replace(series=front, cores=cores), {
        name: own for name, own in found.items() if any(each.gauge is Metric.CPU for each in own)
    }


def _is_of(tier: Tier, host: str) -> bool:
    if tier.hosts == BY_NAME:
        return re.fullmatch(rf"{re.escape(tier.name)}[-_]?\d*(\..*)?", host, re.IGNORECASE) is not None
    return any(fnmatchcase(host.lower(), each.strip().lower()) for each in tier.hosts.split(","))


def host_record(name: str, series: Sequence[HostSeries], threads: int, step: float) -> DeploymentRecord:
    """The hosts of a tier in steps, as a deployment with a pod a host, each of so many threads."""
    cpu = [each for each in series if each.gauge is Metric.CPU]
    numbers = np.unique(np.concatenate([np.floor(each.at / step) for each in cpu]))
    rows: SeriesValues = np.array([mean_by_step(each.at, each.values, numbers, step) for each in cpu])
    hosts = np.isfinite(rows).sum(axis=0).astype(np.float64)
    busy = threads * np.nan_to_num(rows).sum(axis=0)
    return DeploymentRecord(name, numbers * step, hosts, busy, np.full(len(numbers), np.nan), None, None, None, None)


def bytes_sent(series: Sequence[HostSeries], numbers: SeriesValues, step: float) -> SeriesValues:
    """Bytes/s of all hosts in each step, by the numbers of the steps; NaN where one was not measured."""
    rows = [mean_by_step(each.at, each.values, numbers, step) for each in series if each.gauge is Metric.BYTES]
    return np.asarray(np.sum(rows, axis=0)) if rows else np.full(len(numbers), np.nan)
