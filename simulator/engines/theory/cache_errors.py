"""How far the hits of caches, and what they hold, are known to be off (see error_bounds.py)."""

import math
from collections.abc import Iterable

from simulator.engines.theory.programs import TheoryPrograms
from simulator.engines.theory.visits import CacheHits, cache_depends_on_rate
from simulator.network.cache_policies import CLOCK, FIFO, LRU, TINY_LFU
from simulator.network.network import Network
from simulator.network.steps import Lookup, flatten

# Hit ratios: by Che's approximation; and what is added where reads take as long as objects are held.
CHE, LONG_READS = 0.005, 0.01
# Of a cache behind another, what is added with the share of its time for which the first one holds objects, by what it
# drops: where the gaps are known in which the first one misses; and where both hold objects for nearly as long, within
# so much of it, so that the hits of a few gaps are all that there are. What comes in at the second hit comes more often
# after a short gap than theory takes it to.
BEHIND, NEARLY, SECOND_HIT = {LRU: 0.01, FIFO: 0.01, CLOCK: 0.05}, 0.1, 0.02
# Where gaps are not known its lookups are taken for a Poisson stream: nobody asks again so soon, so that as large a
# share of the hits may be none (of half the time, 30 % are).
AS_IF_POISSON = 0.07
# Of queues, and of a cache that counts uses: what is held is not quite what is most popular.
OF_POLICY = {FIFO: 0.01, CLOCK: 0.01, TINY_LFU: 0.02}
# How often old copies are asked for again, as a share of it, by what a cache drops: theory takes an object for held as
# long as by lru. Of a cache behind another a part of the share of its time that the other one holds objects is added;
# where the gaps are not known that share as a whole, and the third. Of misses where none is for want of room.
REVALIDATED = {LRU: 0.08, CLOCK: 0.15, TINY_LFU: 0.6, FIFO: 1.0}
REVALIDATED_BEHIND = 0.15
REVALIDATED_AS_IF_POISSON = {LRU: 0.15, CLOCK: 0.15, TINY_LFU: 1.6, FIFO: 0.15}
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
    ahead = _ahead_share(cache_hits)
    if cache_hits.gaps:
        own += SECOND_HIT if cache.admission_window > 0.0 else 0.0
        return late + own + BEHIND[cache.policy] * ahead + max(0.0, ahead - (1.0 - NEARLY)) / NEARLY
    return late + own - CHE + AS_IF_POISSON + ahead


def _ahead_share(cache_hits: CacheHits) -> float:
    """The share of the time that a cache holds objects for which the one before it does, at most 1."""
    if cache_hits.time == math.inf:
        return 0.0
    return min(1.0, cache_hits.ahead / cache_hits.time) if cache_hits.time > 0.0 else 1.0


def revalidation_error(network: Network, caches: Iterable[CacheHits]) -> float:
    """The error of how often copies are asked for again that have not changed."""
    policies = {cache.name: cache.policy for cache in network.caches}
    known = {cache.name: cache for cache in caches}
    found = [
        max(REVALIDATED[policies[name]] for name in step.caches)
        + _revalidation_behind(known[step.caches[-1]], [policies[name] for name in step.caches])
        for _, step in network.revalidations
    ]
    return max(found, default=0.0)


def _revalidation_behind(last: CacheHits, policies: list[str]) -> float:
    """What is added to that error by the last of several caches that drop by these policies."""
    ahead = _ahead_share(last)
    if last.gaps:
        return REVALIDATED_BEHIND * ahead
    return ahead + (max(REVALIDATED_AS_IF_POISSON[each] for each in policies) if len(policies) > 1 else 0.0)


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
