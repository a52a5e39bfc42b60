"""The clock: find the next event, move on to it, let it happen.

Ties are decided: services that end come before who has waited too long for tokens, those before timers, timers before
arrivals; among equals, whoever took the step first.
"""

from simulator.engines.compiling import compiled, entry, seldom
from simulator.engines.kernel.arrivals import arrives_here, draw_arrival
from simulator.engines.kernel.background import arrive_background
from simulator.engines.kernel.client_timeouts.sessions import time_out_client
from simulator.engines.kernel.client_timeouts.waiting_lines import find_next_timeout
from simulator.engines.kernel.heap import pop
from simulator.engines.kernel.program import run_ready_jobs
from simulator.engines.kernel.sessions import admit_session
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.kernel.stations.next_events import next_station
from simulator.engines.kernel.stations.queueing import queue_leave
from simulator.engines.kernel.stations.sharing import shared_leave
from simulator.engines.kernel.statistics import close_windows
from simulator.engines.kernel.tokens import pool_expire
from simulator.engines.pointers import pointer_to
from simulator.engines.prefetch import prefetch

DONE, FULL, PAUSED, LEFT = 0, 1, 2, 3
# After so many turns `advance` comes back, so that a run can be stopped in seconds however much happens in it.
TURNS = 2_000_000


@entry
def advance(world, until):
    """Runs until the clock reaches `until` (seconds), until there is no room for one more job, until somebody leaves
    for another of several nodes or for the backend, or for TURNS turns.

    Returns DONE, FULL, LEFT or PAUSED. Changes `world` in place; a run that was FULL goes on once it has been enlarged.
    """
    here = pointer_to(world)
    find_next_departure(here)
    return advance_world(here, until)


@seldom
def advance_world(world, until):
    """What `advance` does, of a world that is handed on by its address and has been looked at by
    `find_next_departure`.
    """
    clock = world.clock[0]
    event, due = clock.event, clock.due
    reached = PAUSED
    for _ in range(TURNS):
        is_arrival = clock.arrival < due
        now = clock.arrival if is_arrival else due
        if clock.edge <= now:
            close_windows(world, min(now, until))
        if now > until:
            reached = DONE
            break
        if (is_arrival or clock.posts) and clock.jobs + clock.reserve >= world.jobs.size:
            reached = FULL
            break
        job = _arrival(world, now) if is_arrival else _released(world, event, now)
        clock.events += job != NOWHERE
        run_ready_jobs(world, job, now)
        event, due = _next_event(world)
        if clock.gone > 0 or clock.crossing != NOWHERE:
            reached = LEFT
            break
    clock.event = event
    clock.due = due
    return reached


@seldom
def find_next_departure(world):
    """Finds out which station or timer lets the next job go, and when."""
    clock = world.clock[0]
    clock.event, clock.due = _next_event(world)


@compiled
def _next_event(world):
    """Which station lets its next job go first, or the timer, and when. The timer is numbered after the stations."""
    timer = world.heaps.size.size - 1
    time = world.heaps.entry[timer, 0].key if world.heaps.size[timer] > 0 else NEVER
    return next_station(world, world.next_events.winner, time)


@compiled
def _released(world, event, now):
    """The job that the next event lets go."""
    shared = world.sharing.station.size
    if event < shared:
        job = shared_leave(world, event, now)
    elif event < shared + world.queues.size:
        job = queue_leave(world, event - shared, now)
    elif event < world.next_events.time.size:
        job = pool_expire(world, world.pools.timed[event - shared - world.queues.size], now)
    else:
        timer = world.heaps.size.size - 1
        job = pop(world.heaps, world.jobs, timer)
        prefetch(world.jobs, world.heaps.entry[timer, 0].job)
    return job


@seldom
def _arrival(world, now):
    """The job that arrives, or NOWHERE if it goes to another node, or if a client waits no longer."""
    clock = world.clock[0]
    if clock.hurries:
        time_out_client(world, now)
        return NOWHERE
    job = arrive_background(world, clock.who, now) if clock.who > 0 else _session(world, now)
    if world.source[0].patient:
        find_next_timeout(world)
    return job


@seldom
def _session(world, now):
    """The session that arrives, or NOWHERE if it goes to another node."""
    clock = world.clock[0]
    job = NOWHERE
    if arrives_here(world, clock.session):
        job = admit_session(world, clock.session, now)
    clock.session += 1
    if clock.session >= world.source[0].open_at_start:  # Those that are open at the start come at time 0.
        draw_arrival(world, 0, clock.session)
    return job
