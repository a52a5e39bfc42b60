"""Several servers behind one first-in-first-out queue: disks."""

from simulator.engines.columns import BUSY, JOBS
from simulator.engines.compiling import compiled
from simulator.engines.kernel.heap import pop, push
from simulator.engines.kernel.state import NEVER, NOWHERE


@compiled
def queue_enter(world, q, job, demand, now):
    """Job enters station `q` for `demand` seconds of service; False if its queue is full."""
    queue = world.queues[q]
    queue_advance(world, q, now)
    if world.heaps.size[queue.heap] < queue.servers:
        push(world.heaps, world.jobs, queue.heap, now + demand, job)
        _next(world, q)
        return True
    if queue.waiting >= queue.limit:
        return False
    world.jobs[job].work = demand
    world.jobs[job].behind = NOWHERE
    if queue.waiting == 0:
        queue.first = job
    else:
        world.jobs[queue.final].behind = job
    queue.final = job
    queue.waiting += 1
    return True


@compiled
def queue_leave(world, q, now):
    """The job whose service ends leaves station `q`; the longest-waiting one takes its server."""
    queue = world.queues[q]
    queue_advance(world, q, now)
    job = pop(world.heaps, world.jobs, queue.heap)
    if queue.waiting > 0:
        waiter = queue.first
        queue.first = world.jobs[waiter].behind
        queue.waiting -= 1
        push(world.heaps, world.jobs, queue.heap, now + world.jobs[waiter].work, waiter)
    _next(world, q)
    return job


@compiled
def queue_advance(world, q, now):
    """Moves the areas of station `q` on to `now`."""
    queue = world.queues[q]
    elapsed = now - queue.last
    busy = world.heaps.size[queue.heap]
    totals = world.statistics.totals
    totals[queue.column + JOBS] += elapsed * (busy + queue.waiting)
    totals[queue.column + BUSY] += elapsed * busy
    queue.last = now


@compiled
def _next(world, q):
    queue = world.queues[q]
    busy = world.heaps.size[queue.heap]
    world.next_time[queue.slot] = world.heaps.entry[queue.heap, 0].key if busy > 0 else NEVER
