"""Sessions: how they arrive, begin a request, think, and leave."""

from simulator.engines.columns import FAILED, FINISHED, FIXED, GAVE_UP, LOST, OPEN, OPEN_MOMENT, PER_CAUSE, REFUSALS
from simulator.engines.compiling import compiled, seldom
from simulator.engines.draws import (
    FIRST_THINK,
    REQUEST_DRAWS,
    SESSION,
    WORDS,
    draw,
    guess,
    pick,
    uniforms,
    wire_bytes,
)
from simulator.engines.kernel.arrivals import begin_session, fresh_session
from simulator.engines.kernel.background import free_job, new_job
from simulator.engines.kernel.state import EVEN, NOWHERE, WHOLE
from simulator.engines.kernel.statistics import count_arrival, count_failure
from simulator.engines.kernel.timer import sleep, waiting_line
from simulator.engines.kernel.verbs import ENTER, FAIL, LEAVE, REFUSE
from simulator.engines.prefetch import prefetch


@seldom
def admit_session(world, session, now):
    """Gives the session a job; its program begins at the first step. The job's number."""
    source = world.source[0]
    job = new_job(world, source.opened if session < source.open_at_start else source.first)
    begin_session(world, job, session)
    count_arrival(world, now)
    return job


@compiled
def begin_request(world, job, now):
    """Draws what the job's next request asks for; its steps are those of its class.

    The memory that tells which object it is, and whether a cache holds that, is asked for as soon as the address is
    known and read as late as possible.
    """
    state = world.jobs[job]
    source = world.source[0]
    u_size, u_object, u_think, u_kind = uniforms(world.key, state.session, state.request, REQUEST_DRAWS)
    k = 0
    while world.kinds[k].until < u_kind:
        k += 1
    kind = world.kinds[k]
    near = 0
    if kind.table != NOWHERE:
        near = guess(world.caches.guide[kind.table], u_object)
        prefetch(world.caches.reach[kind.table], near)
    state.kind = k
    state.payload = draw(world.quantiles, kind.law, kind.mean, kind.shape, u_size)
    state.wire = wire_bytes(state.payload + kind.header, source.segment, source.framing) + kind.pieces
    state.think = draw(world.quantiles, source.think_law, source.think, source.think_shape, u_think)
    if state.request < source.startup and state.session >= source.open_at_start:
        state.think = 0.0
    # Who asks for the same again has waited since it asked for the first time.
    if state.asked:
        state.asked = 0
    else:
        state.start = now
    state.step = kind.first
    state.slice = 0
    if kind.table != NOWHERE:
        state.object = kind.offset + pick(world.caches.reach[kind.table], near, int(u_object * WORDS))
        for c in range(world.caches.place.shape[0]):
            prefetch(world.caches.place[c], state.object)


@seldom
def session_step(world, job, step, now):
    """Steps in the life of a session. True if the job goes on at once."""
    goes_on = False
    if step.verb == ENTER:
        goes_on = enter_session(world, job, now)
    elif step.verb == FAIL:
        count_failure(world, job, step.at, FAILED, now)
        world.jobs[job].step += 1
        goes_on = True
    elif step.verb == REFUSE:
        refuse_session(world, job, step.at, now)
    elif step.verb == LEAVE:
        leave_node(world, job, now)
    else:
        return_client(world, job, now)
        goes_on = True
    return goes_on


@seldom
def enter_session(world, job, now):
    """A connected session goes on to its first request; one that was open at the start thinks first, or is
    spread, or ends the cycle that it is found in. True if it goes on.
    """
    state = world.jobs[job]
    source = world.source[0]
    state.step = source.begin
    if state.session >= source.open_at_start or state.attempts > 0 or state.placed > 1:
        return True
    u, u_cycle, _, _ = uniforms(world.key, state.session, SESSION, FIRST_THINK)
    if source.spread > 0.0:
        first = u * source.spread
    else:
        first = draw(world.quantiles, source.think_law, source.think, source.think_shape, u)
    if source.midway != WHOLE:
        first = _rest_of_cycle(world, state.client, u_cycle, first)
    sleep(world, job, now + first)
    return False


@compiled
def _rest_of_cycle(world, client, u, pause):
    """How long a session that is found midway still reads and thinks; `pause` is a think time
    (network/open_sessions.py).
    """
    source = world.source[0]
    reading = world.rate_classes[client].reading
    rest = u * (reading + source.think)
    if source.midway == EVEN:
        return rest
    return pause + (rest if rest < reading else 0.0)


@compiled
def end_request(world, job, now):
    """After a response: a think time before the next request, or on to the closing steps. True if the job goes on."""
    state = world.jobs[job]
    state.left -= 1
    state.request += 1
    if state.left == 0:
        state.step = world.source[0].close
        return True
    state.step = world.source[0].begin
    sleep(world, job, now + state.think)
    return False


@seldom
def refuse_session(world, job, cause, now):
    """A session is refused: it tries again after the back-off, or gives up."""
    source = world.source[0]
    state = world.jobs[job]
    totals = world.statistics.totals
    totals[FIXED + PER_CAUSE * cause + REFUSALS] += 1.0
    if state.attempts < source.attempts:
        state.attempts += 1
        state.step = source.first
        if source.coupled:
            pause_client(world, job, False, now, source.back_off)
        else:
            sleep(world, job, now + source.back_off)
    else:
        totals[FIXED + PER_CAUSE * cause + GAVE_UP] += 1.0
        totals[LOST] += state.left
        remove_session(world, job, now)


@seldom
def leave_node(world, job, now):
    """A session leaves: all its requests were completed, or one of them failed and the rest are lost."""
    state = world.jobs[job]
    totals = world.statistics.totals
    if state.left == 0:
        totals[FINISHED] += 1.0
    else:
        totals[LOST] += state.left
    remove_session(world, job, now)


@seldom
def remove_session(world, job, now):
    """Takes a session out of the system and frees its job, unless its client comes again."""
    totals = world.statistics.totals
    totals[OPEN] -= 1.0
    totals[OPEN_MOMENT] -= now
    if world.source[0].returns == NOWHERE:
        world.clock[0].residents -= 1
        free_job(world, job)
    else:
        _pause(world, job, now)


@seldom
def _pause(world, job, now):
    """A client pauses before its next session, whose number is as far from the last one as there are clients."""
    source = world.source[0]
    state = world.jobs[job]
    pause = state.think if state.left == 0 else source.back_off
    state.step = source.returns
    if source.coupled:
        fresh_session(world, job, state.session + source.open_at_start)
        pause_client(world, job, True, now, pause)
    else:
        begin_session(world, job, state.session + source.open_at_start)
        sleep(world, job, now + pause)


@seldom
def pause_client(world, job, returns, now, pause):
    """A session leaves the node and comes to one again after a pause, `returns` where it is a new one of its client."""
    clock = world.clock[0]
    state = world.jobs[job]
    clock.residents -= 1
    client = world.outbox[clock.gone]
    client.time = now + pause
    client.session = state.session
    client.request = state.request
    client.left = state.left
    client.attempts = state.attempts
    client.placed = state.placed
    client.node = world.source[0].node
    client.returns = returns
    client.asked = state.asked
    client.start = state.start
    client.client = state.client
    client.line = waiting_line(world.source[0], pause)
    client.tries = world.patience.waits[job].tries if world.source[0].patient else 0
    clock.gone += 1
    free_job(world, job)


@seldom
def return_client(world, job, now):
    """The next session of a client arrives."""
    world.jobs[job].step = world.source[0].first
    count_arrival(world, now)
