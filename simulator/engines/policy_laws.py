"""How much of the time a cache holds an object under its policy, for requests that come at random: the same time t for
all objects, which is what fills the cache (Che, Tung and Wang 2002; Martina, Garetto and Leonardi 2014).

In a queue an object's turn comes every t seconds. It is out until it is asked for again, 1 / rate, and in for t (FIFO),
or for t once more after each t in which it was asked for: t exp(rate t) on average (CLOCK).
"""

import numpy as np

from simulator.network.cache_policies import CLOCK, FIFO, LOOKUPS_AN_OBJECT

# How exactly a count is found, as a share of it.
_NEARLY = 1e-9


def held_share(policy: str, requests: np.ndarray, admitted: np.ndarray | float = 1.0) -> np.ndarray:
    """The share of the time that objects are held which are asked for `requests` times within t; admitted: the share of
    requests for one that is out which bring it in."""
    if policy not in (FIFO, CLOCK):
        share: np.ndarray = -np.expm1(-requests)
        return share
    seen = requests * admitted
    out = np.exp(-requests) if policy == CLOCK else np.ones(requests.shape)
    queued: np.ndarray = np.divide(seen, seen + out, out=np.zeros(requests.shape), where=seen > 0.0)
    return queued


def share_after_second_hit(held_for: np.ndarray, window: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The share of the time that LRU holds objects, and how often one is in the cache after a request for it: it stayed
    since the one before, or came in, for that lies within a window. Both are how often objects are asked for within the
    time that they are held for, and within the window (Martina, Garetto and Leonardi 2014)."""
    enters, stays = -np.expm1(-window), -np.expm1(-held_for)
    leaves = np.exp(-held_for) - np.expm1(-np.minimum(held_for, window))
    again: np.ndarray = np.divide(enters, leaves, out=np.zeros(enters.shape), where=leaves > 0.0)
    return stays * again, again


def counted_share(rate: np.ndarray, number: np.ndarray, size: np.ndarray, room: float) -> tuple[np.ndarray, float]:
    """The share of the time that a cache holds objects which lets in who was asked for most often of late; and how
    often that is, at the edge (0 where all fit).

    rate, size: of one object of each group; number: of objects in it. Counts are Poisson, and what is held are the
    objects whose count is at least c, the same for all, which is what fills the cache. A count is compared when it is
    highest, before all are halved: after two samples, of which the first counts half. Against simulations on traces off
    by less than 1 % of the hits of a cache with room for 100 objects or more (tests/laws/test_policies.py).
    """
    from scipy.special import gammainc  # Takes longer to load than most answers do.

    bytes_ = number * size
    if bytes_[rate > 0.0].sum() <= room:
        return (rate > 0.0).astype(np.float64), 0.0
    fits = min(float(number.sum()), room / max(float(bytes_.sum() / number.sum()), 1.0))
    counts = 2.0 * LOOKUPS_AN_OBJECT * fits * rate / float((rate * number).sum())
    low, high = 0.0, 1.0
    while bytes_ @ gammainc(high, counts) > room:
        low, high = high, 2.0 * high
    while high - low > _NEARLY * high:
        middle = (low + high) / 2.0
        low, high = (middle, high) if bytes_ @ gammainc(middle, counts) > room else (low, middle)
    held: np.ndarray = gammainc(high, counts)
    return held, high
