"""Processor sharing in virtual time: O(log n) an event, however many jobs share.

In each rate class the virtual time advances at the rate that every job of the class receives, so a job that enters at V
with demand w leaves when V reaches its tag V + w. Tags are ordered once; only the leader's departure is ever pending.
Rates are max-min fair: capacity is poured over the classes in the order of their caps (water-filling).
"""

from typing import NamedTuple

import numpy as np

from simulator.engines.columns import JOBS, WORK, first_column
from simulator.engines.compiling import compiled
from simulator.engines.kernel.heap import first_heaps, pop, push
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.kernel.stations.next_events import set_next
from simulator.engines.kernel.stations.quotas import change_quota, is_done, may_work, next_change, spend
from simulator.engines.kernel.stations.station_rules import (
    LIMITED,
    enter_by_rule,
    leave_by_rule,
    rules_of,
    shared_capacity,
)
from simulator.engines.kernel.steps import demand_of, number_step
from simulator.engines.kernel.verbs import RESPONSE
from simulator.engines.prefetch import prefetch
from simulator.network.network import Network

# A record fills a cache line. `ruled` says that a station is not of the plain kind, and whether it has a quota (see
# station_rules.py).
SHARED = np.dtype(
    [("capacity", "f8"), ("last", "f8"), ("jobs", "i8"), ("heap", "i8"), ("leaver", "i8"), ("column", "i8")]
    + [("slot", "i8"), ("classes", "i4"), ("ruled", "i4")],
    align=True,
)
RATE_CLASS = np.dtype([("cap", "f8"), ("virtual", "f8"), ("rate", "f8")], align=True)


class Sharing(NamedTuple):
    """station: SHARED (stations,); rate_class: RATE_CLASS (stations, classes of the station that has most)."""

    station: np.ndarray
    rate_class: np.ndarray


def build_sharing(network: Network) -> Sharing:
    """The shared stations of a node, nobody in them."""
    heaps = first_heaps(network)[0]
    widest = max((len(station.caps) for station in network.shared), default=1)
    stations = np.zeros(len(network.shared), dtype=SHARED)
    classes = np.zeros((len(network.shared), widest), dtype=RATE_CLASS)
    for s, station in enumerate(network.shared):
        record = stations[s]
        record["capacity"] = station.capacity
        record["heap"] = heaps[s]
        record["column"] = first_column(network, "shared", station.name)
        record["slot"] = s
        record["classes"] = len(station.caps)
        record["ruled"] = rules_of(station)
        classes["cap"][s, : len(station.caps)] = station.caps
    return Sharing(stations, classes)


@compiled
def share_step(world, job, step, now):
    """A service. False, for the job is held up."""
    state = world.jobs[job]
    number_step(world, job)
    state.step += 1
    demand = step.amount * state.wire if step.law == RESPONSE else demand_of(world, job, step)
    shared_enter(world, step.at, job, state.client, demand, now)
    return False


@compiled
def shared_enter(world, s, job, client, demand, now):
    """Job enters station `s` with `demand` units of work to be done."""
    station = world.sharing.station[s]
    c = client if station.classes > 1 else 0
    shared_advance(world, s, now)
    virtual = world.sharing.rate_class[s, c].virtual
    if station.ruled:
        enter_by_rule(world, s, station.heap + c, virtual, demand, job)
    else:
        push(world.heaps, world.jobs, station.heap + c, virtual + demand, job)
    station.jobs += 1
    shared_divide(world, s, now)


@compiled
def shared_leave(world, s, now):
    """The job whose work is done leaves station `s`: NOWHERE if it was only a slice of its work, or a quota changed."""
    station = world.sharing.station[s]
    shared_advance(world, s, now)
    if station.ruled == LIMITED and change_quota(world, s, now):
        shared_divide(world, s, now)
        return NOWHERE
    job = pop(world.heaps, world.jobs, station.heap + station.leaver)
    station.jobs -= 1
    if world.heaps.size[station.heap + station.leaver] == 0:
        rate_class = world.sharing.rate_class[s, station.leaver]
        rate_class.virtual = 0.0
        rate_class.rate = 0.0
    if station.ruled:
        virtual = world.sharing.rate_class[s, station.leaver].virtual
        job = leave_by_rule(world, s, station.heap + station.leaver, virtual, job)
        station.jobs += job == NOWHERE
    shared_divide(world, s, now)
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
        totals = world.statistics.totals
        totals[station.column + JOBS] += elapsed * station.jobs
        totals[station.column + WORK] += work
        if station.ruled == LIMITED:
            spend(world, s, work)
    station.last = now


@compiled
def shared_divide(world, s, now):
    """Divides the capacity of station `s` anew and finds who leaves next, and when: nobody while it is halted."""
    station = world.sharing.station[s]
    rest = station.capacity
    jobs = station.jobs
    if station.ruled and rest > 0.0:
        rest, jobs = shared_capacity(world, s, jobs)
        if station.ruled == LIMITED and not may_work(world, s, now):
            rest = 0.0
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
            if rate == 0.0:
                leaves = now if is_done(world, s, first.key - rate_class.virtual) else NEVER
            if leaves < soonest or (leaves == soonest and _older(world, first.job, station.heap + leaver)):
                soonest = leaves
                leaver = c
    station.leaver = leaver
    if station.ruled == LIMITED and station.capacity > 0.0:
        soonest = next_change(world, s, soonest, now)
    prefetch(world.jobs, world.heaps.entry[station.heap + leaver, 0].job)
    # Halted, all rates are 0: whose work was done but for rounding would leave at once, and 0 / 0 is no time at all.
    set_next(world, station.slot, max(soonest, now) if station.capacity > 0.0 else NEVER)


@compiled
def _older(world, job, h):
    """Whether `job` took its step before the first job of heap `h`."""
    return world.jobs[job].order < world.jobs[world.heaps.entry[h, 0].job].order
