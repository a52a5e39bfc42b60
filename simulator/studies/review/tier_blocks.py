"""Tiers beside their deployments or their hosts, as blocks: what is off, and the hours of the day."""

from collections.abc import Iterator
from math import isclose
from statistics import fmean

from models.quantities.formatting import count_text
from simulator.experiment.estimate import exact
from simulator.farm.tier_sizing import is_unstated
from simulator.messages import review as said
from simulator.output.blocks import Cell, Column, Table
from simulator.studies.review.answer import Review, is_other_call
from simulator.studies.review.measured_servers import is_measured
from simulator.studies.review.tier_fit import TierFit, TierHour
from simulator.studies.review.tier_use import TierQuantity, uses_off
from simulator.telemetry.model_fit import SHARE_OFF

# Of its periods, in which a pod waits for its quota: where Kubernetes' own alerts begin (CPUThrottlingHigh of
# github.com/kubernetes-monitoring/kubernetes-mixin, 25 in 100).
THROTTLED_OFTEN = 0.25
_PERCENT, _ROUNDING = 100.0, 1e-6


def tier_texts(found: Review) -> Iterator[str]:
    """What is told of each tier."""
    for tier in found.tiers:
        if tier.work is not None:
            yield said.call_work(tier.name, tier.work, is_other_call(tier), found.stands)
        if tier.sent is not None and abs(tier.sent - 1.0) > SHARE_OFF:
            yield said.tier_bytes_off(tier.name, tier.sent)
        for use in uses_off(tier.uses):
            if use.quantity is TierQuantity.MEMORY:
                yield said.tier_memory_off(tier.name, use.measured, tier.tier.server.ram)
            elif use.quantity is not TierQuantity.MEMORY_USED:  # What the system keeps of files counts as available.
                yield said.tier_use_off(tier.name, use.quantity, use.measured, use.model or 0.0)
        yield from _count(found, tier)
        often = {each.hour: each.throttled for each in tier.hours if (each.throttled or 0.0) > THROTTLED_OFTEN}
        if often:
            yield said.throttled(tier.name, list(often), max(filter(None, often.values())))
    known = {tier.name for tier in found.tiers}
    for place, own in enumerate(found.scenario.tiers):
        if own.name not in known and is_unstated(found.scenario, place):
            yield said.count_not_known(own.name, "servers" if own.pods is None else "pods.replicas")


def _count(found: Review, tier: TierFit) -> Iterator[str]:
    """Where its pods are others than those of the scenario."""
    pods, record = tier.tier.pods, tier.record
    if pods is None:
        servers, most = tier.tier.servers * found.running.units, tier.pods_at_peak
        if is_measured(found.scenario, tier.name):
            yield said.hosts_measured(tier.name, count_text(most, "host"), tier.tier.servers)
        elif servers > most:
            yield said.hosts_left(most, servers, tier.name)
        elif servers < most:
            yield said.hosts_off(tier.name, most, servers)
        return
    stated = None if pods.replicas is None else pods.replicas * found.running.units
    if pods.replicas is not None and is_measured(found.scenario, tier.name):
        yield said.pods_measured(tier.name, count_text(tier.pods_at_peak, "pod"), pods.replicas)
    elif stated is not None and stated != tier.pods_at_peak:
        yield said.pods_off(tier.name, tier.pods_at_peak, stated)
    for measured, own, text in (
        ((record.cpu_request, record.cpu_limit), (pods.cpu.request, pods.cpu.limit), said.pod_cpu),
        ((record.memory_request, record.memory_limit), (pods.memory.request, pods.memory.limit), said.pod_memory),
    ):
        request, limit = measured
        asks = limit if request is None else request  # Kubernetes takes a limit as the request that nobody states.
        if asks is not None and not (_is_same(asks, own[0]) and _is_same(limit, own[1])):
            yield said.pod_asks(tier.name, text(asks, limit), text(*own))


