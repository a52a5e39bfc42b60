"""Which node gets a session, by every policy. Compiled for the kernel and called as it is by the reference engine.

Nodes are numbered. `believed` is whether the balancer sends sessions to a node, which may be dead all the same, and
`inside` how many sessions it has sent there that have not left.
"""

from simulator.engines.compiling import shared
from simulator.engines.draws import SESSION, uniforms
from simulator.network.cluster import POLICIES

HASH, RANDOM, IN_TURN, LEAST, TWO = range(len(POLICIES))
# Policies that draw nothing: whoever comes is placed by who is there.
CHANCELESS = (IN_TURN, LEAST)
# The request number that stands for a client's address, and the block of a session's first new draw of a node.
ADDRESS = 0xFFFFFFFD
PLACE = 2


@shared
def place_of(key, session, u_node, placed, policy, sources):
    """The uniform that places a session, for the `placed`-th time (from 0): by its address where it is hashed.

    `u_node` is the uniform drawn with the session; `sources` is 0 where addresses are too many to count.
    """
    if policy == HASH:
        if sources == 0:
            return u_node
        u, _, _, _ = uniforms(key, int(u_node * sources), ADDRESS, 0)
        return u
    if placed == 0:
        return u_node
    u, _, _, _ = uniforms(key, session, SESSION, PLACE + placed)
    return u


@shared
def node_apart(key, session, u_node, nodes, policy, sources):
    """The node of a session where nodes have nothing to do with each other."""
    if policy == IN_TURN:
        return session % nodes
    return int(place_of(key, session, u_node, 0, policy, sources) * nodes)


@shared
def chosen(policy, u, turn, believed, inside):
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
    best = -1
    for step in range(nodes):
        node = first + step
        node -= nodes if node >= nodes else 0
        if believed[node] and (best < 0 or inside[node] < inside[best]):
            best = node
    return best
