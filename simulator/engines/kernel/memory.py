"""Memory regions: a ledger of bytes with a ceiling, and heaps that are collected when they are full.

The bytes of a process that is recycled, and of the old one beside it, are counted here too (see processes.py).
"""

import numpy as np

from simulator.engines.columns import COLLECTIONS, IN_CHARGE, PAUSED, USED, first_column
from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.kernel.stations.halts import shared_halt
from simulator.engines.kernel.steps import next_step
from simulator.engines.kernel.verbs import ALLOCATE, FREE
from simulator.network.network import Network
from simulator.network.resources import MemoryRegion

# `stops` is the station that a collection halts, NOWHERE if there is none; `process` is the record of the process that
# is recycled, NOWHERE if none is.
REGION = np.dtype(
    [("ceiling", "f8"), ("used", "f8"), ("last", "f8"), ("column", "i8"), ("retained", "f8"), ("plateau", "f8")]
    + [("pause", "f8"), ("stops", "i4"), ("process", "i4")],
    align=True,
)


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
    for number, region in enumerate(recycled_regions(network)):
        regions[network.regions.index(region)]["process"] = number
    return regions


def recycled_regions(network: Network) -> list[MemoryRegion]:
    """The regions that are a process which is recycled: their processes are numbered in this order."""
    return [region for region in network.regions if region.recycle is not None]


@compiled
def memory_step(world, job, step, now):
    """Takes memory, gives it back, or leaves some behind. True: the job goes on."""
    done = True
    if step.verb == ALLOCATE:
        done = region_allocate(world, step.at, step.amount, now)
    elif step.verb == FREE:
        region_change(world, step.at, -step.amount, now)
    else:
        done = region_retain(world, step.at, step.amount, now)
    next_step(world, job, step, done)
    return True


@compiled
def region_allocate(world, m, amount, now):
    """Allocates `amount` bytes in region `m`; False if that would pass its ceiling."""
    region = world.regions[m]
    fits = region.used + amount <= region.ceiling
    if fits:
        region_change(world, m, amount, now)
    return fits


@seldom
def region_retain(world, m, amount, now):
    """Leaves `amount` bytes behind in region `m`, after a collection if it is full; False if that does not help."""
    region = world.regions[m]
    grown = region_growth(region, amount)
    if region.used + grown > region.ceiling and region.stops != NOWHERE and region.retained > 0.0:
        _collect(world, m, now)
        grown = region_growth(region, amount)
    fits = region.used + grown <= region.ceiling
    if fits:
        region_change(world, m, grown, now)
        region.retained += grown
    return fits


@compiled
def region_growth(region, amount):
    """What stays of `amount` bytes: less and less as the retained bytes come near their plateau."""
    return min(amount * max(0.0, 1.0 - region.retained / region.plateau), region.plateau - region.retained)


@compiled
def region_change(world, m, amount, now):
    """Changes the bytes in use of region `m` by `amount`."""
    region_advance(world, m, now)
    world.regions[m].used += amount


@compiled
def region_advance(world, m, now):
    """Moves the area of region `m` on to `now`."""
    region = world.regions[m]
    world.statistics.totals[region.column + USED] += (now - region.last) * region.used
    region.last = now


@seldom
def _collect(world, m, now):
    """Stops the world and frees what was retained."""
    region = world.regions[m]
    region_change(world, m, -region.retained, now)
    region.retained = 0.0
    world.statistics.totals[region.column + COLLECTIONS] += 1.0
    shared_halt(world, region.stops, region.pause, region.column + PAUSED, now)


@seldom
def process_grow(world, m, amount, now):
    """Changes the bytes that the process in charge holds by `amount`."""
    process_advance(world, m, now)
    world.regions[m].used += amount


@seldom
def process_advance(world, m, now):
    """Moves the area of region `m` on to `now`; an old process that had to stop meanwhile has stopped then."""
    process = world.processes[world.regions[m].process]
    if process.drains and process.deadline <= now:
        _add_area(world, m, process.deadline)
        end_old_process(process)
    _add_area(world, m, now)


@compiled
def _add_area(world, m, until):
    """Adds to the areas of region `m` what they have grown by up to `until`."""
    region = world.regions[m]
    process = world.processes[region.process]
    held = region.used + process.draining + process.coming
    totals = world.statistics.totals
    totals[region.column + USED] += (until - region.last) * held
    totals[region.column + IN_CHARGE] += (until - region.last) * region.used
    region.last = until


@compiled
def end_old_process(process):
    """The old process is gone, and so is its memory."""
    process.drains = 0
    process.draining = 0.0
    process.drainers = 0
