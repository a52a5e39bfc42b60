"""Nodes that have to do with each other, run side by side: each goes on by itself until somebody comes from outside."""

from simulator.engines.compiling import compiled, entry, seldom
from simulator.engines.kernel.clock import DONE, FULL, LEFT, PAUSED, advance, next_event
from simulator.engines.kernel.cluster.gate import comes, enters, let_out
from simulator.engines.kernel.cluster.outside import take_first
from simulator.engines.kernel.cluster.stack import world_of
from simulator.engines.kernel.state import NEVER
from simulator.engines.kernel.stations.halting import divide_all
from simulator.engines.kernel.statistics import advance_areas

# After so many turns `advance_together` comes back, so that a run can be stopped in seconds.
TURNS = 50_000


@entry
def advance_together(stack, gate, until):
    """Runs all nodes until their clocks reach `until` (seconds), until there is no room, or for TURNS turns.

    Returns DONE, FULL or PAUSED. Changes `stack` and `gate` in place. Nobody who leaves a node comes to another one
    within `ahead` seconds, so that for so long, or until the next arrival, no node need know of the others. Where they
    may come at once, nodes take turns: the one in which something happens first goes on until it does in another.
    """
    state, clock = gate.state[0], gate.clock[0]
    open_at_start = stack.source[0, 0].open_at_start
    _look_around(stack, gate)
    for _ in range(TURNS):
        soonest = _soonest(gate)
        horizon = min(until, soonest)
        if state.ahead > 0.0:
            horizon = min(horizon, state.now + state.ahead)
        elif _first_of_all(gate) <= horizon:
            if not _one_advances(stack, gate, horizon):
                return PAUSED if _has_room(stack, gate) else FULL
            continue
        if not _has_room(stack, gate):
            return FULL
        opening = clock.session < open_at_start
        together = state.ahead > 0.0 or horizon < soonest or _edge_is_due(stack, horizon)
        if together and not _all_advance(stack, gate, horizon):
            return PAUSED
        state.now = horizon
        if soonest > horizon:
            if horizon >= until:
                return DONE
            continue
        _next_comes(stack, gate, horizon)
        if opening and clock.session >= open_at_start:
            for node in range(gate.stands.size):
                stack.clock[node, 0].session = open_at_start
        if state.ahead <= 0.0:
            _look_again(stack, gate, state.entered)
    return PAUSED


@entry
def bring_up(stack, node, now):
    """Brings every area of a node up to `now`. Changes `stack` in place."""
    advance_areas(world_of(stack, node, stack.clock[node]), now)


@entry
def divide_anew(stack, node, now):
    """Divides anew what the shared stations of a node have to give. Changes `stack` in place."""
    divide_all(world_of(stack, node, stack.clock[node]), now)


@seldom
def _look_around(stack, gate):
    """Finds out when something happens next in each node. Changes `gate` in place."""
    for node in range(gate.stands.size):
        _look_again(stack, gate, node)


@seldom
def _look_again(stack, gate, node):
    """Finds out when something happens next in a node. Changes `gate` in place."""
    world = world_of(stack, node, stack.clock[node])
    _, time = next_event(world)
    gate.next[node] = min(time, world.clock[0].arrival)


@seldom
def _edge_is_due(stack, horizon):
    """Whether a window of some node ends up to the horizon: before anything changes there from outside. Reads
    `stack`."""
    due = False
    for node in range(stack.clock.shape[0]):
        due |= stack.clock[node, 0].edge <= horizon
    return due


@compiled
def _first_of_all(gate):
    """When something happens next in any node. Reads `gate`."""
    first = NEVER
    for node in range(gate.next.size):
        first = min(first, gate.next[node])
    return first


@seldom
def _one_advances(stack, gate, horizon):
    """The node in which something happens first goes on until it does in another one, up to the horizon, or until
    somebody leaves it. False if it needs more turns, or room. Changes both in place."""
    first = 0
    for node in range(1, gate.next.size):
        if gate.next[node] < gate.next[first]:
            first = node
    until = horizon
    for node in range(gate.next.size):
        if node != first:
            until = min(until, gate.next[node])
    world = world_of(stack, first, stack.clock[first])
    reached = advance(world, until)
    if reached == LEFT:
        let_out(gate, world)
    _, time = next_event(world)
    gate.next[first] = min(time, world.clock[0].arrival)
    return reached in (DONE, LEFT)


@compiled
def _soonest(gate):
    """When the next one comes, from outside or for the first time. Reads `gate`."""
    outside = gate.outside[0].time if gate.state[0].outside > 0 else NEVER
    return min(outside, gate.clock[0].arrival)


@seldom
def _next_comes(stack, gate, now):
    """The next one comes; who waits outside goes before who arrives. Changes both in place."""
    state = gate.state[0]
    state_outside = gate.outside[0].time if state.outside > 0 else NEVER
    if state_outside <= gate.clock[0].arrival:
        take_first(gate.outside, state.outside, gate.hand[0])
        state.outside -= 1
        state.events += 1
        enters(stack, gate, now)
    else:
        comes(stack, gate, now)


@seldom
def _all_advance(stack, gate, horizon):
    """Every node advances to the horizon, and who has left it is outside. False if one of them needs more turns.
    Changes both in place."""
    for node in range(gate.stands.size):
        world = world_of(stack, node, stack.clock[node])
        reached = LEFT
        while reached == LEFT:
            reached = advance(world, horizon)
            let_out(gate, world)
        if reached != DONE:
            return False
    return True


@seldom
def _has_room(stack, gate):
    """Whether each node has room for one more job, and the outside for everybody who is in a node. Reads both."""
    inside = 0
    for node in range(gate.stands.size):
        clock = stack.clock[node, 0]
        inside += clock.jobs
        if clock.jobs + clock.reserve >= stack.jobs.shape[1]:
            return False
    return gate.state[0].outside + inside + 1 < gate.outside.size
