"""Arrivals: who comes next, when, to which node, and for how many requests."""

import numpy as np

from simulator.engines.balancing import independent_node
from simulator.engines.columns import first_column
from simulator.engines.compiling import compiled, seldom
from simulator.engines.draws import (
    BACKGROUND,
    EXPONENTIAL,
    SESSION,
    SESSION_DRAWS,
    draw,
    first_background,
    sample,
    uniforms,
)
from simulator.engines.kernel.programs.tables import Tables
from simulator.engines.kernel.replay import session_arrives, session_client, session_length
from simulator.engines.kernel.state import NEVER, NOWHERE, WHOLE
from simulator.engines.rate_profile import profile_corners, time_at_area
from simulator.engines.sized_cache import WeakMemo
from simulator.network.network import Network
from simulator.network.session_source import SessionSource

# Up to where the shares of a rate class of clients reach, of those who come and of those who are found midway at the
# start, and how long the latter read a response.
RATE_CLASS = np.dtype([("until", "f8"), ("found_until", "f8"), ("reading", "f8")], align=True)
# What arrives: sessions first, then each kind of background job. `area` is how far the profile has been used up, `row`
# where it is counted how long jobs took that are posted, NOWHERE of others.
ARRIVALS = np.dtype(
    [("rate", "f8"), ("area", "f8"), ("next", "f8"), ("job", "i8"), ("first", "i8"), ("column", "i8")]
    + [("corners", "i8"), ("row", "i8")],
    align=True,
)


def build_rate_classes(source: SessionSource) -> np.ndarray:
    """The rate classes of clients: RATE_CLASS (classes,). The last share ends at 1 whatever rounding says."""
    classes = np.zeros(len(source.client_shares), dtype=RATE_CLASS)
    classes["until"] = np.cumsum(source.client_shares)
    if source.midway is not None:
        classes["found_until"] = np.cumsum(source.midway.client_shares)
        classes["reading"] = source.midway.readings
    classes["until"][-1] = classes["found_until"][-1] = 1.0
    return classes


def build_profiles(network: Network) -> np.ndarray:
    """The profiles of all that arrives, one below the other: float64 (arrivals, corners of the longest, 3). All runs
    share them."""
    return _PROFILES(network)


def _profiles(network: Network) -> np.ndarray:
    tables = [profile_corners(load.profile) for load in (network.source, *network.background)]
    profiles = np.zeros((len(tables), max(map(len, tables)), 3))
    for row, table in zip(profiles, tables, strict=True):
        row[: len(table)] = table
    return profiles


_PROFILES = WeakMemo(_profiles)


def build_arrivals(network: Network, tables: Tables, profiles: np.ndarray, key: np.ndarray) -> np.ndarray:
    """The records of all that arrives, each with its first arrival drawn; sessions that are open at the start arrive at
    once. `profiles` are those of build_profiles."""
    arrivals = np.zeros(1 + len(network.background), dtype=ARRIVALS)
    arrivals["row"] = NOWHERE
    arrivals[0]["rate"] = network.source.rate
    for kind, jobs in enumerate(network.background):
        record = arrivals[kind + 1]
        record["rate"] = 0.0 if jobs.posted else jobs.rate
        record["row"] = network.posted.index(jobs.name) if jobs.posted else NOWHERE
        record["job"] = first_background(kind)
        record["first"] = tables.background[kind]
        record["column"] = first_column(network, "background", jobs.name)
    for record, load, table in zip(arrivals, (network.source, *network.background), profiles, strict=True):
        record["corners"] = max(1, len(load.profile))  # No profile is one corner.
        record["next"] = NEVER
        if record["rate"] > 0.0 and record["job"] == 0 and network.source.trace is not None:
            record["next"] = network.source.trace.start[0] / network.source.trace.rate
        elif record["rate"] > 0.0:
            u, _, _, _ = uniforms(key, int(record["job"]), SESSION, SESSION_DRAWS)
            record["area"] = sample(EXPONENTIAL, 1.0 / load.rate, 0.0, u)
            record["next"] = time_at_area(table, record["corners"], record["area"])
    if network.source.open_at_start > 0:
        arrivals[0]["area"] = arrivals[0]["next"] = 0.0
    return arrivals


@seldom
def draw_arrival(world, who, number):
    """Draws when number `number` of kind `who` arrives, and finds out who comes first of all."""
    arrivals = world.arrivals[who]
    arrivals.next = NEVER
    if who == 0 and world.replay.start.size > 0:
        arrivals.next = session_arrives(world, number)
    elif arrivals.rate > 0.0:
        u, _, _, _ = uniforms(world.key, number, SESSION, SESSION_DRAWS)
        arrivals.area += sample(EXPONENTIAL, 1.0 / arrivals.rate, 0.0, u)
        arrivals.next = time_at_area(world.profiles[who], arrivals.corners, arrivals.area)
    clock = world.clock[0]
    clock.who = 0
    for other in range(1, world.arrivals.size):
        if world.arrivals[other].next < world.arrivals[clock.who].next:
            clock.who = other
    clock.comes = world.arrivals[clock.who].next
    clock.arrival = clock.comes


@compiled
def arrives_here(world, number):
    """Whether what arrives with that number comes to this node, where nodes have nothing to do with each other."""
    source = world.source[0]
    if source.nodes == 1:
        return True
    _, _, _, u_node = uniforms(world.key, number, SESSION, SESSION_DRAWS)
    if number >= BACKGROUND:
        return int(u_node * source.nodes) == source.node
    return independent_node(world.key, number, u_node, source.nodes, source.policy, source.sources) == source.node


@seldom
def begin_session(world, job, session):
    """Draws who comes and how many requests it will send."""
    state = world.jobs[job]
    _, u_length, u_client, _ = uniforms(world.key, session, SESSION, SESSION_DRAWS)
    fresh_session(world, job, session)
    if world.replay.start.size > 0:
        state.left = session_length(world, session)
        u_client = session_client(world, session, u_client)
    else:
        state.left = _length(world, session, u_length)
    state.client = 0
    if _is_midway(world, session):
        while world.rate_classes[state.client].found_until < u_client:
            state.client += 1
    else:
        while world.rate_classes[state.client].until < u_client:
            state.client += 1


@compiled
def _is_midway(world, session):
    """Whether a session is found in its middle at the start."""
    source = world.source[0]
    return source.midway != WHOLE and session < source.open_at_start


@compiled
def _length(world, session, u):
    """How many requests a session sends, or has left where it is found in its middle."""
    source = world.source[0]
    if _is_midway(world, session):
        return max(1, int(draw(world.quantiles, source.left_law, source.left, source.left_shape, u)))
    return max(1, int(draw(world.quantiles, source.length_law, source.length, source.length_shape, u)))


@seldom
def refused_requests(world, session):
    """How many requests a session would send that is let in nowhere."""
    if world.replay.start.size > 0:
        return session_length(world, session)
    _, u_length, _, _ = uniforms(world.key, session, SESSION, SESSION_DRAWS)
    return _length(world, session, u_length)


@compiled
def fresh_session(world, job, session):
    """A session of which nothing has been drawn as yet."""
    state = world.jobs[job]
    state.session = session
    state.request = 0
    state.attempts = 0
    state.placed = 0
    state.asked = 0
    if world.source[0].patient:
        world.patience.waits[job].tries = 0
