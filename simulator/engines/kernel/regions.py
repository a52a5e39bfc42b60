"""Builds the memory regions of a node and the processes that own some of them."""

import numpy as np

from simulator.engines.columns import first_column
from simulator.engines.kernel.state import NEVER, NOWHERE, PROCESS, REGION
from simulator.engines.kernel.tables import Tables
from simulator.network.network import Network
from simulator.network.resources import MemoryRegion


def build_regions(network: Network) -> np.ndarray:
    """The records of the memory regions: REGION (regions,)."""
    regions = np.zeros(len(network.regions), dtype=REGION)
    stations = [station.name for station in network.shared]
    for record, region in zip(regions, network.regions, strict=True):
        record["ceiling"] = region.ceiling
        record["used"] = region.base
        record["plateau"] = NEVER if region.plateau is None else region.plateau
        record["column"] = first_column(network, "region", region.name)
        record["process"] = record["stops"] = NOWHERE
        if region.collect is not None:
            record["stops"] = stations.index(region.collect.stops)
            record["pause"] = region.collect.pause
    for number, region in enumerate(_recycled(network)):
        regions[network.regions.index(region)]["process"] = number
    return regions


def build_processes(network: Network, tables: Tables) -> np.ndarray:
    """The records of the processes, each the first of its kind and warm: PROCESS (regions that are recycled,)."""
    processes = np.zeros(len(_recycled(network)), dtype=PROCESS)
    for record, region in zip(processes, _recycled(network), strict=True):
        number, terms = network.regions.index(region), region.recycle
        record["base"] = region.base
        record["at"] = _or_never(terms.at)
        record["requests"] = np.iinfo(np.int64).max if terms.requests is None else terms.requests
        record["period"] = _or_never(terms.period)
        record["cold_factor"], record["warm_time"] = terms.cold_factor, terms.warm_time
        record["start_limit"], record["stop_limit"] = terms.start_limit, terms.stop_limit
        record["jobs"] = terms.start_up_jobs
        record["cache"] = NOWHERE if region.cache is None else [c.name for c in network.caches].index(region.cache)
        record["initialise"], record["start_up"] = tables.initialise[number], tables.start_up[number]
        record["cold_since"] = -NEVER
    return processes


def _recycled(network: Network) -> list[MemoryRegion]:
    return [region for region in network.regions if region.recycle is not None]


def _or_never(value: float | None) -> float:
    return NEVER if value is None else value
