"""Which node gets a session, by every policy, as the kernel chooses it; reference/load_balancer.py has it to be read.

What places a session - its uniform, its address, its group - is one draw for both.

Nodes are numbered. `believed` is whether the balancer sends sessions to a node, which may be dead all the same, and
`inside` how many sessions it has sent there that have not left.
"""

from itertools import pairwise
from math import gcd
from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import shared
from simulator.engines.draws import FIRST_THINK, SESSION, uniforms
from simulator.network.cluster import POLICIES, Balancer
from simulator.network.groups import first_node_numbers, session_shares
from simulator.network.network import Network

HASH, RANDOM, IN_TURN, LEAST, TWO = range(len(POLICIES))
# Policies that draw nothing: whoever comes is placed by who is there.
CHANCELESS = (IN_TURN, LEAST)
# More sessions than any node has.
_ANY = np.iinfo(np.int64).max
# The request number that stands for a client's address, and the block of a session's first new draw of a node.
ADDRESS = 0xFFFFFFFD
PLACE = 2
# The least share of its weight that a node has in its slow start: else nobody would ever be sent to it.
LEAST_SHARE = 0.01


class SpreadState(NamedTuple):
    """How a balancer that treats nodes differently spreads sessions: nominal: float64 (nodes,), their weights, or (0,)
    where all nodes are alike; turns: int64, the nodes in turn by weight, those of each group counted from its first and
    behind those of the group before it; joined: float64 (nodes,), since when each has
    been believed in, seconds; weights, believed: float64, int64 (nodes,), what counts at a moment."""

    nominal: np.ndarray
    turns: np.ndarray
    joined: np.ndarray
    weights: np.ndarray
    believed: np.ndarray


class GroupRanges(NamedTuple):
    """The groups of nodes, one where all get every class: until: float64 (groups,), cumulated shares of sessions;
    first, turns: int64 (groups + 1,), where the nodes of each begin, and their turns (see Spreading); sent: int64
    (groups,), how many sessions have been sent, or were to be, to a node of each."""

    until: np.ndarray
    first: np.ndarray
    turns: np.ndarray
    sent: np.ndarray


def build_spread(balancer: Balancer, nodes: int, first: tuple[int, ...] = ()) -> SpreadState:
    """How a balancer spreads sessions over so many nodes, all of which it has believed in for ever. first: where groups
    of them begin, and the end."""
    alike = not balancer.weights and balancer.slow_start == 0.0
    weights = balancer.weights or (1,) * nodes
    nominal = np.array(() if alike else weights, dtype=np.float64)
    joined = np.full(nodes, -np.inf)
    turns = np.concatenate([_in_turn(weights[begin:end]) for begin, end in pairwise(first or (0, nodes))])
    return SpreadState(nominal, turns, joined, nominal.copy(), np.ones(nodes, dtype=np.int64))


def build_groups(network: Network) -> GroupRanges:
    """The groups of nodes of a network, to none of which anybody has been sent."""
    weights, first = network.balancer.weights or (1,) * network.nodes, first_node_numbers(network)
    turns = [_in_turn(weights[begin:end]).size for begin, end in pairwise(first)]
    until = np.cumsum(session_shares(network))
    until[-1] = 1.0
    begins = np.cumsum([0, *turns])
    return GroupRanges(until, np.array(first), begins, np.zeros(until.size, dtype=np.int64))


