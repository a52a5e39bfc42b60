"""Arrivals: who comes next, when, and to which node."""

from simulator.engines.compiling import compiled, seldom
from simulator.engines.draws import EXPONENTIAL, SESSION, SESSION_DRAWS, sample, uniforms
from simulator.engines.kernel.state import NEVER
from simulator.engines.profile import time_of


@seldom
def draw_arrival(world, who, number):
    """Draws when number `number` of kind `who` arrives, and finds out who comes first of all."""
    arrivals = world.arrivals[who]
    arrivals.next = NEVER
    if arrivals.rate > 0.0:
        u, _, _, _ = uniforms(world.key, number, SESSION, SESSION_DRAWS)
        arrivals.area += sample(EXPONENTIAL, 1.0 / arrivals.rate, 0.0, u)
        arrivals.next = time_of(world.profiles[who], arrivals.corners, arrivals.area)
    clock = world.clock[0]
    clock.who = 0
    for other in range(1, world.arrivals.size):
        if world.arrivals[other].next < world.arrivals[clock.who].next:
            clock.who = other
    clock.arrival = world.arrivals[clock.who].next


@compiled
def is_ours(world, number):
    """Whether what arrives with that number comes to this node: a hash of the client, so a uniform."""
    source = world.source[0]
    if source.nodes == 1:
        return True
    _, _, _, u_node = uniforms(world.key, number, SESSION, SESSION_DRAWS)
    return int(u_node * source.nodes) == source.node
