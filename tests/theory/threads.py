"""The networks of drawn.py, with processors whose threads hold each other up or run their jobs to completion."""

import math
from dataclasses import replace
from random import Random

from simulator.network.network import Network
from simulator.network.resources import Resource, SharedCapacity
from tests.theory.drawn import drawn

SECOND = 0.25  # What the second thread of a core adds.


def drawn_with_threads(seed: int) -> Network:
    """The network with that number, its processor with a curve, with turns, or with both."""
    network, random = drawn(seed), Random(f"threads {seed}")
    return replace(network, resources=tuple(_threads(each, random) for each in network.resources))


def _threads(resource: Resource, random: Random) -> Resource:
    """A processor of about the same capacity; anything else as it is."""
    if not isinstance(resource, SharedCapacity) or resource.caps != (1.0,):
        return resource
    cores, kind = max(1, math.floor(resource.capacity)), random.choice(["curve", "turns", "both"])
    if kind == "turns":
        return replace(resource, capacity=float(cores), at_once=cores)
    whole = [min(n, cores) + SECOND * max(0, n - cores) for n in range(1, 2 * cores + 1)]
    slower = min(1.0, resource.capacity / whole[-1])
    curve = tuple(slower * each for each in whole)
    return replace(resource, capacity=curve[-1], curve=curve, at_once=len(curve) if kind == "both" else None)
