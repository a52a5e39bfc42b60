"""A cache in bytes, as a ring of uses (see `Caches`)."""

from typing import NamedTuple

import numpy as np

from simulator.engines.cache_contents import copies_fetched, last_lookups, lives_held, warm_contents
from simulator.engines.columns import HITS, JOINED, LOOKUPS, first_column
from simulator.engines.compiling import compiled, entry, seldom
from simulator.engines.draws import WORDS, service_uniform
from simulator.engines.footprint import largest_cache_content
from simulator.engines.kernel.memory import process_grow, region_change
from simulator.engines.kernel.slices import slice_step
from simulator.engines.kernel.state import NEVER, NOWHERE
from simulator.engines.kernel.timer import sleep
from simulator.engines.kernel.verbs import NEXT_SLICE, REVALIDATE, SLICES
from simulator.engines.lives import ObjectLives, life_at, object_lives
from simulator.engines.popularity import GUIDE_CELLS, object_sizes, popularity
from simulator.engines.prefetch import prefetch
from simulator.engines.use_counts import count_at, lookups_a_sample, one_more
from simulator.network.cache_policies import CLOCK, LRU, POLICIES, TINY_LFU
from simulator.network.network import Network

# How many entries of the ring further on the memory is asked for, while it is in use and while it is filled.
AHEAD, FILLED_AHEAD = 8, 32
# Bits of a job's `wanted`: a request looks at few caches, so that caches may share one if they are so far apart.
BITS = 31
# The policies by their numbers.
USES, SECOND_CHANCE, COUNTS = POLICIES.index(LRU), POLICIES.index(CLOCK), POLICIES.index(TINY_LFU)
# The memory that a cache lies in is that of a plain region, or of one with processes, or nobody's.
CACHE = np.dtype(
    [("capacity", "f8"), ("bytes", "f8"), ("largest", "f8"), ("time_to_live", "f8"), ("admission", "f8")]
    + [("head", "i8"), ("tail", "i8"), ("live", "i8"), ("region", "i4"), ("process", "i4"), ("column", "i8")]
    + [("lives_end", "i8"), ("policy", "i8"), ("sample", "i8"), ("lookups", "i8"), ("joins", "i8"), ("renews", "i8")],
    align=True,
)


class Caches(NamedTuple):
    """Exact least-recently-used order with two random memory accesses a request.

    `ring` (caches, 2**k) holds one entry a use, oldest at `head`; `place` (caches, objects) is the position in the
    ring of an object's latest use, or NOWHERE if it is not held. An entry whose object has a later one is stale and is
    skipped when it reaches the head. Where a queue drops what came in first, a use is that it came in, or was put
    behind all others. `marks`, uint8 (caches, objects), says of each whether it was used since, or how often it was
    asked for up to the sample of lookups `epoch` (see use_counts.py); one column where no policy asks for it. `used`
    (caches, 2**k) and `seen` (caches, objects) hold times; they have one column where no time to live or admission
    window asks for them. `life` (caches, objects) is the life of the copy that is held, with one column where objects
    live for ever (see lives.py, for `frequency` and `passed` too). `fetched` (caches, objects) is when the fetch began
    that others wait for, -NEVER where there is none, with one column where nobody waits. `renewed` (caches, objects) is
    when a copy was fetched, or asked for again, last, with one column where none is. size: (objects,), bytes.
    reach: uint32 (catalogues, objects), the largest random word that still asks for an object or a more popular one:
    the distribution function in half the memory, and as exact as the words are; guide: (catalogues, cells + 1), where
    to look in it.
    """

    state: np.ndarray
    ring: np.ndarray
    used: np.ndarray
    place: np.ndarray
    seen: np.ndarray
    marks: np.ndarray
    epoch: np.ndarray
    life: np.ndarray
    fetched: np.ndarray
    renewed: np.ndarray
    frequency: np.ndarray
    passed: np.ndarray
    size: np.ndarray
    reach: np.ndarray
    guide: np.ndarray


