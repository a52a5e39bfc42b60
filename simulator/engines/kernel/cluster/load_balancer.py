"""The gate: all that comes to a unit goes through it to a node: to which, and where it counts that is sent to none."""

from typing import NamedTuple

import numpy as np

from simulator.engines.balancing import (
    CHANCELESS,
    GroupRanges,
    SpreadState,
    build_groups,
    build_spread,
    pick_group,
    pick_in_group,
    placement_uniform,
)
from simulator.engines.client_timeouts import breaker_is_open
from simulator.engines.columns import (
    FIXED,
    GAVE_UP,
    JOBS_OFFERED,
    JOBS_OPEN,
    JOBS_OPEN_MOMENT,
    JOBS_REFUSED,
    LOST,
    OFFERED,
    OPEN,
    OPEN_MOMENT,
    PER_CAUSE,
    REFUSALS,
)
from simulator.engines.compiling import compiled, seldom
from simulator.engines.draws import SESSION, SESSION_DRAWS, uniforms
from simulator.engines.kernel.arrivals import begin_session, draw_arrival, fresh_session, refused_requests
from simulator.engines.kernel.background import new_job
from simulator.engines.kernel.clock import find_next_departure
from simulator.engines.kernel.cluster.between_nodes import (
    WaitingClients,
    add_waiting,
    build_waiting_clients,
    note_next_event,
    release_to_waiting,
)
from simulator.engines.kernel.cluster.world_stack import world_view
from simulator.engines.kernel.program import run_ready_jobs
from simulator.engines.kernel.state import CLOCK, NEVER, NO_LINE, NOWHERE, OUTSIDE
from simulator.engines.kernel.world import World
from simulator.engines.pointers import pointer_at, tuple_bytes
from simulator.network.backend import call_depth
from simulator.network.groups import first_node_numbers
from simulator.network.network import Network

# `now` is how far all nodes have come, and `ahead` how far each may go by itself from there: nobody who leaves one goes
# to another sooner. `backend` is how many jobs one that goes to the backend may have there (see backend.py), 0 without
# one. `edge` is when the next window ends in a node. `uneven`, `slow_start` and `around` are the balancer's.
GATE = np.dtype(
    [("now", "f8"), ("ahead", "f8"), ("events", "i8"), ("edge", "f8"), ("backend", "i8")]
    + [("down", "i8"), ("reconnect", "f8"), ("uneven", "f8"), ("slow_start", "f8"), ("around", "i8")],
    align=True,
)


class BalancerState(NamedTuple):
    """state: GATE (1,); clock: CLOCK (1,), of what arrives; believed, stands: int64 (nodes,), whether the balancer
    sends sessions to a node, and whether that is alive; outside: the clients that are at no node; hand: OUTSIDE (1,),
    the client on the move; next: float64 (worlds,), when something happens next in each node, and at the backend;
    spread: how the balancer treats nodes differently; groups: which of them get whom; clocks: CLOCK (worlds, 1), those
    of the worlds themselves; places: uint8, where these are laid down, and behind them the first one under the clock of
    the gate."""

    state: np.ndarray
    clock: np.ndarray
    believed: np.ndarray
    stands: np.ndarray
    outside: WaitingClients
    hand: np.ndarray
    next: np.ndarray
    spread: SpreadState
    groups: GroupRanges
    clocks: np.ndarray
    places: np.ndarray


