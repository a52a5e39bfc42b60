"""Several servers behind one first-in-first-out queue: disks."""

import numpy as np

from simulator.engines.columns import BUSY, JOBS, first_column
from simulator.engines.compiling import compiled
from simulator.engines.kernel.heap import first_heaps, pop, push
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.kernel.stations.next_events import set_next
from simulator.engines.kernel.steps import demand_of, next_step, number_step
from simulator.network.network import Network

QUEUE = np.dtype(
    [("servers", "i8"), ("limit", "i8"), ("waiting", "i8"), ("heap", "i8"), ("first", "i8"), ("final", "i8")]
    + [("last", "f8"), ("column", "i8"), ("slot", "i8"), ("speed", "f8")],
    align=True,
)


def build_queues(network: Network) -> np.ndarray:
    """The queues of a node, nobody in them: QUEUE (queues,)."""
    heaps = first_heaps(network)[1]
    queues = np.zeros(len(network.queues), dtype=QUEUE)
    for q, queue in enumerate(network.queues):
        record = queues[q]
        record["servers"] = queue.servers
        record["speed"] = 1.0
        record["limit"] = np.iinfo(np.int64).max if queue.queue_limit is None else queue.queue_limit
        record["heap"] = heaps[q]
        record["first"] = record["final"] = NOWHERE
        record["column"] = first_column(network, "queue", queue.name)
        record["slot"] = len(network.shared) + q
    return queues


@compiled
def queue_step(world, job, step, now):
    """A service. True if the job goes on at once: its queue is full."""
    number_step(world, job)
    done = queue_enter(world, step.at, job, demand_of(world, job, step), now)
    next_step(world, job, step, done)
    return not done


@compiled
def queue_enter(world, q, job, demand, now):
    """Job enters station `q` for `demand` seconds of service; False if its queue is full."""
    queue = world.queues[q]
    queue_advance(world, q, now)
    if world.heaps.size[queue.heap] < queue.servers:
        push(world.heaps, world.jobs, queue.heap, now + demand / queue.speed, job)
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
        push(world.heaps, world.jobs, queue.heap, now + world.jobs[waiter].work / queue.speed, waiter)
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
    """Says when station `q` lets its next job go."""
    queue = world.queues[q]
    busy = world.heaps.size[queue.heap]
    set_next(world, queue.slot, world.heaps.entry[queue.heap, 0].key if busy > 0 else NEVER)