def build_caches(network: Network) -> Caches:
    """The empty caches of a node; the arrays of a network without caches have no rows."""
    sizes = object_sizes(network)
    slots = 1 << (2 * largest_cache_content(network) - 1).bit_length()
    count = len(network.caches)
    timed = any(cache.time_to_live is not None for cache in network.caches)
    choosy = any(cache.admission_window > 0.0 for cache in network.caches)
    marked = any(cache.policy in (CLOCK, TINY_LFU) for cache in network.caches)
    counted = any(cache.policy == TINY_LFU for cache in network.caches)
    reach, guide = _popularity(network)
    lives = object_lives(network)
    return Caches(
        state=_states(network, sizes),
        ring=np.zeros((count, slots), dtype=np.int32),
        used=np.zeros((count, slots if timed else 1)),
        place=np.full((count, sizes.size), NOWHERE, dtype=np.int32),
        seen=np.full((count, sizes.size if choosy else 1), -NEVER),
        marks=np.zeros((count, sizes.size if marked else 1), dtype=np.uint8),
        epoch=np.zeros((count, sizes.size if counted else 1), dtype=np.int32),
        life=np.zeros((count, lives.frequency.size)),
        fetched=np.full((count, sizes.size if network.joined_caches else 1), -NEVER),
        renewed=np.full((count, sizes.size if network.revalidations else 1), -NEVER),
        frequency=lives.frequency,
        passed=lives.passed,
        size=sizes,
        reach=reach,
        guide=guide,
    )


def _states(network: Network, sizes: np.ndarray) -> np.ndarray:
    regions = {region.cache: i for i, region in enumerate(network.regions) if region.cache is not None}
    states = np.zeros(len(network.caches), dtype=CACHE)
    for state, cache in zip(states, network.caches, strict=True):
        state["capacity"] = cache.capacity
        state["largest"] = NEVER if cache.largest_object is None else cache.largest_object
        state["time_to_live"] = NEVER if cache.time_to_live is None else cache.time_to_live
        state["admission"] = cache.admission_window
        state["region"] = state["process"] = NOWHERE
        if cache.name in regions:
            recycled = network.regions[regions[cache.name]].recycle is not None
            state["process" if recycled else "region"] = regions[cache.name]
        state["column"] = first_column(network, "cache", cache.name)
        state["lives_end"] = network.lives_end
        state["joins"] = cache.name in network.joined_caches
        state["renews"] = any(cache.name in step.caches for _, step in network.revalidations)
        state["policy"], state["sample"] = POLICIES.index(cache.policy), lookups_a_sample(cache, sizes)
    return states


def _popularity(network: Network) -> tuple[np.ndarray, np.ndarray]:
    """The distribution function of each catalogue, one a row, and the guide to it (see `Caches`). The tables of a
    single catalogue are those that all runs share."""
    tables = [popularity(catalogue) for catalogue in network.catalogues]
    if len(tables) == 1:
        return tables[0].reach[np.newaxis], tables[0].guide[np.newaxis]
    widest = max((each.reach.size for each in tables), default=1)
    reach = np.full((max(len(tables), 1), widest), int(WORDS) - 1, dtype=np.uint32)
    guide = np.zeros((max(len(tables), 1), GUIDE_CELLS + 1), dtype=np.int32)
    for row, each in enumerate(tables):
        reach[row, : each.reach.size] = each.reach
        guide[row] = each.guide
    return reach, guide