def build_balancer(network: Network, stack: World, room: int) -> BalancerState:
    """The gate at time 0, all nodes alive. From now on it alone knows what arrives: the clocks of the nodes do not."""
    state = np.zeros(1, dtype=GATE)
    source = network.source
    # Who thinks before a new session may come as soon as anything happens.
    state["backend"] = call_depth(network) if network.backend_apart else 0
    state["ahead"] = 0.0 if source.returns or network.backend_apart else source.shortest_pause
    state["down"] = len(network.causes) - 1
    state["reconnect"] = source.reconnect
    clock = np.zeros(1, dtype=CLOCK)
    clock[:] = stack.clock[0]
    stack.clock["arrival"] = stack.clock["comes"] = NEVER
    everywhere = np.ones(network.nodes, dtype=np.int64)
    worlds = stack.clock.shape[0]
    hand, following = np.zeros(1, dtype=OUTSIDE), np.zeros(worlds)
    balancer = network.balancer
    for name in ("uneven", "slow_start", "around"):
        state[name] = getattr(balancer, name)
    spread = build_spread(balancer, network.nodes, first_node_numbers(network))
    outside = build_waiting_clients(hand[:0], room)
    places = np.zeros((worlds + 1) * tuple_bytes(world_view(stack, 0)), dtype=np.uint8)
    alive, groups = everywhere.copy(), build_groups(network)
    return BalancerState(state, clock, everywhere, alive, outside, hand, following, spread, groups, stack.clock, places)


@seldom
def route_arrival(nodes, gate, now):
    """Whoever arrives now is sent to a node, and the next arrival is drawn. Returns the node, NOWHERE if that is none.
    Changes both in place."""
    clock = gate.clock[0]
    outer = pointer_at(nodes, gate.clocks.shape[0])
    if clock.who > 0:
        return _background_comes(nodes, gate, clock.who, now)
    client = gate.hand[0]
    client.session = clock.session
    client.request = client.left = client.attempts = client.placed = client.returns = client.tries = client.asked = 0
    client.node = NOWHERE
    session = clock.session
    clock.session += 1
    if clock.session >= outer.source[0].open_at_start:
        draw_arrival(outer, 0, clock.session)
    client.session = session
    gate.state[0].events += 1
    return route_client(nodes, gate, now)


@seldom
def route_client(nodes, gate, now):
    """The client in hand is sent to a node: to its first one, to another, or nowhere. Returns that, NOWHERE for none.
    Changes both in place."""
    client = gate.hand[0]
    first = client.node == NOWHERE or client.returns != 0
    group = pick_group(pointer_at(nodes, gate.clocks.shape[0]).key, client.session, gate.groups.until)
    node = pick_for_client(nodes, gate, group, now)
    home = node if node >= 0 else accounting_node(gate, group)
    if first:
        totals = pointer_at(nodes, home).statistics.totals
        totals[OFFERED] += 1.0
        totals[OPEN] += 1.0
        totals[OPEN_MOMENT] += now
    elif home != client.node:
        _move(pointer_at(nodes, client.node).statistics.totals, -1.0, now)
        _move(pointer_at(nodes, home).statistics.totals, 1.0, now)
    client.node = home
    if node < 0 or not gate.stands[node]:
        _finds_nobody(nodes, gate, first, now)
        return NOWHERE
    world = pointer_at(nodes, node)
    source = world.source[0]
    job = new_job(world, source.opened if first and client.session < source.open_at_start else source.first)
    _is_there(world, job, client, first)
    clock = world.clock[0]
    clock.residents += 1
    before = clock.order
    run_ready_jobs(world, job, now)
    # Who has come to a station or to the timer has taken a turn: who is turned away at once leaves all as it was.
    if clock.order != before:
        find_next_departure(world)
    note_next_event(gate, node, world)
    release_to_waiting(gate, world)
    return node


@compiled
def _is_there(world, job, client, first):
    """A session is at a node: `first` if it has just begun, else with all that is known of it already."""
    jobs = world.jobs[job]
    if first or client.client == NOWHERE:
        begin_session(world, job, client.session)
    else:
        fresh_session(world, job, client.session)
        jobs.client = client.client
    if not first:
        jobs.request = client.request
        jobs.left = client.left
        jobs.attempts = client.attempts
        jobs.asked = client.asked
        jobs.start = client.start
        if world.source[0].patient:
            world.patience.waits[job].tries = client.tries
    jobs.placed = client.placed


