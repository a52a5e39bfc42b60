"""The load at which each limit of a node would bind if no other did: which one bites first, and how far the next is."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from simulator.engines.analytic.bottleneck import offered_rate
from simulator.engines.analytic.engine import settled_population
from simulator.engines.analytic.node.node import TheoryNode
from simulator.engines.analytic.node.regions import resident
from simulator.engines.analytic.node.traffic import planned
from simulator.engines.analytic.programs import programs
from simulator.engines.analytic.solution import Standing
from simulator.network.network import Network

SATURATION, LITTLE = "utilisation law: all its capacity is used", "Little's law, with holding times of an empty node"


@dataclass(frozen=True)
class BindsAt:
    """The requests a second, as clients mean to send them to a node, at which a limit of it binds: inf if none does, 0
    for a memory that is full whatever the load."""

    name: str
    kind: Literal["server", "pool", "memory"]
    rate: float
    standing: Standing


def binds_at(network: Network) -> tuple[BindsAt, ...]:
    """All limits of a node, the one that binds first to begin with, equals in the order of declaration.

    A station when it is saturated. A pool, or a memory beside what is always in it, when all of it is held on average:
    uncontended holding times are the shortest there are, so that it binds no later. Hits of caches that depend on the
    rate are those of the present one. Raises ValueError as `loads` does.
    """
    closed = network.source.returns
    rate = settled_population(network)[0].traffic.requests if closed else offered_rate(network)
    node = TheoryNode(programs(network, rate), rate / planned(network.source.requests))
    return tuple(sorted(_limits(network, node, rate), key=lambda limit: limit.rate))


def _limits(network: Network, node: TheoryNode, rate: float) -> Iterator[BindsAt]:
    flow, used = node.unhindered.flow, node.used(node.unhindered.flow)
    for station in network.stations:
        others = node.used_by_others()[station.name]
        at = _ratio(max(0.0, 1.0 - others), (used[station.name] - others) / rate)
        yield BindsAt(station.name, "server", at, Standing("exact", 0.0, SATURATION))
    for pool in network.pools:
        free = max(0.0, pool.size - node.reserve(pool.name))
        yield BindsAt(pool.name, "pool", _ratio(free, flow.held[pool.name] / rate), Standing("at most", 0.0, LITTLE))
    for region in network.regions:
        free = max(0.0, region.ceiling - resident(node.programs, region))
        at = _ratio(free, flow.held[region.name] / rate)
        yield BindsAt(region.name, "memory", at, Standing("at most", 0.0, LITTLE))


def _ratio(free: float, each: float) -> float:
    """How much goes into what is free, if a request a second takes `each`."""
    return free / each if each > 0.0 else math.inf
