"""Token pools: a limited quantity taken and given back; when short, jobs wait in order or are refused."""

import numpy as np

from simulator.engines.columns import USED, first_column
from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.state import NOWHERE
from simulator.engines.kernel.verbs import GIVE
from simulator.network.network import Network

GRANTED, WAITING, REFUSED = 0, 1, 2
POOL = np.dtype(
    [("size", "f8"), ("used", "f8"), ("last", "f8"), ("waits", "i8"), ("first", "i8"), ("final", "i8")]
    + [("column", "i8")],
    align=True,
)


def build_pools(network: Network) -> np.ndarray:
    """The token pools of a node, all of them full: POOL (pools,)."""
    rows = [
        (pool.size, 0.0, 0.0, pool.when_short == "wait", NOWHERE, NOWHERE, first_column(network, "pool", pool.name))
        for pool in network.pools
    ]
    return np.array(rows, dtype=POOL)


@seldom
def token_step(world, job, step, now):
    """Takes tokens or gives them back. True if the job goes on at once.

    Reads: steps. Changes: clock, jobs, pools, statistics.
    """
    state = world.jobs[job]
    if step.verb == GIVE:
        state.step += 1
        pool_give(world, step.at, step.amount, now)
        return True
    outcome = pool_take(world, step.at, job, step.amount, step.extra, now)
    if outcome == GRANTED:
        state.step += 1
    elif outcome == REFUSED:
        state.step = step.jump
    return outcome != WAITING


@seldom
def pool_take(world, p, job, amount, reserve, now):
    """Takes `amount` if `reserve` stays free and nobody waits already: GRANTED, WAITING or REFUSED.

    Changes: jobs, pools, statistics.
    """
    pool = world.pools[p]
    if pool.first == NOWHERE and pool.size - pool.used - amount >= reserve:
        _change(world, p, amount, now)
        return GRANTED
    if not pool.waits:
        return REFUSED
    world.jobs[job].behind = NOWHERE
    if pool.first == NOWHERE:
        pool.first = job
    else:
        world.jobs[pool.final].behind = job
    pool.final = job
    return WAITING


@seldom
def pool_give(world, p, amount, now):
    """Gives `amount` back, then lets waiting jobs on for as long as the first of them can be served.

    Reads: steps. Changes: clock, jobs, pools, statistics.
    """
    pool = world.pools[p]
    _change(world, p, -amount, now)
    while pool.first != NOWHERE:
        job = pool.first
        step = world.steps[world.jobs[job].step]
        if pool.size - pool.used - step.amount < step.extra:
            break
        _change(world, p, step.amount, now)
        pool.first = world.jobs[job].behind
        world.jobs[job].step += 1
        ready(world, job)


@compiled
def pool_advance(world, p, now):
    """Moves the area of pool `p` on to `now`.

    Changes: pools, statistics.
    """
    pool = world.pools[p]
    world.statistics.totals[pool.column + USED] += (now - pool.last) * pool.used
    pool.last = now


@compiled
def _change(world, p, amount, now):
    """Changes what is taken of pool `p` by `amount`.

    Changes: pools, statistics.
    """
    pool_advance(world, p, now)
    world.pools[p].used += amount


@compiled
def ready(world, job):
    """Appends a job to the list of those that go on at this very moment.

    Changes: clock, jobs.
    """
    clock = world.clock[0]
    world.jobs[job].behind = NOWHERE
    if clock.ready == NOWHERE:
        clock.ready = job
    else:
        world.jobs[clock.last_ready].behind = job
    clock.last_ready = job
