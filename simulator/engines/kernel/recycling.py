"""Recycling: a new process is started beside the one in charge and takes over from it (see processes.py)."""

from simulator.engines.columns import FAILED_STARTS, RECYCLES
from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.background import launch, remove_job
from simulator.engines.kernel.memory import region_growth
from simulator.engines.kernel.processes import (
    cold_factor,
    process_advance,
    process_alive,
    process_allocate,
    process_free,
)
from simulator.engines.kernel.state import NOWHERE
from simulator.engines.kernel.stations.sharing import shared_enter
from simulator.engines.kernel.steps import demand_of, lead_on, take_turn
from simulator.engines.kernel.verbs import ALIVE, COLD, JOIN, PART, STARTED, TAKE_OVER


@seldom
def process_step(world, job, step, now):
    """What a request does with a process, and the ends of a process's own jobs. True if the job goes on at once.

    Reads: key, quantiles, queues. Changes: clock, jobs, heaps, next_events, sharing, rules, caches, regions, processes,
    statistics.
    """
    if step.verb == COLD:
        return _cold_step(world, job, step, now)
    if step.verb == TAKE_OVER:
        return take_over(world, step.at, job, now)
    if step.verb == STARTED:
        return started(world, step.at, job)
    done = True
    if step.verb == JOIN:
        done = process_allocate(world, step.at, job, step.amount, now)
    elif step.verb == PART:
        process_free(world, step.at, job, step.amount, now)
    elif step.verb == ALIVE:
        done = process_alive(world, step.at, job, now)
    else:
        done = process_retain(world, step.at, job, step.amount, now)
    lead_on(world, job, step, done)
    return True


@seldom
def _cold_step(world, job, step, now):
    """A service that is more work while a process is cold. False, for the job is held up.

    Reads: key, quantiles, queues, regions, processes. Changes: clock, jobs, heaps, next_events, sharing, rules,
    statistics.
    """
    state = world.jobs[job]
    take_turn(world, job)
    state.step += 1
    demand = demand_of(world, job, step) * cold_factor(world, step.process, job, now)
    shared_enter(world, step.at, job, state.client, demand, now)
    return False


@seldom
def process_retain(world, m, job, amount, now):
    """Counts a request served and what it leaves behind; what it leaves in an old process matters no more. False at
    the ceiling.

    Changes: clock, jobs, regions, processes, statistics.
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


@seldom
def take_over(world, m, job, now):
    """The new process is in charge, and the job that initialised it is done; True if it has to start once more because
    it took too long.

    Changes: clock, jobs, caches, regions, processes, statistics.
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
    remove_job(world, job)
    for _ in range(process.jobs):
        launch(world, process.start_up)
    return False


@seldom
def started(world, m, job):
    """One of the jobs that load and compile what the new process needs is done. False, for it is.

    Reads: regions. Changes: clock, jobs, processes.
    """
    world.processes[world.regions[m].process].starting -= 1
    remove_job(world, job)
    return False


@seldom
def _clear_cache(world, c):
    """Empties cache `c`, whose memory goes with its process.

    Changes: caches.
    """
    caches = world.caches
    state = caches.state[c]
    for position in range(state.head, state.tail):
        slot = position & (caches.ring.shape[1] - 1)
        o = caches.ring[c, slot]
        if caches.place[c, o] == slot:
            caches.place[c, o] = NOWHERE
    state.head = state.tail
    state.live = 0
    state.bytes = 0.0


@compiled
def _is_due(region, process, now):
    """Whether it is time to recycle: never while the last recycle is still under way."""
    if process.starting > 0 or process.drains:
        return False
    return region.used >= process.at or process.served >= process.requests or now - process.since >= process.period


@seldom
def _begin(world, m, now):
    """A new process initialises beside the one in charge.

    Reads: regions. Changes: clock, jobs, processes, statistics.
    """
    region = world.regions[m]
    process = world.processes[region.process]
    world.statistics.totals[region.column + RECYCLES] += 1.0
    process.coming = process.base
    process.starting = 1
    process.started = now
    launch(world, process.initialise)