def fill_caches(caches: Caches, regions: np.ndarray, network: Network, key: np.ndarray, node: int) -> None:
    """Puts into each warm cache what it holds in the steady state. Changes `caches`, and the bytes in
    use of `regions`, in place."""
    for c, cache in enumerate(network.caches):
        state = caches.state[c]
        contents = warm_contents(network, cache, key, node)
        objects, held, _, marks, asked = contents
        if asked.size:
            caches.seen[c] = last_lookups(network, contents)
        if cache.policy == CLOCK:
            caches.marks[c, objects] = marks
        elif cache.policy == TINY_LFU:
            caches.marks[c] = marks
        if state["lives_end"]:
            lives = ObjectLives(caches.frequency, caches.passed)
            caches.life[c, objects] = lives_held(network, lives, contents)
        caches.ring[c, : objects.size] = objects
        _place(objects, caches.place[c])
        state["tail"] = state["live"] = objects.size
        state["bytes"] = held
        region = max(state["region"], state["process"])
        if region != NOWHERE:
            regions[region]["used"] += held

    for catalogue, step in network.revalidations:
        objects, fetched = copies_fetched(network, key, node, catalogue, step)
        caches.renewed[[cache.name for cache in network.caches].index(step.caches[-1]), objects] = fetched


@entry
def _place(objects, place):
    """Writes into `place` where each of the objects lies; changes it in place."""
    for slot in range(objects.size):
        prefetch(place, objects[min(slot + FILLED_AHEAD, objects.size - 1)])
        place[objects[slot]] = slot


@compiled
def lookup_step(world, job, step, now):
    """Looks the job's object up, and jumps over what a miss takes if it is held."""
    state = world.jobs[job]
    hit = cache_lookup(world, step.at, job, now)
    state.step = step.jump if hit else state.step + 1


@compiled
def admit_step(world, job, step, now):
    """Offers the job's object. True: the job goes on."""
    cache_admit(world, step.at, job, now)
    world.jobs[job].step += 1
    return True


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
        if wanted and state.lives_end:
            wanted = _life(caches, o, now) == _life(caches, o, caches.seen[c, o])
        bit = 1 << (c % BITS)
        world.jobs[job].wanted = world.jobs[job].wanted | bit if wanted else world.jobs[job].wanted & ~bit
        caches.seen[c, o] = now
    if state.policy == COUNTS:
        _count(world, c, o)
    hit = caches.place[c, o] != NOWHERE
    if hit and state.lives_end:
        hit = caches.life[c, o] == _life(caches, o, world.jobs[job].start)
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
    if state.joins:
        caches.fetched[c, o] = -NEVER
    if state.renews:
        caches.renewed[c, o] = now
    wanted = state.admission == 0.0 or world.jobs[job].wanted & (1 << (c % BITS)) != 0
    if caches.place[c, o] != NOWHERE:  # Another request has brought it in meanwhile, or it was another one.
        if not state.lives_end or _renewed(world, c, job, wanted):
            _use(world, c, o, now)
        return
    size = caches.size[o]
    if size > min(state.largest, state.capacity) or not wanted:
        return
    while state.live > 0 and state.bytes + size > state.capacity:
        if state.policy == COUNTS and _loses(world, c, o):
            return
        _drop_oldest(world, c, now)
    if _grow(world, c, size, now):
        state.live += 1
        _append(world, c, o, now)
        if state.lives_end:
            caches.life[c, o] = _life(caches, o, world.jobs[job].start)


@seldom
def fetch_step(world, job, step, now):
    """The job fetches its object, or waits while another one does, and jumps over what that takes once it is there; or
    it asks whether it has changed, or goes through slices. True if the job goes on."""
    if step.verb == REVALIDATE:
        return _revalidate(world, job, step, now)
    if step.verb in (SLICES, NEXT_SLICE):
        return slice_step(world, job, step)
    caches, c, o = world.caches, step.at, world.jobs[job].object
    state = caches.state[c]
    hit = caches.place[c, o] != NOWHERE
    if hit and state.lives_end:
        hit = caches.life[c, o] == _life(caches, o, world.jobs[job].start)
    if hit:
        world.statistics.totals[state.column + JOINED] += 1.0
        world.jobs[job].step = step.jump
        return True
    if caches.size[o] <= min(state.largest, state.capacity) and now - caches.fetched[c, o] < step.extra:
        sleep(world, job, now + step.amount)
        return False
    caches.fetched[c, o] = now
    world.jobs[job].step += 1
    return True


