"""Objects that caches keep in slices: a request goes through those that it asks for (see EachSlice)."""

from simulator.engines.compiling import seldom
from simulator.engines.draws import count_slices, service_uniform
from simulator.engines.kernel.verbs import NEXT_SLICE


@seldom
def slice_step(world, job, step):
    """The job begins with the first slice that it asks for, or goes on to the next: behind the last one of an object
    comes its first. True: it goes on."""
    state = world.jobs[job]
    before = (state.object - world.kinds[state.kind].offset) % step.at
    if step.verb == NEXT_SLICE:
        state.slice += 1
        if state.slice < state.slices:
            state.object += 1 if before + 1 < step.at else 1 - step.at
            state.step = step.jump
            return True
        state.slice = 0
    else:
        u = service_uniform(world.key, state.session, state.request, step.stream)
        state.slices = count_slices(u, state.payload, step.amount, step.at)
        if state.payload >= step.amount * step.at:
            state.object -= before
    state.step += 1
    return True
