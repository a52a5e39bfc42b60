"""The figures of a server over the day, as charts."""

import numpy as np

from models.parts.daily.day import DAY
from simulator.daily.day import DayResult
from simulator.failover.time_course import TimeCourse
from simulator.messages.daily import headings
from simulator.messages.numbers import readable_unit, size_of
from simulator.output.blocks import Chart, Charts
from simulator.output.pictures import Line, Lines, Rule

HOUR = 3600.0


def charts(day_result: DayResult) -> Charts:
    """The figures of a server over the day, by the curve, where any is known; rules mark where something happens."""
    return Charts(tuple(_chart(day_result, course) for course in day_result.courses if np.isfinite(course.value).any()))


def _chart(day_result: DayResult, course: TimeCourse) -> Chart:
    known = np.isfinite(course.value)
    unit = readable_unit(float(np.max(course.value[known], initial=0.0)), course.unit)
    size = size_of(unit)
    values, half_widths = (tuple(map(float, each[known] / size)) for each in (course.value, course.half_width))
    happens = [each for each in day_result.windows if each.asked.happens]
    edges = {edge for each in happens for edge in (each.asked.begins, min(each.asked.ends, DAY))}
    spelt = {"/s": "per second"}.get(unit, unit)
    title = f"{course.name[0].upper()}{course.name[1:]}, {spelt}"
    time = tuple(float(each) / HOUR for each in day_result.time[known])
    picture = Lines(time, headings.X_AXIS, (Line(course.name, values, half_widths),), spelt,
                    tuple(Rule(edge / HOUR) for edge in sorted(edges)))  # fmt: skip
    return Chart(title, picture, headings.chart(title))