def _is_same(measured: float | None, stated: float | None) -> bool:
    """Whether two are equal but for rounding: containers are added up."""
    return measured == stated if measured is None or stated is None else isclose(measured, stated, rel_tol=_ROUNDING)


def pods_table(tier: TierFit, stretch: int = 1) -> Table:
    """The hours of the day of a tier with pods, so many in a row."""
    if tier.tier.pods is None:
        return _hosts_table(tier, stretch)
    columns = (
        Column("hours UTC"), Column("pods", numeric=True, short=True),
        Column("CPU", "threads", numeric=True, short=True), Column("model", "threads", numeric=True, short=True),
        Column("throttled", "%", numeric=True, short=True),
    )  # fmt: skip
    rows = []
    for first in range(0, 24, stretch):
        here = [each for each in tier.hours if first <= each.hour < first + stretch]
        if here:
            rows.append((f"{first:02d}-{first + stretch:02d}", *_row(here)))
    return Table(said.pods_by_hour(tier.name), columns, tuple(rows))


# What the hosts of a tier count, as rows of a table: names with their units, and these in SI units.
_USES = {
    TierQuantity.CALLS: ("calls, 1/s", 1.0),
    TierQuantity.READS: ("disk reads, 1/s", 1.0),
    TierQuantity.WRITES: ("disk writes, 1/s", 1.0),
    TierQuantity.READ_BYTES: ("disk reads, MB/s", 1e6),
    TierQuantity.WRITTEN_BYTES: ("disk writes, MB/s", 1e6),
    TierQuantity.BUSY: ("disks busy, %", 0.01),
    TierQuantity.MEMORY_USED: ("used RAM, GB/host", 1e9),
    TierQuantity.MEMORY: ("RAM, GB/host", 1e9),
}


def uses_table(tier: TierFit) -> Table:
    """What the hosts of a tier do at the peak beside the model."""
    columns = (Column("of all hosts"), *(Column(name, numeric=True, short=True) for name in ("measured", "model")))
    rows = []
    for use in tier.uses:
        name, unit = _USES[use.quantity]
        values = (each if each is None else float(f"{each / unit:.3g}") for each in (use.measured, use.model))
        rows.append((name, *(None if each is None else exact(each, "") for each in values)))
    return Table(said.uses_at_peak(tier.name), columns, tuple(rows))


def _hosts_table(tier: TierFit, stretch: int) -> Table:
    columns = (
        Column("hours UTC"), Column("hosts", numeric=True, short=True), Column("CPU", "%", numeric=True, short=True),
        Column("model", "%", numeric=True, short=True),
        Column("residual", "points", numeric=True, signed=True, short=True),
    )  # fmt: skip
    rows = []
    for first in range(0, 24, stretch):
        here = [each for each in tier.hours if first <= each.hour < first + stretch]
        if here:
            hosts = fmean(each.pods for each in here)
            cpu = _share([each.threads for each in here], hosts * tier.threads)
            model = _share([each.model for each in here if each.model is not None], hosts * tier.threads)
            off = None if cpu is None or model is None else exact(round(cpu - model, 1), "points")
            told = [None if each is None else exact(float(f"{each:.3g}"), "%") for each in (cpu, model)]
            rows.append((f"{first:02d}-{first + stretch:02d}", exact(float(f"{hosts:.3g}"), ""), *told, off))
    return Table(said.hosts_by_hour(tier.name), columns, tuple(rows))


def _share(threads: list[float], of: float) -> float | None:
    return _PERCENT * fmean(threads) / of if threads and of > 0.0 else None


def _row(hours: list[TierHour]) -> Iterator[Cell]:
    throttled = [None if each.throttled is None else _PERCENT * each.throttled for each in hours]
    columns = (
        ([each.pods for each in hours], ""), ([each.threads for each in hours], "threads"),
        ([each.model for each in hours], "threads"), (throttled, "%"),
    )  # fmt: skip
    for values, unit in columns:
        known = [each for each in values if each is not None]
        yield exact(float(f"{fmean(known):.3g}"), unit) if known else None
