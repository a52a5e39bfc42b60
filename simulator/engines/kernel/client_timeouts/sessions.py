"""The life of a session whose client does not wait for ever: the steps of sessions.py, with time-outs and retries.

Who waits no longer leaves its job behind, which goes on by itself (it has GONE requests left), and takes another one.
"""

from simulator.engines.client_timeouts import breaker_admits, earn_retry, record_outcome, retry_pause, take_retry
from simulator.engines.columns import AGAIN, FAILED, FIXED, GAVE_UP, LOST, PER_CAUSE, REFUSALS
from simulator.engines.compiling import seldom
from simulator.engines.kernel.background import free_job, new_job
from simulator.engines.kernel.client_timeouts.waiting_lines import (
    CONNECTION,
    RESPONSE,
    cancel_timeout,
    find_next_timeout,
    next_timeout_line,
    start_timeout,
)
from simulator.engines.kernel.sessions import (
    begin_request,
    end_request,
    enter_session,
    leave_node,
    pause_client,
    refuse_session,
    remove_session,
)
from simulator.engines.kernel.state import GONE
from simulator.engines.kernel.statistics import count_begin, count_end, count_failure
from simulator.engines.kernel.timer import sleep
from simulator.engines.kernel.verbs import ADMITTED, ANSWER, ASK, FALTER, KNOCK, TURNED_AWAY


@seldom
def timed_session_step(world, job, step, now):
    """Steps in the life of a session whose client does not wait for ever. True if the job goes on at once."""
    state = world.jobs[job]
    if state.left == GONE:
        return _goes_on_alone(world, job, step)
    if step.verb == KNOCK:
        state.step += 1
        start_timeout(world, job, CONNECTION, now)
        return True
    if step.verb == ASK:
        _ask(world, job, step, now)
        return True
    cancel_timeout(world, job)
    if step.verb == ADMITTED:
        return _admitted(world, job, now)
    if step.verb == ANSWER:
        return _answer(world, job, now)
    if step.verb == FALTER:
        _falter(world, job, step.at, now)
        return True
    if step.verb == TURNED_AWAY:
        refuse_session(world, job, step.at, now)
    elif world.patience.waits[job].again:
        _come_later(world, job, now)
    else:
        leave_node(world, job, now)
    return False


@seldom
def _goes_on_alone(world, job, step):
    """What a client has left behind comes to the end of connecting or of a request: it gives back its connection,
    unless it has been refused, and is gone. True if it goes on.
    """
    state = world.jobs[job]
    if step.verb in (ADMITTED, ANSWER):
        state.step = world.source[0].abandon
    elif step.verb == FALTER:
        state.step += 1
    else:
        free_job(world, job)
        return False
    return True


@seldom
def _ask(world, job, step, now):
    """A client asks: its request begins, if the breaker lets it through."""
    state, terms = world.jobs[job], world.patience.terms[0]
    first = state.asked == 0
    begin_request(world, job, now)
    count_begin(world, now)
    if first:
        earn_retry(terms)
    if breaker_admits(terms, state.session, state.request, now):
        start_timeout(world, job, RESPONSE, now)
    else:
        state.step = step.jump


@seldom
def _admitted(world, job, now):
    """A client is connected; one that tries again asks at once. True if it goes on."""
    if world.patience.waits[job].tries > 0:
        world.jobs[job].step += 1
        return True
    return enter_session(world, job, now)


@seldom
def _answer(world, job, now):
    """A client is answered. True if it goes on at once."""
    state = world.jobs[job]
    record_outcome(world.patience.terms[0], state.session, state.request, True, now)
    world.patience.waits[job].tries = 0
    count_end(world, job, now)
    return end_request(world, job, now)


@seldom
def _falter(world, job, cause, now):
    """A request fails: its client tries again, or leaves, once all that it holds is given back."""
    state, terms = world.jobs[job], world.patience.terms[0]
    if cause != terms.breaker_cause:
        record_outcome(terms, state.session, state.request, False, now)
    _fails(world, job, cause, now)
    state.step += 1


@seldom
def _fails(world, job, cause, now):
    """Counts a request that has failed: for good, or to be tried again."""
    wait = world.patience.waits[job]
    wait.again = take_retry(world.patience.terms[0], wait.tries)
    if wait.again:
        wait.tries += 1
        world.jobs[job].asked = 1
        count_failure(world, job, cause, AGAIN, now)
    else:
        count_failure(world, job, cause, FAILED, now)


@seldom
def _come_later(world, job, now):
    """A client connects anew after a pause."""
    state, wait = world.jobs[job], world.patience.waits[job]
    pause = retry_pause(world.patience.terms[0], world.key, state.session, state.request, wait.tries)
    wait.again = 0
    state.step = world.source[0].first
    if world.source[0].coupled:
        pause_client(world, job, False, now, pause)
    else:
        sleep(world, job, now + pause)


@seldom
def time_out_client(world, now):
    """Whose time is up leaves its job behind, and tries again or leaves for good."""
    world.clock[0].events += 1
    line = next_timeout_line(world)
    left = world.patience.lines[line].first
    cancel_timeout(world, left)
    job = _client_of(world, left)
    state, terms = world.jobs[job], world.patience.terms[0]
    if line == RESPONSE:
        record_outcome(terms, state.session, state.request, False, now)
        _fails(world, job, terms.response_cause, now)
    else:
        _is_not_connected(world, job, terms.connect_cause)
    if world.patience.waits[job].again:
        _come_later(world, job, now)
    else:
        world.statistics.totals[LOST] += state.left
        remove_session(world, job, now)
    find_next_timeout(world)


@seldom
def _is_not_connected(world, job, cause):
    """Counts a client that is not connected in time."""
    totals = world.statistics.totals
    totals[FIXED + PER_CAUSE * cause + REFUSALS] += 1.0
    wait = world.patience.waits[job]
    wait.again = take_retry(world.patience.terms[0], wait.tries)
    if wait.again:
        wait.tries += 1
    else:
        totals[FIXED + PER_CAUSE * cause + GAVE_UP] += 1.0


@seldom
def _client_of(world, left):
    """A job for the client that has left one behind, which sends nothing to nobody from now on."""
    job = new_job(world, world.source[0].first)
    state, old = world.jobs[job], world.jobs[left]
    state.session = old.session
    state.request = old.request
    state.left = old.left
    state.client = old.client
    state.attempts = old.attempts
    state.placed = old.placed
    state.asked = old.asked
    state.start = old.start
    state.think = old.think
    state.kind = old.kind
    world.patience.waits[job].tries = world.patience.waits[left].tries
    old.left = GONE
    old.wire = 0.0
    return job
