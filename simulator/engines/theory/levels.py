"""Caches behind others: which stands behind which, and when what the first one misses comes to the second."""

from math import inf

import numpy as np

from simulator.engines.miss_gaps import KNOWN, MissGaps
from simulator.network.network import Network
from simulator.network.resources import Cache
from simulator.network.steps import Lookup, flatten

# How far what a cache is asked for may be from what the one before it misses, as a share of it.
_SAME = 1e-6


def caches_before(network: Network) -> dict[str, tuple[str, ...]]:
    """By cache, those of whose misses it is asked."""
    pairs = {
        (step.cache, outer.cache): None
        for program in network.programs()
        for outer in flatten(program)
        if isinstance(outer, Lookup)
        for step in flatten(outer.on_miss)
        if isinstance(step, Lookup)
    }
    return {cache.name: tuple(outer for inner, outer in pairs if inner == cache.name) for cache in network.caches}


def front_caches(network: Network) -> dict[str, Cache]:
    """By cache, the only one of whose misses it is asked, where the gaps between these are known: of an object that
    lives for ever, in a cache that lets everything in at once."""
    before = caches_before(network)
    known = {
        cache.name: cache
        for cache in network.caches
        if cache.policy in KNOWN and cache.admission_window == 0.0 and not before[cache.name]
    }
    if network.lives_end:
        return {}
    return {name: known[outer[0]] for name, outer in before.items() if len(outer) == 1 and outer[0] in known}


def gaps_behind(
    front: Cache, time: float, asked: np.ndarray, missed: np.ndarray, admitted: np.ndarray, wanted: np.ndarray
) -> MissGaps | None:
    """The gaps between requests to a cache behind another, of one object of each group; None where they are not known.

    time: for how long the front holds objects; asked, missed: how often each is asked for there, and missed; admitted:
    the share of these that comes in; wanted: how often the cache behind is asked for it. An object that only others
    ask for too, or that never comes in, is asked for at random.
    """
    if time in (0.0, inf) or not np.isin(admitted[asked > 0.0], (0.0, 1.0)).all():
        return None
    enters = (admitted == 1.0) & (np.abs(wanted - missed) <= _SAME * missed)
    held_for = time if front.time_to_live is None else min(time, front.time_to_live)
    return MissGaps(front.policy, held_for, np.where(enters, asked, wanted), enters)
