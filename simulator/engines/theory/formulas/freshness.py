"""How often a request finds the copy of its object too old, in a cache that holds objects as long as one that drops the
least recently used does.

A copy is fresh for T seconds from when it was fetched or asked for again. Of an object asked for at rate w, that a
request misses with the chance m = exp(-w t), as if it were held while its last use lies no longer back than t, q(T) is
the chance that it is asked for within every t up to T and within t of the last time before that: the next request finds
it too old. With e = exp(-w t) and x = min(T, t),

    q(x) = 1 - e (1 + w x),    q(T) = q(t) exp(-g w (T - t)) behind t,    g = exp(-w t (1 - g))

of which the first is exact (the renewal equation of the gaps) and g the rate at which its solution falls in the long
run. Each fetch begins so many times that a copy is fresh, q / (1 - q) of which end in asking again: m q / (1 - q) of
all requests do, and 1 / (1 + w T) of those for what is never dropped. Arrays are float64 (objects,): rate in requests a
second.
"""

import numpy as np

# The least chance of a miss: of what is never dropped.
_NEVER = 1e-300


def stale_chances(rate: np.ndarray, missed: np.ndarray, max_age: float) -> np.ndarray:
    """The chance that a request finds a copy that is too old: float64 (objects,)."""
    from scipy.special import lambertw  # Few scenarios have copies that grow too old.

    missed = np.clip(missed, _NEVER, 1.0)
    kept = -np.log(missed)
    gone = missed * (1.0 + np.minimum(rate * max_age, kept))
    beyond = np.maximum(0.0, rate * max_age - kept)
    # Only what is still fresh after it would be dropped has a fall: Lambert's function takes longest of all here.
    falls, old = np.zeros(kept.size), (beyond > 0.0) & (kept > 0.0)
    behind = kept[old]
    falls[old] = -lambertw(-behind * missed[old], np.where(behind > 1.0, 0, -1)).real / behind
    stays = 1.0 - gone
    # Of what is popular so little is lost behind t that 1 - exp(-x) would be 0.
    again, ends = stays * np.exp(-falls * beyond), gone - stays * np.expm1(-falls * beyond)
    found: np.ndarray = np.divide(missed * again, ends)
    asked: np.ndarray = np.where(rate > 0.0, np.clip(found, 0.0, 1.0), 0.0)
    return asked


def missed_by_both(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The chance that a request misses two caches, one behind the other: float64 (objects,). first: that it misses the
    first; second: that who misses that one misses the second too, as if they came as a Poisson stream.

    Who misses the first comes no sooner than it holds an object, x = -m log m of the mean time between two of them, and
    that is all that is known: behind x it is taken to be exponential, of the same mean. What is hardly ever dropped is
    dropped far less often so."""
    spaced = -first * np.log(np.clip(first, _NEVER, 1.0))
    late = np.maximum(0.0, -np.log(np.clip(second, _NEVER, 1.0)) - spaced) / (1.0 - spaced)
    both: np.ndarray = first * np.exp(-late)
    return both


def stale_in_first(rate: np.ndarray, missed: np.ndarray, by_both: np.ndarray, max_age: float) -> np.ndarray:
    """Of the copies that are too old, the share that lies in the first of two caches: float64 (objects,). missed: the
    chance that it misses; by_both: that both do."""

    def within(chance: np.ndarray) -> np.ndarray:
        found: np.ndarray = 1.0 - chance * (1.0 + np.minimum(rate * max_age, -np.log(np.clip(chance, _NEVER, 1.0))))
        return found

    both = within(by_both)
    share: np.ndarray = np.divide(within(missed), both, out=np.zeros(rate.size), where=both > 0.0).clip(0.0, 1.0)
    return share
