"""What is in a memory region whoever is there."""

from simulator.engines.analytic.programs import Programs
from simulator.network.network import Network
from simulator.network.resources import MemoryRegion
from simulator.network.steps import Retain, flat


def resident(programs: Programs, region: MemoryRegion) -> float:
    """The bytes of a region that are in use whoever is there: base, cache, and what was left behind up to a plateau."""
    cached = sum(cache.held for cache in programs.caches if cache.name == region.cache)
    plateau = region.plateau if region.plateau is not None and retains(programs.network, region) else 0.0
    return region.base + cached + plateau


def retains(network: Network, region: MemoryRegion) -> bool:
    """Whether requests leave bytes behind in a region."""
    steps = [step for program in network.programs() for step in flat(program)]
    return any(isinstance(step, Retain) and step.region == region.name and step.amount > 0.0 for step in steps)
