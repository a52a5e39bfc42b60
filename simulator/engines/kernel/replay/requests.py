"""Requests of a trace: how they begin, and what follows an answer."""

from simulator.engines.compiling import seldom
from simulator.engines.draws import wire_bytes
from simulator.engines.kernel.replay.lookup import request_begins
from simulator.engines.kernel.sessions import begin_request, end_request
from simulator.engines.kernel.state import NOWHERE
from simulator.network.wire import FRAMING, SEGMENT


@seldom
def begin_logged(world, job, now):
    """Begins a request that the trace tells. Its response counts from when it began there, though its connection may
    not have been free.

    Reads: key, source, kinds, quantiles, caches, replay. Changes: jobs.
    """
    begin_request(world, job, now)
    state = world.jobs[job]
    kind = world.kinds[state.kind]
    replay = world.replay
    number = replay.first[state.session % replay.start.size] + state.request
    state.start = request_begins(world, state.session, state.request)
    state.payload = replay.payload[number]
    state.wire = wire_bytes(state.payload + kind.header, SEGMENT, FRAMING)
    if kind.table != NOWHERE:
        state.object = kind.offset + replay.object[number]


@seldom
def end_logged(world, job, now):
    """After a response: a pause until the next request begins in the trace, or on to the closing steps. True if the job
    goes on.

    Reads: source, replay. Changes: clock, jobs, heaps.
    """
    state = world.jobs[job]
    if state.left > 1:
        state.think = max(0.0, request_begins(world, state.session, state.request + 1) - now)
    return end_request(world, job, now)
