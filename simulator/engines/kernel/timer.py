"""The timer: jobs that wait for a time."""

from simulator.engines.compiling import compiled
from simulator.engines.kernel.heap import push


@compiled
def sleep(world, job, until):
    """Sets the job aside until a time."""
    clock = world.clock[0]
    clock.order += 1
    world.jobs[job].order = clock.order
    push(world.heaps, world.jobs, world.heaps.size.size - 1, until, job)