@seldom
def _revalidate(world, job, step, now):
    """A job that finds a copy too old asks whether it has changed, and jumps over what that takes if there is none, or
    if it has: then it is dropped. True: the job goes on."""
    caches, state, o = world.caches, world.jobs[job], world.jobs[job].object
    first, last = step.at, step.process
    held = False
    for c in (first, last):
        if caches.state[c].time_to_live < NEVER:
            _expire(world, c, now)
        held = held or caches.place[c, o] != NOWHERE
    asks = held and now - caches.renewed[last, o] > step.amount
    unchanged = asks and service_uniform(world.key, state.session, state.request, step.stream) < step.extra
    if unchanged:
        caches.renewed[last, o] = now
    elif asks:
        _drop(world, first, o, now)
        _drop(world, last, o, now)
    state.step = state.step + 1 if unchanged else step.jump
    return True


@compiled
def _life(caches, o, time):
    """The life that object `o` is in at a time."""
    return life_at(caches.frequency[o], caches.passed[o], time)


@seldom
def _renewed(world, c, job, wanted):
    """Puts the copy that the job has read in the place of an older one, if it is `wanted`. True if that copy is held
    then."""
    caches = world.caches
    o = world.jobs[job].object
    life = _life(caches, o, world.jobs[job].start)
    if wanted and life > caches.life[c, o]:
        caches.life[c, o] = life
    return life == caches.life[c, o]


@compiled
def _use(world, c, o, now):
    """Records a use of object `o`, which is held: a queue leaves it where it is."""
    policy = world.caches.state[c].policy
    if policy in (USES, COUNTS):
        _append(world, c, o, now)
    elif policy == SECOND_CHANCE:
        world.caches.marks[c, o] = 1


@seldom
def _count(world, c, o):
    """Counts a lookup of object `o`."""
    caches = world.caches
    state = caches.state[c]
    state.lookups += 1
    caches.marks[c, o] = one_more(_uses(caches, c, o))
    caches.epoch[c, o] = state.lookups // state.sample


@compiled
def _uses(caches, c, o):
    """How often object `o` was asked for of late."""
    state = caches.state[c]
    return count_at(np.int64(caches.marks[c, o]), np.int64(caches.epoch[c, o]), state.lookups // state.sample)


@seldom
def _loses(world, c, o):
    """Whether object `o` stays out, for it was asked for no more often of late than what would leave for it. Moves the
    head of the ring on to that."""
    caches = world.caches
    state = caches.state[c]
    while True:
        slot = state.head & (caches.ring.shape[1] - 1)
        oldest = caches.ring[c, slot]
        if caches.place[c, oldest] == slot:
            break
        state.head += 1
    return _uses(caches, c, o) <= _uses(caches, c, oldest)


@compiled
def _append(world, c, o, now):
    """One more entry of object `o` at the tail of the ring."""
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
    """Drops the object whose turn it is."""
    caches = world.caches
    state = caches.state[c]
    while True:
        slot = state.head & (caches.ring.shape[1] - 1)
        o = caches.ring[c, slot]
        state.head += 1
        prefetch(caches.place[c], caches.ring[c, (slot + AHEAD) & (caches.ring.shape[1] - 1)])
        if caches.place[c, o] == slot:
            if state.policy == SECOND_CHANCE and caches.marks[c, o]:
                caches.marks[c, o] = 0
                _append(world, c, o, now)
            else:
                break
    caches.place[c, o] = NOWHERE
    state.live -= 1
    _grow(world, c, -caches.size[o], now)


@seldom
def _drop(world, c, o, now):
    """Drops object `o` if it is held."""
    caches = world.caches
    state = caches.state[c]
    if caches.place[c, o] == NOWHERE:
        return
    caches.place[c, o] = NOWHERE
    if state.policy == SECOND_CHANCE:
        caches.marks[c, o] = 0
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
    objects fit, so half of them become free and the cost of this is constant for each use.
    """
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
