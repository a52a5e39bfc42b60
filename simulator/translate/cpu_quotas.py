"""The cores of a server of which a quota allows so much in a period."""

from dataclasses import replace

from models.capacity_curve import burst_cores, core_capacity
from models.scenario import FarmParts
from simulator.network.resources import PeriodQuota, SharedCapacity


def is_limited(farm: FarmParts) -> bool:
    """Whether a quota allows less than the cores do."""
    return core_capacity(farm) < burst_cores(farm)


def with_quota(station: SharedCapacity, farm: FarmParts) -> SharedCapacity:
    """The cores of the server of a farm with its quota, if that ever keeps them from working."""
    quota = farm.server.cpu_quota
    if quota is None or not is_limited(farm):
        return station
    rate = core_capacity(farm)
    curve = tuple(min(each, rate) for each in station.curve)
    if quota.period == 0.0:
        return replace(station, capacity=rate, curve=curve)
    limit = PeriodQuota(rate * quota.period, quota.period, station.burst)
    return replace(station, capacity=rate, curve=curve, quota=limit)
