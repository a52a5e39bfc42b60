"""Tiers beside what their hosts count: calls, disks and memory at the largest loads, as measured and as modelled."""

import math
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from models.parts.tier import Tier
from models.scenario import Scenario
from models.tier_flows import asked_of_tier, tier_flows
from simulator.farm.tier_use import disk_use, ram_kept
from simulator.telemetry.farm_record import FarmRecord
from simulator.telemetry.host_use import HostUse
from simulator.telemetry.model_fit import LEAST_USED, NEAR_PEAK, POINTS_OFF, SHARE_OFF
from simulator.telemetry.series import SeriesValues
from simulator.telemetry.tier_hosts import CALLS, TierHosts, total_use


class TierQuantity(StrEnum):
    """What the hosts of a tier count beside their CPU: accesses and bytes a second of all of them, the share of the
    time in which a disk is busy, bytes of RAM of a host."""

    CALLS = "calls"
    READS = "disk_reads"
    WRITES = "disk_writes"
    READ_BYTES = "disk_read_bytes"
    WRITTEN_BYTES = "disk_written_bytes"
    BUSY = "disks_busy"
    MEMORY_USED = "memory_used"
    MEMORY = "memory"


class TierUse(NamedTuple):
    """A quantity at the largest loads that were measured. model: None where it says nothing of it."""

    quantity: TierQuantity
    measured: float
    model: float | None

    @property
    def is_off(self) -> bool:
        """Whether the model has another figure."""
        if self.model is None:
            return False
        least = POINTS_OFF if self.quantity is TierQuantity.BUSY else 0.0
        return abs(self.model - self.measured) > max(least, SHARE_OFF * self.measured)


_OF_DISKS = (
    TierQuantity.READS, TierQuantity.WRITES, TierQuantity.READ_BYTES, TierQuantity.WRITTEN_BYTES, TierQuantity.BUSY,
)  # fmt: skip
# What is off with each, and needs no word of its own then.
_FOLLOWS = {
    TierQuantity.READ_BYTES: {TierQuantity.READS},
    TierQuantity.WRITTEN_BYTES: {TierQuantity.WRITES},
    TierQuantity.BUSY: {TierQuantity.READS, TierQuantity.WRITES, TierQuantity.WRITTEN_BYTES},
}


def tier_uses(
    scenario: Scenario, tier: Tier, hosts: TierHosts, farm: FarmRecord, demand: SeriesValues, times: float
) -> tuple[TierUse, ...]:
    """What the hosts of a tier were measured to do, as far as they were. times: as many hosts share the work as were
    measured; demand: requests/s of the farm in each step of its record."""
    rates = farm.at_steps(demand, hosts.record.at)
    known = np.isfinite(rates)
    if not known.any():
        return ()
    near = known & (rates >= NEAR_PEAK * float(rates[known].max()))
    measured = dict(_measured(tier, hosts, near, farm.step, times))
    rate = float(rates[near].mean())
    model = _modelled(scenario, tier, rate, times * hosts.record.pods_at_peak)
    return tuple(TierUse(each, measured[each], model.get(each)) for each in TierQuantity if each in measured)


def uses_off(uses: tuple[TierUse, ...]) -> Iterator[TierUse]:
    """Those that are off, each once: what follows from another one is left out, and disks that are hardly used."""
    busy = next((each for each in uses if each.quantity is TierQuantity.BUSY), None)
    hardly = busy is not None and max(busy.measured, busy.model or 0.0) < LEAST_USED
    off = {each.quantity for each in uses if each.is_off}
    for each in uses:
        if each.is_off and not (hardly and each.quantity in _OF_DISKS) and not off & _FOLLOWS.get(each.quantity, set()):
            yield each


def disks_used(tier: Tier, uses: tuple[TierUse, ...], servers: float) -> float:
    """The share of what the disks of so many servers can do that they were measured to do, where that is more than the
    model says; else 0. Of a disk that does many things at once only its accesses tell that."""
    disks = tier.server.disks
    more = {each.quantity: each.measured for each in uses if each.is_off and each.measured > (each.model or 0.0)}
    accesses = more.get(TierQuantity.READS, 0.0) + more.get(TierQuantity.WRITES, 0.0)
    of_time = more.get(TierQuantity.BUSY, 0.0) if disks.at_once == 1 else 0.0
    return max(of_time, accesses * disks.read_time / (servers * disks.count * disks.at_once))


def _measured(
    tier: Tier, hosts: TierHosts, near: np.ndarray, step: float, times: float
) -> Iterator[tuple[TierQuantity, float]]:
    count = hosts.record.pods_at_peak
    disks = 1.0 / (tier.server.disks.count * count)
    used = total_use(hosts, HostUse.MEMORY, step) - total_use(hosts, HostUse.MEMORY_LEFT, step)
    for quantity, values, factor in (
        (TierQuantity.CALLS, total_use(hosts, CALLS, step), times),
        (TierQuantity.READS, total_use(hosts, HostUse.READS, step), times),
        (TierQuantity.WRITES, total_use(hosts, HostUse.WRITES, step), times),
        (TierQuantity.READ_BYTES, total_use(hosts, HostUse.READ_BYTES, step), times),
        (TierQuantity.WRITTEN_BYTES, total_use(hosts, HostUse.WRITTEN_BYTES, step), times),
        (TierQuantity.BUSY, total_use(hosts, HostUse.DISKS_BUSY, step), disks),
        (TierQuantity.MEMORY_USED, used, 1.0 / count),
        (TierQuantity.MEMORY, total_use(hosts, HostUse.MEMORY, step), 1.0 / count),
    ):
        there = near & np.isfinite(values)
        if there.any():
            yield quantity, factor * float(values[there].mean())


def _modelled(scenario: Scenario, tier: Tier, rate: float, servers: float) -> dict[TierQuantity, float]:
    """What the model says at such a rate of the farm, of so many servers; without what it does not know."""
    found: dict[TierQuantity, float | None] = {
        TierQuantity.MEMORY_USED: ram_kept(tier), TierQuantity.MEMORY: tier.server.ram,
    }  # fmt: skip
    try:
        flow = tier_flows(scenario)[tier.name]
        calls, disks = asked_of_tier(flow, lambda call: 1.0), disk_use(flow)
    except KeyError:  # It is asked only for what a cache misses.
        return {each: value for each, value in found.items() if value is not None}
    found[TierQuantity.CALLS] = rate * calls
    for quantity, value in zip(_OF_DISKS, disks, strict=True):
        found[quantity] = None if value is None else rate * value
    if disks.seconds is not None:
        found[TierQuantity.BUSY] = _busy(tier, rate * disks.seconds / (servers * tier.server.disks.count))
    return {each: value for each, value in found.items() if value is not None}


def _busy(tier: Tier, seconds: float) -> float:
    """The share of the time in which a disk has anything in hand that is asked for so many seconds in a second. Of one
    that does many things at once it is 1 - exp(-a), as of M/G/infinity, where nothing waits."""
    return min(1.0, seconds) if tier.server.disks.at_once == 1 else -math.expm1(-seconds)
