"""Processes: the memory region of a worker process, the old one draining beside the new one.

Processes are numbered. A job knows the number of the one that it is inside; the old one is the one before the one in
charge, and any before that are dead. How one takes over from another is in recycling.py.
"""

import numpy as np

from simulator.engines.columns import IN_CHARGE, USED
from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.memory import recycled_regions
from simulator.engines.kernel.programs.tables import Tables
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.network.network import Network

# The terms on which a process is recycled, then its state.
PROCESS = np.dtype(
    [("base", "f8"), ("at", "f8"), ("requests", "i8"), ("period", "f8"), ("cold_factor", "f8"), ("warm_time", "f8")]
    + [("start_limit", "f8"), ("stop_limit", "f8"), ("jobs", "i8"), ("cache", "i8"), ("initialise", "i8")]
    + [("start_up", "i8"), ("number", "i8"), ("since", "f8"), ("cold_since", "f8"), ("served", "i8"), ("inside", "i8")]
    + [("starting", "i8"), ("started", "f8"), ("coming", "f8"), ("drains", "i8"), ("draining", "f8")]
    + [("drainers", "i8"), ("deadline", "f8")],
    align=True,
)


def build_processes(network: Network, tables: Tables) -> np.ndarray:
    """The records of the processes, each the first of its kind and warm: PROCESS (regions that are recycled,)."""
    processes = np.zeros(len(recycled_regions(network)), dtype=PROCESS)
    for record, region in zip(processes, recycled_regions(network), strict=True):
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


def _or_never(value: float | None) -> float:
    return NEVER if value is None else value


@seldom
def process_allocate(world, m, job, amount, now):
    """Allocates in the process that the job is inside, else in the one in charge; False at the ceiling.

    Changes: jobs, regions, processes, statistics.
    """
    process_advance(world, m, now)
    region = world.regions[m]
    process = world.processes[region.process]
    state = world.jobs[job]
    if state.inside == 0:
        state.process = process.number
    if state.process == process.number:
        if region.used + amount > region.ceiling:
            return False
        region.used += amount
        process.inside += state.inside == 0
    elif _is_old(process, state):
        if process.draining + amount > region.ceiling:
            return False
        process.draining += amount
    state.inside += 1
    return True


@seldom
def process_free(world, m, job, amount, now):
    """Frees in the process that the job is inside. The old process ends with the last job inside it.

    Changes: jobs, regions, processes, statistics.
    """
    process_advance(world, m, now)
    process = world.processes[world.regions[m].process]
    state = world.jobs[job]
    state.inside -= 1
    if state.process == process.number:
        world.regions[m].used -= amount
        process.inside -= state.inside == 0
    elif _is_old(process, state):
        process.draining -= amount
        process.drainers -= state.inside == 0
        if process.drainers == 0:
            end_old(process)


@seldom
def process_alive(world, m, job, now):
    """Whether the process that the job is inside has not been killed.

    Reads: jobs. Changes: regions, processes, statistics.
    """
    process_advance(world, m, now)
    process = world.processes[world.regions[m].process]
    state = world.jobs[job]
    return state.inside == 0 or state.process == process.number or _is_old(process, state)


@seldom
def cold_factor(world, m, job, now):
    """How much more work a request is while the process that it is inside is cold.

    Reads: jobs, regions, processes.
    """
    process = world.processes[world.regions[m].process]
    state = world.jobs[job]
    elapsed = now - process.cold_since
    if (state.inside > 0 and state.process != process.number) or elapsed >= process.warm_time:
        return 1.0
    return 1.0 + (process.cold_factor - 1.0) * (1.0 - elapsed / process.warm_time)


@seldom
def process_grow(world, m, amount, now):
    """Changes the bytes that the process in charge holds by `amount`.

    Changes: regions, processes, statistics.
    """
    process_advance(world, m, now)
    world.regions[m].used += amount


@seldom
def process_advance(world, m, now):
    """Moves the area of region `m` on to `now`; an old process that had to stop meanwhile has stopped then.

    Changes: regions, processes, statistics.
    """
    process = world.processes[world.regions[m].process]
    if process.drains and process.deadline <= now:
        _add_area(world, m, process.deadline)
        end_old(process)
    _add_area(world, m, now)


@compiled
def end_old(process):
    """The old process is gone, and so is its memory."""
    process.drains = 0
    process.draining = 0.0
    process.drainers = 0


@compiled
def _is_old(process, state):
    """Whether the job is inside the old process, and that is still alive."""
    return process.drains and state.process == process.number - 1


@compiled
def _add_area(world, m, until):
    """Adds to the areas of region `m` what they have grown by up to `until`.

    Reads: processes. Changes: regions, statistics.
    """
    region = world.regions[m]
    process = world.processes[region.process]
    held = region.used + process.draining + process.coming
    totals = world.statistics.totals
    totals[region.column + USED] += (until - region.last) * held
    totals[region.column + IN_CHARGE] += (until - region.last) * region.used
    region.last = until
