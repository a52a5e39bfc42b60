"""When the requests that a cache misses come, one object at a time: what a cache behind it is asked for.

Of an object asked for at rate w at random, and held for T (see policy_laws.py), misses are a renewal process (Choungmo
Fofack, Nain, Neglia and Towsley 2014, Performance Evaluation of Hierarchical TTL-Based Cache Networks): what comes
after a miss does not hang on what came before it. With x = w T, b = x exp(-x), and times in units of T, the gap from
one miss to the next is longer than u with the chance S(u):

    lru    each use begins T anew: S'(u) = -b S(u - 1), S = 1 up to 1      the sum of (-b (u - k))^k / k! over k <= u
    fifo   1 + an exponential gap of mean 1 / x                            exp(-x (u - 1)) behind 1
    clock  N turns, each the last with the chance exp(-x), and that gap    q^m + (q^m exp(-x (u - m)) - exp(-x u)) /
           m whole turns, q = 1 - exp(-x)                                  (exp(x) - 2)

A request for it has come within u of any moment with the chance m integral of S up to u, m misses in T: under lru that
is 1 - S(u + 1). Arrays are float64 (objects,).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import factorial, floor, inf, log
from typing import NamedTuple

import numpy as np
from scipy.special import lambertw

from simulator.network.cache_policies import CLOCK, FIFO, LRU

# Gaps of as many times that an object is held are added up; longer ones fall as they do in the long run.
_TURNS = 16
# exp of more is taken for it: what is asked for so often is missed by nobody.
_MOST = 600.0
# The least of a chance by which is divided: even what comes once in the most turns has a time then.
_NEVER = 1e-150
# The most turns that something stays.
_ENDLESS = 1e100
# How near exp(x) comes to 2 under clock.
_BESIDE = 1e-6


@dataclass(frozen=True, eq=False)
class MissGaps:
    """The misses of a cache: its policy, the time T that it holds objects, how often each is asked for, and of each
    whether it ever comes in. Times may be in any unit. What was worked out is kept: how long a cache behind holds its
    objects is sought in many steps."""

    policy: str
    time: float
    rate: np.ndarray
    enters: np.ndarray

    def of(self, which: np.ndarray | slice) -> "MissGaps":
        """Those of some of the objects."""
        return replace(self, rate=self.rate[which], enters=self.enters[which])

    def mean(self) -> np.ndarray:
        """The mean time from one miss to the next."""
        found: np.ndarray = 1.0 / self.rate + self.time * self._turns
        return found

    def longer(self, time: float) -> np.ndarray:
        """The chance that a gap is longer than that."""
        if time not in self._longer:
            self._longer[time] = self._at_last(time)
        return self._longer[time]

    @cached_property
    def _longer(self) -> dict[float, np.ndarray]:
        return {}

    def _at_last(self, time: float) -> np.ndarray:
        if self.time == 0.0:
            return np.exp(-self.rate * time)
        return self._of_those_in(_LONGER[self.policy](self, time / self.time), lambda: np.exp(-self.rate * time))

    def within(self, time: float) -> np.ndarray:
        """The chance that there was a miss within so much before any moment."""
        if self.time == 0.0:
            return -np.expm1(-self.rate * time)
        return self._of_those_in(_WITHIN[self.policy](self, time / self.time), lambda: -np.expm1(-self.rate * time))

    def _of_those_in(self, found: np.ndarray, else_: Callable[[], np.ndarray]) -> np.ndarray:
        """What is found, and something else of what never comes in."""
        return found if self._all_enter else np.where(self.enters, found, else_())

    @cached_property
    def _all_enter(self) -> bool:
        return bool(self.enters.all())

    def number(self, time: float) -> np.ndarray:
        """The mean number of misses within so much after one: under lru exact, else as in the long run (Cox 1962), and
        no fewer than gaps that have ended."""
        mean, turns = self.mean(), self._turns
        if self.policy == LRU:
            exact: np.ndarray = np.maximum(0.0, time - np.where(self.enters, self.time, 0.0)) / mean
            return exact
        spread = turns * (turns - 1.0) if self.policy == CLOCK else 0.0
        square = (1.0 / self.rate) ** 2 + self.time**2 * spread
        found = np.maximum(time / mean + (square / mean**2 - 1.0) / 2.0, 1.0 - self.longer(time))
        return np.where(self.enters & (time <= self.time), 0.0, found)

    @cached_property
    def uses(self) -> np.ndarray:
        """How often each is asked for in T: x above."""
        return np.minimum(self.rate * self.time, _MOST)

    @cached_property
    def fall(self) -> np.ndarray:
        """How fast long gaps become fewer under lru: the smaller root of f = b exp(f), of which x is one (Corless,
        Gonnet, Hare, Jeffrey and Knuth 1996, On the Lambert W Function)."""
        often, found = self.uses > 1.0, self.uses.copy()
        roots = -lambertw(-found[often] * np.exp(-found[often])).real
        found[often] = np.nan_to_num(roots, nan=1.0)  # None where rounding takes b beyond 1 / e.
        return found

    @cached_property
    def longer_than_most(self) -> np.ndarray:
        """The chance under lru that a gap is longer than what is added up."""
        return self.longer_by_turns(_TURNS)

    def longer_by_turns(self, time: float) -> np.ndarray:
        """The sum of above under lru."""
        misses, found = self.uses * np.exp(-self.uses), np.zeros(self.uses.size)
        for k in range(int(time), -1, -1):  # Horner's scheme, in place.
            found *= misses
            np.subtract((time - k) ** k / factorial(k), found, out=found)
        return found

    @cached_property
    def _turns(self) -> np.ndarray:
        """How many T an object is held for on average."""
        uses = self.uses
        if self.policy == FIFO:
            turns = np.ones(uses.size)
        elif self.policy == CLOCK:
            turns = np.exp(uses)
        else:
            turns = np.divide(np.expm1(uses), uses, out=np.ones(uses.size), where=uses > 0.0)
        return np.where(self.enters, np.minimum(turns, _ENDLESS), 0.0)


class BehindShares(NamedTuple):
    """Of a cache behind another: the share of the time that it holds each object, and of those asked for that it
    finds."""

    held: np.ndarray
    hits: np.ndarray


def shares_behind(
    gaps: MissGaps, policy: str, time: float, admitted: np.ndarray | float = 1.0, window: float = inf
) -> BehindShares:
    """What a cache holds, and finds, that is asked for what another one misses and holds objects for `time`. admitted:
    the share of requests for one that is out which bring it in, if the one before lies within the window.

    Under lru that is (caches.py) with the gaps of these misses. In a queue it is in for a turn, or under clock for
    another one after each in which it was asked for, and out until it is asked for again.
    """
    comes = admitted * (1.0 - gaps.longer(window)) if window < inf else np.broadcast_to(admitted, gaps.rate.shape)
    if time == inf:  # A cache in front that holds objects for longer than the window lets nothing come twice in it.
        there = (comes > 0.0).astype(np.float64)
        return BehindShares(there, there)
    longer, within, mean = gaps.longer(time), gaps.within(time), gaps.mean()
    if policy not in (FIFO, CLOCK):
        short = longer if time <= window else gaps.longer(window)
        leaves = longer + admitted * (1.0 - short)
        again = np.divide(comes, leaves, out=np.zeros(mean.size), where=leaves > 0.0)
        return BehindShares(within * again, (1.0 - longer) * again)
    turns, out = _turns_behind(gaps, policy, time, longer, within)
    often = np.maximum(comes, _NEVER)
    cycle = time * turns + out + (1.0 / often - 1.0) * mean
    return BehindShares(time * turns / cycle, np.maximum(0.0, 1.0 - mean / (often * cycle)))


def _turns_behind(
    gaps: MissGaps, policy: str, time: float, longer: np.ndarray, within: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """How many turns an object stays in a queue, and how long it is out until it is asked for again."""
    mean = gaps.mean()
    if policy == FIFO:
        return np.ones(mean.size), mean * (1.0 + gaps.number(time)) - time
    # That nobody asks within a turn whose predecessor had a request: those of one turn, less those of two.
    out = [1.0 - gaps.within((1.0 + part) * time) for part in (0.0, 0.25, 0.5, 0.75, 1.0)]
    nobody = out[0] - out[-1]
    ends = np.divide(nobody, within, out=np.ones(mean.size), where=within > 0.0)
    waits = time / 12.0 * (out[0] + 4.0 * out[1] + 2.0 * out[2] + 4.0 * out[3] + out[4])
    first = np.minimum(mean, out[0] * mean / np.maximum(longer, _NEVER))
    later = np.minimum(mean, waits / np.maximum(nobody, _NEVER))
    turns = np.minimum(1.0 + (1.0 - longer) / np.maximum(ends, _NEVER), _ENDLESS)
    return turns, longer * first + (1.0 - longer) * later


def _longer_lru(gaps: MissGaps, time: float) -> np.ndarray:
    if time <= _TURNS:
        return gaps.longer_by_turns(time)
    found: np.ndarray = gaps.longer_than_most * np.exp(-gaps.fall * (time - _TURNS))
    return found


def _within_lru(gaps: MissGaps, time: float) -> np.ndarray:
    return 1.0 - _longer_lru(gaps, time + 1.0)


def _longer_fifo(gaps: MissGaps, time: float) -> np.ndarray:
    return np.exp(-gaps.uses * max(0.0, time - 1.0))


def _within_fifo(gaps: MissGaps, time: float) -> np.ndarray:
    uses = gaps.uses
    return (uses * min(time, 1.0) - np.expm1(-uses * max(0.0, time - 1.0))) / (1.0 + uses)


def _longer_clock(gaps: MissGaps, time: float) -> np.ndarray:
    uses, turns = _beside_two(gaps.uses), floor(time)
    stays = (-np.expm1(-uses)) ** turns
    waits = stays * np.exp(-uses * (time - turns)) - np.exp(-uses * time)
    found: np.ndarray = stays + waits / (np.exp(uses) - 2.0)
    return found


def _within_clock(gaps: MissGaps, time: float) -> np.ndarray:
    """The integral of the one above, turn by turn, over the mean gap."""
    uses, turns = _beside_two(gaps.uses), floor(time)
    left, leaves, goes = time - turns, np.exp(-uses), -np.expm1(-uses)
    stays, gone = goes**turns, np.exp(-uses * turns)
    whole = (1.0 - stays) / leaves
    waits = (whole - (1.0 - gone) / goes) * goes - (stays - gone) * np.expm1(-uses * left)
    found: np.ndarray = (uses * (whole + stays * left) + waits / (np.exp(uses) - 2.0)) / (uses / leaves + 1.0)
    return found


def _beside_two(uses: np.ndarray) -> np.ndarray:
    """Uses at which exp(x) is not 2, where the law of `clock` has a limit."""
    return np.where(np.abs(np.exp(uses) - 2.0) < _BESIDE, log(2.0) + _BESIDE, uses)


_LONGER = {LRU: _longer_lru, FIFO: _longer_fifo, CLOCK: _longer_clock}
_WITHIN = {LRU: _within_lru, FIFO: _within_fifo, CLOCK: _within_clock}
# Which policies are known.
KNOWN = tuple(_LONGER)
