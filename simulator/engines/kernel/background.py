"""Jobs that are no sessions: they arrive, take their steps and leave. So do the jobs of a process that starts up."""

from simulator.engines.columns import JOBS_COMPLETED, JOBS_OFFERED, JOBS_OPEN, JOBS_OPEN_MOMENT, JOBS_REFUSED
from simulator.engines.compiling import seldom
from simulator.engines.kernel.arrivals import arrives_here, draw_arrival
from simulator.engines.kernel.state import NOWHERE
from simulator.engines.kernel.tokens import append_ready
from simulator.engines.kernel.verbs import FINISH


@seldom
def arrive_background(world, who, now):
    """The job that arrives, or NOWHERE if it goes to another node."""
    arrivals = world.arrivals[who]
    number = arrivals.job
    job = NOWHERE
    if arrives_here(world, number):
        job = new_job(world, arrivals.first)
        world.jobs[job].session = number
        count_background(world, who, JOBS_OFFERED, 1.0, now)
    arrivals.job += 1
    draw_arrival(world, who, arrivals.job)
    return job


@seldom
def background_step(world, job, step, now):
    """A background job ends, well or not. False, for it is done."""
    finish_job(world, job, step.at, step.verb == FINISH, now)
    return False


@seldom
def finish_job(world, job, who, completed, now):
    """A background job leaves."""
    count_background(world, who, JOBS_COMPLETED if completed else JOBS_REFUSED, -1.0, now)
    free_job(world, job)


@seldom
def start_job(world, step):
    """Starts a job at `step` at this very moment, after whoever is on the move has been held up."""
    append_ready(world, new_job(world, step))


@seldom
def new_job(world, step):
    """A job at `step` that belongs to no session."""
    clock = world.clock[0]
    job = clock.free
    state = world.jobs[job]
    clock.free = state.behind
    clock.jobs += 1
    state.step = step
    state.request = 0
    state.client = 0
    state.inside = 0
    state.object = 0
    state.slice = 0
    state.payload = 0.0
    state.wire = 0.0
    state.wanted = 0
    return job


@seldom
def free_job(world, job):
    """Frees a job for others."""
    clock = world.clock[0]
    clock.jobs -= 1
    world.jobs[job].behind = clock.free
    clock.free = job


@seldom
def count_background(world, who, event, change, now):
    """Counts a job that comes or goes."""
    column = world.arrivals[who].column
    totals = world.statistics.totals
    totals[column + event] += 1.0
    totals[column + JOBS_OPEN] += change
    totals[column + JOBS_OPEN_MOMENT] += change * now
