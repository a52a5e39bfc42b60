"""The steps of a job's program, run until one of them holds the job up. Each group of verbs has its function; those of
few steps stand here too."""

from simulator.engines.compiling import compiled, seldom
from simulator.engines.draws import BACKGROUND as BACKGROUND_JOBS
from simulator.engines.draws import WORDS, call_uniform, guess, pick, service_uniform, wire_bytes
from simulator.engines.kernel.background import background_step
from simulator.engines.kernel.cache import admit_step, fetch_step, lookup_step
from simulator.engines.kernel.client_timeouts.sessions import timed_session_step
from simulator.engines.kernel.key_stores import find_step
from simulator.engines.kernel.memory import memory_step
from simulator.engines.kernel.posting import posting_step
from simulator.engines.kernel.processes import process_step
from simulator.engines.kernel.replay import request_begins
from simulator.engines.kernel.sessions import begin_request, end_request, session_step
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.kernel.stations.halts import halt_step
from simulator.engines.kernel.stations.queueing import queue_step
from simulator.engines.kernel.stations.sharing import share_step
from simulator.engines.kernel.statistics import count_begin, count_end, first_piece_step
from simulator.engines.kernel.timer import pause_step
from simulator.engines.kernel.tokens import token_step
from simulator.engines.kernel.verbs import (
    BACKEND,
    BACKGROUND,
    BEGIN,
    BEGIN_LOGGED,
    CACHES,
    CALLS,
    END,
    FETCHES,
    FINDS,
    HALTS,
    LOOKUP,
    MEMORY,
    PATIENT,
    PAUSES,
    PEEKS,
    PIECES,
    POSTS,
    PROCESSES,
    QUEUES,
    REPLAYS,
    SESSIONS,
    SHARE,
    TOKENS,
)
from simulator.engines.lives import life_at


class UnknownVerb(Exception):  # noqa: N818 - named for what the reader is told
    """A step has a verb that is in no group: the program that compiled it and the kernel contradict each other."""


@seldom
def run_ready_jobs(world, job, now):
    """Job goes on, and after it all that were let go meanwhile. NOWHERE stands for no job."""
    if job == NOWHERE:
        job = _next_ready(world)
    while job != NOWHERE:
        _run_job(world, job, now)
        job = _next_ready(world)


@compiled
def _next_ready(world):
    """The first of those that were let go, who is so no longer; NOWHERE if there is none."""
    clock = world.clock[0]
    job = clock.ready
    if job != NOWHERE:
        clock.ready = world.jobs[job].behind
    return job


@compiled
def _run_job(world, job, now):
    """Runs the program of `job` from its present step until it is held up or leaves. Raises UnknownVerb.

    A step that can be refused jumps, when it is, to the steps that give back what the job holds. Most events come to
    four verbs, which are tried one by one before any group.
    """
    state = world.jobs[job]
    goes_on = True
    while goes_on:
        step = world.steps[state.step]
        verb = step.verb
        if verb == SHARE:
            goes_on = share_step(world, job, step, now)
        elif verb == BEGIN:
            begin_request(world, job, now)
            count_begin(world, now)
        elif verb == LOOKUP:
            lookup_step(world, job, step, now)
        elif verb == END:
            count_end(world, job, now)
            goes_on = end_request(world, job, now)
        else:
            goes_on = _group_step(world, job, step, now)


@compiled
def _group_step(world, job, step, now):
    """A step by the group of its verb. True if the job goes on at once."""
    verb = step.verb
    if verb in TOKENS:
        return token_step(world, job, step, now)
    if verb in SESSIONS:
        return session_step(world, job, step, now)
    if verb in QUEUES:
        return queue_step(world, job, step, now)
    if verb in MEMORY:
        return memory_step(world, job, step, now)
    if verb in PATIENT:
        return timed_session_step(world, job, step, now)
    if verb in CACHES:
        return admit_step(world, job, step, now)
    if verb in PIECES:
        return first_piece_step(world, job, step, now)
    return _seldom_step(world, job, step, now)


