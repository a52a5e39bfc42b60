"""A day of a farm as blocks: the answer, hour by hour, what happens, how far off the method is, and charts."""

import numpy as np

from models.parts.daily.day import DAY
from simulator.daily.figures import PERCENTILE, RESPONSE
from simulator.daily.follow import DayFollowed, OfWeekday
from simulator.daily.judged import JudgedBy
from simulator.daily.windows import Window
from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.questions.daily.sentences import MOST_TOLD, answer, clock, how_exact, notes, tenths, what_happens
from simulator.report.blocks import (
    Block,
    Chart,
    Charts,
    Column,
    Heading,
    KeyFigure,
    KeyFigures,
    Report,
    Table,
    Text,
    tone_of,
)
from simulator.report.language.numbers import readable_unit, size_of
from simulator.report.pictures import Line, Lines, Rule
from simulator.report.provenance import provenance
from simulator.rollup.stamp import Stamp
from simulator.survival.over_time import Course
from simulator.targets import LABELS

HOUR = 3600.0
OVERLOADED = Refused("no steady state")


def day_report(found: DayFollowed, stamp: Stamp) -> Report:
    """The report of a day."""
    how = " ".join((*how_exact(found), *notes(found)))
    blocks = (*day_document(found), *provenance(stamp, how, found.scenario.run.confidence))
    return Report(blocks, stamp.day, stamp.origin)


def day_document(found: DayFollowed) -> list[Block]:
    """The answer, the hours, what happens, how exact that is, the week, and the charts."""
    return [
        Heading(f"{found.scenario.name}: a day", 1),
        Heading("The answer", 2),
        Text(answer(found), lead=True, tone="bad" if found.met is False else "neutral"),
        _cards(found),
        *(Text(line) for line in what_happens(found)),
        *_outside(found),
        Heading("Hour by hour", 2),
        hours(found),
        *_week(found),
        Heading("How far off the method is", 2),
        *(Text(line) for line in how_exact(found)),
        windows(found),
        Heading("Over the day", 2),
        charts(found),
        *(Text(line, aside=True) for line in notes(found)),
    ]


def _week(found: DayFollowed) -> list[Block]:
    return [Heading("Days of the week", 2), week(found)] if found.week else []


def day_on_terminal(found: DayFollowed) -> list[Block]:
    """The same without its charts."""
    return [
        Text(answer(found), lead=True, tone="bad" if found.met is False else "neutral"),
        *(Text(line) for line in what_happens(found)),
        *_outside(found),
        hours(found),
        *([week(found)] if found.week else []),
        *(Text(line) for line in how_exact(found)),
        windows(found).only("window", "from", "to", "mean off", "p95 off", "minutes outside", "by its loads"),
        *(Text(line, aside=True) for line in notes(found)),
    ]


def _outside(found: DayFollowed) -> list[Block]:
    """When it is outside its targets: nothing where it never is."""
    spells = found.judged.spells()
    if not spells:
        return []
    columns = (
        Column("from"),
        Column("to"),
        Column("outside", "min", numeric=True),
        Column("judged"),
        Column("target missed"),
        Column("limit behind it"),
    )
    rows = tuple(
        (
            clock(each.begins),
            clock(each.ends),
            tenths(each.minutes),
            "as simulated" if each.by is JudgedBy.SIMULATED else "by its load",
            LABELS[each.missed.target],
            each.missed.limit or "none",
        )
        for each in spells
    )
    return [Table("Outside the targets", columns, rows)]


def _cards(found: DayFollowed) -> KeyFigures:
    outside = KeyFigure("Outside the targets", tenths(found.outside), tone=tone_of(found.met))
    mean = f"{found.course.mean:.0%} of the demand of the peak on average"
    return KeyFigures((outside, KeyFigure("Requests of a server", f"{found.requests:,.0f}", mean)))


def hours(found: DayFollowed) -> Table:
    """A server at each full hour, by the curve."""
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
    return Table("A server at each full hour, by its load", columns, rows)


