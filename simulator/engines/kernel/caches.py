"""Builds the caches of a node and fills the warm ones."""

import numpy as np

from simulator.engines.columns import first_column
from simulator.engines.draws import WORDS
from simulator.engines.kernel.state import CACHE, NEVER, NOWHERE, Caches, World
from simulator.engines.popularity import GUIDE_CELLS, object_sizes, popularity, warm_contents
from simulator.network.network import Network


def build_caches(network: Network) -> Caches:
    """The empty caches of a node; the arrays of a network without caches have no rows."""
    sizes = object_sizes(network)
    slots = 1 << (2 * sizes.size - 1).bit_length()
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
    """The distribution function of each catalogue, one a row, and the guide to it (see `Caches`)."""
    catalogues = network.catalogues
    widest = max((catalogue.objects for catalogue in catalogues), default=1)
    reach = np.full((max(len(catalogues), 1), widest), WORDS - 1.0)
    guide = np.zeros((max(len(catalogues), 1), GUIDE_CELLS + 1), dtype=np.int32)
    for row, catalogue in enumerate(catalogues):
        tables = popularity(catalogue)
        reach[row, : catalogue.objects] = np.floor(tables.cumulative * WORDS - 0.5)
        guide[row] = tables.guide
    return np.clip(reach, 0.0, WORDS - 1.0).astype(np.uint32), guide


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
