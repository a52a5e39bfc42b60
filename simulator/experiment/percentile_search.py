"""The largest load within a target of a percentile, of all replications together, at loads that they have in common.

A percentile of one replication is biased, and so is the load at which it meets its target. What is meant is the load at
which the share of all responses that take too long is the share that may. Of all replications together that share is a
ratio of means; its error, divided by how fast the share rises with the load, is that of the load (Woodruff 1952,
Confidence Intervals for Medians and Other Position Measures, Journal of the American Statistical Association 47, lays
the error of a share off on its percentile in the same way). How fast it rises is told by two loads near there, at which
the same sessions come (common random numbers). The logarithm of the share is nearly straight in the load: it is quite
so for M/M/1, whose response times are exponential with the rate that is left.
"""

import math
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from statistics import fmean

from simulator.engines.histogram import counted_up_to
from simulator.experiment.loaded_server import LoadedServer
from simulator.experiment.search import ReplicationCapacity, Trial
from simulator.targets import PERCENTILES, Target

# How far the two loads are from where their middle is expected to be the largest load, as a share: at first, and least.
STEP, LEAST_STEP = 0.02, 0.001
# What is sought lies no further outside of the two loads than this share of what is between them.
OUTSIDE = 0.5
# The share that takes too long differs by no more than this between the two loads, in its logarithm.
STEEPEST = 3.0
# Moves of the two loads, after which each replication is searched by itself.
MOVES = 8


@dataclass(frozen=True)
class _Slow:
    """How many responses of a replication there were, and how many of them took longer than the target allows."""

    responses: float
    slow: float


@dataclass(frozen=True)
class _Crossing:
    """Where the share that takes too long is the one that may: `part` of the way from the load of the trials `low` to
    that of `high`, at `load`; log_ratio: by how much the logarithm of the share grows between them."""

    low: tuple[Trial, ...]
    high: tuple[Trial, ...]
    part: float
    load: float
    log_ratio: float


class PercentileSearch:
    """The search for the largest load within the target of a percentile, of a server from an expected load on."""

    def __init__(self, server: LoadedServer, target: Target, near: float, pool: Executor) -> None:
        self._server, self._target, self._pool = server, target, pool
        self._seconds = server.asked.percentiles[target]
        self._slow = 1.0 - PERCENTILES[target]
        self._middle, self._step = near, STEP
        self._trials: dict[float, list[Trial]] = {}
        self._run = 0

    @property
    def replications(self) -> int:
        """How many have been searched."""
        return max(map(len, self._trials.values()), default=0)

    def search(self, count: int) -> list[ReplicationCapacity] | None:
        """What so many replications say of the largest load, at least as many as the last time; None where they do not
        say it together: another target is missed first, or too few responses take too long."""
        for _ in range(MOVES):
            found = self._crossing(count)
            if found is None:
                return None
            if abs(found.log_ratio) > STEEPEST and self._step > LEAST_STEP:
                self._move(found.load, max(LEAST_STEP, self._step * STEEPEST / found.log_ratio / 2.0))
            elif -OUTSIDE <= found.part <= 1.0 + OUTSIDE:
                return None if self._misses_others(found) else self._capacities(found)
            else:
                self._move(found.load, self._step)
        return None

    def _move(self, middle: float, step: float) -> None:
        self._middle, self._step = middle, step
        self._trials.clear()

    def _crossing(self, count: int) -> _Crossing | None:
        """Where the share crosses by the two loads; None where it does not rise from one to the other."""
        loads = self._middle * (1.0 - self._step), self._middle * (1.0 + self._step)
        low, high = (self._at(load, count) for load in loads)
        shares = [_share(self._counts(trials)) for trials in (low, high)]
        if not 0.0 < shares[0] < shares[1]:
            return None
        log_ratio = math.log(shares[1] / shares[0])
        part = math.log(self._slow / shares[0]) / log_ratio
        # No further at once than the two loads are apart: the share may bend.
        part = min(max(part, -1.0 / self._step / 4.0), 1.0 / self._step / 4.0)
        load = loads[0] * (loads[1] / loads[0]) ** part
        return _Crossing(tuple(low), tuple(high), part, load, log_ratio)

    def _at(self, load: float, count: int) -> list[Trial]:
        """The trials of so many replications at a load."""
        known = self._trials.setdefault(load, [])
        more = range(len(known), count)
        known += self._pool.map(lambda replication: self._server.trial(load, replication), more)
        self._run += len(more)
        return known[:count]

    def _counts(self, trials: Sequence[Trial]) -> list[_Slow]:
        counts = [trial.tally.histogram.sum(axis=0) for trial in trials if trial.tally is not None]
        return [_Slow(float(each.sum()), float(each.sum()) - counted_up_to(each, self._seconds)) for each in counts]

    def _misses_others(self, found: _Crossing) -> bool:
        """Whether another target is missed before: in some replication at the lower load, or in most at the higher."""
        missed = [
            [trial.strain > 1.0 and trial.nearest.target is not self._target for trial in trials]
            for trials in (found.low, found.high)
        ]
        return any(missed[0]) or 2 * sum(missed[1]) > len(missed[1])

    def _capacities(self, found: _Crossing) -> list[ReplicationCapacity]:
        """The largest load as each replication moves it: their mean is what all of them say together, and their spread
        that of what is asked for there and of the share that takes too long, which go together."""
        low, high, part = found.low, found.high, found.part
        counts = [
            _Slow(_between(a.responses, b.responses, part), _between(a.slow, b.slow, part))
            for a, b in zip(self._counts(low), self._counts(high), strict=True)
        ]
        # How far the load is off if a replication is right, in times what is between the two loads.
        off = [log_share / found.log_ratio for log_share in _log_shares(counts)]
        asked = fmean(b.asked_for - a.asked_for for a, b in zip(low, high, strict=True))
        mbps = fmean(b.mbps - a.mbps for a, b in zip(low, high, strict=True))
        inside = min(max(part, 0.0), 1.0)
        return [
            ReplicationCapacity(
                load=found.load,
                asked_for=_between(a.asked_for, b.asked_for, part) - asked * each,
                mbps=_between(a.mbps, b.mbps, part) - mbps * each,
                target=self._target,
                trials=self._run // len(low),
                within=a,
                beyond=b,
                part=inside,
            )
            for a, b, each in zip(low, high, off, strict=True)
        ]


def _log_shares(counts: Sequence[_Slow]) -> list[float]:
    """By how much the logarithm of the share that takes too long is larger as each replication has it: (n - 1) times
    what is missing where it is left out (Quenouille 1956, Notes on Bias in Estimation, Biometrika 43). Their mean is
    the bias of the logarithm of a mean, which is concave."""
    whole, others = _share(counts), [_share([*counts[:place], *counts[place + 1 :]]) for place in range(len(counts))]
    if not min(others) > 0.0:  # All that take too long are in one replication.
        return [(each.slow / each.responses - whole) / whole if each.responses else 0.0 for each in counts]
    return [(len(counts) - 1) * math.log(whole / left) for left in others]


def _share(counts: Sequence[_Slow]) -> float:
    """The share of all responses that takes too long."""
    responses = sum(each.responses for each in counts)
    return sum(each.slow for each in counts) / responses if responses else 0.0


def _between(low: float, high: float, part: float) -> float:
    return low + part * (high - low)
