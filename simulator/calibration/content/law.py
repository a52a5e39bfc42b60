"""What a cache misses of a working set: the law by which theory answers a scenario (formulas/caches.py), the other way
round."""

import math
from functools import lru_cache

import numpy as np

from simulator.engines.analytic.formulas.caches import characteristic_time, hit_chances, hit_ratio
from simulator.engines.analytic.formulas.ranks import groups
from simulator.network.distribution import constant
from simulator.network.resources import Catalogue

# The exponents of Zipf's law that a scenario may have.
LEAST_SKEW, MOST_SKEW = 0.0, 2.0
# Ranks stand together in steps of this share: wider than those of theory, within 0.0001 of whose ratios these are
# (tested), for a fit asks a thousand times.
_WIDEST = 1.0 / 64.0


def miss_ratio(working_set: float, skew: float, cache: float, size: float) -> float:
    """The share of the requests that miss a cache of `cache` bytes which drops the least recently used object.

    Asked for are `working_set` bytes in objects of `size` bytes, the i-th most popular in proportion to i ** -skew. The
    number of objects may be no whole one, so that the ratio follows the working set without steps: then it is a line
    between the two beside. Raises ValueError for a working set that is smaller than an object.
    """
    objects = working_set / size
    if objects < 1.0:
        raise ValueError(f"a working set holds one object at least, got {working_set} B and objects of {size} B")
    few, held = math.floor(objects), math.floor(cache / size)
    share = objects - few
    ratio = (1.0 - share) * _misses(few, skew, held)
    return ratio + share * _misses(few + 1, skew, held) if share > 0.0 else ratio


# The search of a fit asks for the same again: for its slopes, for each row left out.
@lru_cache(maxsize=4096)
def _misses(objects: int, skew: float, held: int) -> float:
    """Misses of a cache that holds so many of some objects, by the approximation of Che, Tung and Wang 2002."""
    if held >= objects:
        return 0.0
    asked = groups(Catalogue(objects, skew, constant(1.0)), widest=_WIDEST)
    each = asked.share / asked.number
    time = characteristic_time(each, asked.number, float(held))
    return 1.0 - hit_ratio(asked.share, np.asarray(hit_chances(each, time)))
