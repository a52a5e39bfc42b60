"""The backend, as a world beside those of the nodes, behind them: who goes there leaves its job in its node, and has
another one at the backend until it comes back.

Of a job at the backend, `placed` is the node that it came from, NOWHERE where that has died since, and `wanted` the
number of its job there.
"""

from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.background import free_job, new_job
from simulator.engines.kernel.clock import find_next_departure
from simulator.engines.kernel.cluster.between_nodes import note_next_event, release_to_waiting
from simulator.engines.kernel.program import run_ready_jobs
from simulator.engines.kernel.state import NOWHERE
from simulator.engines.kernel.statistics import close_windows
from simulator.engines.pointers import pointer_at


@seldom
def cross_between(nodes, gate, node):
    """All who have left a node for the backend, or the backend for their nodes, are there, and those who follow.
    Changes both in place."""
    back = gate.clocks.shape[0] - 1
    if node != back:
        _go_to_backend(nodes, gate, node)
    behind = pointer_at(nodes, back)
    while behind.clock[0].crossing != NOWHERE:
        home = _come_home(nodes, gate)
        if home != NOWHERE:
            _go_to_backend(nodes, gate, home)
    find_next_departure(behind)
    note_next_event(gate, back, behind)


@seldom
def _go_to_backend(nodes, gate, node):
    """All who have left a node for the backend are there. Changes both in place."""
    world, behind = pointer_at(nodes, node), pointer_at(nodes, gate.clocks.shape[0] - 1)
    while world.clock[0].crossing != NOWHERE:
        job, now = _next_crossing(world), world.clock[0].crossed
        left = world.jobs[job]
        there = new_job(behind, left.step)
        state = behind.jobs[there]
        state.session = left.session
        state.request = left.request
        state.client = left.client
        state.kind = left.kind
        state.payload = left.payload
        state.wire = left.wire
        state.placed = node
        state.wanted = job
        close_windows(behind, now)
        run_ready_jobs(behind, there, now)


@seldom
def _come_home(nodes, gate):
    """The next one who has left the backend is in its node. Returns that, NOWHERE where it has died. Changes both in
    place."""
    behind = pointer_at(nodes, gate.clocks.shape[0] - 1)
    there, now = _next_crossing(behind), behind.clock[0].crossed
    state = behind.jobs[there]
    node, job, step = int(state.placed), state.wanted, state.step
    free_job(behind, there)
    if node == NOWHERE:
        return node
    world = pointer_at(nodes, node)
    world.jobs[job].step = step
    close_windows(world, now)
    run_ready_jobs(world, job, now)
    find_next_departure(world)
    note_next_event(gate, node, world)
    release_to_waiting(gate, world)
    return node


@compiled
def _next_crossing(world):
    """The first of those who cross, who does so no longer."""
    clock = world.clock[0]
    job = clock.crossing
    clock.crossing = world.jobs[job].behind
    return job
