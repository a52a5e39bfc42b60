"""Sessions of a trace in place of drawn ones: session S + s is session s, a span later (see reference/workload.py)."""

from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import seldom
from simulator.network.network import Network


class LoggedSource(NamedTuple):
    """The arrays of simulator/network/trace.py, all of them empty where nothing is replayed. span: float64 (2,), the
    seconds after which the trace begins anew, and how many times as fast its sessions come."""

    start: np.ndarray
    first: np.ndarray
    at: np.ndarray
    object: np.ndarray
    payload: np.ndarray
    client: np.ndarray
    span: np.ndarray


def build_replay(network: Network) -> LoggedSource:
    """What a node replays: the arrays of the trace itself, which nobody changes."""
    trace = network.source.trace
    if trace is None:
        none = np.zeros(0)
        whole = np.zeros(0, dtype=np.int64)
        return LoggedSource(none, whole, none, np.zeros(0, dtype=np.int32), none, none, np.ones(2))
    return LoggedSource(
        np.asarray(trace.start), np.asarray(trace.first), np.asarray(trace.at), np.asarray(trace.object),
        np.asarray(trace.payload), np.asarray(trace.client), np.array([trace.span, trace.rate]),
    )  # fmt: skip


@seldom
def session_arrives(world, session):
    """When a session of the trace comes, seconds."""
    replay = world.replay
    sessions = replay.start.size
    again = session // sessions
    return (replay.start[session - again * sessions] + again * replay.span[0]) / replay.span[1]


@seldom
def session_length(world, session):
    """How many requests a session of the trace sends."""
    logged = session % world.replay.start.size
    return world.replay.first[logged + 1] - world.replay.first[logged]


@seldom
def session_client(world, session, otherwise):
    """The share of all clients that are slower than that of a session; what is drawn, where the log does not tell."""
    share = world.replay.client[session % world.replay.start.size]
    return share if share >= 0.0 else otherwise


@seldom
def request_begins(world, session, request):
    """When a request of the trace begins if its connection is free, seconds."""
    logged = session % world.replay.start.size
    return session_arrives(world, session) + world.replay.at[world.replay.first[logged] + request]
