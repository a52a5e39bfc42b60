"""The backend, as a world beside those of the nodes, behind them: who goes there leaves its job in its node, and has
another one at the backend until it comes back.

Of a job at the backend, `placed` is the world that it came from, NOWHERE where its caller has died since, and `wanted`
the number of its job there; `inside` is the server that it calls, NOWHERE for none, and `start` grows from one to the
next. A server that calls another one has a job of its own for that.
"""

from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.background import free_job, new_job
from simulator.engines.kernel.clock import find_next_departure
from simulator.engines.kernel.cluster.between_nodes import note_next_event, release_to_waiting
from simulator.engines.kernel.program import run_ready_jobs
from simulator.engines.kernel.state import NOWHERE
from simulator.engines.kernel.statistics import close_windows
from simulator.engines.kernel.steps import number_step
from simulator.engines.kernel.verbs import CROSS, NO_REPLY, REFUSED_THERE, WAY
from simulator.engines.pointers import pointer_at


@seldom
def cross_between(nodes, gate, node):
    """All who have left a node for the backend, or the backend for their nodes, are there, and those who follow.
    Changes both in place."""
    back = gate.clocks.shape[0] - 1
    behind = pointer_at(nodes, back)
    if node != back:
        _go_to_backend(nodes, gate, node)
    while behind.clock[0].crossing != NOWHERE:
        job, now = _next_crossing(behind), behind.clock[0].crossed
        verb = behind.steps[behind.jobs[job].step].verb
        if verb == WAY:
            _enter_backend(nodes, gate, back, job, now)
        else:
            _come_home(nodes, gate, job, verb, now)
    find_next_departure(behind)
    note_next_event(gate, back, behind)


@seldom
def lose_call(nodes, gate, job, now):
    """The server of a job at the backend has died: it is gone, and whoever made the call goes on without a reply.
    Changes both in place."""
    _come_home(nodes, gate, job, NO_REPLY, now)
    cross_between(nodes, gate, gate.clocks.shape[0] - 1)


@seldom
def _go_to_backend(nodes, gate, node):
    """All who have left a node for the backend are there. Changes both in place."""
    world = pointer_at(nodes, node)
    while world.clock[0].crossing != NOWHERE:
        _enter_backend(nodes, gate, node, _next_crossing(world), world.clock[0].crossed)


@seldom
def _enter_backend(nodes, gate, node, job, now):
    """Who has left a node for the backend, or calls one server there from another, is there. Changes both in place."""
    world, behind = pointer_at(nodes, node), pointer_at(nodes, gate.clocks.shape[0] - 1)
    left = world.jobs[job]
    step = world.steps[left.step]
    calls = step.verb == WAY
    there = new_job(behind, step.jump if calls else left.step + 1)
    state = behind.jobs[there]
    state.session = left.session
    state.request = left.request
    state.client = left.client
    state.kind = left.kind
    state.payload = left.payload
    state.wire = left.wire
    state.placed = node
    state.wanted = job
    state.inside = step.at if calls else NOWHERE
    number_step(behind, there)
    state.start = state.order
    if world.source[0].patient:
        behind.patience.waits[there].tries = world.patience.waits[job].tries
    close_windows(behind, now)
    run_ready_jobs(behind, there, now)


@seldom
def _come_home(nodes, gate, there, verb, now):
    """Who has left the backend by a verb is where it came from, unless that has died, and from there all who follow go
    to the backend. Changes both in place."""
    back = gate.clocks.shape[0] - 1
    behind = pointer_at(nodes, back)
    state = behind.jobs[there]
    node, job, step = int(state.placed), state.wanted, state.step
    free_job(behind, there)
    if node == NOWHERE:
        return
    world = pointer_at(nodes, node)
    caller = world.jobs[job]
    if verb == CROSS:
        caller.step = step + 1
    elif verb == REFUSED_THERE:
        caller.step = world.steps[world.steps[step].jump].jump
    else:
        call = world.steps[world.steps[caller.step].process]
        caller.step = call.jump if verb == NO_REPLY else int(call.amount)
    close_windows(world, now)
    run_ready_jobs(world, job, now)
    if node == back:
        return
    find_next_departure(world)
    note_next_event(gate, node, world)
    release_to_waiting(gate, world)
    _go_to_backend(nodes, gate, node)


@compiled
def _next_crossing(world):
    """The first of those who cross, who does so no longer."""
    clock = world.clock[0]
    job = clock.crossing
    clock.crossing = world.jobs[job].behind
    return job
