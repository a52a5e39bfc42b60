"""Which station lets a job go next.

Of a few stations the soonest is looked for one by one. More of them play a tournament: each match has a winner, winners
meet in the next round, and when a station's time changes only its own matches are played again, up to the first that it
did not win before and does not win now. So an event costs the logarithm of their number. Both know the same ties: at
one time, services go before who has waited too long for tokens, those before the timer, and among equals whoever took
the step first.

Where they are few there is no tournament: `winner` is None. Numba compiles the kernel once for each of the two, when it
is first asked for, so that a world of few stations does not even ask.
"""

from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.state import NEVER

# So many stations are looked at one by one; more play a tournament. At about as many both take as long.
FEW = 64


class NextEvents(NamedTuple):
    """time: float64 (stations,), when each shared station, then each queue, then each timed pool, lets its next job go,
    which that refuses. winner: int64
    (2 * stations,), or None. Match 1 is the final, matches 2 m and 2 m + 1 decide who meets in match m, and in the last
    half each station has won by itself."""

    time: np.ndarray
    winner: np.ndarray | None


def build_next_events(stations: int) -> NextEvents:
    """As many stations, none of which lets a job go as yet."""
    winner = None
    if stations > FEW:
        winner = np.concatenate([np.zeros(stations, dtype=np.int64), np.arange(stations)])
        for match in range(stations - 1, 0, -1):
            winner[match] = winner[2 * match]
    return NextEvents(np.full(stations, NEVER), winner)


@compiled
def set_next(world, station, time):
    """Station lets its next job go at `time`."""
    world.next_events.time[station] = time
    _play_again(world, world.next_events.winner, station)


@compiled
def next_station(world, winner, timer):
    """The station that lets a job go next, and when: their number, and `timer`, if none does until then."""
    times = world.next_events.time
    first = times.size
    soonest = timer
    if winner is None:
        for station in range(times.size):
            time = times[station]
            if time < soonest or (time == soonest and time < NEVER and _goes_first(world, station, first)):
                soonest = time
                first = station
    elif times[winner[1]] <= timer and times[winner[1]] < NEVER:
        first = winner[1]
        soonest = times[first]
    return first, soonest


@compiled
def _play_again(world, winner, station):
    """Plays the matches of a station whose time has changed; changes `winner`."""
    if winner is None:
        return
    times = world.next_events.time
    match = (times.size + station) >> 1
    while match > 0:
        first, other = winner[2 * match], winner[2 * match + 1]
        time, of_other = times[first], times[other]
        other_wins = of_other < time
        if of_other == time and time < NEVER:
            other_wins = _goes_first(world, other, first)
        first = other if other_wins else first
        if first == winner[match] and first != station:
            break
        winner[match] = first
        match >>= 1


@seldom
def _goes_first(world, station, other):
    """Whether, of two at one time, `station` goes before `other`: before the timer, which is numbered after them, a
    service before a pool, and before one whose next job took its step later.
    """
    if other == world.next_events.time.size:
        return True
    services = world.sharing.station.size + world.queues.size
    if (station < services) != (other < services):
        return station < services
    return _order_of_next(world, station) < _order_of_next(world, other)


@seldom
def _order_of_next(world, station):
    """When the job that `station` lets go next took its step."""
    shared = world.sharing.station.size
    if station < shared:
        heap = world.sharing.station[station].heap + world.sharing.station[station].leaver
    elif station < shared + world.queues.size:
        heap = world.queues[station - shared].heap
    else:
        pool = world.pools.timed[station - shared - world.queues.size]
        return world.jobs[world.pools.state[pool].first].order
    return world.jobs[world.heaps.entry[heap, 0].job].order