def _in_turn(weights: tuple[int, ...]) -> np.ndarray:
    """The nodes in turn, each as often as it weighs, and as evenly as may be: smooth weighted round robin, as nginx has
    it (ngx_http_upstream_round_robin.c): all gain their weight, the richest is next and pays the weights of all."""
    common = gcd(*weights)
    gains = [weight // common for weight in weights]
    saved, turns = [0] * len(gains), []
    for _ in range(sum(gains)):
        saved = [one + gain for one, gain in zip(saved, gains, strict=True)]
        richest = saved.index(max(saved))
        saved[richest] -= sum(gains)
        turns.append(richest)
    return np.array(turns, dtype=np.int64)


@shared
def placement_uniform(key, session, u_node, placed, policy, sources, uneven=0.0):
    """The uniform that places a session, for the `placed`-th time (from 0): by its address where it is hashed.

    `u_node` is the uniform drawn with the session; `sources` is 0 where addresses are too many to count, and `uneven`
    how unevenly sessions come from them.
    """
    if policy == HASH:
        if sources == 0:
            return u_node
        u, _, _, _ = uniforms(key, address_from_uniform(u_node, sources, uneven), ADDRESS, 0)
        return u
    if placed == 0:
        return u_node
    u, _, _, _ = uniforms(key, session, SESSION, PLACE + placed)
    return u


@shared
def address_from_uniform(u, sources, uneven):
    """The address, from 0, of a session that has drawn `u`: of the share x of all addresses that send most, the share
    x ** (1 - uneven) of all sessions come."""
    if uneven > 0.0:
        u = u ** (1.0 / (1.0 - uneven))
    return int(u * sources)


@shared
def independent_node(key, session, u_node, nodes, policy, sources):
    """The node of a session where nodes have nothing to do with each other."""
    if policy == IN_TURN:
        return session % nodes
    return int(placement_uniform(key, session, u_node, 0, policy, sources) * nodes)


@shared
def pick_group(key, session, until):
    """The group whose nodes a session is for; `until` are the cumulated shares of the groups."""
    if until.size == 1:
        return 0
    _, u, _, _ = uniforms(key, session, SESSION, FIRST_THINK)
    group = 0
    while until[group] < u:
        group += 1
    return group


@shared
def pick_in_group(groups, group, policy, u, believed, inside, spread, slow_start, now):
    """The node of a group that gets the next session, -1 where the balancer believes in none of the group. Changes
    `groups.sent` and `spread.weights`."""
    first, last = groups.first[group], groups.first[group + 1]
    turns = spread.turns[groups.turns[group] : groups.turns[group + 1]]
    own = SpreadState(
        spread.nominal[first:last], turns, spread.joined[first:last], spread.weights[first:last],
        spread.believed[first:last],
    )  # fmt: skip
    node = pick_node(policy, u, groups.sent[group], believed[first:last], inside[first:last], own, slow_start, now)
    groups.sent[group] += 1
    return node if node < 0 else first + node


@shared
def pick_node(policy, u, turn, believed, inside, spread, slow_start, now):
    """The node that gets the next session behind any balancer, -1 where it believes in none. Changes
    `spread.weights`."""
    if spread.nominal.size == 0:
        return pick_by_policy(policy, u, turn, believed, inside)
    for node in range(believed.size):
        share = 1.0
        if slow_start > 0.0:
            share = max(LEAST_SHARE, min(1.0, (now - spread.joined[node]) / slow_start))
        spread.weights[node] = spread.nominal[node] * share
    return pick_by_weight(policy, u, turn, believed, inside, spread)


@shared
def pick_by_weight(policy, u, turn, believed, inside, spread):
    """The node that gets the next session where they weigh differently, -1 where the balancer believes in none."""
    weights = spread.weights
    total = 0.0
    everything = 0.0
    for node in range(believed.size):
        total += believed[node] * weights[node]
        everything += weights[node]
    if total == 0.0:
        return -1
    if policy in (HASH, RANDOM):
        node, rest = _share_of(weights, u * everything, believed, False)
        if not believed[node]:
            node, rest = _share_of(weights, rest * total, believed, True)
        return node
    if policy == IN_TURN:
        return _in_its_turn(u, turn, believed, spread)
    if policy == LEAST:
        return _least_by_weight(believed, inside, weights, turn % believed.size)
    one, rest = _share_of(weights, u * total, believed, True)
    others = total - weights[one]
    if others <= 0.0:
        return one
    believed[one] = 0
    other, _ = _share_of(weights, rest * others, believed, True)
    believed[one] = 1
    return other if inside[other] * weights[one] < inside[one] * weights[other] else one


@shared
def _share_of(weights, x, believed, only_believed):
    """The node in whose weight `x` falls when weights are laid side by side, and how far into it, 0 to below 1."""
    last = 0
    rest = 0.0
    for node in range(weights.size):
        if only_believed and not believed[node]:
            continue
        last = node
        rest = min(x / weights[node], 1.0 - 1e-15)
        if x < weights[node]:
            break
        x -= weights[node]
    return last, rest


@shared
def _in_its_turn(u, turn, believed, spread):
    """The node whose turn it is; one in its slow start is passed over as often as it lacks weight."""
    turns, standing = spread.turns, 0
    for place in range(turns.size):
        standing += believed[turns[place]]
    n = turn % standing
    place = 0
    while not believed[turns[place]] or n > 0:
        n -= believed[turns[place]]
        place += 1
    node = turns[place]
    if u * spread.nominal[node] >= spread.weights[node]:
        for step in range(1, turns.size):
            other = turns[(place + step) % turns.size]
            if believed[other] and other != node:
                return other
    return node


@shared
def _least_by_weight(believed, inside, weights, first):
    """The node with the fewest sessions for its weight, of equals the next one from `first` on."""
    best = -1
    for step in range(believed.size):
        node = (first + step) % believed.size
        if believed[node] and (best < 0 or inside[node] * weights[best] < inside[best] * weights[node]):
            best = node
    return best


@shared
def pick_by_policy(policy, u, turn, believed, inside):
    """The node that gets the next session, -1 where the balancer believes in none; `turn` counts those before it."""
    nodes = believed.size
    standing = 0
    for node in range(nodes):
        standing += believed[node]
    if standing == 0:
        return -1
    if policy in (HASH, RANDOM):
        node = int(u * nodes)
        # Who is sent to a node that has left is spread over the others, who keep what they have.
        return node if believed[node] else _nth(believed, int((u * nodes - node) * standing))
    if policy == IN_TURN:
        return _nth(believed, turn % standing)
    if policy == LEAST:
        return _least(believed, inside, turn % nodes)
    first = int(u * standing)
    if standing == 1:
        return _nth(believed, first)
    second = int((u * standing - first) * (standing - 1))
    second += second >= first
    one, other = _nth(believed, first), _nth(believed, second)
    return other if inside[other] < inside[one] else one


@shared
def _nth(believed, n):
    """The n-th node, from 0, of those that the balancer believes in."""
    node = 0
    while not believed[node] or n > 0:
        n -= believed[node]
        node += 1
    return node


@shared
def _least(believed, inside, first):
    """The node with the fewest sessions, of equals the next one from `first` on."""
    nodes = believed.size
    best, fewest = -1, _ANY
    for step in range(nodes):
        node = first + step
        node -= nodes if node >= nodes else 0
        if believed[node] and inside[node] < fewest:
            best = node
            fewest = inside[node]
    return best
