"""Shared stations that depart from the plain kind: how much they do depends on how many jobs they serve (a curve), or
they serve only so many at once while the others wait, to the end or a slice of work at a time, or they have a quota
(quotas.py). A plain station comes here never: it knows by a flag that it has no rules."""

from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import seldom
from simulator.engines.kernel.heap import push
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity

RULED, LIMITED = 1, 2
# How many jobs are served at once, the work after which one of them goes behind those that wait, who these are, and how
# many values the curve has. Of a quota (see quotas.py): the work of a period, its seconds, 0 where there is none, what
# is left of the present one, its number and its end, whether jobs were there and whether some were left when all was
# used up, and whether the next event of the station is a change of it.
RULE = np.dtype(
    [("at_once", "i8"), ("slice", "f8"), ("waiting", "i8"), ("first", "i8"), ("final", "i8"), ("points", "i8")]
    + [("work", "f8"), ("period", "f8"), ("left", "f8"), ("number", "i8"), ("ends", "f8"), ("met", "i8")]
    + [("throttled", "i8"), ("changes", "i8")],
    align=True,
)


class StationRules(NamedTuple):
    """station: RULE (stations,); curve: float64 (stations, values of the longest), what there is to share while 1, 2,
    ... jobs are served."""

    station: np.ndarray
    curve: np.ndarray


def rules_of(station: SharedCapacity) -> int:
    """Which rules a shared station has: 0, none; RULED, or LIMITED where a quota is one of them."""
    if station.quota is not None:
        return LIMITED
    return RULED if station.curve or station.in_turn else 0


def build_rules(network: Network) -> StationRules:
    """The rules of the shared stations of a node, nobody waiting."""
    curves = [station.burst for station in network.shared]
    rules = np.zeros(len(curves), dtype=RULE)
    values = np.zeros((len(curves), max(map(len, curves), default=1)))
    for s, (station, curve) in enumerate(zip(network.shared, curves, strict=True)):
        record = rules[s]
        record["at_once"] = np.iinfo(np.int64).max if station.at_once is None else station.at_once
        record["slice"] = NEVER if station.slice is None else station.slice
        record["first"] = record["final"] = NOWHERE
        record["points"] = len(curve)
        record["number"] = NOWHERE
        if station.quota is not None:
            record["work"], record["period"] = station.quota.work, station.quota.period
        values[s, : len(curve)] = curve
    return StationRules(rules, values)


@seldom
def enter_by_rule(world, s, h, virtual, demand, job):
    """Job is served in heap `h` of station `s`, whose virtual time is given, or waits for its turn."""
    rule = world.rules.station[s]
    world.jobs[job].work = demand
    if world.heaps.size[h] < rule.at_once:
        _serve(world, s, h, virtual, job)
    else:
        _wait(world, s, job)


@seldom
def leave_by_rule(world, s, h, virtual, job):
    """What follows when the service of `job` in heap `h` of station `s` ends: the job, or NOWHERE if that was a slice
    and there is work left. Who has waited longest takes its place.
    """
    rule = world.rules.station[s]
    leaves = job
    if world.jobs[job].work > 0.0:
        world.clock[0].events += 1
        _wait(world, s, job)
        leaves = NOWHERE
    if rule.waiting > 0:
        waiter = rule.first
        rule.first = world.jobs[waiter].behind
        rule.waiting -= 1
        _serve(world, s, h, virtual, waiter)
    return leaves


@seldom
def shared_capacity(world, s, jobs):
    """What station `s` has to share, and among how many of its `jobs`."""
    rule = world.rules.station[s]
    served = jobs - rule.waiting
    return world.rules.curve[s, min(max(served, 1), rule.points) - 1], served


@seldom
def _serve(world, s, h, virtual, job):
    """Job is served until its work is done, or the slice of it."""
    state = world.jobs[job]
    now = min(state.work, world.rules.station[s].slice)
    state.work -= now
    push(world.heaps, world.jobs, h, virtual + now, job)


@seldom
def _wait(world, s, job):
    """Job goes behind those that wait at station `s`."""
    rule = world.rules.station[s]
    world.jobs[job].behind = NOWHERE
    if rule.waiting == 0:
        rule.first = job
    else:
        world.jobs[rule.final].behind = job
    rule.final = job
    rule.waiting += 1
