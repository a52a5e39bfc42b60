"""Builds the caches of a node and fills the warm ones."""

import numpy as np

from simulator.engines.columns import first_column
from simulator.engines.draws import WORDS
from simulator.engines.footprint import most_held
from simulator.engines.kernel.state import CACHE, NEVER, NOWHERE, Caches, World
from simulator.engines.popularity import GUIDE_CELLS, object_sizes, popularity, warm_contents
from simulator.network.network import Network


def build_caches(network: Network) -> Caches:
    """The empty caches of a node; the arrays of a network without caches have no rows."""
    sizes = object_sizes(network)
    slots = 1 << (2 * most_held(network) - 1).bit_length()
    count = len(network.caches)
    timed = any(cache.time_to_live is not None for cache in network.caches)
    choosy = any(cache.admission_window > 0.0 for cache in network.caches)
    reach, guide = _popularity(network)
    return Caches(
        state=_states(network),
        ring=np.zeros((count, slots), dtype=np.int32),
        used=np.zeros((count, slots if timed else 1)),
        place=np.full((count, sizes.size), NOWHERE, dtype=np.int32),
        seen=np.full((count, sizes.size if choosy else 1), -NEVER),
        size=sizes,
        reach=reach,
        guide=guide,
    )


def _states(network: Network) -> np.ndarray:
    regions = {region.cache: i for i, region in enumerate(network.regions) if region.cache is not None}
    states = np.zeros(len(network.caches), dtype=CACHE)
    for state, cache in zip(states, network.caches, strict=True):
        state["capacity"] = cache.capacity
        state["largest"] = NEVER if cache.largest_object is None else cache.largest_object
        state["time_to_live"] = NEVER if cache.time_to_live is None else cache.time_to_live
        state["admission"] = cache.admission_window
        state["region"] = state["process"] = NOWHERE
        if cache.name in regions:
            recycled = network.regions[regions[cache.name]].recycle is not None
            state["process" if recycled else "region"] = regions[cache.name]
        state["column"] = first_column(network, "cache", cache.name)
    return states


def _popularity(network: Network) -> tuple[np.ndarray, np.ndarray]:
    """The distribution function of each catalogue, one a row, and the guide to it (see `Caches`). The tables of a
    single catalogue are those that all runs share."""
    tables = [popularity(catalogue) for catalogue in network.catalogues]
    if len(tables) == 1:
        return tables[0].reach[np.newaxis], tables[0].guide[np.newaxis]
    widest = max((each.reach.size for each in tables), default=1)
    reach = np.full((max(len(tables), 1), widest), int(WORDS) - 1, dtype=np.uint32)
    guide = np.zeros((max(len(tables), 1), GUIDE_CELLS + 1), dtype=np.int32)
    for row, each in enumerate(tables):
        reach[row, : each.reach.size] = each.reach
        guide[row] = each.guide
    return reach, guide


def fill_caches(world: World, network: Network, key: np.ndarray, node: int) -> None:
    """Puts into each warm cache what it holds in the steady state. Changes `world` in place."""
    for c, cache in enumerate(network.caches):
        state = world.caches.state[c]
        contents = warm_contents(network, cache, key, node)
        world.caches.ring[c, : contents.size] = contents
        world.caches.place[c, contents] = np.arange(contents.size)
        held = float(world.caches.size[contents].sum())
        state["tail"] = state["live"] = contents.size
        state["bytes"] = held
        region = max(state["region"], state["process"])
        if region != NOWHERE:
            world.regions[region]["used"] += held
