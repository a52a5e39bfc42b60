"""The shape of a day, as `workload.day` of a scenario has it: the load at each full hour, with straight lines between
them (linear B-splines: de Boor 1978, A Practical Guide to Splines), and the days of the week.

The mean of a whole hour is no point of it: that belongs half an hour later. So points are fitted to counts of ten
minutes by least squares, none below 0. A day goes over into the next one at midnight, so that the last hour of a Sunday
is partly of a Monday: the factors of days are those whose days, so joined, have the means that are in the log.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls

from simulator.calibration.log.arrivals import CONFIDENCE, DAY, HOUR
from simulator.experiment.estimate import Estimate, from_replications
from simulator.traffic.requests import LoggedRequests

HOURS, WEEK = 24, 7
# Seconds that a count is of. A day that lacks less at either end is whole: nobody need ask in its first minutes.
BIN = 600
BINS = DAY // BIN
EPOCH = 3  # The weekday of the first day of 1970 if Monday is 0.


@dataclass(frozen=True)
class DayShape:
    """begins: of the first day that is looked at, seconds since 1970 on the clock of the log; days: how many, from
    midnight to midnight, or one day from any ten minutes on where the log has no such; silent: those of them without a
    request, which are left out; weeks: whole ones that they are, 0 where they are no week. hours: requests/s at each
    full hour of a mean day, midnight first; weekdays: each day in times their mean, Monday first, () without a whole
    week. Half-widths are infinite where one day, or one week, stands behind them."""

    begins: int
    days: int
    silent: int
    weeks: int
    hours: tuple[Estimate, ...]
    weekdays: tuple[Estimate, ...]

    @property
    def peak(self) -> float:
        """Requests/s at the largest hour of the largest day."""
        return max(each.value for each in self.hours) * max((each.value for each in self.weekdays), default=1.0)


def fit_day_shape(logged: LoggedRequests) -> DayShape | None:
    """What the last whole weeks of a log say of a day, or its whole days where it has no week; None for less than a
    day."""
    looked_at = _looked_at(logged)
    if looked_at is None:
        return None
    begins, days = looked_at
    counts, exposed = _counted(logged, begins, days)
    busy = counts.sum(axis=1) > 0
    if not busy.any():
        return None
    points = _points(counts[busy].sum(axis=0), exposed[busy].sum(axis=0))
    hours = _hours(points, [_points(*each) for each in zip(counts[busy], exposed[busy], strict=True)])
    rates = np.where(busy, counts.sum(axis=1) / exposed.sum(axis=1), np.nan)
    weekdays = _weekdays(rates, (begins // DAY + EPOCH) % WEEK, points) if days % WEEK == 0 else ()
    return DayShape(begins, days, int((~busy).sum()), days // WEEK if weekdays else 0, hours, weekdays)


def _looked_at(logged: LoggedRequests) -> tuple[int, int] | None:
    """When the days begin, on the clock of the log, and how many they are: whole weeks where there are some."""
    first = int(logged.first) + logged.clock.offset
    end = first + int(logged.span)
    # The first and the last midnight, with the few minutes that a whole day may lack.
    midnight, last = -(-(first - BIN + 1) // DAY), (end + BIN - 1) // DAY
    days = last - midnight
    if days >= WEEK:
        days -= days % WEEK
    if days >= 1:
        return (last - days) * DAY, days
    return (end // BIN * BIN - DAY, 1) if end - first >= DAY else None


def _counted(logged: LoggedRequests, begins: int, days: int) -> tuple[np.ndarray, np.ndarray]:
    """Requests of each ten minutes of the day, midnight first, and the seconds of them that the log has: both
    (days, BINS)."""
    first = int(logged.first) + logged.clock.offset
    place = np.floor((logged.start + logged.clock.offset - begins) / BIN).astype(np.int64)
    counts = np.bincount(place[(place >= 0) & (place < days * BINS)], minlength=days * BINS)
    edges = begins + np.arange(days * BINS) * BIN
    exposed = np.minimum(edges + BIN, first + int(logged.span)) - np.maximum(edges, first)
    later = begins // BIN % BINS
    return np.roll(counts.reshape(days, BINS), later, axis=1), np.roll(exposed.reshape(days, BINS), later, axis=1)


def _points(counts: np.ndarray, exposed: np.ndarray) -> np.ndarray:
    """Requests/s at each full hour: float64 (HOURS,). No ten minutes have a full hour inside, so that the mean of a
    straight line over them is its value in their middle."""
    middle = (np.arange(BINS) + 0.5) * BIN / HOUR
    hats = np.zeros((BINS, HOURS))
    before, part = middle.astype(np.int64), middle % 1.0
    hats[np.arange(BINS), before] = 1.0 - part
    hats[np.arange(BINS), (before + 1) % HOURS] = part
    weight = np.sqrt(exposed)
    points: np.ndarray = nnls(hats * weight[:, None], counts / exposed * weight)[0]
    return points


def _hours(points: np.ndarray, of_days: list[np.ndarray]) -> tuple[Estimate, ...]:
    """Their intervals are those of the shapes of the days: how busy a whole day is, is told by the days of the week."""
    shapes = np.array([each / each.mean() for each in of_days]) * points.mean()
    return tuple(_known(value, shapes[:, hour], "/s") for hour, value in enumerate(points.tolist()))


def _weekdays(rates: np.ndarray, first: int, points: np.ndarray) -> tuple[Estimate, ...]:
    """From the mean rate of each day, the first of which is weekday `first`; () where a weekday was always silent."""
    weeks = np.roll(rates.reshape(-1, WEEK), first, axis=1)
    known = np.isfinite(weeks)
    if not known.any(axis=0).all():
        return ()
    # The share of a day's requests that the next day decides.
    share = 0.5 * points[0] / points.sum()
    joined = np.eye(WEEK) * (1.0 - share) + np.roll(np.eye(WEEK), 1, axis=1) * share
    factors = np.linalg.solve(joined, np.nanmean(weeks, axis=0))
    of_weeks = np.linalg.solve(joined, weeks[known.all(axis=1)].T).T
    of_weeks = of_weeks / of_weeks.mean(axis=1, keepdims=True)
    factors = np.maximum(factors / factors.mean(), 0.0)
    return tuple(_known(value, of_weeks[:, day], "") for day, value in enumerate(factors.tolist()))


def _known(value: float, each: np.ndarray, unit: str) -> Estimate:
    """A value with the interval of what single days or weeks say."""
    if each.size < 2:
        return Estimate(value, math.inf, CONFIDENCE, int(each.size), unit)
    return Estimate(value, from_replications(each.tolist(), CONFIDENCE, unit).half_width, CONFIDENCE, each.size, unit)
