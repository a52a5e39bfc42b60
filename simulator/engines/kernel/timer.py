"""The timer: jobs that wait for a time, and pauses."""

from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.heap import push
from simulator.engines.kernel.state import BACK_OFFS, NO_LINE, THINKS
from simulator.engines.kernel.steps import demand_of, number_step


@compiled
def sleep(world, job, until):
    """Sets the job aside until a time."""
    number_step(world, job)
    push(world.heaps, world.jobs, world.heaps.size.size - 1, until, job)


@seldom
def pause_step(world, job, step, now):
    """A pause. False, for the job is held up."""
    world.jobs[job].step += 1
    sleep(world, job, now + demand_of(world, job, step))
    return False


@compiled
def waiting_line(source, pause):
    """In which line a client waits outside (see cluster/between_nodes.py) whose pause is as long as every back-off,
    or as every think time where that is constant. Who has drawn just the mean of another law stands there as well as
    anywhere.
    """
    if pause == source.back_off:
        return BACK_OFFS
    return THINKS if pause == source.think else NO_LINE