@seldom
def _seldom_step(world, job, step, now):
    """Steps that few events come to. True if the job goes on at once."""
    verb = step.verb
    if verb in BACKEND:
        return cross_step(world, job, now)
    if verb in CALLS:
        return call_step(world, job, step, now)
    if verb in PAUSES:
        return pause_step(world, job, step, now)
    if verb in PROCESSES:
        return process_step(world, job, step, now)
    if verb in BACKGROUND:
        return background_step(world, job, step, now)
    if verb in POSTS:
        return posting_step(world, job, step, now)
    if verb in FETCHES:
        return fetch_step(world, job, step, now)
    if verb in HALTS:
        return halt_step(world, job, step, now)
    if verb in FINDS:
        return find_step(world, job, step, now)
    if verb in PEEKS:
        return probe_cache_step(world, job, step, now)
    if verb in REPLAYS:
        return _replay_step(world, job, step, now)
    raise UnknownVerb("in no group")


@seldom
def _replay_step(world, job, step, now):
    """A request of a trace begins, or is answered. True if the job goes on at once."""
    if step.verb == BEGIN_LOGGED:
        begin_traced_request(world, job, now)
        count_begin(world, now)
        return True
    count_end(world, job, now)
    return end_traced_request(world, job, now)


@seldom
def call_step(world, job, step, now):
    """A job calls one of several servers of the backend. False, for it goes on there; True for one whose call is
    refused."""
    state = world.jobs[job]
    way = _way_of_call(world, job, step)
    if way == NOWHERE or not world.servers[world.steps[way].at].stands:
        state.step = step.jump
        return True
    state.step = way
    return cross_step(world, job, now)


@seldom
def cross_step(world, job, now):
    """A job goes to the backend, or from there to where it came from. False, for it goes on there."""
    clock, state = world.clock[0], world.jobs[job]
    state.behind = NOWHERE
    if clock.crossing == NOWHERE:
        clock.crossing = job
    else:
        world.jobs[clock.last_crossing].behind = job
    clock.last_crossing = job
    clock.crossed = now
    return False


@seldom
def _way_of_call(world, job, step):
    """The way to one of the servers that calls are sent to, at random, or to that of a key. NOWHERE if there is
    none."""
    state = world.jobs[job]
    first = state.step + 1
    if step.extra > 0.0:
        return first + int(step.at * service_uniform(world.key, state.session, state.request, step.stream))
    believed = 0
    for way in range(first, first + step.at):
        believed += world.servers[world.steps[way].at].believed
    if believed == 0:
        return NOWHERE
    tries = world.patience.waits[job].tries if world.source[0].patient and state.session < BACKGROUND_JOBS else 0
    left = int(believed * call_uniform(world.key, state.session, state.request, step.stream, tries))
    for way in range(first, first + step.at):
        if world.servers[world.steps[way].at].believed:
            if left == 0:
                return way
            left -= 1
    return NOWHERE


@seldom
def probe_cache_step(world, job, step, now):
    """Draws an object, and jumps over what a miss takes if a request would find it. The cache stays as it is. True: the
    job goes on.
    """
    state, caches = world.jobs[job], world.caches
    u = service_uniform(world.key, state.session, state.request, step.stream)
    near = guess(caches.guide[step.process], u)
    o = int(step.amount) + pick(caches.reach[step.process], near, int(u * WORDS))
    place = caches.place[step.at, o]
    hit = place != NOWHERE
    if hit and caches.state[step.at].lives_end:
        hit = caches.life[step.at, o] == life_at(caches.frequency[o], caches.passed[o], now)
    if hit and caches.state[step.at].time_to_live < NEVER:
        hit = now - caches.used[step.at, place] <= caches.state[step.at].time_to_live
    state.step = step.jump if hit else state.step + 1
    return True


@seldom
def begin_traced_request(world, job, now):
    """Begins a request that the trace tells. Its response counts from when it began there, though its connection may
    not have been free.
    """
    begin_request(world, job, now)
    state = world.jobs[job]
    kind = world.kinds[state.kind]
    replay = world.replay
    number = replay.first[state.session % replay.start.size] + state.request
    state.start = request_begins(world, state.session, state.request)
    state.payload = replay.payload[number]
    source = world.source[0]
    state.wire = wire_bytes(state.payload + kind.header, source.segment, source.framing) + kind.pieces
    if kind.table != NOWHERE:
        state.object = kind.offset + replay.object[number]


@seldom
def end_traced_request(world, job, now):
    """After a response: a pause until the next request begins in the trace, or on to the closing steps. True if the job
    goes on.
    """
    state = world.jobs[job]
    if state.left > 1:
        state.think = max(0.0, request_begins(world, state.session, state.request + 1) - now)
    return end_request(world, job, now)
