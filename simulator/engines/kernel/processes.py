"""Processes: the memory region of a worker process that is recycled, the old one draining beside the new one.

Processes are numbered. A job knows the number of the one that it is inside; the old one is the one before the one in
charge, and any before that are dead. What they hold is counted in memory.py.
"""

import numpy as np

from simulator.engines.columns import FAILED_STARTS, RECYCLES
from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.background import free_job, start_job
from simulator.engines.kernel.cache import SECOND_CHANCE
from simulator.engines.kernel.memory import end_old_process, process_advance, recycled_regions, region_growth
from simulator.engines.kernel.programs.tables import Tables
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.kernel.stations.sharing import shared_enter
from simulator.engines.kernel.steps import demand_of, next_step, number_step
from simulator.engines.kernel.verbs import ALIVE, COLD, JOIN, PART, STARTED, TAKE_OVER
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
def process_step(world, job, step, now):
    """What a request does with a process, and the ends of a process's own jobs. True if the job goes on at once."""
    if step.verb == COLD:
        return _cold_step(world, job, step, now)
    if step.verb == TAKE_OVER:
        return replace_recycled_process(world, step.at, job, now)
    if step.verb == STARTED:
        return count_started(world, step.at, job)
    done = True
    if step.verb == JOIN:
        done = process_allocate(world, step.at, job, step.amount, now)
    elif step.verb == PART:
        process_free(world, step.at, job, step.amount, now)
    elif step.verb == ALIVE:
        done = process_alive(world, step.at, job, now)
    else:
        done = process_retain(world, step.at, job, step.amount, now)
    next_step(world, job, step, done)
    return True


@seldom
def _cold_step(world, job, step, now):
    """A service that is more work while a process is cold. False, for the job is held up."""
    state = world.jobs[job]
    number_step(world, job)
    state.step += 1
    demand = demand_of(world, job, step) * cold_factor(world, step.process, job, now)
    shared_enter(world, step.at, job, state.client, demand, now)
    return False


@seldom
def process_allocate(world, m, job, amount, now):
    """Allocates in the process that the job is inside, else in the one in charge; False at the ceiling."""
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
    """Frees in the process that the job is inside. The old process ends with the last job inside it."""
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
            end_old_process(process)


@seldom
def process_alive(world, m, job, now):
    """Whether the process that the job is inside has not been killed."""
    process_advance(world, m, now)
    process = world.processes[world.regions[m].process]
    state = world.jobs[job]
    return state.inside == 0 or state.process == process.number or _is_old(process, state)


@compiled
def _is_old(process, state):
    """Whether the job is inside the old process, and that is still alive."""
    return process.drains and state.process == process.number - 1


@seldom
def cold_factor(world, m, job, now):
    """How much more work a request is while the process that it is inside is cold."""
    process = world.processes[world.regions[m].process]
    state = world.jobs[job]
    elapsed = now - process.cold_since
    if (state.inside > 0 and state.process != process.number) or elapsed >= process.warm_time:
        return 1.0
    return 1.0 + (process.cold_factor - 1.0) * (1.0 - elapsed / process.warm_time)


@seldom
def process_retain(world, m, job, amount, now):
    """Counts a request served and what it leaves behind; what it leaves in an old process matters no more. False at
    the ceiling.
    """
    region = world.regions[m]
    process = world.processes[region.process]
    state = world.jobs[job]
    if state.inside > 0 and state.process != process.number:
        return True
    grown = region_growth(region, amount)
    if region.used + grown > region.ceiling:
        return False
    region.used += grown
    region.retained += grown
    process.served += 1
    if _is_due(region, process, now):
        _begin(world, m, now)
    return True


@compiled
def _is_due(region, process, now):
    """Whether it is time to recycle: never while the last recycle is still under way."""
    if process.starting > 0 or process.drains:
        return False
    return region.used >= process.at or process.served >= process.requests or now - process.since >= process.period


@seldom
def _begin(world, m, now):
    """A new process initialises beside the one in charge."""
    region = world.regions[m]
    process = world.processes[region.process]
    world.statistics.totals[region.column + RECYCLES] += 1.0
    process.coming = process.base
    process.starting = 1
    process.started = now
    start_job(world, process.initialise)


@seldom
def replace_recycled_process(world, m, job, now):
    """The new process is in charge, and the job that initialised it is done; True if it has to start once more because
    it took too long.
    """
    process_advance(world, m, now)
    region = world.regions[m]
    process = world.processes[region.process]
    if now - process.started > process.start_limit:
        world.statistics.totals[region.column + FAILED_STARTS] += 1.0
        process.started = now
        world.jobs[job].step = process.initialise
        return True
    process.drains = process.inside > 0
    process.drainers = process.inside
    process.draining = region.used if process.drains else 0.0
    process.deadline = now + process.stop_limit
    region.used = process.base
    process.coming = 0.0
    region.retained = 0.0
    process.inside = 0
    process.served = 0
    process.number += 1
    process.since = now
    process.cold_since = now
    if process.cache != NOWHERE:
        _clear_cache(world, process.cache)
    process.starting = process.jobs
    free_job(world, job)
    for _ in range(process.jobs):
        start_job(world, process.start_up)
    return False


@seldom
def _clear_cache(world, c):
    """Empties cache `c`, whose memory goes with its process."""
    caches = world.caches
    state = caches.state[c]
    for position in range(state.head, state.tail):
        slot = position & (caches.ring.shape[1] - 1)
        o = caches.ring[c, slot]
        if caches.place[c, o] == slot:
            caches.place[c, o] = NOWHERE
            if state.policy == SECOND_CHANCE:
                caches.marks[c, o] = 0
    state.head = state.tail
    state.live = 0
    state.bytes = 0.0


@seldom
def count_started(world, m, job):
    """One of the jobs that load and compile what the new process needs is done. False, for it is."""
    world.processes[world.regions[m].process].starting -= 1
    free_job(world, job)
    return False
