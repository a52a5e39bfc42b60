"""A day of a farm as blocks: the answer, hour by hour, what happens, how far off the method is, and charts."""

from collections.abc import Iterator

import numpy as np

from models.parts.daily.day import DAY, WEEKDAYS
from models.quantities.writing import counted, duration
from simulator.daily.curve import POINTS
from simulator.daily.figures import PERCENTILE, RESPONSE
from simulator.daily.follow import DayFollowed
from simulator.daily.windows import Window
from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.blocks import Block, Chart, Charts, Column, Heading, KeyFigure, KeyFigures, Report, Table, Text
from simulator.report.language.numbers import bare, plain, readable_unit, size_of, text
from simulator.report.pictures import Line, Lines, Rule
from simulator.report.provenance import provenance
from simulator.rollup.stamp import Stamp
from simulator.survival.over_time import Course
from simulator.targets import LABELS, Target

HOUR = 3600.0
OVERLOADED = Refused("no steady state")
CALLED = {RESPONSE: "mean response", PERCENTILE: "95th percentile"}


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
        Text(answer(found), lead=True, tone="neutral" if found.met else "bad"),
        _cards(found),
        *(Text(line) for line in what_happens(found)),
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
        Text(answer(found), lead=True, tone="neutral" if found.met else "bad"),
        *(Text(line) for line in what_happens(found)),
        hours(found),
        *([week(found)] if found.week else []),
        *(Text(line) for line in how_exact(found)),
        windows(found).only("window", "from", "to", "method off", "p95 off", "minutes outside", "by its loads"),
        *(Text(line, aside=True) for line in notes(found)),
    ]


def _cards(found: DayFollowed) -> KeyFigures:
    outside = KeyFigure("Outside the targets", found.outside, tone="good" if found.met else "bad")
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
    return Table("A server at each full hour", columns, rows)


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
    )
    rows = tuple((each.name, round(100.0 * each.largest, 1), round(each.requests / 1e6, 2), each.outside)
                 for each in found.week)  # fmt: skip
    return Table("Ordinary days of the week", columns, rows)


def windows(found: DayFollowed) -> Table:
    """Windows that were simulated in full beside what the curve says of them."""
    columns = (
        Column("window"),
        Column("from"),
        Column("to"),
        Column("mean response", "ms", numeric=True),
        Column("method off", "%", numeric=True),
        Column("95 % within", "ms", numeric=True),
        Column("p95 off", "%", numeric=True),
        Column("minutes outside", numeric=True),
        Column("by its loads", numeric=True),
    )
    return Table("Windows simulated in full, and how far off the method is there", columns,
                 tuple(_window(each) for each in found.windows))  # fmt: skip


def _window(each: Window) -> tuple[str | float | Estimate | Refused, ...]:
    told = (cell for name in (RESPONSE, PERCENTILE) for cell in (_ms(each.full[name]), each.off(name) or OVERLOADED))
    ends = (each.outside, round(each.by_curve_outside, 1))
    return (each.asked.name, clock(each.asked.begins), clock(each.ends), *told, *ends)


def _ms(found: Estimate | Refused) -> Estimate | Refused:
    return found if isinstance(found, Refused) else found.times(1e3, "ms")


def charts(found: DayFollowed) -> Charts:
    """The figures of a server over the day, by the curve; rules mark where something happens."""
    return Charts(tuple(_chart(found, course) for course in found.courses))


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


def clock(seconds: float) -> str:
    """A time of the day: "9:05"; seconds where it has some."""
    minutes, rest = divmod(round(seconds), 60)
    shown = f"{minutes // 60}:{minutes % 60:02d}"
    return f"{shown}:{rest:02d}" if rest else shown


def answer(found: DayFollowed) -> str:
    """Whether the farm keeps to its targets all day, and for how long it does not."""
    who = f"On {which_day(found)}, with {plain(found.load.requests)} requests/s a server at the peak ({found.load.how})"
    if found.met:
        return f"{who}, the farm keeps to its targets all day."
    return f"{who}, the farm is outside its targets for {minutes(found.outside)}."


def which_day(found: DayFollowed) -> str:
    """The day that is looked at: "a Saturday" where days differ, else "a day"."""
    return f"a {WEEKDAYS[found.course.weekday].capitalize()}" if found.week else "a day"


def minutes(found: Estimate) -> str:
    """So many minutes: "12.0 ± 2.6 min"."""
    return text(found)


def what_happens(found: DayFollowed) -> Iterator[str]:
    """What happens on the day, one sentence each."""
    for each in found.windows:
        if each.asked.happens:
            yield _happened(each)


def _happened(each: Window) -> str:
    until = f"{clock(each.asked.begins)} to {clock(each.ends)}"
    part = "" if each.is_whole else _rest(each)
    what = f"{each.asked.name[0].upper()}{each.asked.name[1:]}, simulated in full, {until}{part}"
    if each.outside.value == 0.0:
        return f"{what}: within the targets all the time."
    target, limit = each.missed
    behind = f" ({limit})" if limit else ""
    still = ", and still at its end" if each.still_outside else ""
    return f'{what}: outside the targets for {text(each.outside)}, mostly by "{LABELS[Target(target)]}"{behind}{still}.'


def _rest(each: Window) -> str:
    """How the time is judged that was too much to simulate."""
    as_if = ", as if nothing had happened" if each.asked.stale or each.asked.flood else ""
    return f" (from then on to {clock(each.asked.ends)} it is judged by its load{as_if})"


def how_exact(found: DayFollowed) -> Iterator[str]:
    """By which method, and how far off that was where it was tried."""
    count = len(found.windows)
    yield (
        f"The day is told by {POINTS} loads in steady state, and at each moment by its load; {counted(count, 'window')}"
        f" of it {'was' if count == 1 else 'were'} simulated in full, with exact arrivals, to see how far off that is."
    )
    for name in (RESPONSE, PERCENTILE):
        known = [(each.asked.name, each.off(name)) for each in found.windows if not each.asked.happens]
        told = [f"{bare(off)} % ({where})" for where, off in known if off is not None]
        if told:
            yield f"By its load the {CALLED[name]} is off by {', '.join(told)}."
    apart = [each for each in found.windows if not each.asked.happens and each.outside.value != each.by_curve_outside]
    if apart:
        yield (
            "A single minute may miss a target by chance at a load that meets it in the long run: minute by minute it"
            f" is {', '.join(f'{text(each.outside)} ({each.asked.name})' for each in apart)} in the windows, and"
            f" {', '.join(plain(round(each.by_curve_outside, 1)) for each in apart)} min by the loads."
        )


def notes(found: DayFollowed) -> Iterator[str]:
    """How to read the figures."""
    served, who = found.served, "One server"
    if served.nodes > 1:
        who = f"All {counted(served.nodes, 'server')} of a unit in one world"
    yield (
        f"{who}, {counted(served.replications, 'replication')}, {duration(served.settled)} of warm-up; the load is a"
        " straight line from hour to hour. What happens is judged minute by minute, all other times by their load."
    )
