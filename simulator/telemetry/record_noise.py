"""How far another record of the same load would be off this one: of the peak, and of the CPU time of a request.

Requests come at random, so that no two weeks of the same farm have the same peak, nor the same mean work of a request.
What a week holds that another one does not - a launch, a holiday - no record tells.
"""

import math
from typing import NamedTuple

import numpy as np

from simulator.experiment.estimate import student_quantile
from simulator.telemetry.series import SeriesValues

# Confidence of both intervals, as of all that is measured (DESIGN section 5).
CONFIDENCE = 0.95
# Stretches of a record whose means are taken to have nothing to do with each other: 10 to 30 of them (Schmeiser 1982,
# Batch Size Effects in the Analysis of Simulation Output, Operations Research 30).
STRETCHES = 24
# So few where each is left out in turn: by more of them, shorter ones, noise that hangs together for hours is missed.
_LEFT_OUT = 10
_DRAWS = 4_000
_OTHER = 4.0  # Standard deviations: what is further off a line is other work.
_PARTS = 700  # Of a record, whose means are held beside each other: hours of four weeks.
_SMOOTH = 7  # Steps whose mean is the load without its noise.
_REACH = 6.0  # Standard deviations below the highest step: what lies lower is never the peak.
_APART = 600.0  # s: steps so far apart have no sessions in common, which would make both alike.
_DIFFERENCES = np.array([1.0, -4.0, 6.0, -4.0, 1.0]) / math.sqrt(70.0)  # Of even noise they have its deviation.
_MEDIAN = 1.4826  # A standard deviation, in median deviations of a normal number.
_TELLS = 0.18  # Of a step, how much it tells of that deviation, beside a normal number.


class MeasuredRange(NamedTuple):
    """The ends of an interval of something that was measured."""

    low: float
    high: float


def peak_range(
    at: SeriesValues, amounts: SeriesValues, step: float, random: np.random.Generator
) -> MeasuredRange | None:
    """Where the largest of some steps of so many seconds would be in another record of the same load; None of a record
    of hardly any steps. at: seconds at which each begins; what was not measured is absent, or NaN.

    Noise is told from the course of the day by differences of high order, in which what is smooth is not left (Gasser,
    Sroka and Jennen-Steinmetz 1986, Residual Variance and Residual Pattern in Nonlinear Regression, Biometrika 73). Its
    variance grows as the load does: it is even in the roots of it.
    """
    roots, reach = _on_grid(at, np.sqrt(amounts), step), max(1, math.ceil(_APART / step)) * (len(_DIFFERENCES) - 1)
    off = _differences(roots, reach)
    if not len(off) or np.isfinite(roots).sum() < _SMOOTH:
        return None
    noise = _MEDIAN * float(np.median(np.abs(off)))
    level = _level(roots)
    near = level[level >= level.max() - _REACH * noise]
    told = _TELLS * (len(off) + reach)
    each = noise * np.sqrt(told / random.chisquare(told, _DRAWS))
    first, second = ([_peak(near, spread, random) for spread in each] for _ in range(2))
    apart = float(np.quantile(np.abs(np.subtract(first, second)), CONFIDENCE))
    root = float(np.nanmax(roots))
    return MeasuredRange(max(0.0, root - apart) ** 2, (root + apart) ** 2)


def _on_grid(at: SeriesValues, values: SeriesValues, step: float) -> SeriesValues:
    """Values at every step from the first to the last that was measured, NaN where none was."""
    there = np.isfinite(values)
    if not there.any():
        return values[there]
    places = np.rint((at[there] - at[there][0]) / step).astype(np.int64)
    grid = np.full(places[-1] + 1, np.nan)
    grid[places] = values[there]
    return grid


def _differences(roots: SeriesValues, reach: int) -> SeriesValues:
    """Differences of high order of steps on a grid, the first and the last of each `reach` steps apart, of those alone
    of which all were measured: the two sides of a gap are no neighbours."""
    lag, count = reach // (len(_DIFFERENCES) - 1), max(0, len(roots) - reach)
    off = np.zeros(count)
    for place, weight in enumerate(_DIFFERENCES):
        off += weight * roots[lag * place : lag * place + count]
    return off[np.isfinite(off)]


