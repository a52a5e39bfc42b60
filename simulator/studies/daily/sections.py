"""A day of a farm, a section each: the answer, the hours, charts, the method and the week."""

import numpy as np

from models.parts.daily.day import DAY
from simulator.daily.day import DayResult, WeekdayResult
from simulator.daily.figures import PERCENTILE, RESPONSE
from simulator.daily.target_violations import DayVerdict, VerdictBasis
from simulator.daily.windows import SimulatedWindow
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.failover.time_course import TimeCourse
from simulator.messages.daily import headings
from simulator.messages.daily.live import live_sentence
from simulator.messages.daily.method import accuracy_sentences
from simulator.messages.daily.times import MOST_TOLD, NO_STEADY_STATE, clock_text, rounded_minutes
from simulator.messages.daily.verdict import answer, spares_down, what_happens
from simulator.messages.numbers import unit_for
from simulator.messages.wording import node_word
from simulator.output.blocks import Block, Chart, Charts, Column, KeyFigure, KeyFigures, Table, Text, verdict_tone
from simulator.output.pictures import Line, Lines, Rule
from simulator.targets import LABELS


def lead(day_result: DayResult) -> list[Block]:
    """Whether the farm meets its targets all day."""
    return [Text(answer(day_result), lead=True, tone="bad" if day_result.met is False else "neutral")]


def details(day_result: DayResult) -> list[Block]:
    """The same with the spares down, what happens on the day, and when the farm misses its targets."""
    live = map(live_sentence, day_result.live)
    return [*map(Text, (*spares_down(day_result), *live, *what_happens(day_result))), *_spells(day_result)]


def cards(day_result: DayResult) -> list[Block]:
    """The minutes outside, and how much a server has to do."""
    unknown = day_result.judged.unknown_minutes
    beside = headings.minutes_unknown(unknown) if unknown else ""
    figures = [KeyFigure("Outside its targets", _card(day_result.judged), beside, tone=verdict_tone(day_result.met))]
    if (down := day_result.spares_down) is not None:
        figures.append(KeyFigure(headings.SPARES_DOWN, _card(down), "", tone=verdict_tone(down.met)))
    mean = headings.share_of_peak(day_result.course.mean)
    return [
        KeyFigures(
            (
                *figures,
                KeyFigure(f"Requests of a {node_word(day_result.scenario)}", f"{day_result.requests:,.0f}", mean),
            )
        )
    ]


def _card(judged: DayVerdict) -> Estimate | Unavailable:
    minutes = judged.known_minutes
    return minutes if isinstance(minutes, Unavailable) else rounded_minutes(minutes)


def _spells(day_result: DayResult) -> list[Block]:
    """When it is outside its targets: nothing where it never is."""
    spells = day_result.judged.spells()
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
            clock_text(each.begins),
            clock_text(each.ends),
            rounded_minutes(each.minutes),
            "as simulated" if each.by is VerdictBasis.SIMULATED else "by its load",
            LABELS[each.missed.target],
            each.missed.limit or "none",
        )
        for each in spells
    )
    return [Table("Outside the targets", columns, rows)]


HOUR = 3600.0


def charts(day_result: DayResult) -> Charts:
    """The figures of a server over the day, by the curve, where any is known; rules mark where something happens."""
    return Charts(tuple(_chart(day_result, course) for course in day_result.courses if np.isfinite(course.value).any()))


def _chart(day_result: DayResult, course: TimeCourse) -> Chart:
    known = np.isfinite(course.value)
    size, unit = unit_for(float(np.max(course.value[known], initial=0.0)), course.unit)
    values, half_widths = (tuple(map(float, each[known] / size)) for each in (course.value, course.half_width))
    happens = [each for each in day_result.windows if each.asked.happens]
    edges = {edge for each in happens for edge in (each.asked.begins, min(each.asked.ends, DAY))}
    spelt = {"/s": "per second"}.get(unit, unit)
    title = f"{course.name[0].upper()}{course.name[1:]}, {spelt}"
    time = tuple(float(each) / HOUR for each in day_result.time[known])
    picture = Lines(time, headings.X_AXIS, (Line(course.name, values, half_widths),), spelt,
                    tuple(Rule(edge / HOUR) for edge in sorted(edges)))  # fmt: skip
    return Chart(title, picture, headings.chart(title, node_word(day_result.scenario)))


def hours_section(day_result: DayResult) -> list[Block]:
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
    return [Table(headings.hours(node_word(day_result.scenario)), columns, rows)]


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


def method_section(day_result: DayResult) -> list[Block]:
    """What was tried and how far off it was, in sentences and a table of the windows."""
    return [*map(Text, accuracy_sentences(day_result)), windows(day_result)]


def windows(day_result: DayResult) -> Table:
    """Windows that were simulated beside what the curve says of them."""
    columns = (
        Column("window"),
        Column("from"),
        Column("to"),
        Column("mean response", "ms", numeric=True, detail=True),
        Column("mean off", "%", numeric=True),
        Column("95 % within", "ms", numeric=True, detail=True),
        Column("p95 off", "%", numeric=True),
        Column("minutes outside", numeric=True),
        Column("by its loads", numeric=True),
    )
    return Table(headings.WINDOWS, columns,
                 tuple(_window(each) for each in day_result.windows))  # fmt: skip


def _window(each: SimulatedWindow) -> tuple[str | float | Estimate | Unavailable, ...]:
    told = (
        cell for name in (RESPONSE, PERCENTILE) for cell in (_ms(each.full[name]), each.off(name) or NO_STEADY_STATE)
    )
    ends = (each.known_outside, round(each.by_curve_outside, 1))
    return (each.asked.name, clock_text(each.asked.begins), clock_text(each.ends), *told, *ends)


def _ms(found: Estimate | Unavailable) -> Estimate | Unavailable:
    return found if isinstance(found, Unavailable) else found.times(1e3, "ms")


def week_section(day_result: DayResult) -> list[Block]:
    """A row for each ordinary day of the week; nothing where days do not differ."""
    if not day_result.week:
        return []
    columns = (
        Column("day"),
        Column("largest load", "% of the peak", numeric=True),
        Column(f"requests of a {node_word(day_result.scenario)}", "millions", numeric=True),
        Column("outside the targets", "min", numeric=True),
        Column("when"),
    )
    rows = tuple(
        (
            each.name,
            round(100.0 * each.largest, 1),
            round(each.requests / 1e6, 2),
            rounded_minutes(each.outside),
            _when(each),
        )
        for each in day_result.week
    )
    return [Table(headings.ORDINARY_DAYS, columns, rows)]


def _when(day: WeekdayResult) -> str:
    """The first times at which an ordinary day is outside its targets, and how many more there are."""
    spells = day.judged.spells()
    told = ", ".join(f"{clock_text(each.begins)} to {clock_text(each.ends)}" for each in spells[:MOST_TOLD])
    more = len(spells) - MOST_TOLD
    return (told or "never") + (f", and {more} more" if more > 0 else "")
