"""The balancer in front of the nodes: which of them gets a session, by every policy.

Written from what the policies mean (network/cluster.py), apart from the compiled ones (engines/balancing.py): that both
send every session to the same node is a second opinion on each.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from simulator.network.groups import first_node_numbers
from simulator.network.network import Network

# The least share of its weight that a node has in its slow start: else nobody would ever be sent to it.
LEAST_SHARE = 0.01
JUST_BELOW_ONE = 1.0 - 1e-15
Weights = Mapping[int, float]


class LoadBalancer:
    """Chooses nodes. It knows since when it has believed in each, and how many sessions came to each group."""

    def __init__(self, network: Network) -> None:
        balancer = network.balancer
        self._policy, self._slow_start = balancer.policy, balancer.slow_start
        self._weights = [float(weight) for weight in balancer.weights or (1,) * network.nodes]
        self._joined = [-math.inf] * network.nodes
        self.groups = [range(first, end) for first, end in pairwise(first_node_numbers(network))]
        self._turns = [_smooth_round_robin({node: self._weights[node] for node in group}) for group in self.groups]
        self._came = [0] * len(self.groups)

    def join(self, node: int, now: float) -> None:
        """Begins to believe in a node, which has its slow start from now on."""
        self._joined[node] = now

    def choose(self, group: int, u: float, believed: Sequence[bool], inside: Sequence[int], now: float) -> int | None:
        """Returns the node of a group that gets the next session; None where the balancer believes in none of them.

        u: the uniform that places the session; believed: whether sessions are sent to each node; inside: how many are
        in each.
        """
        came = self._came[group]
        self._came[group] += 1
        nodes = list(self.groups[group])
        standing = [node for node in nodes if believed[node]]
        if not standing:
            return None
        if self._policy == "round_robin":
            return self._next_in_turn(group, came, u, standing, now)
        if self._policy == "least_connections":
            turned = nodes[came % len(nodes) :] + nodes[: came % len(nodes)]
            return min((n for n in turned if n in standing), key=lambda node: inside[node] / self._weight(node, now))
        if self._policy == "two_choices":
            return self._better_of_two(u, standing, inside, now)
        return self._at_random(u, nodes, standing, now)

    def _weight(self, node: int, now: float) -> float:
        """What a node weighs: less than its own weight for as long as its slow start lasts."""
        if self._slow_start == 0.0:
            return self._weights[node]
        share = (now - self._joined[node]) / self._slow_start
        return self._weights[node] * max(LEAST_SHARE, min(1.0, share))

    def _weights_of(self, nodes: Sequence[int], now: float) -> Weights:
        return {node: self._weight(node, now) for node in nodes}

    def _at_random(self, u: float, nodes: Sequence[int], standing: Sequence[int], now: float) -> int:
        """The node on which a session falls, each as wide as it weighs. What falls on one that has left is spread over
        the others, who keep what they have."""
        node, rest = _fall(self._weights_of(nodes, now), u)
        return node if node in standing else _fall(self._weights_of(standing, now), rest)[0]

    def _next_in_turn(self, group: int, came: int, u: float, standing: Sequence[int], now: float) -> int:
        """The node whose turn it is. One in its slow start is passed over as often as it lacks weight."""
        turns = [node for node in self._turns[group] if node in standing]
        place = came % len(turns)
        node, *after = turns[place:] + turns[:place]
        if u * self._weights[node] < self._weight(node, now):
            return node
        return next((other for other in after if other != node), node)

    def _better_of_two(self, u: float, standing: Sequence[int], inside: Sequence[int], now: float) -> int:
        """The one with fewer sessions for its weight, of two different nodes at random; the first of equals."""
        one, rest = _fall(self._weights_of(standing, now), u)
        others = self._weights_of([node for node in standing if node != one], now)
        if not others:
            return one
        other, _ = _fall(others, rest)
        return other if inside[other] * self._weight(one, now) < inside[one] * self._weight(other, now) else one


def _fall(weights: Weights, u: float) -> tuple[int, float]:
    """The node into whose weight a share `u` of all weights falls, laid side by side, and how far into it, from 0 to
    below 1: a uniform once more."""
    x = u * sum(weights.values())
    for node, weight in weights.items():
        last = node, min(x / weight, JUST_BELOW_ONE)
        if x < weight:
            break
        x -= weight
    return last


def _smooth_round_robin(weights: Weights) -> list[int]:
    """One round of turns: each node as often as it weighs, and as evenly as may be (smooth weighted round robin, as
    nginx has it): all gain their weight, the richest is next and pays what all have gained."""
    common = math.gcd(*(int(weight) for weight in weights.values()))
    gains = {node: int(weight) // common for node, weight in weights.items()}
    saved, turns = dict.fromkeys(gains, 0), []
    for _ in range(sum(gains.values())):
        saved = {node: saved[node] + gain for node, gain in gains.items()}
        richest = max(saved, key=lambda node: saved[node])
        saved[richest] -= sum(gains.values())
        turns.append(richest)
    return turns
