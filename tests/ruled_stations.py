"""Curves, and turns instead of shares, for the shared stations of networks that were drawn without them."""

from dataclasses import replace
from random import Random

from simulator.network.network import Network
from simulator.network.resources import SharedCapacity

# Slices of work, in seconds of a station's whole capacity: whole ticks, so that ties abound.
SLICES = (2.0**-7, 0.05, 0.25)


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
