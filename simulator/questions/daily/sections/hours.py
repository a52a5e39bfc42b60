"""Hour by hour: a server at each full hour, by its load."""

import numpy as np

from simulator.daily.follow import DayFollowed
from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.questions.daily.sentences import NO_STEADY_STATE, clock
from simulator.report.blocks import Block, Column, Heading, Table
from simulator.survival.over_time import Course

HOUR = 3600.0


def section(found: DayFollowed) -> list[Block]:
    """The hours of the day below their heading."""
    return [Heading("Hour by hour", 2), *on_terminal(found)]


def on_terminal(found: DayFollowed) -> list[Block]:
    """A row for each full hour, by the curve."""
    columns = (
        Column("hour"),
        Column("load", "requests/s", numeric=True),
        Column("mean response", "ms", numeric=True),
        Column("95 % within", "ms", numeric=True),
        Column("lost", "%", numeric=True),
        Column("most used", "%", numeric=True, use=True),
    )
    every = round(HOUR / (found.time[1] - found.time[0]))
    rows = tuple(_hour(found, place) for place in range(0, len(found.time) - 1, every))
    return [Table("A server at each full hour, by its load", columns, rows)]


def _hour(found: DayFollowed, place: int) -> tuple[str | float | Estimate | Refused, ...]:
    time = float(found.time[place])
    load = round(float(found.rates(found.time[place])), 1)
    return (clock(time), load, *(_at(found, course, place) for course in found.courses[1:]))


def _at(found: DayFollowed, course: Course, place: int) -> Estimate | Refused:
    value, half_width = float(course.value[place]), float(course.half_width[place])
    if not np.isfinite(value):
        return NO_STEADY_STATE
    confidence, count = found.scenario.run.confidence, found.served.replications
    estimate = Estimate(value, half_width, confidence, count, course.unit)
    return estimate.times(1e3, "ms") if course.unit == "s" else estimate
