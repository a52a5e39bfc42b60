"""What residuals have in common, and the mechanism that would explain it.

A residual that rises or falls along the rows is told by the rank correlation (Spearman; Kendall 1948, Rank Correlation
Methods) with what the rows differ in. A pattern is named only where chance would make it in fewer than 1 of 100 tests,
and only for residuals that matter.
"""

from enum import Enum
from typing import NamedTuple

import numpy as np

from simulator.calibration.content.content import FittedContent
from simulator.calibration.fit import ServerFit
from simulator.calibration.load_kind import Loaded
from simulator.calibration.point import Gauge, OperatingPoint

# By chance less often than this; and residuals smaller than this share do not matter to anybody.
BY_CHANCE, MATTERS = 0.01, 0.02
_FEWEST = 5


class Along(Enum):
    """What rows differ in. The value is what people call it."""

    LOAD = "load"
    SIZE = "size"


class Pattern(NamedTuple):
    """what: whose residuals; along: what they go with; rises: whether what was measured rises over what was fitted;
    explains: the mechanism that would explain it, in words."""

    what: Gauge
    along: Along
    rises: bool
    explains: str


EXPLAINS = {
    (Gauge.CPU, Along.LOAD, True): "work that grows with the load, such as locks, garbage collection or caches that"
    " hold less for each of more requests",
    (Gauge.CPU, Along.LOAD, False): "work beside the requests, such as monitoring, or batches that cost less for"
    " each request the more there are",
    (Gauge.CPU, Along.SIZE, True): "a cost of each byte (copying, encryption): bring rows of several sizes",
    (Gauge.CPU, Along.SIZE, False): "a cost of each request that large ones have in common",
    (Gauge.MEAN, Along.LOAD, True): "a second limit behind the CPU, such as worker threads, a database, a disk or"
    " the network, or work that varies more than was taken",
    (Gauge.MEAN, Along.LOAD, False): "arrivals that are steadier than at random, as some load tools send them, or"
    " connections that are made at small loads",
    (Gauge.MEAN, Along.SIZE, True): "the way over the network: a time for each byte that no CPU spends",
    (Gauge.MEAN, Along.SIZE, False): "a wait for each request that does not depend on its size",
    (Gauge.RATE, Along.LOAD, True): "a cache or batches that help more the more users there are",
    (Gauge.RATE, Along.LOAD, False): "contention, coherence or a limit such as worker threads that begins late:"
    " bring rows of more load",
    (Gauge.RATE, Along.SIZE, True): "a cost of each request that large ones have in common",
    (Gauge.RATE, Along.SIZE, False): "a limit in bytes, such as a network card or disks",
    (Gauge.THINK, Along.LOAD, True): "users that start late, or errors that are retried after a pause",
    (Gauge.THINK, Along.LOAD, False): "users that give up waiting and ask again",
    (Gauge.MISSES, Along.LOAD, True): "connections and buffers that take memory from the cache, or other content"
    " that is asked for at busy times",
    (Gauge.MISSES, Along.LOAD, False): "a cache that was still filling at the first loads: measure when it is warm",
}  # fmt: skip


def patterns(loaded: Loaded, fit: ServerFit) -> tuple[Pattern, ...]:
    """The patterns of the residuals of a fit, for each quantity along the load and the size."""
    found = []
    for what in (Gauge.CPU, Gauge.MEAN, Gauge.RATE, Gauge.THINK):
        places = [k for k, each in enumerate(fit.observations) if each.what is what]
        left = fit.left[places]
        if len(places) < _FEWEST or float(np.abs(left).max()) < MATTERS:
            continue
        rows = [loaded.points[fit.observations[k].point] for k in places]
        for along, values in ((Along.LOAD, _loads(rows)), (Along.SIZE, _sizes(rows))):
            rises = None if values is None else _goes_with(values, left)
            if rises is not None and (what, along, rises) in EXPLAINS:
                found.append(Pattern(what, along, rises, EXPLAINS[what, along, rises]))
    return tuple(found)


def patterns_of_misses(loaded: Loaded, content: FittedContent | str | None) -> tuple[Pattern, ...]:
    """The pattern of what a cache missed, measured over fitted, along the load."""
    if not isinstance(content, FittedContent) or len(content.rows) < _FEWEST:
        return ()
    left = np.log([row.measured / row.fitted for row in content.rows])
    if float(np.abs(left).max()) < MATTERS:
        return ()
    rises = _goes_with(_loads([loaded.points[row.point] for row in content.rows]), left)
    key = (Gauge.MISSES, Along.LOAD, bool(rises))
    return () if rises is None else (Pattern(*key, EXPLAINS[key]),)


def _goes_with(values: np.ndarray, left: np.ndarray) -> bool | None:
    """Whether residuals rise with values; None where chance would do as much."""
    from scipy.stats import spearmanr

    if np.ptp(values) == 0.0:
        return None
    told = spearmanr(values, left)
    return bool(told.statistic > 0.0) if told.pvalue < BY_CHANCE else None


def _loads(rows: list[OperatingPoint]) -> np.ndarray:
    return np.array([row.measured.get(Gauge.USERS, row.measured.get(Gauge.RATE, 0.0)) for row in rows])


def _sizes(rows: list[OperatingPoint]) -> np.ndarray | None:
    sizes = [row.size for row in rows]
    if any(size is None for size in sizes) or max(filter(None, sizes)) < 1.2 * min(filter(None, sizes)):
        return None
    return np.array(sizes)
