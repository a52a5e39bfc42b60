"""Reads tallies: totals over the measured part of each replication, one server's share of them, estimates."""

import copy
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np

from simulator.engines.histogram import counted_up_to, quantile
from simulator.engines.tally import Tally
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.measures.ranges import ROUNDING, without_rounding
from simulator.experiment.precision import sequential_interval
from simulator.experiment.results import Unavailable
from simulator.network.network import Network

PERCENT = 100.0


class ReplicationSet:
    """The replications of one network, with the warm-up cut off. All figures are those of one server, on average.

    sequential: whether replications were added until the intervals were narrow enough.
    """

    def __init__(self, network: Network, tallies: Sequence[Tally], confidence: float, sequential: bool = False) -> None:
        self.network = network.every_way
        self.tallies = tuple(tallies)
        self.confidence = confidence
        self.sequential = sequential
        plan = self.tallies[0].plan
        self.first = round(plan.warm_up / plan.window)
        self.seconds = plan.duration - plan.warm_up
        self._grown: dict[int, _Grown] = {}

    def after(self, first: int) -> "ReplicationSet":
        """The same replications, measured from window `first` on; histograms keep what they hold."""
        later = copy.copy(self)
        later.first = first
        later.seconds = self.tallies[0].plan.duration - first * self.tallies[0].plan.window
        later._grown = {}
        return later

    def edges(self, tally: Tally, *name: str) -> np.ndarray:
        """One column at the edges of all windows, a server's share of it: float64 (windows + 1,)."""
        return tally.column(*name) / self._servers(name)

    def edges_of(self, tally: Tally, names: Sequence[tuple[str, ...]]) -> np.ndarray:
        """Several columns at once, as `edges` has each: float64 (names, windows + 1)."""
        places = [tally.columns.index(name) for name in names]
        servers = np.array([self._servers(name) for name in names])
        edges: np.ndarray = sum_over_nodes(tally.edges[:, :, places]).T / servers[:, np.newaxis]
        return edges

    def _servers(self, name: tuple[str, ...]) -> int:
        """By how many servers a column was counted: one for what stands once behind all nodes. Who is refused there
        counts in the node that it came from."""
        return 1 if name[0] != "cause" and name[1] in self.network.backend_apart else self.network.nodes

    def total(self, tally: Tally, *name: str) -> float:
        """How much a column grew in the measured part. Raises KeyError for none of the tally's columns."""
        known = self._grown.get(id(tally))
        if known is None:
            known = self._grown[id(tally)] = _Grown(tally, self._ends(tally))
        return known.by_name[name]

    def _ends(self, tally: Tally) -> dict[tuple[str, ...], float]:
        """The growth of every column: one is seldom asked for alone."""
        before, last = sum_over_nodes(tally.edges[[self.first, -1]]) / [self._servers(name) for name in tally.columns]
        return dict(zip(tally.columns, (last - before).tolist(), strict=True))

    def level(self, tally: Tally, count: tuple[str, ...], moment: tuple[str, ...]) -> float:
        """The time average of something counted as it comes and goes (see columns.py), in the measured part."""
        area = self.level_area(tally, count, moment)
        grown = float(area[-1] - area[self.first])
        if grown < 0.0:
            # Where hardly anybody is there, a small difference of large sums may be less than nothing by rounding.
            rounding = ROUNDING * max(tally.plan.duration, float(np.abs(self.edges(tally, *moment)).max()))
            grown = 0.0 if -rounding <= grown else grown
        return grown / self.seconds

    def level_area(self, tally: Tally, count: tuple[str, ...], moment: tuple[str, ...]) -> np.ndarray:
        """The area under a count at the edges of all windows: n * t - moment."""
        time = np.arange(tally.plan.windows + 1) * tally.plan.window
        area: np.ndarray = self.edges(tally, *count) * time - self.edges(tally, *moment)
        return area

    def estimate(self, figure: Callable[[Tally], float], unit: str) -> Estimate:
        """The estimate of a figure that each replication gives once."""
        return self._estimate([figure(tally) for tally in self.tallies], unit)

    def estimate_or(self, figure: Callable[[Tally], float | None], unit: str, reason: str) -> Estimate | Unavailable:
        """The same of a figure that a replication may not have (None): then it is refused for the `reason`."""
        values = [figure(tally) for tally in self.tallies]
        found = [value for value in values if value is not None]
        return self._estimate(found, unit) if len(found) == len(values) else Unavailable(reason)

    def _estimate(self, values: Sequence[float], unit: str) -> Estimate:
        interval = sequential_interval if self.sequential else from_replications
        return interval([without_rounding(value, unit) for value in values], self.confidence, unit)

    def percentile(self, share: float) -> Estimate:
        """The time that a share (0 to 1) of the responses of all replications together takes at most, seconds.

        A percentile of the few responses of one replication is biased, and the mean of many such percentiles by as
        much. The share of them that takes no longer than this time is a ratio of means; its standard error, laid off on
        either side of the share, says by how much the time moves with it (Woodruff 1952, Confidence Intervals for
        Medians and Other Position Measures, Journal of the American Statistical Association 47). The jackknife over
        replications (Asmussen and Glynn 2007, Stochastic Simulation, section III.5) reads that off the few responses
        between one replication's absence and another's: of 20 replications of 200 responses, its intervals of 95 % hold
        the 95th percentile in 90 % of the cases, and these in 94.
        """
        return self.percentile_of([tally.histogram.sum(axis=0) for tally in self.tallies], share)

    def percentile_of(self, counts: Sequence[np.ndarray], share: float) -> Estimate:
        """The same of other times, counted by each replication in bins of a histogram."""
        whole, mean = np.sum(counts, axis=0), fmean(float(each.sum()) for each in counts)
        found = quantile(whole, share)
        missing = [(share * float(each.sum()) - counted_up_to(each, found)) / mean for each in counts]
        error = stdev(missing) / math.sqrt(len(missing))
        low, high = max(0.0, share - error), min(1.0, share + error)
        slope = (quantile(whole, high) - quantile(whole, low)) / (high - low) if low < high else 0.0
        return self._estimate([found + slope * each for each in missing], "s")

    def ratio(self, part: tuple[str, ...], whole: tuple[str, ...], unit: str) -> Estimate:
        """How much one column grew for each unit that another did, in all replications together.

        That is a ratio of means, whose spread is that of part - ratio x whole (Cochran 1977, Sampling Techniques,
        chapter 6): the mean of what each replication's own ratio is would be too large by the square of how the wholes
        vary, which more replications do not make smaller, as they do its interval. Raises ZeroDivisionError where
        nothing of the whole grew.
        """
        parts, wholes = ([self.total(tally, *name) for tally in self.tallies] for name in (part, whole))
        mean = fmean(wholes)
        found = fmean(parts) / mean
        return self._estimate([found + (a - found * b) / mean for a, b in zip(parts, wholes, strict=True)], unit)

    def rate(self, *name: str, factor: float = 1.0, unit: str) -> Estimate:
        """How much a column grows a second."""
        return self.estimate(lambda tally: factor * self.total(tally, *name) / self.seconds, unit)


class _Grown(NamedTuple):
    """How much each column of a tally grew; the tally is held, so that no other one has its identity."""

    tally: Tally
    by_name: dict[tuple[str, ...], float]


def sum_over_nodes(edges: np.ndarray) -> np.ndarray:
    """Edges of a tally, float64 (windows, nodes, columns), summed over the nodes to the last digit as each column by
    itself: float64 (windows, columns)."""
    # The nodes last in memory: numpy adds up in another order where they are not.
    summed: np.ndarray = np.ascontiguousarray(edges.transpose(0, 2, 1)).sum(axis=2)
    return summed


def merge_nodes(tally: Tally) -> Tally:
    """The same with all nodes as one, for who reads columns of many parts of it: edges (windows + 1, 1, columns)."""
    return replace(tally, edges=sum_over_nodes(tally.edges)[:, np.newaxis])


def cut_windows(tally: Tally, first: int, last: int) -> Tally:
    """What a replication counted in the windows from `first` to before `last`, as if those before were warm-up."""
    plan = replace(tally.plan, windows=last, warm_up=first * tally.plan.window)
    responses = tally.by_window[last] - tally.by_window[first]
    return replace(tally, plan=plan, edges=tally.edges[: last + 1], histogram=responses[np.newaxis])
