"""What steps of every kind have in common: whose turn it is, how much they demand, where they lead."""

from simulator.engines.compiling import compiled
from simulator.engines.draws import CONSTANT, draw, service_uniform


@compiled
def take_turn(world, job):
    """Numbers the job's present step: among equals, lower numbers go first.

    Changes: clock, jobs.
    """
    clock = world.clock[0]
    clock.order += 1
    world.jobs[job].order = clock.order


@compiled
def demand_of(world, job, step):
    """The drawn or constant demand of a step.

    Reads: key, quantiles, jobs.
    """
    if step.law == CONSTANT:
        return step.amount
    state = world.jobs[job]
    u = service_uniform(world.key, state.session, state.request, step.stream)
    return draw(world.quantiles, step.law, step.amount, step.extra, u)


@compiled
def lead_on(world, job, step, done):
    """To the next step; from one that is refused to those that give back what the job holds.

    Changes: jobs.
    """
    state = world.jobs[job]
    state.step = state.step + 1 if done else step.jump
