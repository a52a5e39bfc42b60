"""How long a server takes to settle: the warm-up that pilot runs show by MSER-5, or if a stated one is long enough.

Left in, the warm-up biases the mean; cut off, it leaves fewer values to take the mean of. The cut that makes the
standard error of what is left smallest balances the two (White 1997, An Effective Truncation Heuristic for Bias
Reduction in Simulation Output, Simulation 69; on means of five observations, MSER-5: White, Cobb and Spratt 2000,
Winter Simulation Conference; that it estimates the cut of least mean squared error: Franklin and White 2008, ibid.).

A batch is a window. Of five observations, each over a fifth of it, the mean of a rate or of a level is that of the
window, and a ratio over the window weighs what it is a ratio of; so the windows that a run keeps are the batches.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from models.errors import Remedy
from models.parts.run import AUTO, Run
from models.quantities.formatting import significant
from models.quantities.units import DURATION, format_quantity
from simulator.engines.engine import Engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.engines.theory.bottleneck import station_loads
from simulator.errors import NotConverged
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.measures.server import all_measures
from simulator.experiment.overload import overload_of
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.replication_set import ReplicationSet
from simulator.experiment.results import LONGEST_RESPONSES, WarmUp
from simulator.experiment.subjects import PartQuantity, measure_label, measures_of_quantities
from simulator.experiment.time_series import series_readers
from simulator.messages.stages import experiment
from simulator.network.distribution import mean_square
from simulator.network.lines import client_lines
from simulator.network.network import Network

# The longest pilot run, in times the duration that is measured.
LONGEST = 16
# How long the tail of the sizes is, in times the square of their variation; requests that are waited for at most: a
# few seconds of a simulation, which is less than a server would be wrong by that is measured sooner.
TAIL, MOST = 6.0, 4e6
# A server that carries a smaller share of what it is offered is overloaded in a short pilot run as in a long one,
# unless caches still fill.
CLEARLY = 0.9
# What a warm-up that is too short must have changed, beside the hit ratios of caches.
JUDGED = ("wire_mbps", "response_mean", "connections")
# A cut that moves a mean by less than this share of the precision asked is chance: no more is known of the mean.
NEGLIGIBLE = 0.1


@dataclass(frozen=True)
class SettlingTime:
    """When a series has settled: after so many windows; `at_end` says that the series is too short to tell."""

    series: str
    windows: int
    at_end: bool


@dataclass(frozen=True)
class WarmUpCut:
    """How many batches the warm-up takes; `at_end` says that it is the latest cut that is allowed, half the series, so
    that the series is too short: the best cut may lie beyond."""

    batches: int
    at_end: bool


def find_warm_up(
    engine: Engine, network: Network, run: Run, progress: Progress = lambda: None, ramped: bool = False
) -> tuple[Run, WarmUp]:
    """The run with its warm-up, and where that comes from.

    A stated warm-up stays. `auto` makes a pilot run of replication 0 from time 0, as long as the duration, and longer
    ones, each twice as long, while some series settles no sooner than at the latest cut that MSER allows. The warm-up
    is that of the series that settles last, and no shorter than the longest responses take. A load test, `ramped`,
    never settles: it has none. A pilot is a step of `progress`.
    Raises NotConverged, with series and setting, if a series has not settled in a pilot of LONGEST times the duration;
    Overloaded if it was offered more than it carries.
    """
    if run.warm_up is not None:
        return run, WarmUp(run.warm_up)
    if ramped:
        return _warmed(run, WarmUp(0.0))
    measured = max(1, round(run.seconds / run.window))
    windows = measured
    while True:
        announce_steps(progress, 1)
        steady = ReplicationSet(
            network, [engine.run(network, RunPlan(windows, run.window, 0.0), run.seed)], run.confidence
        )
        progress()
        last = slowest_series(steady, run) or SettlingTime("", 0, False)
        if not last.at_end:
            return _warmed(run, _no_sooner_than_the_longest(network, run, last, windows * run.window))
        overload = overload_of(steady)
        if overload and not network.caches and overload.carried < CLEARLY * overload.offered:
            raise overload
        if windows >= LONGEST * measured:
            raise overload or _never(last, run, windows * run.window)
        windows *= 2


def _no_sooner_than_the_longest(network: Network, run: Run, last: SettlingTime, pilot: float) -> WarmUp:
    """When the series that settles last has settled, or later, once the longest responses have ended: a series of a few
    windows cannot tell a mean that still grows from chance."""
    longest = int(longest_responses(network) / run.window)
    if longest > last.windows:
        return WarmUp(longest * run.window, LONGEST_RESPONSES, pilot)
    return WarmUp(last.windows * run.window, last.series, pilot)


def longest_responses(network: Network) -> float:
    """Seconds until nearly all bytes of the responses that begin first have been sent: R (1 + TAIL c^2), with the
    seconds R of a request that meets nobody and the coefficient of variation c of the times that they are read for,
    of sizes and lines that have nothing to do with each other: 1 + c^2 = (1 + c_size^2) (1 + c_line^2). Those of the
    slowest line alone are not exceeded.

    A byte is part of a large response as much more often as that is larger (length-biased sampling, Cox 1962, Renewal
    Theory, section 5): of constant sizes all are sent after R, of exponential ones 99.3 % after 7 R. No more than MOST
    requests take; 0 where theory cannot say.
    """
    try:
        found = station_loads(network)
    except ValueError:
        return 0.0
    mean = sum(each.share * each.payload.mean for each in network.classes)
    square = sum(each.share * mean_square(each.payload) for each in network.classes)
    if not mean > 0.0:
        return 0.0
    sizes, (lines, slowest) = square / mean**2, _of_lines(network)
    means = min(1.0 + TAIL * (sizes * lines - 1.0), slowest * (1.0 + TAIL * (sizes - 1.0)))
    return min(found.alone * means, MOST / (found.rate * network.nodes))


def _of_lines(network: Network) -> tuple[float, float]:
    """Of the seconds for which clients read a byte, in times their mean: the mean square, and the most. Those of the
    station whose lines are the most unequal; 1 where none is slower than what sends."""
    shares, found = np.array(network.source.client_shares), [(1.0, 1.0)]
    for station in network.shared:
        if client_lines(network, station):
            slowness = 1.0 / np.array(station.caps)
            slowness /= shares @ slowness
            found.append((float(shares @ slowness**2), float(slowness.max())))
    return max(found)


def _warmed(run: Run, settled: WarmUp) -> tuple[Run, WarmUp]:
    return run.model_copy(update={"warm_up": settled.seconds}), settled


def _never(last: SettlingTime, run: Run, tried: float) -> NotConverged:
    # What is not settled in a run that is shorter than any need be may be far from it.
    remedy = Remedy({"run.duration": "auto" if run.seconds < AUTO else _text(2.0 * run.seconds)})
    half, whole, twice = _text(tried / 2.0), _text(tried), _text(2.0 * tried)
    return NotConverged(experiment.never_settled(last.series, half, whole, LONGEST, twice, remedy), (remedy,))


def require_settled(network: Network, tallies: Sequence[Tally], run: Run) -> None:
    """Whether the stated warm-up of replications was long enough.

    It was not if some series settles later and, measured from then on, traffic, response time, connections or a hit
    ratio differ by more than `run.precision`, the interval of the difference included: what differs by chance does not
    count. Raises NotConverged, with the series, when it settles, and what to write; Overloaded if it was offered more
    than it carries.
    """
    steady = ReplicationSet(network, tallies, run.confidence)
    last = slowest_series(steady, run)
    if last is None or last.windows <= steady.first:
        return
    stated, later = all_measures(steady)[0], all_measures(steady.after(last.windows))[0]
    judged = {key: measure_label(key) for key in JUDGED}
    judged |= {ratio.key: ratio.label for ratio in measures_of_quantities(network, PartQuantity.HIT_RATIO)}
    for key in (key for key in stated if key in judged):
        before, after = stated[key], later[key]
        if isinstance(before, Estimate) and isinstance(after, Estimate) and _differ(before, after, run.precision):
            raise overload_of(steady) or _too_short(last, judged[key], before, after, run)


def _differ(before: Estimate, after: Estimate, precision: float) -> bool:
    """Whether two figures of the same replications differ, for sure, by more than a share."""
    each = [b - a for a, b in zip(before.each, after.each, strict=True)]
    apart = from_replications(each, before.confidence, before.unit)
    return abs(apart.value) - apart.half_width > precision * abs(after.value)


def _too_short(last: SettlingTime, label: str, before: Estimate, after: Estimate, run: Run) -> NotConverged:
    settled = _text(last.windows * run.window)
    longer = {"run.duration": _text(2.0 * last.windows * run.window)} if last.at_end else {}
    remedy = Remedy({"run.warm_up": "auto", **longer})
    stated, off = _text(run.warm_up or 0.0), _off(before.value, after.value)
    return NotConverged(experiment.short_warm_up(stated, last.series, settled, last.at_end, label, off), (remedy,))


def _off(before: float, after: float) -> str:
    """By how much a figure is too low or too high."""
    if not after:
        return experiment.off_zero(significant(before, 2))
    return f"{significant(100.0 * abs(before / after - 1.0), 2)} % too {'low' if before < after else 'high'}"


def _text(seconds: float) -> str:
    return format_quantity(float(f"{seconds:.12g}"), DURATION)  # Three windows of 0.4 s are 1.2 s, not a bit more.


def mser(batches: np.ndarray) -> WarmUpCut:
    """The cut d of a series x of n batch means, float64 (n,), n at least 1, none of them nan.

    d is the one of 0 to n / 2 at which sum over i > d of (x_i - mean of those)^2 / (n - d)^2 is smallest; of equals,
    the earliest. Later cuts are not allowed: a few values at the end are alike by chance (White 1997).
    Raises ValueError for an empty series.
    """
    count = len(batches)
    if not count:
        raise ValueError(experiment.EMPTY_SERIES)
    latest = count // 2
    best, smallest = 0, math.inf
    mean = squares = 0.0
    # From the end on, each value updates mean and sum of squares (Welford 1962, Technometrics 4): equal values leave a
    # sum of exactly 0, which differences of large sums would not.
    for left, value in enumerate(reversed(batches.tolist()), start=1):
        off = value - mean
        mean += off / left
        squares += off * (value - mean)
        error = squares / left**2
        if count - left <= latest and error <= smallest:
            best, smallest = count - left, error
    return WarmUpCut(best, 0 < best == latest)


def slowest_series(steady: ReplicationSet, run: Run) -> SettlingTime | None:
    """The series that settles last, all of them taken from time 0 as the mean over the replications.

    If it is not known of some when they settle, one of those; None if none has anything to settle.
    """
    return max(_settling(steady, run), key=lambda found: (found.at_end, found.windows), default=None)


def _settling(steady: ReplicationSet, run: Run) -> Iterator[SettlingTime]:
    measured = max(1, round(run.seconds / run.window))
    for trace in series_readers(steady):
        if trace.settles:
            each = np.array([trace.read(tally) for tally in steady.tallies])
            # A window that says nothing in one replication would make the mean another one.
            known = np.flatnonzero(np.isfinite(each).all(axis=0))
            if known.size:
                mean = each[:, known].mean(axis=0)
                cut = mser(mean)
                if _matters(mean, known < measured, cut.batches, NEGLIGIBLE * run.precision):
                    yield SettlingTime(trace.name, int(known[cut.batches]), cut.at_end)


def _matters(values: np.ndarray, early: np.ndarray, cut: int, negligible: float) -> bool:
    """Whether the mean of the values that are `early`, without any cut, is off by more than a negligible share."""
    after = float(values[cut:].mean())
    return not early.any() or abs(float(values[early].mean()) - after) > negligible * abs(after)