@seldom
def _finds_nobody(nodes, gate, first, now):
    """The client in hand is sent to a dead node, or to none: it comes again, or gives up. Changes both in place."""
    state, client = gate.state[0], gate.hand[0]
    world = pointer_at(nodes, client.node)
    source = world.source[0]
    if first:
        # What it came for is lost if it gives up.
        client.left = refused_requests(world, client.session)
        client.client = NOWHERE
        client.request = 0
    totals = world.statistics.totals
    column = FIXED + PER_CAUSE * state.down
    totals[column + REFUSALS] += 1.0
    client.returns = False
    client.line = NO_LINE
    if client.attempts < source.attempts:
        client.attempts += 1
        client.time = now + state.reconnect
    else:
        totals[column + GAVE_UP] += 1.0
        totals[LOST] += client.left
        _move(totals, -1.0, now)
        if source.returns == NOWHERE:
            return
        client.time = now + source.back_off
        client.session += source.open_at_start
        client.attempts = client.placed = client.tries = client.asked = 0
        client.returns = True
    add_waiting(gate, client)


@seldom
def _background_comes(nodes, gate, who, now):
    """A background job comes to its node; where that is dead, it is lost. Returns the node, NOWHERE if it is dead.
    Changes both in place."""
    outer = pointer_at(nodes, gate.clocks.shape[0])
    arrivals = outer.arrivals[who]
    number = arrivals.job
    _, _, _, u_node = uniforms(outer.key, number, SESSION, SESSION_DRAWS)
    node = int(u_node * gate.stands.size)
    world = pointer_at(nodes, node)
    arrivals.job += 1
    draw_arrival(outer, who, arrivals.job)
    gate.state[0].events += 1
    totals = world.statistics.totals
    totals[arrivals.column + JOBS_OFFERED] += 1.0
    if not gate.stands[node]:
        totals[arrivals.column + JOBS_REFUSED] += 1.0
        return NOWHERE
    totals[arrivals.column + JOBS_OPEN] += 1.0
    totals[arrivals.column + JOBS_OPEN_MOMENT] += now
    job = new_job(world, arrivals.first)
    world.jobs[job].session = number
    run_ready_jobs(world, job, now)
    find_next_departure(world)
    note_next_event(gate, node, world)
    return node


@compiled
def _move(totals, change, now):
    """Counts a session that is open, or is not any more. Changes `totals` in place."""
    totals[OPEN] += change
    totals[OPEN_MOMENT] += change * now


@compiled
def pick_for_client(nodes, gate, group, now):
    """The node of a group that the balancer sends the client in hand to, -1 for none. Changes `gate` in place."""
    state, client, outer = gate.state[0], gate.hand[0], pointer_at(nodes, gate.clocks.shape[0])
    source = outer.source[0]
    u = 0.0
    if source.policy not in CHANCELESS or gate.spread.nominal.size > 0:
        _, _, _, drawn = uniforms(outer.key, client.session, SESSION, SESSION_DRAWS)
        u = placement_uniform(
            outer.key, client.session, drawn, client.placed, source.policy, source.sources, state.uneven
        )
    believed, inside = gate.believed, gate.clocks["residents"][:, 0]
    if state.around:
        _look_around(nodes, gate, group, now)
        believed = gate.spread.believed
    client.placed += 1
    return pick_in_group(gate.groups, group, source.policy, u, believed, inside, gate.spread, state.slow_start, now)


@seldom
def _look_around(nodes, gate, group, now):
    """Finds the nodes of a group that sessions are sent to by a balancer that goes around open breakers: those that it
    believes in without one, while there are any. Changes `gate` in place."""
    sent = gate.spread.believed
    first, last = gate.groups.first[group], gate.groups.first[group + 1]
    left = 0
    for node in range(first, last):
        sent[node] = gate.believed[node] and not breaker_is_open(pointer_at(nodes, node).patience.terms[0], now)
        left += sent[node]
    if left == 0:
        for node in range(first, last):
            sent[node] = gate.believed[node]


@compiled
def accounting_node(gate, group):
    """The node at which the client in hand counts that is sent to none: the one where it was, or the first of its
    group. Reads `gate`."""
    was, first = gate.hand[0].node, gate.groups.first[group]
    return was if first <= was < gate.groups.first[group + 1] else first
