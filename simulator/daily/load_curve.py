"""A server in steady state at a few loads, and at all between: what a day is told by where its load changes slowly.

While the load changes little in the time that a server takes to settle, it does at each moment what it does for good at
that load: the quasi-stationary, or pointwise stationary, approximation (Green and Kolesar 1991, The Pointwise
Stationary Approximation for Queues with Nonstationary Arrivals, Management Science 37). How far it is off is measured
(windows.py). Between loads figures are monotone cubics (Fritsch and Carlson 1980, Monotone Piecewise Cubic
Interpolation), times by their logarithm. Loads are closer together where the first station is nearly full; at a load
that fills it there is no steady state, so that such a time is outside the targets, and nothing else is told of it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.interpolate import PchipInterpolator

from simulator.daily.day_server import DayServer
from simulator.daily.figures import PERCENTILE, RESPONSE, UNITS, DayFigures, MissedTarget, day_figures
from simulator.engines.run_plan import RunPlan
from simulator.experiment.estimate import student_quantile
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.replication_set import ReplicationSet
from simulator.experiment.replications import run_in_parallel
from simulator.experiment.single_server import saturation_load
from simulator.experiment.target_strain import BACKLOG, backlog
from simulator.network.scaling import single_node
from simulator.targets import Target

POINTS = 8
# Beyond the loads of the day, up to those of a server while spares are down.
BEYOND_THE_DAY = 4
# The largest load that is tried, in times the one that fills the first station.
FULLEST = 0.98
# What each replication of a point measures: so many requests, and seconds at least.
REQUESTS, SHORTEST = 1e5, 20.0
WINDOWS = 10
TIMES = (RESPONSE, PERCENTILE)
ROUNDING = 1.0 + 1e-9
STRAINED = 1e9  # No target is missed by more.


@dataclass(frozen=True)
class SteadyLoads:
    """rates: requests/s of a server, float64 (points,); figures: by name, and strain: float64 (points, replications),
    NaN where nothing is told; at_points: what is missed at each in most replications, None where all is met; fullest:
    the limit that is used most at the largest load, "" for none."""

    rates: np.ndarray
    figures: Mapping[str, np.ndarray]
    strain: np.ndarray
    at_points: tuple[MissedTarget | None, ...]
    fullest: str
    confidence: float

    def joined(self, beyond: "SteadyLoads") -> "SteadyLoads":
        """This one, and another one of larger loads behind it."""
        return replace(
            beyond,
            rates=np.concatenate((self.rates, beyond.rates)),
            figures={name: np.concatenate((each, beyond.figures[name])) for name, each in self.figures.items()},
            strain=np.concatenate((self.strain, beyond.strain)),
            at_points=(*self.at_points, *beyond.at_points),
        )

    def figure(self, name: str, rates: np.ndarray) -> np.ndarray:
        """A figure at other loads, on average over the replications; NaN where there is no steady state."""
        values = self.figures[name].mean(axis=1)
        return np.exp(self._between(np.log(values))(rates)) if name in TIMES else self._between(values)(rates)

    def half_width(self, name: str, rates: np.ndarray) -> np.ndarray:
        """The half-width of its interval there."""
        values = self.figures[name]
        count = values.shape[1]
        spread = values.std(axis=1, ddof=1) / np.sqrt(count) * student_quantile(self.confidence, count - 1)
        return np.asarray(np.interp(rates, self.rates, spread))

    def outside(self, rates: np.ndarray) -> np.ndarray:
        """Whether each replication misses a target at some loads: bool (replications, loads)."""
        # A loss where nothing may be lost is endless strain; too few answers of so many requests are no better.
        logs = np.log(np.clip(np.nan_to_num(self.strain.T, nan=STRAINED), 1.0 / STRAINED, STRAINED))
        missed: np.ndarray = np.array([self._between(each)(rates) > 0.0 for each in logs])
        return np.asarray(missed | (rates > self.rates[-1] * ROUNDING))

    def missed(self, rates: np.ndarray) -> tuple[MissedTarget, ...]:
        """What is missed at each of some loads that are outside: what is at the nearest load that was tried and misses
        a target. Where none does, more comes than the first station can do."""
        known = [(rate, each) for rate, each in zip(self.rates, self.at_points, strict=True) if each is not None]
        if not known:
            return (MissedTarget(Target.PILING_UP, self.fullest),) * len(rates)
        tried, missed = zip(*known, strict=True)
        return tuple(missed[place] for place in np.abs(rates[:, None] - np.array(tried)).argmin(axis=1))

    def _between(self, values: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        known = np.isfinite(values)
        if known.sum() < 2:
            return lambda rates: np.full(np.shape(rates), values[known][0] if known.any() else np.nan)
        drawn = PchipInterpolator(self.rates[known], values[known], extrapolate=False)
        first, last = self.rates[known][[0, -1]]

        def between(rates: np.ndarray) -> np.ndarray:
            told = (rates >= first / ROUNDING) & (rates <= last * ROUNDING)
            return np.where(told, drawn(np.clip(rates, first, last)), np.nan)

        return between


def steady_load_curve(served: DayServer, low: float, high: float, progress: Progress = lambda: None) -> SteadyLoads:
    """A server at POINTS loads from `low` to `high` requests/s, or to what it can do. Raises what the engine raises."""
    return _curve(served, _loads(low, high, _full(served, low), POINTS), progress)


def extend_load_curve(
    curve: SteadyLoads, served: DayServer, high: float, progress: Progress = lambda: None
) -> SteadyLoads:
    """The same on to `high` requests/s, or to what a server can do; as it is where it ends there already."""
    last = float(curve.rates[-1])
    full = _full(served, last)
    if high <= last * ROUNDING or (full is not None and last * ROUNDING >= FULLEST * full):
        return curve
    rates = _loads(last, high, full, BEYOND_THE_DAY + 1)[1:]
    announce_steps(progress, len(rates) * served.replications)
    return curve.joined(_curve(served, rates, progress))


def _full(served: DayServer, rate: float) -> float | None:
    return saturation_load(single_node(served.at(rate).network))


def _curve(served: DayServer, rates: np.ndarray, progress: Progress) -> SteadyLoads:
    count = served.replications
    jobs = [(rate, replication) for rate in rates for replication in range(count)]

    def one(number: int) -> DayFigures:
        day_figures = _point(served, *jobs[number])
        progress()
        return day_figures

    # The largest loads take longest: they are begun first.
    order = list(reversed(range(len(jobs))))
    found = dict(zip(order, run_in_parallel(served.engine, one, order, served.scenario.run.threads), strict=True))
    table = [[found[point * count + r] for r in range(count)] for point in range(len(rates))]
    return SteadyLoads(
        rates=rates,
        figures={name: np.array([[each.figures[name] for each in row] for row in table]) for name in UNITS},
        strain=np.array([[each.strain for each in row] for row in table]),
        at_points=tuple(_most(row) for row in table),
        fullest=table[-1][0].most_used,
        confidence=served.scenario.run.confidence,
    )


def _most(row: Sequence[DayFigures]) -> MissedTarget | None:
    """What is missed in most replications of a load, of those that miss anything."""
    found = Counter(each.missed for each in row if each.missed is not None)
    return found.most_common(1)[0][0] if found else None


def _loads(low: float, high: float, full: float | None, points: int) -> np.ndarray:
    """The loads: spaced evenly in the logarithm of what is free of the first station, which `full` requests/s fill."""
    if full is None or not np.isfinite(full) or low >= FULLEST * full:
        return np.linspace(low, max(high, low * (1.0 + 1e-6)), points)
    last = max(min(high, FULLEST * full), low * (1.0 + 1e-6))
    return full * (1.0 - np.exp(np.linspace(np.log1p(-low / full), np.log1p(-last / full), points)))


def _point(served: DayServer, rate: float, replication: int) -> DayFigures:
    network = served.at(rate).network
    seconds = max(SHORTEST, REQUESTS / (rate * served.nodes))
    window = seconds / WINDOWS
    warm_up = int(np.ceil(served.settled / window))
    plan = RunPlan(warm_up + WINDOWS, window, warm_up * window, replication)
    tally = served.engine.run(network, plan, served.scenario.run.seed)
    steady = ReplicationSet(network, (tally,), served.scenario.run.confidence)
    found = day_figures(steady, tally, served.asked)
    if backlog(steady, tally) <= BACKLOG:
        return found
    # There is no steady state to tell of: what is measured grows with the time for which it is.
    return replace(found, figures=dict.fromkeys(found.figures, np.nan))
