"""A day in sentences, the same on a terminal and in a report."""

from collections.abc import Iterator

from models.parts.daily.day import WEEKDAYS
from models.quantities.writing import counted, duration
from simulator.daily.curve import POINTS
from simulator.daily.figures import PERCENTILE, RESPONSE
from simulator.daily.follow import DayFollowed
from simulator.daily.windows import Window
from simulator.measure.estimate import Estimate
from simulator.report.language.numbers import bare, plain, text
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
