"""Stores of keys: a key is found as often as its store says after so many lookups."""

import numpy as np

from simulator.engines.compiling import seldom
from simulator.engines.draws import service_uniform
from simulator.engines.kernel.state import NOWHERE
from simulator.network.network import Network


def build_warming(network: Network) -> np.ndarray:
    """The corners of each store, float64 (stores, corners, 2): lookups and hit ratio."""
    stores = network.key_stores
    warming = np.zeros((len(stores), max((len(each.warming) for each in stores), default=0), 2))
    for row, each in zip(warming, stores, strict=True):
        if each.warming:
            row[: len(each.warming)] = each.warming
    return warming


@seldom
def find_step(world, job, step, now):
    """Looks a key up, and jumps over what a miss takes if it is found. True: the job goes on."""
    state = world.jobs[job]
    u = service_uniform(world.key, state.session, state.request, step.stream)
    state.step = step.jump if u < _hit_ratio(world, step) else state.step + 1
    return True


@seldom
def _hit_ratio(world, step):
    """The chance that a key is found, of the store of a step, which is asked once more then."""
    if step.at == NOWHERE:
        return step.amount
    server, corners, last = world.servers[step.at], world.warming[step.process], int(step.extra) - 1
    lookups = server.lookups
    server.lookups += 1.0
    if last < 0 or lookups >= corners[last, 0]:
        return step.amount
    after = 1
    while corners[after, 0] <= lookups:
        after += 1
    low, high = corners[after - 1, 1], corners[after, 1]
    return low + (lookups - corners[after - 1, 0]) * (high - low) / (corners[after, 0] - corners[after - 1, 0])