def _hour(found: DayFollowed, place: int) -> tuple[str | float | Estimate | Refused, ...]:
    time = float(found.time[place])
    load = round(float(found.rates(found.time[place])), 1)
    return (clock(time), load, *(_at(found, course, place) for course in found.courses[1:]))


def _at(found: DayFollowed, course: Course, place: int) -> Estimate | Refused:
    value, half_width = float(course.value[place]), float(course.half_width[place])
    if not np.isfinite(value):
        return OVERLOADED
    confidence, count = found.scenario.run.confidence, found.served.replications
    estimate = Estimate(value, half_width, confidence, count, course.unit)
    return estimate.times(1e3, "ms") if course.unit == "s" else estimate


def week(found: DayFollowed) -> Table:
    """The ordinary days of the week."""
    columns = (
        Column("day"),
        Column("largest load", "% of the peak", numeric=True),
        Column("requests of a server", "millions", numeric=True),
        Column("outside the targets", "min", numeric=True),
        Column("when"),
    )
    rows = tuple(
        (each.name, round(100.0 * each.largest, 1), round(each.requests / 1e6, 2), tenths(each.outside), _when(each))
        for each in found.week
    )
    return Table("Ordinary days of the week, without what happens on the day above", columns, rows)


def _when(day: OfWeekday) -> str:
    """The first times at which an ordinary day is outside its targets, and how many more there are."""
    spells = day.judged.spells()
    told = ", ".join(f"{clock(each.begins)} to {clock(each.ends)}" for each in spells[:MOST_TOLD])
    more = len(spells) - MOST_TOLD
    return (told or "never") + (f", and {more} more" if more > 0 else "")


def windows(found: DayFollowed) -> Table:
    """Windows that were simulated beside what the curve says of them."""
    columns = (
        Column("window"),
        Column("from"),
        Column("to"),
        Column("mean response", "ms", numeric=True),
        Column("mean off", "%", numeric=True),
        Column("95 % within", "ms", numeric=True),
        Column("p95 off", "%", numeric=True),
        Column("minutes outside", numeric=True),
        Column("by its loads", numeric=True),
    )
    return Table("Windows simulated request by request, and how far off the loads are there", columns,
                 tuple(_window(each) for each in found.windows))  # fmt: skip


def _window(each: Window) -> tuple[str | float | Estimate | Refused, ...]:
    told = (cell for name in (RESPONSE, PERCENTILE) for cell in (_ms(each.full[name]), each.off(name) or OVERLOADED))
    ends = (each.outside, round(each.by_curve_outside, 1))
    return (each.asked.name, clock(each.asked.begins), clock(each.ends), *told, *ends)


def _ms(found: Estimate | Refused) -> Estimate | Refused:
    return found if isinstance(found, Refused) else found.times(1e3, "ms")


def charts(found: DayFollowed) -> Charts:
    """The figures of a server over the day, by the curve, where any is known; rules mark where something happens."""
    return Charts(tuple(_chart(found, course) for course in found.courses if np.isfinite(course.value).any()))


def _chart(found: DayFollowed, course: Course) -> Chart:
    known = np.isfinite(course.value)
    unit = readable_unit(float(np.max(course.value[known], initial=0.0)), course.unit)
    size = size_of(unit)
    values, half_widths = (tuple(map(float, each[known] / size)) for each in (course.value, course.half_width))
    happens = [each for each in found.windows if each.asked.happens]
    edges = {edge for each in happens for edge in (each.asked.begins, min(each.asked.ends, DAY))}
    spelt = {"/s": "per second"}.get(unit, unit)
    title = f"{course.name[0].upper()}{course.name[1:]}, {spelt}"
    time = tuple(float(each) / HOUR for each in found.time[known])
    picture = Lines(time, "hour of the day", (Line(course.name, values, half_widths),), spelt,
                    tuple(Rule(edge / HOUR) for edge in sorted(edges)))  # fmt: skip
    return Chart(title, picture, f"{title} of a server over the day, with intervals; dashed lines mark what happens.")
