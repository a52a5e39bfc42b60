"""Arrivals: who comes next, when, and to which node."""

import numpy as np

from simulator.engines.balancing import node_apart
from simulator.engines.columns import first_column
from simulator.engines.compiling import compiled, seldom
from simulator.engines.draws import BACKGROUND, EXPONENTIAL, SESSION, SESSION_DRAWS, first_background, sample, uniforms
from simulator.engines.kernel.replay.lookup import session_arrives
from simulator.engines.kernel.state import NEVER
from simulator.engines.kernel.tables import Tables
from simulator.engines.profile import corners, time_of
from simulator.network.network import Network

# What arrives: sessions first, then each kind of background job. `area` is how far the profile has been used up.
ARRIVALS = np.dtype(
    [("rate", "f8"), ("area", "f8"), ("next", "f8"), ("job", "i8"), ("first", "i8"), ("column", "i8")]
    + [("corners", "i8")],
    align=True,
)


def build_profiles(network: Network) -> np.ndarray:
    """The profiles of all that arrives, one below the other: float64 (arrivals, corners of the longest, 3)."""
    tables = [corners(load.profile) for load in (network.source, *network.background)]
    profiles = np.zeros((len(tables), max(map(len, tables)), 3))
    for row, table in zip(profiles, tables, strict=True):
        row[: len(table)] = table
    return profiles


def build_arrivals(network: Network, tables: Tables, profiles: np.ndarray, key: np.ndarray) -> np.ndarray:
    """The records of all that arrives, each with its first arrival drawn; sessions that are open at the start arrive at
    once. `profiles` are those of build_profiles."""
    arrivals = np.zeros(1 + len(network.background), dtype=ARRIVALS)
    arrivals[0]["rate"] = network.source.rate
    for kind, jobs in enumerate(network.background):
        record = arrivals[kind + 1]
        record["rate"] = jobs.rate
        record["job"] = first_background(kind)
        record["first"] = tables.background[kind]
        record["column"] = first_column(network, "background", jobs.name)
    for record, load, table in zip(arrivals, (network.source, *network.background), profiles, strict=True):
        record["corners"] = max(1, len(load.profile))  # No profile is one corner.
        record["next"] = NEVER
        if load.rate > 0.0 and record["job"] == 0 and network.source.trace is not None:
            record["next"] = network.source.trace.start[0] / network.source.trace.rate
        elif load.rate > 0.0:
            u, _, _, _ = uniforms(key, int(record["job"]), SESSION, SESSION_DRAWS)
            record["area"] = sample(EXPONENTIAL, 1.0 / load.rate, 0.0, u)
            record["next"] = time_of(table, record["corners"], record["area"])
    if network.source.open_at_start > 0:
        arrivals[0]["area"] = arrivals[0]["next"] = 0.0
    return arrivals


@seldom
def draw_arrival(world, who, number):
    """Draws when number `number` of kind `who` arrives, and finds out who comes first of all.

    Reads: key, profiles, replay. Changes: clock, arrivals.
    """
    arrivals = world.arrivals[who]
    arrivals.next = NEVER
    if who == 0 and world.replay.start.size > 0:
        arrivals.next = session_arrives(world, number)
    elif arrivals.rate > 0.0:
        u, _, _, _ = uniforms(world.key, number, SESSION, SESSION_DRAWS)
        arrivals.area += sample(EXPONENTIAL, 1.0 / arrivals.rate, 0.0, u)
        arrivals.next = time_of(world.profiles[who], arrivals.corners, arrivals.area)
    clock = world.clock[0]
    clock.who = 0
    for other in range(1, world.arrivals.size):
        if world.arrivals[other].next < world.arrivals[clock.who].next:
            clock.who = other
    clock.comes = world.arrivals[clock.who].next
    clock.arrival = clock.comes


@compiled
def is_ours(world, number):
    """Whether what arrives with that number comes to this node, where nodes have nothing to do with each other.

    Reads: key, source.
    """
    source = world.source[0]
    if source.nodes == 1:
        return True
    _, _, _, u_node = uniforms(world.key, number, SESSION, SESSION_DRAWS)
    if number >= BACKGROUND:
        return int(u_node * source.nodes) == source.node
    return node_apart(world.key, number, u_node, source.nodes, source.policy, source.sources) == source.node
