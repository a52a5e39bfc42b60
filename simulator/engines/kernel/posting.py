"""Jobs that others post, which do not wait for them: each draws as a session of its own, and is worked on until it is
done."""

from simulator.engines.columns import JOBS_OFFERED
from simulator.engines.compiling import seldom
from simulator.engines.draws import posted_draws
from simulator.engines.kernel.background import count_background, finish_job, new_job
from simulator.engines.kernel.state import NOWHERE
from simulator.engines.kernel.statistics import count_posted_job
from simulator.engines.kernel.tokens import append_ready
from simulator.engines.kernel.verbs import AGAIN, DONE


@seldom
def posting_step(world, job, step, now):
    """A job posts another one, or one that was posted begins anew, or is done. True if the job goes on at once."""
    state = world.jobs[job]
    if step.verb == AGAIN:
        state.step = world.arrivals[step.at].first
        return True
    if step.verb == DONE:
        count_posted_job(world, world.arrivals[step.at].row, now - state.start, now)
        finish_job(world, job, step.at, True, now)
        return False
    number, u = posted_draws(world.key, state.session, state.request, step.stream)
    kind = state.step + 1
    while world.steps[kind].amount < u:
        kind += 1
    state.step = step.jump
    _begin_posted(world, world.steps[kind].at, number, now)
    append_ready(world, job)
    return False


@seldom
def _begin_posted(world, who, number, now):
    """A job of a kind begins, before whoever has posted it goes on: it is in no server and of no node."""
    job = new_job(world, world.arrivals[who].first)
    state = world.jobs[job]
    state.session = number
    state.start = now
    state.inside = NOWHERE
    state.placed = NOWHERE
    count_background(world, who, JOBS_OFFERED, 1.0, now)
    append_ready(world, job)
