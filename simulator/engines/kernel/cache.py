"""A least-recently-used cache in bytes, as a ring of uses (see `Caches` in state.py)."""

from simulator.engines.columns import HITS, LOOKUPS
from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.memory import region_change
from simulator.engines.kernel.recycling import process_grow
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.prefetch import prefetch

# How many entries of the ring further on the memory is asked for.
AHEAD = 8
# Bits of a job's `wanted`: a request looks at few caches, so that caches may share one if they are so far apart.
BITS = 31


@compiled
def cache_lookup(world, c, job, now):
    """Looks the job's object up in cache `c`; a hit makes it the most recently used. True if it is held."""
    caches = world.caches
    state = caches.state[c]
    o = world.jobs[job].object
    if state.time_to_live < NEVER:
        _expire(world, c, now)
    if state.admission > 0.0:
        wanted = now - caches.seen[c, o] <= state.admission
        bit = 1 << (c % BITS)
        world.jobs[job].wanted = world.jobs[job].wanted | bit if wanted else world.jobs[job].wanted & ~bit
        caches.seen[c, o] = now
    hit = caches.place[c, o] != NOWHERE
    if hit:
        _use(world, c, o, now)
    totals = world.statistics.totals
    totals[state.column + LOOKUPS] += 1.0
    totals[state.column + HITS] += hit
    return hit


@compiled
def cache_admit(world, c, job, now):
    """Offers the job's object to cache `c`, which makes room for it or lets it pass."""
    caches = world.caches
    state = caches.state[c]
    o = world.jobs[job].object
    if caches.place[c, o] != NOWHERE:  # Another request has brought it in meanwhile.
        _use(world, c, o, now)
        return
    size = caches.size[o]
    if size > min(state.largest, state.capacity) or (
        state.admission > 0.0 and not world.jobs[job].wanted & (1 << (c % BITS))
    ):
        return
    while state.live > 0 and state.bytes + size > state.capacity:
        _drop_oldest(world, c, now)
    if _grow(world, c, size, now):
        state.live += 1
        _use(world, c, o, now)


@compiled
def _use(world, c, o, now):
    """Records a use of object `o`: one more entry at the tail of the ring."""
    caches = world.caches
    state = caches.state[c]
    slots = caches.ring.shape[1]
    if state.tail - state.head == slots:
        _compact(world, c)
    slot = state.tail & (slots - 1)
    caches.ring[c, slot] = o
    caches.place[c, o] = slot
    if state.time_to_live < NEVER:
        caches.used[c, slot] = now
    state.tail += 1


@compiled
def _drop_oldest(world, c, now):
    """Drops the least recently used object."""
    caches = world.caches
    state = caches.state[c]
    while True:
        slot = state.head & (caches.ring.shape[1] - 1)
        o = caches.ring[c, slot]
        state.head += 1
        prefetch(caches.place[c], caches.ring[c, (slot + AHEAD) & (caches.ring.shape[1] - 1)])
        if caches.place[c, o] == slot:
            break
    caches.place[c, o] = NOWHERE
    state.live -= 1
    _grow(world, c, -caches.size[o], now)


@seldom
def _expire(world, c, now):
    """Drops every object whose last use lies longer back than the time to live."""
    caches = world.caches
    state = caches.state[c]
    while state.live > 0:
        slot = state.head & (caches.ring.shape[1] - 1)
        stale = caches.place[c, caches.ring[c, slot]] != slot
        if stale:
            state.head += 1
        elif now - caches.used[c, slot] > state.time_to_live:
            _drop_oldest(world, c, now)
        else:
            break


@seldom
def _compact(world, c):
    """Moves the entries that are not stale to the front of a full ring. The ring has at least twice as many slots as
    objects fit, so half of them become free and the cost of this is constant for each use."""
    caches = world.caches
    state = caches.state[c]
    mask = caches.ring.shape[1] - 1
    tail = state.head
    for position in range(state.head, state.tail):
        slot = position & mask
        o = caches.ring[c, slot]
        if caches.place[c, o] == slot:
            target = tail & mask
            caches.ring[c, target] = o
            caches.place[c, o] = target
            if state.time_to_live < NEVER:
                caches.used[c, target] = caches.used[c, slot]
            tail += 1
    state.tail = tail


@compiled
def _grow(world, c, size, now):
    """Changes the bytes held by `size`, in the memory region too; False if the region has no room for them."""
    state = world.caches.state[c]
    if state.region != NOWHERE:
        region = world.regions[state.region]
        if size > 0.0 and region.used + size > region.ceiling:
            return False
        region_change(world, state.region, size, now)
    elif state.process != NOWHERE:
        if size > 0.0 and world.regions[state.process].used + size > world.regions[state.process].ceiling:
            return False
        process_grow(world, state.process, size, now)
    state.bytes += size
    return True
