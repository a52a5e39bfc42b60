"""A day of a farm in sentences, the same in a report and on a terminal; and as data: what `daily --json` writes."""

from collections.abc import Iterator

import numpy as np

from models.parts.daily.day import WEEKDAYS
from models.quantities.writing import counted, duration
from simulator.daily.curve import POINTS
from simulator.daily.figures import PERCENTILE, RESPONSE, UNITS
from simulator.daily.follow import DayFollowed
from simulator.daily.windows import Window
from simulator.measure.estimate import Estimate
from simulator.report.figure import figure
from simulator.report.language.numbers import bare, plain, text
from simulator.survival.over_time import Course
from simulator.targets import LABELS, Target

CALLED = {RESPONSE: "mean response", PERCENTILE: "95th percentile"}


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


def day_data(found: DayFollowed) -> dict[str, object]:
    """The load, the courses over the day, the windows in full with how far off the method is, and the week."""
    return {
        "scenario": found.scenario.name,
        "load": {"requests_of_a_server": found.load.requests, "how": found.load.how},
        "nodes_in_one_world": found.served.nodes,
        "replications": found.served.replications,
        "targets_met": found.met,
        "outside_minutes": figure(found.outside),
        "requests_of_a_server": found.requests,
        "windows": [_window(each) for each in found.windows],
        "week": [
            {
                "day": each.name,
                "largest_load": each.largest,
                "requests_of_a_server": each.requests,
                "outside_minutes": figure(each.outside),
            }
            for each in found.week
        ],
        "over_the_day": {
            "time": [float(each) for each in found.time],
            "load": [float(each) for each in found.rates(found.time)],
            "courses": [_course(each) for each in found.courses],
        },
    }


def _window(each: Window) -> dict[str, object]:
    target, limit = each.missed
    return {
        "name": each.asked.name,
        "happens": each.asked.happens,
        "from": each.asked.begins,
        "to": each.ends,
        "asked_to": each.asked.ends,
        "outside_minutes": figure(each.outside),
        "outside_minutes_by_method": each.by_curve_outside,
        "missed": target or None,
        "limit": limit or None,
        "figures": {
            name: {"full": figure(each.full[name]), "by_method": _known(each.by_curve[name]), "off": _off(each, name)}
            for name in UNITS
        },
    }


def _off(each: Window, name: str) -> dict[str, object] | None:
    off = each.off(name)
    return None if off is None else figure(off)


def _known(value: float) -> float | None:
    return value if np.isfinite(value) else None


def _course(course: Course) -> dict[str, object]:
    values, half_widths = ([_known(float(each)) for each in one] for one in (course.value, course.half_width))
    return {"name": course.name, "unit": course.unit, "value": values, "half_width": half_widths}