def _level(roots: SeriesValues) -> SeriesValues:
    """The load without its noise at each step that was measured: the mean of what was measured around it."""
    padded = np.pad(roots, _SMOOTH // 2, mode="edge")
    total, count = (
        np.convolve(each, np.ones(_SMOOTH), mode="valid") for each in (np.nan_to_num(padded), np.isfinite(padded))
    )
    there = np.isfinite(roots)
    return np.asarray(total[there] / count[there])


def _peak(level: SeriesValues, noise: float, random: np.random.Generator) -> float:
    return float((level + noise * random.standard_normal(len(level))).max())


class WorkAlways(NamedTuple):
    """What is worked without any load, with the ends of its interval, the factor of loads beyond it, and where the line
    is at a load beyond those that were measured."""

    work: float
    between: MeasuredRange
    factor: float
    beyond: MeasuredRange


def work_always(measured: SeriesValues, loads: SeriesValues, beyond: float = 1.0) -> WorkAlways | None:
    """What a line through what was measured over loads leaves where there is no load, and has at so many times the
    largest load; None of hardly any steps, and where all loads are alike.

    The line is that of Theil and Sen, the median of the slopes of all pairs (Sen 1968, Estimates of the Regression
    Coefficient Based on Kendall's Tau, JASA 63), which a backup at night hardly moves. What is far off it is left out
    of a second one, which a backup does not move. Where other records would have it, the line without each stretch of
    the record in turn tells: steps may hang together, and loads be alike (the grouped jackknife: Shao and Wu 1989, A
    General Theory for Jackknife Variance Estimation, Annals of Statistics 17).
    """
    parts = np.array_split(np.arange(len(loads)), min(_PARTS, len(loads)))
    own, said = (np.array([each[part].mean() for part in parts]) for each in (loads, measured))
    first = _line(own, said)
    if first is None:
        return None
    off = np.abs(said - first[0] - first[1] * own)
    near = off <= _OTHER * _MEDIAN * np.median(off)
    own, said = own[near], said[near]
    line, most = _line(own, said), beyond * float(loads.max())
    if line is None or len(own) < 2 * _LEFT_OUT:
        return None
    without = [
        _line(np.delete(own, each), np.delete(said, each)) for each in np.array_split(np.arange(len(own)), _LEFT_OUT)
    ]
    ends = np.array([(work, work + most * factor) for work, factor in filter(None, without)])
    if len(ends) < _LEFT_OUT:  # All that is not alike was in one of them.
        return None
    spread = np.sqrt((_LEFT_OUT - 1.0) * np.var(ends, axis=0))
    reach = student_quantile(CONFIDENCE, _LEFT_OUT - 1) * spread
    work, factor = line
    at_work, at_most = (
        MeasuredRange(float(value - each), float(value + each))
        for value, each in zip((work, work + most * factor), reach, strict=True)
    )
    return WorkAlways(work, at_work, factor, at_most)


def _line(own: SeriesValues, said: SeriesValues) -> tuple[float, float] | None:
    """Where the line of Theil and Sen begins, and its slope; None where all loads are alike."""
    first, second = np.triu_indices(len(own), 1)
    apart = own[second] - own[first]
    differ = apart != 0.0
    if not differ.any():
        return None
    factor = float(np.median((said[second] - said[first])[differ] / apart[differ]))
    return float(np.median(said - factor * own)), factor


def ratio_range(measured: SeriesValues, loads: SeriesValues) -> MeasuredRange | None:
    """Where the factor of loads that is least off what was measured would lie by other records; None of a single step.

    That factor is the median of the ratios with the weights of their loads, and its interval the ratios at which the
    sum of weights above and below is as uneven as it may be by chance (the sign test: Lehmann 1975, Nonparametrics,
    section 4.4). How uneven that is, is told from stretches of the record, in which steps may hang together.
    """
    stretches = min(STRETCHES, len(loads))
    if stretches < 2:
        return None
    ratios = measured / loads
    order = np.argsort(ratios)
    ranked, weights = ratios[order], np.cumsum(loads[order]) / loads.sum()
    middle = ranked[np.searchsorted(weights, 0.5)]
    signs = np.sign(ratios - middle) * loads / loads.sum()
    uneven = [float(part.sum()) for part in np.array_split(signs, stretches)]
    spread = math.sqrt(stretches / (stretches - 1.0) * sum(each**2 for each in uneven))
    reach = student_quantile(CONFIDENCE, stretches - 1) * spread / 2.0
    ends = np.searchsorted(weights, np.clip([0.5 - reach, 0.5 + reach], 0.0, 1.0))
    low, high = ranked[np.minimum(ends, len(ranked) - 1)]
    return MeasuredRange(float(low), float(high))
