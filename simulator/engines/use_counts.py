"""How often each object was asked for of late, as a cache of the policy TINY_LFU counts it.

Counts end at MOST_USES, and all of them are halved after a sample of lookups. An object's count is halved when it is
looked at, as often as it should have been since: `epoch` is how many samples had passed then.
"""

import numpy as np

from simulator.engines.compiling import shared
from simulator.network.cache_policies import LOOKUPS_AN_OBJECT, MOST_USES, TINY_LFU
from simulator.network.resources import Cache

_MOST_HALVED = 8


def lookups_a_sample(cache: Cache, size: np.ndarray) -> int:
    """After how many lookups counts are halved: in proportion to how many objects of the mean size fit."""
    each = float(size.mean()) if size.size else 1.0
    return max(1, int(LOOKUPS_AN_OBJECT * min(size.size, cache.capacity / max(each, 1.0))))


@shared
def count_at(count, epoch, now):
    """A count that stood in an epoch, at a later one."""
    return count >> min(now - epoch, _MOST_HALVED)


@shared
def one_more(count):
    """A count with one use more."""
    return min(count + 1, MOST_USES)


class UseCounts:
    """The counts of all objects, uint8 and int32 (objects,); of a cache that counts nothing (1,)."""

    def __init__(self, objects: int, sample: int) -> None:
        self.sample = sample
        self._uses, self._epoch = np.zeros(objects, dtype=np.uint8), np.zeros(objects, dtype=np.int32)

    def set_all(self, uses: np.ndarray) -> None:
        """Sets the counts before the first lookup."""
        self._uses[:] = uses

    def of(self, thing: int, lookups: int) -> int:
        """The count of an object after so many lookups."""
        return int(count_at(int(self._uses[thing]), int(self._epoch[thing]), lookups // self.sample))

    def count(self, thing: int, lookups: int) -> None:
        """Counts a lookup of an object, with which there are so many."""
        self._uses[thing] = one_more(self.of(thing, lookups))
        self._epoch[thing] = lookups // self.sample


class NoCounts(UseCounts):
    """Of a cache that counts nothing."""

    def __init__(self) -> None:
        super().__init__(1, 1)

    def count(self, thing: int, lookups: int) -> None:
        """Counts nothing."""


def use_counts(cache: Cache, size: np.ndarray) -> UseCounts:
    """The counts of a cache of objects of these sizes, all 0."""
    return UseCounts(size.size, lookups_a_sample(cache, size)) if cache.policy == TINY_LFU else NoCounts()
