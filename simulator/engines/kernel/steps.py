"""What steps of every kind have in common: whose turn it is, how much they demand, where they lead."""

from simulator.engines.compiling import compiled
from simulator.engines.draws import CONSTANT, by_size, draw, service_uniform, slice_stream


@compiled
def number_step(world, job):
    """Numbers the job's present step: among equals, lower numbers go first."""
    clock = world.clock[0]
    clock.order += 1
    world.jobs[job].order = clock.order


@compiled
def demand_of(world, job, step):
    """The demand of a step: drawn or constant, and by the size of the response where it has pieces."""
    demand = step.amount
    if step.law != CONSTANT:
        state = world.jobs[job]
        u = service_uniform(world.key, state.session, state.request, slice_stream(step.stream, state.slice))
        demand = draw(world.quantiles, step.law, step.amount, step.extra, u)
    if step.piece > 0.0:
        size = step.of if step.of > 0.0 else world.jobs[job].payload
        demand = by_size(demand, size, step.per_byte, step.piece, step.again)
    return demand


@compiled
def next_step(world, job, step, done):
    """To the next step; from one that is refused to those that give back what the job holds."""
    state = world.jobs[job]
    state.step = state.step + 1 if done else step.jump
