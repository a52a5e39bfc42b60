"""How far the hits of caches, and what they hold, are known to be off (see error_bounds.py)."""

import math
from collections.abc import Iterable

from simulator.engines.theory.programs import TheoryPrograms
from simulator.engines.theory.visits import CacheHits, cache_depends_on_rate
from simulator.network.cache_policies import CLOCK, FIFO, LRU, TINY_LFU
from simulator.network.network import Network
from simulator.network.steps import Lookup, flatten

# Hit ratios: by Che's approximation; of a cache behind another, whose lookups are no Poisson stream; and what is added
# where reads take as long as objects are held. Behind a cache that holds objects for a share of the time that this one
# does, nobody asks for them again so soon: as large a share of the hits may be none (of half the time, 30 % are).
CHE, BEHIND, LONG_READS = 0.005, 0.07, 0.01
# Of queues, and of a cache that counts uses: what is held is not quite what is most popular.
OF_POLICY = {FIFO: 0.01, CLOCK: 0.01, TINY_LFU: 0.02}
# How often old copies are asked for again, as a share of it, by what a cache drops: theory takes an object for held as
# long as by lru. The second is added of a cache behind another, with the share of its time that the other one holds
# objects. Of misses where none is for want of room.
REVALIDATED = {LRU: 0.08, CLOCK: 0.15, TINY_LFU: 0.6, FIFO: 1.0}
REVALIDATED_BEHIND = {LRU: 0.15, CLOCK: 0.15, TINY_LFU: 1.6, FIFO: 0.15}
MISSED_OF_CHANGED = 0.02
# Bytes in a cache from which objects leave of themselves, or into which they come when they are asked for twice.
KEPT = 0.5


def hit_error(network: Network, cache_hits: CacheHits) -> float:
    """The error of a hit ratio; 0 where all that is asked for fits and nothing ever leaves."""
    cache = next(cache for cache in network.caches if cache.name == cache_hits.name)
    if cache_hits.time == math.inf and not cache_depends_on_rate(network, cache):
        return 0.0
    if cache_hits.time == math.inf and not (network.lives_end or cache.time_to_live or cache.admission_window):
        hits = cache_hits.hit_ratio
        return min(1.0, MISSED_OF_CHANGED * (1.0 - hits) / hits) if hits > 0.0 else CHE
    own = OF_POLICY.get(cache.policy, CHE)
    late = LONG_READS * min(1.0, cache_hits.read / cache_hits.time) if cache_hits.time > 0.0 else 0.0
    if cache_hits.ahead == 0.0:
        return late + own
    return late + own - CHE + BEHIND + _ahead_share(cache_hits)


def _ahead_share(cache_hits: CacheHits) -> float:
    """The share of the time that a cache holds objects for which the one before it does, at most 1."""
    if cache_hits.time == math.inf:
        return 0.0
    return min(1.0, cache_hits.ahead / cache_hits.time) if cache_hits.time > 0.0 else 1.0


def revalidation_error(network: Network, caches: Iterable[CacheHits]) -> float:
    """The error of how often copies are asked for again that have not changed."""
    policies = {cache.name: cache.policy for cache in network.caches}
    ahead = {cache.name: _ahead_share(cache) for cache in caches}
    found = [
        max(REVALIDATED[policies[name]] for name in step.caches)
        + (max(REVALIDATED_BEHIND[policies[name]] for name in step.caches) if len(step.caches) > 1 else 0.0)
        + ahead[step.caches[-1]]
        for _, step in network.revalidations
    ]
    return max(found, default=0.0)


def depends_on_request_rate(network: Network, hit_ratio: str) -> bool:
    """Whether a hit ratio depends on how often objects are asked for, not only on which are asked for more often."""
    caches = (cache for cache in network.caches if f"{cache.name} hit ratio" == hit_ratio)
    return any(cache_depends_on_rate(network, cache) for cache in caches)


def is_shared_by_classes(network: Network, hit_ratio: str) -> bool:
    """Whether requests of several classes look up the same cache, more of one of which may be turned away."""
    looks = [{step.cache for step in flatten(each.steps) if isinstance(step, Lookup)} for each in network.classes]
    return any(sum(cache.name in found for found in looks) > 1 for cache in network.caches
               if f"{cache.name} hit ratio" == hit_ratio)  # fmt: skip


def content_error(network: Network, cache_hits: CacheHits) -> float:
    """The error of the bytes in a cache."""
    cache = next(cache for cache in network.caches if cache.name == cache_hits.name)
    return KEPT if cache.time_to_live is not None or cache.admission_window > 0.0 else CHE


def miss_error(programs: TheoryPrograms) -> float:
    """The largest error of a miss ratio."""
    found = [(hit_error(programs.network, cache), cache.hit_ratio) for cache in programs.caches]
    return max((error * hits / (1.0 - hits) for error, hits in found if hits < 1.0), default=0.0)
