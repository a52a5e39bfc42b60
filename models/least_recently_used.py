"""Which share of requests a store misses that drops what was not used for longest.

By the approximation of Che, Tung and Wang 2002 (Hierarchical Web Caching Systems) for items of one size: an item is
held while its last use lies no longer back than t, the same for all, and t is what fills the store. One that begins
empty is full after t, and misses what was not asked for since. Ranks stand together in steps of a few per cent, so that
a store of a billion items takes milliseconds. Times are counted in requests.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from math import exp, inf, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

# The most popular items stand alone; the further ones in steps of this share of their rank.
_ALONE, _STEP = 64, 1.0 / 32.0
# How exactly the logarithm of a time is found, and chords drawn for it at most.
_NEARLY, _CHORDS = 1e-13, 100


# A plan asks for the same stores over and over.
@lru_cache(maxsize=1024)
def miss_ratio(items: float, held: float, zipf: float) -> float:
    """The share of requests that miss, for the k-th most popular of so many items in proportion to k ** -zipf, where so
    many are held."""
    return miss_ratio_after(items, zipf, filling_time(items, held, zipf))


@lru_cache(maxsize=1024)
def filling_time(items: float, held: float, zipf: float) -> float:
    """The requests after which so many different items have been asked for; inf where all that there are are held."""
    if held >= items:
        return inf
    groups = rank_groups(items, zipf)
    # No item is held for more of the time than it is asked for.
    return reached(lambda log_time: _asked_for(groups, log_time) - held, log(held))


def time_to_hit(items: float, zipf: float, hit_ratio: float) -> float:
    """The requests after which an empty store that drops nothing hits so often."""
    return reached(lambda log_time: 1.0 - hit_ratio - miss_ratio_after(items, zipf, exp(log_time)), 0.0)


@lru_cache(maxsize=4096)
def miss_ratio_after(items: float, zipf: float, requests: float) -> float:
    """The share of requests that miss after so many to a store that was empty and has dropped nothing since."""
    import numpy as np  # Few scenarios have such stores, and the others are read without it.

    number, share = rank_groups(items, zipf)
    return float(share @ np.exp(-requests * share / number))


def mean_over_requests(items: float, zipf: float, law: "Callable[[np.ndarray], np.ndarray]") -> float:
    """The mean over requests of what a law says of the item that each asks for, by its share of all of them."""
    number, share = rank_groups(items, zipf)
    return float(share @ law(share / number))


def reached(excess: Callable[[float], float], low: float) -> float:
    """Where what grows with the logarithm of a time comes to 0, as a time; `low` is where it has not.

    By the chord through both ends of where it lies, of which one that stays again counts half (the Illinois method).
    """
    below, above = 0.0, excess(low)
    if above >= 0.0:
        return exp(low)
    high = low
    while above < 0.0:
        low, high, below = high, high + 1.0, above
        above = excess(high)
    at, found = high, above
    for _ in range(_CHORDS):
        before, last = at, found
        at = high - above * (high - low) / (above - below)
        found = excess(at)
        if found == 0.0 or abs(at - before) <= _NEARLY:
            break
        again = 0.5 if (found < 0.0) == (last < 0.0) else 1.0
        if found < 0.0:
            low, below, above = at, found, above * again
        else:
            high, above, below = at, found, below * again
    return exp(at)


def _asked_for(groups: "tuple[np.ndarray, np.ndarray]", log_time: float) -> float:
    import numpy as np

    number, share = groups
    return -float(number @ np.expm1(-exp(log_time) * share / number))


@lru_cache(maxsize=64)
def rank_groups(items: float, zipf: float) -> "tuple[np.ndarray, np.ndarray]":
    """Items in it and share of the requests of each group, the most popular first: float64 (groups,) each."""
    import numpy as np

    edges, rank = [0.5], 1.0
    while edges[-1] < items + 0.5:
        rank = rank + 1.0 if rank < _ALONE else rank * (1.0 + _STEP)
        edges.append(min(rank - 0.5, items + 0.5))
    weights = np.array([_weight(a, b, zipf) for a, b in pairwise(edges)])
    return np.diff(edges), weights / weights.sum()


def _weight(low: float, high: float, zipf: float) -> float:
    """The sum of k ** -zipf over the ranks of a group: that of one item itself, else the integral from half a rank
    before to half a rank behind."""
    if high - low <= 1.0:
        return float((high - low) * ((low + high) / 2.0) ** -zipf)
    if zipf == 1.0:
        return log(high / low)
    return float((high ** (1.0 - zipf) - low ** (1.0 - zipf)) / (1.0 - zipf))
