"""Nodes that have to do with each other, run side by side: each goes on by itself until somebody comes from outside."""

from simulator.engines.compiling import compiled, entry, seldom
from simulator.engines.kernel.clock import DONE, FULL, LEFT, PAUSED, advance_world, find_next_departure
from simulator.engines.kernel.cluster.backend import cross_between, lose_call
from simulator.engines.kernel.cluster.between_nodes import note_next_event, release_to_waiting, take_first_waiting
from simulator.engines.kernel.cluster.load_balancer import route_arrival, route_client
from simulator.engines.kernel.cluster.world_stack import world_pointers, world_with_clock
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.kernel.stations.halts import divide_all
from simulator.engines.kernel.statistics import advance_areas
from simulator.engines.pointers import pointer_at, pointer_to

# After so many turns `advance_together` comes back, so that a run can be stopped in seconds.
TURNS = 50_000


@entry
def advance_together(stack, gate, until):
    """Runs all nodes until their clocks reach `until` (seconds), until there is no room, or for TURNS turns.

    Returns DONE, FULL or PAUSED. Changes `stack` and `gate` in place. Nobody who leaves a node comes to another one
    within `ahead` seconds, so that for so long, or until the next arrival, no node need know of the others. Where they
    may come at once, nodes take turns: the one in which something happens first goes on until it does in another.
    """
    return _take_turns(world_pointers(stack, gate.clock, gate.places), pointer_to(gate), until)


@entry
def bring_up_areas(stack, node, now):
    """Brings every area of a node up to `now`. Changes `stack` in place."""
    advance_areas(pointer_to(world_with_clock(stack, node, stack.clock[node])), now)


@entry
def reshare_stations(stack, node, now):
    """Divides anew what the shared stations of a node have to give. Changes `stack` in place."""
    divide_all(pointer_to(world_with_clock(stack, node, stack.clock[node])), now)


@entry
def lose_backend_call(stack, gate, job, now):
    """A job at the backend is lost with its server; whoever made the call goes on. Changes both in place."""
    lose_call(world_pointers(stack, gate.clock, gate.places), pointer_to(gate), job, now)


@seldom
def _take_turns(nodes, gate, until):
    """What `advance_together` does, of the nodes and a gate that are handed on by their addresses."""
    state, clock = gate.state[0], gate.clock[0]
    open_at_start = pointer_at(nodes, 0).source[0].open_at_start
    room = 0
    for node in range(gate.next.size):
        find_next_departure(pointer_at(nodes, node))
        note_next_event(gate, node, pointer_at(nodes, node))
    for _ in range(TURNS):
        soonest = _soonest(gate)
        horizon = min(until, soonest)
        if state.ahead > 0.0:
            horizon = min(horizon, state.now + state.ahead)
        else:
            node, time = _first_of_all(gate, horizon)
            if node != NOWHERE:
                if not _goes_on(nodes, gate, node, time):
                    return PAUSED if _room(nodes, gate) > 0 else FULL
                continue
        room = _room_left(nodes, gate, room)
        if room <= 0:
            return FULL
        opening = clock.session < open_at_start
        if not _all_advance(nodes, gate, horizon):
            return PAUSED
        state.now = horizon
        if soonest > horizon:
            if horizon >= until:
                return DONE
            continue
        _next_comes(nodes, gate, horizon)
        room -= 1
        if opening and clock.session >= open_at_start:
            for node in range(gate.next.size):
                gate.clocks[node, 0].session = open_at_start
    return PAUSED


@compiled
def _first_of_all(gate, horizon):
    """The node in which something happens first, NOWHERE if nothing does up to the horizon, and until when nothing does
    in another one. Reads `gate`."""
    first, soonest, until = NOWHERE, NEVER, horizon
    for node in range(gate.next.size):
        time = gate.next[node]
        if time < soonest:
            first = node
        until = min(until, max(time, soonest))
        soonest = min(time, soonest)
    return first if soonest <= horizon else NOWHERE, until


@seldom
def _goes_on(nodes, gate, node, until):
    """A node goes on by itself until a time, or until somebody leaves it. False if it needs more turns, or room.
    Changes both in place."""
    world = pointer_at(nodes, node)
    if world.clock[0].posts and _room(nodes, gate) <= 0:
        return False
    reached = advance_world(world, until)
    note_next_event(gate, node, world)
    if reached == LEFT:
        release_to_waiting(gate, world)
        if world.clock[0].crossing != NOWHERE:
            cross_between(nodes, gate, node)
    return reached in (DONE, LEFT)


@compiled
def _soonest(gate):
    """When the next one comes, from outside or for the first time. Reads `gate`."""
    return min(gate.outside.soonest[0].key, gate.clock[0].arrival)


@seldom
def _next_comes(nodes, gate, now):
    """The next one comes; who waits outside goes before who arrives. Changes both in place."""
    if gate.outside.soonest[0].key <= gate.clock[0].arrival:
        take_first_waiting(gate)
        gate.state[0].events += 1
        node = route_client(nodes, gate, now)
    else:
        node = route_arrival(nodes, gate, now)
    if gate.state[0].backend and node != NOWHERE:
        cross_between(nodes, gate, node)


@seldom
def _all_advance(nodes, gate, horizon):
    """Every node advances to the horizon, and who has left it is outside. False if one of them needs more turns.
    Changes both in place."""
    state = gate.state[0]
    # Where nodes take turns, nothing happens in any of them up to the horizon but that a window ends.
    if state.ahead == 0.0 and state.edge > horizon:
        return True
    state.edge = 0.0
    edge = NEVER
    for node in range(gate.next.size):
        edge = min(edge, gate.clocks[node, 0].edge)
        if min(gate.next[node], gate.clocks[node, 0].edge) > horizon:
            continue
        world = pointer_at(nodes, node)
        reached = LEFT
        while reached == LEFT:
            reached = advance_world(world, horizon)
            release_to_waiting(gate, world)
        note_next_event(gate, node, world)
        if reached != DONE:
            return False
    state.edge = edge
    return True


@seldom
def _room_left(nodes, gate, room):
    """The same room for as long as some of it is left, unless jobs may have posted others meanwhile. Reads both."""
    return room if room > 0 and not gate.clock[0].posts else _room(nodes, gate)


@seldom
def _room(nodes, gate):
    """For how many more there is room in each node, and outside for everybody who is in a node: nobody comes into being
    but at the gate, or posted, so that so many may come before it is asked for again. At the backend there is room for
    all of them. Reads both."""
    inside = 0
    room = gate.outside.clients.size
    places = pointer_at(nodes, gate.next.size - 1).jobs.size
    for node in range(gate.stands.size):
        clock = gate.clocks[node, 0]
        inside += clock.jobs
        room = min(room, pointer_at(nodes, node).jobs.size - clock.jobs - clock.reserve)
    if gate.state[0].backend:
        # Of those who are there some have come from a node that has died since.
        there = gate.clocks[gate.next.size - 1, 0].jobs
        room = min(room, (places - there - 1) // gate.state[0].backend - inside)
        room = min(room, places - there - gate.clocks[gate.next.size - 1, 0].reserve)
    return min(room, gate.outside.soonest[0].free - inside - 1)
