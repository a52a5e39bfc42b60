"""Shared stations that may do only so much work in each period: once it is used up, all wait for the next one. Only
stations with a quota come here."""

import math

from simulator.engines.columns import PERIODS, THROTTLED
from simulator.engines.compiling import seldom
from simulator.engines.kernel.state import NEVER
from simulator.network.resources import ROUNDING


@seldom
def spend(world, s, work):
    """Station `s` has done so much of what its quota allows."""
    rule = world.rules.station[s]
    rule.left = max(0.0, rule.left - work)


@seldom
def may_work(world, s, now):
    """Whether the quota of station `s` leaves something to do; counts its periods."""
    rule, station = world.rules.station[s], world.sharing.station[s]
    if now >= rule.ends:
        rule.number = max(rule.number + 1, math.floor(now / rule.period))
        rule.left = rule.work
        rule.ends = (rule.number + 1) * rule.period
        rule.met = rule.throttled = 0
    totals = world.statistics.totals
    if station.jobs > 0 and not rule.met:
        rule.met = 1
        totals[station.column + PERIODS] += 1.0
    if station.jobs > 0 and rule.left == 0.0 and not rule.throttled:
        rule.throttled = 1
        totals[station.column + THROTTLED] += 1.0
    return rule.left > 0.0


@seldom
def is_done(world, s, left):
    """Whether a job of station `s`, of which so much work is left, is done though the quota is used up: both ended at
    one moment."""
    return left <= ROUNDING * world.rules.station[s].work


@seldom
def next_change(world, s, soonest, now):
    """When a job leaves station `s`, at `soonest`, or its quota is used up or renewed before that."""
    rule, station = world.rules.station[s], world.sharing.station[s]
    rule.changes = 0
    if station.jobs == 0:
        return soonest
    rate = 0.0
    first = station.classes
    for c in range(station.classes):
        n = world.heaps.size[station.heap + c]
        if n > 0:
            rate += world.sharing.rate_class[s, c].rate * n
            first = min(first, c)
    change = min(rule.ends, now + rule.left / rate if rate > 0.0 else NEVER)
    if change < soonest:
        rule.changes = 1
        station.leaver = first
        return change
    return soonest


@seldom
def change_quota(world, s, now):
    """Whether the event of station `s` is that its quota is used up or renewed; then it is."""
    rule = world.rules.station[s]
    if not rule.changes:
        return False
    world.clock[0].events += 1
    if now < rule.ends:
        rule.left = 0.0  # But for rounding.
    return True
