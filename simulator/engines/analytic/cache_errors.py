"""How far the hits of caches, and what they hold, are known to be off (see known_errors.py)."""

import math

from simulator.engines.analytic.programs import Programs
from simulator.engines.analytic.visits import CacheHits
from simulator.network.network import Network
from simulator.network.steps import Lookup, flat

# Hit ratios: by Che's approximation; of a cache behind another, whose lookups are no Poisson stream; and what is added
# where reads take as long as objects are held. Behind a cache that holds objects for a share of the time that this one
# does, nobody asks for them again so soon: as large a share of the hits may be none (of half the time, 30 % are).
CHE, BEHIND, LONG_READS = 0.005, 0.07, 0.01
# Bytes in a cache from which objects leave of themselves, or into which they come when they are asked for twice.
KEPT = 0.5


def hit_error(network: Network, found: CacheHits) -> float:
    """The error of a hit ratio; 0 where all that is asked for fits and nothing ever leaves."""
    cache = next(cache for cache in network.caches if cache.name == found.name)
    if found.time == math.inf and cache.time_to_live is None and cache.admission_window == 0.0:
        return 0.0
    late = LONG_READS * min(1.0, found.read / found.time) if found.time > 0.0 else 0.0
    if found.ahead == 0.0:
        return late + CHE
    return late + BEHIND + (min(1.0, found.ahead / found.time) if found.time > 0.0 else 1.0)


def rests_on_rate(network: Network, hit_ratio: str) -> bool:
    """Whether a hit ratio depends on how often objects are asked for, not only on which are asked for more often."""
    return any(
        f"{cache.name} hit ratio" == hit_ratio and (cache.time_to_live is not None or cache.admission_window > 0.0)
        for cache in network.caches
    )


def asked_by_several(network: Network, hit_ratio: str) -> bool:
    """Whether requests of several classes look up the same cache, more of one of which may be turned away."""
    looks = [{step.cache for step in flat(each.steps) if isinstance(step, Lookup)} for each in network.classes]
    return any(sum(cache.name in found for found in looks) > 1 for cache in network.caches
               if f"{cache.name} hit ratio" == hit_ratio)  # fmt: skip


def held_error(network: Network, found: CacheHits) -> float:
    """The error of the bytes in a cache."""
    cache = next(cache for cache in network.caches if cache.name == found.name)
    return KEPT if cache.time_to_live is not None or cache.admission_window > 0.0 else CHE


def misses(programs: Programs) -> float:
    """The largest error of a miss ratio."""
    found = [(hit_error(programs.network, cache), cache.hit_ratio) for cache in programs.caches]
    return max((error * hits / (1.0 - hits) for error, hits in found if hits < 1.0), default=0.0)

