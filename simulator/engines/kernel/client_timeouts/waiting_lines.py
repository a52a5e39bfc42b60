"""Clients that wait for a connection or for an answer, each kind in a line of its own: as all of a kind wait equally
long, who has come first to the line leaves it first. Who gets what it waits for steps out of the line."""

from typing import NamedTuple

import numpy as np

from simulator.engines.client_timeouts import timeout_terms
from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.state import NEVER, NOWHERE, copy_records
from simulator.engines.kernel.steps import number_step
from simulator.network.network import Network

# What clients wait for.
CONNECTION, RESPONSE = 0, 1
LINE = np.dtype([("longest", "f8"), ("first", "i8"), ("last", "i8")], align=True)
# How long a job is waited for, and in which line (NOWHERE for none), between whom; how often its client has tried
# again, and whether it is going to.
WAIT = np.dtype(
    [("until", "f8"), ("order", "i8"), ("line", "i4"), ("before", "i4"), ("behind", "i4"), ("tries", "i4")]
    + [("again", "i8")],
    align=True,
)


class TimeoutLines(NamedTuple):
    """terms: PATIENCE (1,), see simulator/engines/client_timeouts.py; lines: LINE (2,); waits: WAIT (jobs,), or (0,)
    where all clients wait for ever.
    """

    terms: np.ndarray
    lines: np.ndarray
    waits: np.ndarray


def build_timeout_lines(network: Network, room: int) -> TimeoutLines:
    """The patience of the clients of a node, none of whom waits as yet."""
    terms, lines = timeout_terms(network), np.zeros(2, dtype=LINE)
    lines["longest"] = terms["connect"][0], terms["response"][0]
    lines["first"] = lines["last"] = NOWHERE
    return TimeoutLines(terms, lines, _nobody_waits(0 if network.source.patience is None else room))


def double_timeout_lines(patience: TimeoutLines) -> TimeoutLines:
    """The same for twice as many jobs."""
    waits = _nobody_waits(2 * patience.waits.size)
    copy_records(patience.waits, waits[: patience.waits.size])
    return patience._replace(waits=waits)


def _nobody_waits(room: int) -> np.ndarray:
    waits = np.zeros(room, dtype=WAIT)
    waits["line"] = NOWHERE
    return waits


@seldom
def start_timeout(world, job, which, now):
    """The client of a job waits for it from now on, unless it would wait for ever."""
    line = world.patience.lines[which]
    if line.longest == NEVER:
        return
    number_step(world, job)
    wait = world.patience.waits[job]
    wait.until = now + line.longest
    wait.order = world.jobs[job].order
    wait.line = which
    wait.before = line.last
    wait.behind = NOWHERE
    if line.last == NOWHERE:
        line.first = job
        find_next_timeout(world)
    else:
        world.patience.waits[line.last].behind = job
    line.last = job


@seldom
def cancel_timeout(world, job):
    """The client of a job does not wait for it any more."""
    wait = world.patience.waits[job]
    if wait.line == NOWHERE:
        return
    line = world.patience.lines[wait.line]
    wait.line = NOWHERE
    if wait.behind == NOWHERE:
        line.last = wait.before
    else:
        world.patience.waits[wait.behind].before = wait.before
    if wait.before == NOWHERE:
        line.first = wait.behind
        find_next_timeout(world)
    else:
        world.patience.waits[wait.before].behind = wait.behind


@seldom
def find_next_timeout(world):
    """Sets the clock to whoever comes next: who waits no longer goes before who arrives."""
    clock = world.clock[0]
    clock.arrival = clock.comes
    clock.hurries = 0
    line = next_timeout_line(world)
    if line != NOWHERE:
        until = world.patience.waits[world.patience.lines[line].first].until
        if until <= clock.comes:
            clock.arrival = until
            clock.hurries = 1


@compiled
def next_timeout_line(world):
    """The line whose first client waits no longer, before that of the other; NOWHERE if nobody waits."""
    connecting, asking = world.patience.lines[CONNECTION].first, world.patience.lines[RESPONSE].first
    if connecting == NOWHERE:
        return NOWHERE if asking == NOWHERE else RESPONSE
    if asking == NOWHERE:
        return CONNECTION
    one, other = world.patience.waits[connecting], world.patience.waits[asking]
    if one.until != other.until:
        return CONNECTION if one.until < other.until else RESPONSE
    return CONNECTION if one.order < other.order else RESPONSE
