"""Which node of a unit a session is sent to, and where it counts that is sent to none."""

from simulator.engines.address import one_of
from simulator.engines.balancing import CHANCELESS, place_of, sent_among
from simulator.engines.compiling import compiled, seldom
from simulator.engines.draws import SESSION, SESSION_DRAWS, uniforms
from simulator.engines.patience import lets_through_nobody


@compiled
def sent_to(nodes, gate, group, now):
    """The node of a group that the balancer sends the client in hand to, -1 for none. Changes `gate` in place."""
    state, client, outer = gate.state[0], gate.hand[0], one_of(nodes, gate.clocks.shape[0])
    source = outer.source[0]
    u = 0.0
    if source.policy not in CHANCELESS or gate.spread.nominal.size > 0:
        _, _, _, drawn = uniforms(outer.key, client.session, SESSION, SESSION_DRAWS)
        u = place_of(outer.key, client.session, drawn, client.placed, source.policy, source.sources, state.uneven)
    believed, inside = gate.believed, gate.clocks["residents"][:, 0]
    if state.around:
        _look_around(nodes, gate, group, now)
        believed = gate.spread.believed
    client.placed += 1
    return sent_among(gate.groups, group, source.policy, u, believed, inside, gate.spread, state.slow_start, now)


@seldom
def _look_around(nodes, gate, group, now):
    """Finds the nodes of a group that sessions are sent to by a balancer that goes around open breakers: those that it
    believes in without one, while there are any. Changes `gate` in place."""
    sent = gate.spread.believed
    first, last = gate.groups.first[group], gate.groups.first[group + 1]
    left = 0
    for node in range(first, last):
        sent[node] = gate.believed[node] and not lets_through_nobody(one_of(nodes, node).patience.terms[0], now)
        left += sent[node]
    if left == 0:
        for node in range(first, last):
            sent[node] = gate.believed[node]


@compiled
def counted_at(gate, group):
    """The node at which the client in hand counts that is sent to none: the one where it was, or the first of its
    group. Reads `gate`."""
    was, first = gate.hand[0].node, gate.groups.first[group]
    return was if first <= was < gate.groups.first[group + 1] else first
