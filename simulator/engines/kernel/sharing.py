"""Processor sharing in virtual time: O(log n) an event, however many jobs share.

In each rate class the virtual time advances at the rate that every job of the class receives, so a job that enters at V
with demand w leaves when V reaches its tag V + w. Tags are ordered once; only the leader's departure is ever pending.
Rates are max-min fair: capacity is poured over the classes in the order of their caps (water-filling).
"""

from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.heap import pop, push
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.prefetch import prefetch


@compiled
def shared_enter(world, s, job, client, demand, now):
    """Job enters station `s` with `demand` units of work to be done."""
    station = world.sharing.station[s]
    c = client if station.classes > 1 else 0
    shared_advance(world, s, now)
    push(world.heaps, world.jobs, station.heap + c, world.sharing.rate_class[s, c].virtual + demand, job)
    station.jobs += 1
    _share(world, s, now)


@compiled
def shared_leave(world, s, now):
    """The job whose work is done leaves station `s`; NOWHERE if all that ends is a halt."""
    station = world.sharing.station[s]
    shared_advance(world, s, now)
    if station.halted:
        return _resume(world, s, now)
    job = pop(world.heaps, world.jobs, station.heap + station.leaver)
    station.jobs -= 1
    if world.heaps.size[station.heap + station.leaver] == 0:
        rate_class = world.sharing.rate_class[s, station.leaver]
        rate_class.virtual = 0.0
        rate_class.rate = 0.0
    _share(world, s, now)
    return job


@compiled
def shared_advance(world, s, now):
    """Moves the virtual times and areas of station `s` on to `now`."""
    station = world.sharing.station[s]
    elapsed = now - station.last
    if elapsed > 0.0:
        work = 0.0
        for c in range(station.classes):
            rate_class = world.sharing.rate_class[s, c]
            served = elapsed * rate_class.rate
            rate_class.virtual += served
            work += served * world.heaps.size[station.heap + c]
        if station.halted:
            work = elapsed * station.capacity
        totals = world.statistics.totals
        totals[station.column] += elapsed * station.jobs
        totals[station.column + 1] += work
    station.last = now


@seldom
def shared_halt(world, s, seconds, now):
    """Station `s` serves nobody for `seconds`, or for so much longer if it is halted already; it counts as busy."""
    station = world.sharing.station[s]
    shared_advance(world, s, now)
    if station.halted:
        world.next_time[station.slot] += seconds
        return
    clock = world.clock[0]
    clock.order += 1
    station.halted = clock.order
    for c in range(station.classes):
        world.sharing.rate_class[s, c].rate = 0.0
    world.next_time[station.slot] = now + seconds


@seldom
def _resume(world, s, now):
    """The halt of station `s` is over: nobody leaves it now."""
    world.sharing.station[s].halted = 0
    world.clock[0].events += 1
    _share(world, s, now)
    return NOWHERE


@compiled
def _share(world, s, now):
    """Divides the capacity of station `s` anew and finds who leaves next, and when."""
    station = world.sharing.station[s]
    if station.halted:
        return
    rest = station.capacity
    jobs = station.jobs
    soonest = NEVER
    leaver = 0
    for c in range(station.classes):
        n = world.heaps.size[station.heap + c]
        if n > 0:
            rate_class = world.sharing.rate_class[s, c]
            rate = rate_class.cap
            if rate * jobs > rest:
                rate = rest / jobs
            rate_class.rate = rate
            rest -= rate * n
            jobs -= n
            first = world.heaps.entry[station.heap + c, 0]
            leaves = now + (first.key - rate_class.virtual) / rate
            if leaves < soonest or (leaves == soonest and _older(world, first.job, station.heap + leaver)):
                soonest = leaves
                leaver = c
    station.leaver = leaver
    prefetch(world.jobs, world.heaps.entry[station.heap + leaver, 0].job)
    world.next_time[station.slot] = max(soonest, now)


@compiled
def _older(world, job, h):
    """Whether `job` took its step before the first job of heap `h`."""
    return world.jobs[job].order < world.jobs[world.heaps.entry[h, 0].job].order
