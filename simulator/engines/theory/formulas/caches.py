"""Caches that drop the least recently used object, by the approximation of Che, Tung and Wang 2002.

Hierarchical Web Caching Systems, IEEE JSAC 20(7): an object is held while its last use lies no longer back than the
characteristic time t, the same for all, and t is what makes the expected bytes held come to the capacity. Requests for
an object are taken to be Poisson and independent of those for others. Exact in the limit of many objects; Fricker,
Robert and Roberts 2012 (A Versatile and Accurate Approximation for LRU Cache Performance) say why it is good before.

Classes of requests that share a cache add up: `rate` is of an object, over all who ask for it. Arrays are float64
(objects,): `rate` in requests a second (or shares: then t is in requests), `size` in bytes. Objects that are asked for
alike may stand together: then `rate` is of one of them, and `size` of all.
"""

import math
from functools import cache
from typing import NamedTuple

import numpy as np

from simulator.engines.miss_gaps import MissGaps, shares_behind
from simulator.engines.policy_laws import held_share
from simulator.engines.theory.formulas.roots import find_root
from simulator.errors import require
from simulator.messages.stages import formula_arguments
from simulator.network.cache_policies import CLOCK, FIFO, LRU


class Lives(NamedTuple):
    """How long objects are asked for before others, as popular, take their places. seconds: (objects,), inf for one
    that lives for ever; begun: (objects,), the lives in which it is asked for at all, a second: in each of these its
    first request misses, whichever caches stand before this one."""

    seconds: np.ndarray
    begun: np.ndarray


class AdmissionRules(NamedTuple):
    """What else decides on objects. admitted: (objects,) or one for all, the chance that a miss brings the object in;
    window: seconds, only if its previous request was no longer ago; time_to_live: seconds since its last use; read:
    seconds from a miss until the object is in; lives: of objects that are not asked for for ever; policy: which object
    is dropped (see cache_policies.py); gaps: of what another cache misses, which alone is asked for here."""

    admitted: np.ndarray | float = 1.0
    window: float = math.inf
    time_to_live: float = math.inf
    read: float = 0.0
    lives: Lives | None = None
    policy: str = LRU
    gaps: MissGaps | None = None


NO_RULES = AdmissionRules()


def hit_chances(rate: np.ndarray, time: float, rules: AdmissionRules = NO_RULES) -> np.ndarray:
    """The chance that a request for each object hits if objects are held for `time` seconds: float64 (objects,).

    1 - exp(-rate t) where every miss brings its object in. Else that times q, the chance that the object is in the
    cache after a request: it stayed since the one before (gap <= t), or was brought in (gap <= window, and admitted):
    q = q F(t) + admitted (F(window) - q F(min(t, window))) with F(x) = 1 - exp(-rate x). For admission by chance this
    is the q-LRU of Martina, Garetto and Leonardi 2014 (A Unified Approach to the Performance Analysis of Caching
    Systems). While an object is read, for d seconds, all requests for it miss: rate d of them for each that would have
    missed anyway (Dehghan, Jiang, Dabirmoghaddam and Towsley 2015, On the Analysis of Caches with Pending Interest
    Tables). Raises ValueError for rates that are negative or a time that is.
    """
    return _Objects(rate, rules).hits(_checked(time))


def held_chances(rate: np.ndarray, time: float, rules: AdmissionRules = NO_RULES) -> np.ndarray:
    """The share of the time that each object is held, in whichever of its lives: float64 (objects,). That is its hit
    chance where it lives for ever. Raises ValueError as `hit_chances` does."""
    return _Objects(rate, rules).held(_checked(time))


def _checked(time: float) -> float:
    if time < 0.0:
        raise ValueError(f"{formula_arguments.TIME}, got {time} s")
    return time


def _again_in_life(rate: np.ndarray, time: float, lives: Lives) -> np.ndarray:
    """The chance that a request hits for an object that lives for L seconds and is held for t: float64 (objects,).

    Of its rate L requests in a life so many find nobody within t before them, from its beginning: 1 - exp(-rate m) +
    rate (L - m) exp(-rate m) with m = min(t, L). Those but the first, 1 - exp(-rate L), are the misses of who asks
    again, and of these there are as many as come here beyond `begun`.
    """
    span = rate * lives.seconds
    gone = np.expm1(-rate * np.minimum(time, lives.seconds))
    missed = -gone + rate * np.maximum(0.0, lives.seconds - time) * (1.0 + gone)
    later = span + np.expm1(-span)
    again = np.divide(span - missed, later, out=np.zeros(rate.size), where=later > 0.0)
    found: np.ndarray = np.clip(again, 0.0, 1.0) * np.maximum(0.0, 1.0 - lives.begun / rate)
    return found


