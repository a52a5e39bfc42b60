"""Curves, turns instead of shares, and quotas, for the shared stations of networks that were drawn without them."""

from dataclasses import replace
from random import Random

from simulator.network.network import Network
from simulator.network.resources import PeriodQuota, SharedCapacity

# Slices of work, in seconds of a station's whole capacity: whole ticks, so that ties abound.
SLICES = (2.0**-7, 0.05, 0.25)
# Seconds of the periods of quotas.
PERIODS = (2.0**-7, 0.05, 1.0)


def with_rules(network: Network, random: Random, chance: float = 0.4) -> Network:
    """The same network, some of whose shared stations have a curve, or serve so many at once."""
    drawn = [
        _ruled(each, random) if isinstance(each, SharedCapacity) and random.random() < chance else each
        for each in network.resources
    ]
    return replace(network, resources=tuple(drawn))


def _ruled(station: SharedCapacity, random: Random) -> SharedCapacity:
    """A station of about the same capacity."""
    cap = station.caps[-1]
    drawn = [random.choice([0.0, 0.25, 0.5, random.random()]) for _ in range(random.randint(0, 6))]
    scale = min(cap, station.capacity) / random.choice([1.0, 1.0, 3.0])
    curve = [scale]
    for gain in sorted(drawn, reverse=True):
        curve.append(curve[-1] + gain * scale)
    bent = replace(station, capacity=curve[-1], curve=tuple(curve))
    if len(station.caps) > 1 or random.random() < 0.3:
        return bent
    at_once = random.randint(1, 8)
    most = random.choice([None, random.choice(SLICES) * station.capacity])
    if random.random() < 0.3:
        return replace(station, capacity=min(station.capacity, at_once * cap), at_once=at_once, slice=most)
    cut = tuple(curve[:at_once])
    return replace(station, capacity=cut[-1], curve=cut, at_once=at_once, slice=most)


def with_quotas(network: Network, random: Random, chance: float = 0.7) -> Network:
    """The same network, some of whose shared stations may do only so much work in each period."""
    drawn = [
        _limited(each, random) if isinstance(each, SharedCapacity) and random.random() < chance else each
        for each in network.resources
    ]
    return replace(network, resources=tuple(drawn))


def _limited(station: SharedCapacity, random: Random) -> SharedCapacity:
    """The same station with a quota that allows less in the long run, or as much as it did and more at once."""
    period, burst = random.choice(PERIODS), station.burst
    if random.random() < 0.5:
        work = random.choice([0.5, 0.8, random.uniform(0.3, 1.0)]) * station.capacity * period
        curve = tuple(min(each, work / period) for each in station.curve)
        return replace(station, capacity=work / period, curve=curve, quota=PeriodQuota(work, period, burst))
    more = burst if len(burst) > 1 else (burst[0] * random.choice([1.0, 2.0, 4.0]),)
    return replace(station, quota=PeriodQuota(station.capacity * period, period, more))
