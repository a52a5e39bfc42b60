"""The steps of a job's program, run until one of them holds the job up."""

from simulator.engines.compiling import compiled, seldom
from simulator.engines.draws import CONSTANT, sample, service_uniform
from simulator.engines.kernel.background import finish
from simulator.engines.kernel.cache import cache_admit, cache_lookup
from simulator.engines.kernel.halting import resume
from simulator.engines.kernel.heap import push
from simulator.engines.kernel.memory import region_allocate, region_change, region_retain
from simulator.engines.kernel.queueing import queue_enter
from simulator.engines.kernel.recycling import (
    cold_factor,
    process_alive,
    process_allocate,
    process_free,
    process_retain,
    started,
    take_over,
)
from simulator.engines.kernel.sessions import begin_request, come_again, end_request, enter, leave, refuse
from simulator.engines.kernel.sharing import shared_enter
from simulator.engines.kernel.statistics import count_begin, count_end, count_failure
from simulator.engines.kernel.tokens import GRANTED, REFUSED, WAITING, pool_give, pool_take
from simulator.engines.kernel.verbs import (
    ALIVE,
    ALLOCATE,
    BEGIN,
    COLD,
    END,
    ENTER,
    FAIL,
    FINISH,
    FREE,
    GIVE,
    JOIN,
    LEAVE,
    LOOKUP,
    PART,
    QUEUE,
    REFUSE,
    RESPONSE,
    RESUME,
    RETAIN,
    RETURN,
    SHARE,
    STARTED,
    TAKE,
    TAKE_OVER,
    THINK,
)


@compiled
def go_on(world, job, now):
    """Runs the program of `job` from its present step until it is held up or leaves.

    A step that can be refused jumps, when it is, to the steps that give back what the job holds.
    """
    state = world.jobs[job]
    goes_on = True
    while goes_on:
        step = world.steps[state.step]
        verb = step.verb
        if verb == SHARE:
            _take_turn(world, job)
            state.step += 1
            demand = state.wire if step.law == RESPONSE else _demand(world, job, step)
            shared_enter(world, step.at, job, state.client, demand, now)
            goes_on = False
        elif verb == BEGIN:
            begin_request(world, job, now)
            count_begin(world, now)
            state.step = world.kinds[state.kind].first
        elif verb == LOOKUP:
            hit = cache_lookup(world, step.at, job, now)
            state.step = step.jump if hit else state.step + 1
        elif verb == END:
            count_end(world, job, now)
            goes_on = end_request(world, job, now)
        else:
            goes_on = _other_step(world, job, step, now)


@compiled
def _other_step(world, job, step, now):
    """The steps that fewer events come to. True if the job goes on at once."""
    state = world.jobs[job]
    verb = step.verb
    if verb in (TAKE, GIVE):
        return _token_step(world, job, step, now)
    if verb in (ENTER, FAIL, REFUSE, LEAVE):
        return _session_step(world, job, step, now)
    if verb >= THINK:
        return _seldom_step(world, job, step, now)
    done = True
    goes_on = True
    if verb == QUEUE:
        _take_turn(world, job)
        done = queue_enter(world, step.at, job, _demand(world, job, step), now)
        goes_on = not done
    elif verb == ALLOCATE:
        done = region_allocate(world, step.at, step.amount, now)
    elif verb == FREE:
        region_change(world, step.at, -step.amount, now)
    else:
        cache_admit(world, step.at, job, now)
    state.step = state.step + 1 if done else step.jump
    return goes_on


@seldom
def _token_step(world, job, step, now):
    """Takes tokens or gives them back. True if the job goes on at once."""
    state = world.jobs[job]
    if step.verb == GIVE:
        state.step += 1
        pool_give(world, step.at, step.amount, now)
        return True
    outcome = pool_take(world, step.at, job, step.amount, step.extra, now)
    if outcome == GRANTED:
        state.step += 1
    elif outcome == REFUSED:
        state.step = step.jump
    return outcome != WAITING


@seldom
def _session_step(world, job, step, now):
    """Steps in the life of a session. True if the job goes on at once."""
    state = world.jobs[job]
    goes_on = False
    if step.verb == ENTER:
        goes_on = enter(world, job, now)
    elif step.verb == FAIL:
        count_failure(world, job, step.at, now)
        state.step += 1
        goes_on = True
    elif step.verb == REFUSE:
        refuse(world, job, step.at, now)
    else:
        leave(world, job, now)
    return goes_on


@seldom
def _seldom_step(world, job, step, now):
    """Steps that few scenarios have. True if the job goes on at once."""
    verb = step.verb
    if verb in (THINK, COLD):
        _take_turn(world, job)
        world.jobs[job].step += 1
        _hold_up(world, job, step, now)
        return False
    if verb == RETURN:
        come_again(world, job, now)
        return True
    if verb == RESUME:
        resume(world, step.at, job, now)
        return False
    if verb >= FINISH:
        return _end_of_job(world, job, step, now)
    done = True
    if verb == RETAIN:
        done = region_retain(world, step.at, step.amount, now)
    elif verb == JOIN:
        done = process_allocate(world, step.at, job, step.amount, now)
    elif verb == PART:
        process_free(world, step.at, job, step.amount, now)
    elif verb == ALIVE:
        done = process_alive(world, step.at, job, now)
    else:
        done = process_retain(world, step.at, job, step.amount, now)
    state = world.jobs[job]
    state.step = state.step + 1 if done else step.jump
    return True


@seldom
def _hold_up(world, job, step, now):
    """A pause, or a service that is more work while a process is cold."""
    demand = _demand(world, job, step)
    if step.verb == THINK:
        push(world.heaps, world.jobs, world.heaps.size.size - 1, now + demand, job)
    else:
        demand *= cold_factor(world, step.process, job, now)
        shared_enter(world, step.at, job, world.jobs[job].client, demand, now)


@seldom
def _end_of_job(world, job, step, now):
    """The last step of a job that is no session. True if it goes on at once."""
    verb = step.verb
    goes_on = False
    if verb == TAKE_OVER:
        goes_on = take_over(world, step.at, job, now)
    elif verb == STARTED:
        started(world, step.at, job)
    else:
        finish(world, job, step.at, verb == FINISH, now)
    return goes_on


@compiled
def _demand(world, job, step):
    """The drawn or constant demand of a Serve step."""
    if step.law == CONSTANT:
        return step.amount
    state = world.jobs[job]
    u = service_uniform(world.key, state.session, state.request, step.stream)
    return sample(step.law, step.amount, step.extra, u)


@compiled
def _take_turn(world, job):
    """Numbers the job's present step: among equals, lower numbers go first."""
    clock = world.clock[0]
    clock.order += 1
    world.jobs[job].order = clock.order
