"""Token pools: a limited quantity taken and given back; when short, jobs wait in order or are refused.

Who waits for a pool that is timed does so until `work` of its job. As all wait equally long, it is the first in line
who has waited too long first: so such a pool stands among the stations that let a job go at some time (next_events.py).

What lingers in a pool waits in a ring of its own, the first given back first, and is freed when somebody looks: as all
of it lingers equally long, nobody can tell that from events.
"""

from typing import NamedTuple

import numpy as np

from simulator.engines.columns import USED, first_column
from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.kernel.stations.next_events import set_next
from simulator.engines.kernel.steps import number_step
from simulator.engines.kernel.verbs import GIVE
from simulator.network.network import Network
from simulator.network.resources import TokenPool
from simulator.network.steps import Release, Seize, flatten

GRANTED, WAITING, REFUSED = 0, 1, 2
POOL = np.dtype(
    [("size", "f8"), ("used", "f8"), ("last", "f8"), ("waits", "i8"), ("first", "i8"), ("final", "i8")]
    + [("column", "i8"), ("lingers", "f8"), ("ring", "i8"), ("places", "i8"), ("next", "i8"), ("lingering", "i8")]
    + [("longest", "f8"), ("slot", "i8")],
    align=True,
)
# What was given back and lingers: when it is free, and how much it is.
LINGERING = np.dtype([("free", "f8"), ("amount", "f8")], align=True)


class Pools(NamedTuple):
    """state: POOL (pools,); rings: LINGERING (places,), of each pool `places` of them from `ring` on, of which those of
    the `lingering` that wait begin at `next`; timed: int64, the pools that are timed."""

    state: np.ndarray
    rings: np.ndarray
    timed: np.ndarray


def build_pools(network: Network) -> Pools:
    """The token pools of a node, all of them full."""
    state = np.zeros(len(network.pools), dtype=POOL)
    places = [_places(network, pool) for pool in network.pools]
    for record, pool, own, before in zip(state, network.pools, places, np.cumsum([0, *places]), strict=False):
        record["size"], record["waits"] = pool.size, pool.when_short == "wait"
        record["first"] = record["final"] = NOWHERE
        record["column"] = first_column(network, "pool", pool.name)
        record["lingers"], record["ring"], record["places"] = pool.lingers, before, own
        record["longest"], record["slot"] = pool.longest, NOWHERE
    timed = np.array(timed_pools(network), dtype=np.int64)
    state["slot"][timed] = len(network.stations) + np.arange(timed.size)
    return Pools(state, np.zeros(sum(places), dtype=LINGERING), timed)


def timed_pools(network: Network) -> tuple[int, ...]:
    """The pools that let nobody wait for ever, by their numbers."""
    return tuple(number for number, pool in enumerate(network.pools) if pool.is_timed)


def _places(network: Network, pool: TokenPool) -> int:
    """How many pieces of a pool can linger at a time: as many as fit of the smallest that is ever given."""
    if pool.lingers <= 0.0:
        return 0
    steps = (step for program in network.programs() for step in flatten(program))
    pieces = [s.amount for s in steps if isinstance(s, Seize | Release) and s.pool == pool.name and s.amount > 0.0]
    return int(pool.size / min(pieces)) + 2 if pieces else 0


@seldom
def token_step(world, job, step, now):
    """Takes tokens or gives them back. True if the job goes on at once."""
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
    """Takes `amount` if `reserve` stays free and nobody waits already: GRANTED, WAITING or REFUSED."""
    pool = world.pools.state[p]
    if pool.lingering > 0:
        _free_what_lingered(world, p, now)
    if pool.first == NOWHERE and pool.size - pool.used - amount >= reserve:
        _change(world, p, amount, now)
        return GRANTED
    if not pool.waits:
        return REFUSED
    world.jobs[job].behind = NOWHERE
    if pool.slot != NOWHERE:
        number_step(world, job)
        world.jobs[job].work = now + pool.longest
    if pool.first == NOWHERE:
        pool.first = job
        _set_next_to_expire(world, p)
    else:
        world.jobs[pool.final].behind = job
    pool.final = job
    return WAITING


@seldom
def pool_give(world, p, amount, now):
    """Gives `amount` back, then lets waiting jobs on for as long as the first of them can be served."""
    pool = world.pools.state[p]
    if pool.lingers > 0.0:
        _linger(world, p, amount, now)
        return
    _change(world, p, -amount, now)
    if pool.first != NOWHERE:
        _let_in(world, p, now)


@seldom
def pool_expire(world, p, now):
    """The first in line, who has waited too long, is refused; returns it. Those behind it may be let on then."""
    pool = world.pools.state[p]
    job = pool.first
    pool.first = world.jobs[job].behind
    world.jobs[job].step = world.steps[world.jobs[job].step].jump
    _let_in(world, p, now)
    return job


@seldom
def _let_in(world, p, now):
    """Lets waiting jobs on for as long as the first of them can be served."""
    pool = world.pools.state[p]
    while pool.first != NOWHERE:
        job = pool.first
        step = world.steps[world.jobs[job].step]
        if pool.size - pool.used - step.amount < step.extra:
            break
        _change(world, p, step.amount, now)
        pool.first = world.jobs[job].behind
        world.jobs[job].step += 1
        append_ready(world, job)
    _set_next_to_expire(world, p)


@seldom
def _set_next_to_expire(world, p):
    """Says when the first in line will have waited too long, where that may be."""
    pool = world.pools.state[p]
    if pool.slot != NOWHERE:
        set_next(world, pool.slot, NEVER if pool.first == NOWHERE else world.jobs[pool.first].work)


@compiled
def pool_advance(world, p, now):
    """Moves the area of pool `p` on to `now`."""
    pool = world.pools.state[p]
    if pool.lingering > 0:
        _free_what_lingered(world, p, now)
    world.statistics.totals[pool.column + USED] += (now - pool.last) * pool.used
    pool.last = now


@compiled
def _change(world, p, amount, now):
    """Changes what is taken of pool `p` by `amount`."""
    pool_advance(world, p, now)
    world.pools.state[p].used += amount


@seldom
def _linger(world, p, amount, now):
    """Gives `amount` back to pool `p`, free once it has lingered."""
    pool = world.pools.state[p]
    if amount <= 0.0:
        return
    piece = world.pools.rings[pool.ring + (pool.next + pool.lingering) % pool.places]
    piece.free = now + pool.lingers
    piece.amount = amount
    pool.lingering += 1


@seldom
def _free_what_lingered(world, p, now):
    """Frees what has lingered long enough in pool `p`, each piece at its own moment."""
    pool = world.pools.state[p]
    while pool.lingering > 0:
        piece = world.pools.rings[pool.ring + pool.next]
        if piece.free > now:
            break
        world.statistics.totals[pool.column + USED] += (piece.free - pool.last) * pool.used
        pool.last = piece.free
        pool.used -= piece.amount
        pool.next = (pool.next + 1) % pool.places
        pool.lingering -= 1


@compiled
def append_ready(world, job):
    """Appends a job to the list of those that go on at this very moment."""
    clock = world.clock[0]
    world.jobs[job].behind = NOWHERE
    if clock.ready == NOWHERE:
        clock.ready = job
    else:
        world.jobs[clock.last_ready].behind = job
    clock.last_ready = job
