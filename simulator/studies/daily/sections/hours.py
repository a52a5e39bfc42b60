"""Hour by hour: a server at each full hour, by its load."""

import numpy as np

from simulator.daily.day import DayResult
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.failover.time_course import TimeCourse
from simulator.messages.daily import headings
from simulator.messages.daily.times import NO_STEADY_STATE, clock_text
from simulator.output.blocks import Block, Column, Table

HOUR = 3600.0


def section(day_result: DayResult) -> list[Block]:
    """A row for each full hour, by the curve."""
    columns = (
        Column("hour"),
        Column("load", "req/s", numeric=True),
        Column("mean response", "ms", numeric=True),
        Column("95 % within", "ms", numeric=True),
        Column("lost", "%", numeric=True),
        Column("most used", "%", numeric=True, use=True),
    )
    every = round(HOUR / (day_result.time[1] - day_result.time[0]))
    rows = tuple(_hour(day_result, place) for place in range(0, len(day_result.time) - 1, every))
    return [Table(headings.HOURS, columns, rows)]


def _hour(day_result: DayResult, place: int) -> tuple[str | float | Estimate | Unavailable, ...]:
    time = float(day_result.time[place])
    load = round(float(day_result.rates(day_result.time[place])), 1)
    return (clock_text(time), load, *(_at(day_result, course, place) for course in day_result.courses[1:]))


def _at(day_result: DayResult, course: TimeCourse, place: int) -> Estimate | Unavailable:
    value, half_width = float(course.value[place]), float(course.half_width[place])
    if not np.isfinite(value):
        return NO_STEADY_STATE
    confidence, count = day_result.scenario.run.confidence, day_result.served.replications
    estimate = Estimate(value, half_width, confidence, count, course.unit)
    return estimate.times(1e3, "ms") if course.unit == "s" else estimate
