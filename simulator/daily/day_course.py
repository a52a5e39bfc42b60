"""The load over a day as straight lines: hours of the day and days of the week, a release, and crowds."""

import math
from dataclasses import dataclass

import numpy as np

from models.parts.daily.day import BUSIEST, DAY, HOURS, WEEKDAYS, Daily, DailyCrowd, Release
from models.parts.daily.live_start import LiveStart
from simulator.daily.live_load import Viewing, joining_now, live_corners, live_load, live_times

HOUR = DAY / HOURS
# Seconds between corners by which a decay is told: its bend between two of them is less than 0.01 %.
STEP = 300.0
# Before a release nobody asks for it; from then on everybody may, within this time, seconds.
OPENS = 60.0


@dataclass(frozen=True)
class DayCourse:
    """Straight lines. time: seconds from midnight to midnight; times: the load, in times the demand of the peak; both
    float64 (corners,). weekday: its number, Monday is 0. arriving: sessions that come, in times those of the
    peak, where these are not as many as the load asks for; None where they are."""

    time: np.ndarray
    times: np.ndarray
    weekday: int
    arriving: np.ndarray | None = None

    def at(self, time: np.ndarray | float) -> np.ndarray:
        """The load at times of the day, in times the demand of the peak."""
        return np.asarray(np.interp(time, self.time, self.times))

    @property
    def mean(self) -> float:
        """The load on average, in times the demand of the peak."""
        return float(np.trapezoid(self.times, self.time) / DAY)

    def comes(self, time: np.ndarray | float, joining: bool) -> np.ndarray:
        """The sessions that come at times of the day, in times those of the peak; joining: told from the load, of which
        viewers who have joined ask for a part."""
        times = self.times if self.arriving is None or not joining else self.arriving
        return np.asarray(np.interp(time, self.time, times))

    def profile(self, begins: float, ends: float, joining: bool = False) -> tuple[tuple[float, float], ...]:
        """The corners of the sessions that come between two times, in seconds since the first and in times those
        there."""
        inside = self.time[(self.time > begins) & (self.time < ends)]
        moments = np.concatenate(([begins], inside, [ends]))
        factors = self.comes(moments, joining) / self.comes(begins, joining)
        return tuple((float(each - begins), float(factor)) for each, factor in zip(moments, factors, strict=True))


def day_course(day: Daily, weekday: int | None = None, viewing: Viewing | None = None) -> DayCourse:
    """The course of the day that is looked at, with all that happens on it; of another `weekday` the ordinary one.
    viewing: how one views, by whom there are live starts."""
    number = _looked_at(day) if weekday is None else weekday
    moments = [np.arange(HOURS + 1) * HOUR]
    if weekday is None:
        moments += [_corners_of_a_crowd(crowd) for crowd in day.crowds]
        if day.release is not None:
            at = day.release.at
            moments.append(np.unique(np.clip(np.append(np.arange(at + OPENS, DAY, STEP), [at, at + OPENS]), 0.0, DAY)))
    live = day.live if viewing is not None and weekday is None else ()
    moments += [live_corners(start, viewing) for start in live if viewing is not None]
    time = np.unique(np.concatenate(moments))
    times = _ordinary(day, number, time)
    if weekday is None:
        for crowd in day.crowds:
            times = times * np.interp(time, _corners_of_a_crowd(crowd), [1.0, crowd.times, crowd.times, 1.0])
        if day.release is not None:
            times = times + _released(day.release, time) * _ordinary_mean(day, number)
    if viewing is None or not live:
        return DayCourse(time, times, number)
    sessions = times + sum(_joining(start, viewing) * joining_now(start, time) for start in live)
    times = times + sum(live_times(start, viewing, time) for start in live)
    return DayCourse(time, times, number, sessions)


def _joining(start: LiveStart, viewing: Viewing) -> float:
    """Sessions that join a second, in times those of the peak."""
    return live_load(start, viewing, viewing.requests).joining


def _looked_at(day: Daily) -> int:
    if day.weekday != BUSIEST:
        return WEEKDAYS.index(day.weekday)
    factors = [each.times for each in day.weekdays]
    return factors.index(max(factors)) if factors else 0


def _ordinary(day: Daily, weekday: int, time: np.ndarray) -> np.ndarray:
    """The load of an ordinary day at some times: it goes over into the next day at midnight."""
    hours = np.array([each.times for each in day.hours])
    of_days = np.array([each.times for each in day.weekdays] or [1.0] * len(WEEKDAYS))
    known = np.append(hours * of_days[weekday], hours[0] * of_days[(weekday + 1) % len(WEEKDAYS)])
    times: np.ndarray = np.interp(time, np.arange(HOURS + 1) * HOUR, known) / (hours.max() * of_days.max())
    return times


def _ordinary_mean(day: Daily, weekday: int) -> float:
    time = np.arange(HOURS + 1) * HOUR
    return float(np.trapezoid(_ordinary(day, weekday, time), time) / DAY)


def _corners_of_a_crowd(crowd: DailyCrowd) -> np.ndarray:
    """When it begins to come, is there, begins to go and is gone; two moments are never one."""
    ends = crowd.at + crowd.lasts
    gone = min(crowd.rise, crowd.lasts / 2.0 - 1e-3)
    return np.array([crowd.at, crowd.at + gone, ends - gone, ends])


def _released(release: Release, time: np.ndarray) -> np.ndarray:
    """Requests for a release a second, in times the mean of the ordinary day: the rate of an exponential decay of which
    the first day has the stated share."""
    decay = -math.log1p(-release.first_day) / DAY
    since = time - release.at
    open_ = np.clip(since / OPENS, 0.0, 1.0)
    return np.asarray(open_ * release.requests * DAY * decay * np.exp(-decay * np.maximum(since, 0.0)))