class _Objects:
    """Objects and the rules of their cache, with all that their hits take which does not hang on how long they are
    held: that is sought in many steps."""

    def __init__(self, rate: np.ndarray, rules: AdmissionRules) -> None:
        if rate.size and rate.min() < 0.0:
            raise ValueError(f"{formula_arguments.RATES}, got {rate}")
        self._rate, self._rules = rate, rules
        self._asked = rate > 0.0
        self._plain = rules is NO_RULES
        self._ends = np.zeros(0, dtype=bool) if rules.lives is None else np.isfinite(rules.lives.seconds) & self._asked
        if self._plain:
            self._falls = -rate
            return
        lam = rate if self._asked.all() else rate[self._asked]
        self._admitted = np.broadcast_to(rules.admitted, rate.shape)[self._asked]
        self._falls, self._while_read = -lam, lam * rules.read
        self._within = np.expm1(self._falls * rules.window)
        self._enters = self._admitted * -self._within
        self._gaps = rules.gaps
        if rules.gaps is not None and not self._asked.all():
            self._gaps = rules.gaps.of(self._asked)

    def hits(self, time: float) -> np.ndarray:
        """What `hit_chances` says: of what does not live for ever, no more than what is held and of its present
        life."""
        if self._rules.gaps is not None:
            return self._behind(time)[1]
        held, lives, ends = self.held(time), self._rules.lives, self._ends
        if lives is None:
            return held
        held_for, rate = min(time, self._rules.time_to_live), self._rate[ends]
        fresh = _again_in_life(rate, held_for, Lives(lives.seconds[ends], lives.begun[ends]))
        admitted = np.broadcast_to(self._rules.admitted, self._rate.shape)[ends]
        held[ends] = fresh * admitted / (1.0 + rate * self._rules.read * (1.0 - fresh * admitted))
        return held

    def held(self, time: float) -> np.ndarray:
        """What `held_chances` says."""
        if self._rules.gaps is not None:
            return self._behind(time)[0]
        if self._rules.policy in (FIFO, CLOCK):
            return self._queued(time)
        held_for = min(time, self._rules.time_to_live)
        if self._plain:  # The common case, and the expressions below come to the same.
            return -np.expm1(self._falls * held_for) if held_for < math.inf else self._asked.astype(np.float64)
        exponent = self._falls * held_for
        goes = np.expm1(exponent)
        short = goes if held_for <= self._rules.window else self._within
        leaves = np.exp(exponent) - self._admitted * short
        if leaves.size and leaves.min() > 0.0:
            again = self._enters / leaves
        else:
            again = np.divide(self._enters, leaves, out=np.zeros(leaves.size), where=leaves > 0.0)
        at_once = -goes * again
        found: np.ndarray = at_once / (1.0 + self._while_read * (1.0 - at_once))
        if found.size == self._rate.size:
            return found
        hits = np.zeros(self._rate.shape)
        hits[self._asked] = found
        return hits

    def _behind(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        """What is held, and what hits, behind another cache. While an object is read all requests miss both."""
        rules, held_for = self._rules, min(time, self._rules.time_to_live)
        gaps = require(self._gaps, "gaps")
        held, hits = shares_behind(gaps, rules.policy, held_for, self._admitted, rules.window)
        if rules.read > 0.0:
            late = 1.0 + gaps.rate * rules.read * (1.0 - hits)
            held, hits = held / late, hits / late
        if held.size == self._rate.size:
            return held, hits
        shares = np.zeros((2, self._rate.size))
        shares[0, self._asked], shares[1, self._asked] = held, hits
        return shares[0], shares[1]

    def _queued(self, time: float) -> np.ndarray:
        """In a queue: an object that is out comes in with the first request for it that is admitted. Within the window
        of the one before come 1 - exp(-rate window) of them."""
        if time == math.inf:
            return self._asked.astype(np.float64)
        rules = self._rules
        admitted = rules.admitted * -np.expm1(-self._rate * rules.window) if rules.window < math.inf else rules.admitted
        held = held_share(rules.policy, self._rate * time, admitted)
        found: np.ndarray = held / (1.0 + self._rate * rules.read * (1.0 - held))
        return found


def characteristic_time(rate: np.ndarray, size: np.ndarray, capacity: float, rules: AdmissionRules = NO_RULES) -> float:
    """How long objects are held for want of room, seconds; inf where all that is ever brought in fits.

    The root of sum of size * hit chance = `capacity` (Che, Tung and Wang 2002; for objects of different sizes as in
    Fricker et al. 2012): by the arrival theorem for Poisson requests, the share of time that an object is held is its
    hit chance. Where the time to live is shorter than that, the capacity never matters. Raises ValueError for negative
    rates, sizes or capacity.
    """
    if capacity < 0.0 or size.size and size.min() < 0.0:
        raise ValueError(f"{formula_arguments.SIZES}, got {capacity} B and sizes {size} B")
    if capacity == 0.0:
        return 0.0
    objects = _Objects(rate, rules)

    @cache
    def excess(time: float) -> float:
        return float((size * objects.held(time)).sum()) - capacity

    if excess(math.inf) <= 0.0:
        return math.inf
    early = capacity / float((size * rate).sum())  # No object is held for more of the time than rate * t.
    if excess(early) >= 0.0:
        return early
    late = 2.0 * early
    while excess(late) < 0.0:
        early, late = late, 2.0 * late
    return find_root(excess, early, late, xtol=1e-300, rtol=1e-12)


def hit_ratio(rate: np.ndarray, hits: np.ndarray) -> float:
    """The share of the requests that hit; `rate` is that of those who ask, one class or all. 0 if there are none."""
    asked = float(rate.sum())
    return float((rate * hits).sum()) / asked if asked > 0.0 else 0.0


def time_of_hits(rate: np.ndarray, each: np.ndarray, hits: float) -> float:
    """How long objects are held, seconds, if a share `hits` of all requests hits; inf where all of them do.

    rate: of groups of objects that are asked for alike, each: of one object of a group. Raises ValueError for a share
    below 0 or above 1.
    """
    if not 0.0 <= hits <= 1.0:
        raise ValueError(f"{formula_arguments.SHARE}, got {hits}")
    if hits == 0.0 or rate.sum() == 0.0:
        return 0.0

    objects, asked = _Objects(each, NO_RULES), rate.sum()

    @cache
    def excess(time: float) -> float:
        return float((rate * objects.hits(time)).sum() / asked) - hits

    late = 1.0 / float(each.max())
    while excess(late) < 0.0:
        late *= 2.0
        if math.isinf(late):
            return math.inf
    return find_root(excess, 0.0, late, xtol=1e-300, rtol=1e-12)
