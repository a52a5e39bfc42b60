"""The answer first: whether the farm keeps to its targets all day, when it does not, and what happens on the day."""

from collections.abc import Iterator, Sequence

from models.parts.daily.day import DAY, WEEKDAYS
from models.quantities.writing import counted
from simulator.daily.follow import DayFollowed
from simulator.daily.judged import JudgedBy, JudgedPart, OutsideSpell
from simulator.daily.windows import GRID, MINUTE, Window
from simulator.describing.readable import listed
from simulator.questions.daily.sentences import MOST_TOLD, clock, minutes, tenths
from simulator.report.blocks import Block, Column, Heading, KeyFigure, KeyFigures, Table, Text, tone_of
from simulator.report.language.numbers import plain
from simulator.report.language.undecided import what_would_tell
from simulator.targets import LABELS, Wanted, beyond

SIMULATED, BY_LOAD, UNSEEN = "simulated", "judged by its load", "not simulated, and so not known"
JUDGED = {
    JudgedBy.SIMULATED: "as simulated",
    JudgedBy.LOAD: BY_LOAD,
    JudgedBy.BOTH: "judged partly as simulated and partly by its load",
}


def section(found: DayFollowed) -> list[Block]:
    """The answer, key figures, what happens, and when the farm is outside its targets."""
    answered, *others = on_terminal(found)
    return [Heading("The answer", 2), answered, _cards(found), *others]


def on_terminal(found: DayFollowed) -> list[Block]:
    """The same without a heading and key figures."""
    return [
        Text(answer(found), lead=True, tone="bad" if found.met is False else "neutral"),
        *(Text(line) for line in what_happens(found)),
        *_spells(found),
    ]


def answer(found: DayFollowed) -> str:
    """Whether the farm keeps to its targets all day; when it does not, which it misses, and by what that is judged."""
    who = f"On {which_day(found)}, with {plain(found.load.requests)} requests/s a server at the peak ({found.load.how})"
    if found.met:
        return f"{who}, the farm keeps to its targets all day, {_judged_by(found)}."
    unseen = "".join(f" {line}" for line in _not_simulated(found))
    spells = found.judged.times()
    if not spells:
        return (
            f"{who}, it is not known whether the farm keeps to its targets all day.{unseen} It keeps to them at all"
            f" other times, {_judged_by(found)}."
        )
    if found.met is None:
        judged = f" The day is {_judged_by(found)}."
        return f"{who}, it is not known {_perhaps_outside(found, spells)}.{judged}{unseen}"
    all_day = len(spells) == 1 and (spells[0].begins, spells[0].ends) == (0.0, DAY)
    others = "all times that are known" if unseen else "all other times"
    rest = "" if all_day else f" It keeps to them at {others}."
    judged = f" The day is {_judged_by(found)}."
    return f"{who}, the farm is outside its targets for {_outside(found, spells)}.{rest}{judged}{unseen}"


def which_day(found: DayFollowed) -> str:
    """The day that is looked at: "a Saturday" where days differ, else "this day"."""
    return f"a {WEEKDAYS[found.course.weekday].capitalize()}" if found.week else "this day"


def _perhaps_outside(found: DayFollowed, spells: Sequence[OutsideSpell]) -> str:
    """What is not known where the interval of the minutes outside holds 0, and how many replications would tell."""
    return (
        "whether the farm keeps to its targets all day: "
        f"{counted(found.served.replications, 'replication')} put it outside for {_outside(found, spells)}."
        f" {what_would_tell(found.outside)}"
    )


def _outside(found: DayFollowed, spells: Sequence[OutsideSpell]) -> str:
    """For how long, from when to when, by what that is judged, and which target is missed."""
    asked = found.served.asked
    if len(spells) == 1:
        return f"{minutes(found.outside)}, {_spell(spells[0], asked)}"
    if len(spells) <= MOST_TOLD:
        return f"{minutes(found.outside)}: {', and '.join(_timed(each, asked) for each in spells)}"
    longest = max(spells, key=lambda each: each.minutes.value)
    return f"{minutes(found.outside)}, at {len(spells)} times, of which the longest is {_timed(longest, asked)}"


def _timed(each: OutsideSpell, asked: Wanted) -> str:
    return f"{'' if each.is_throughout else f'{minutes(each.minutes)} '}{_spell(each, asked)}"


def _spell(each: OutsideSpell, asked: Wanted) -> str:
    """When, by what it is judged, and what is missed: 'from 20:04 to 20:17, judged by its load, with "most used limit"
    above 75 % (network cards)'."""
    return f"{between(each)}, {JUDGED[each.by]}, {'' if each.alone else 'mostly '}with {missed(each, asked)}"


def between(each: OutsideSpell) -> str:
    """From when to when it is outside, or between which times it is for a part of them."""
    if each.is_throughout:
        return f"from {clock(each.begins)} to {clock(each.ends)}"
    return f"between {clock(each.begins)} and {clock(each.ends)}"


def missed(each: OutsideSpell, asked: Wanted) -> str:
    """The target that is missed, and the limit behind it."""
    target, limit = each.missed
    return beyond(target, asked) + (f" ({limit})" if limit else "")


def _judged_by(found: DayFollowed) -> str:
    """By what the whole day is judged: "judged as simulated from 20:00 to 20:02, and by its load otherwise"."""
    parts = found.judged.parts()
    told = [f"{clock(each.begins)} to {clock(each.ends)}" for each in parts if each.by is JudgedBy.SIMULATED]
    if not told:
        return BY_LOAD
    rest = ", and by its load otherwise" if any(each.by is JudgedBy.LOAD for each in parts) else ""
    return f"judged as simulated from {listed(told)}{rest}"


def _not_simulated(found: DayFollowed) -> Iterator[str]:
    """What happens and was too much to simulate to its end, of which a load says nothing: so many minutes are not
    known."""
    for window in found.windows:
        if window.asked.is_more_than_load:
            for each in found.judged.parts(window.asked.begins, window.until):
                if each.by is JudgedBy.NOTHING:
                    many = counted(round((each.ends - each.begins) / MINUTE, 1), "minute")
                    yield (
                        f"{many}, {clock(each.begins)} to {clock(each.ends)}, {'is' if many == '1 minute' else 'are'}"
                        f" not known: the {window.asked.name} was too much to simulate then."
                    )


def _cards(found: DayFollowed) -> KeyFigures:
    unknown = found.judged.unknown_minutes
    beside = f"and {plain(round(unknown, 1))} min not known" if unknown else ""
    outside = KeyFigure("Outside the targets", tenths(found.outside), beside, tone=tone_of(found.met))
    mean = f"{found.course.mean:.0%} of the demand of the peak on average"
    return KeyFigures((outside, KeyFigure("Requests of a server", f"{found.requests:,.0f}", mean)))


def _spells(found: DayFollowed) -> list[Block]:
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


def what_happens(found: DayFollowed) -> Iterator[str]:
    """What happens on the day, each with all of its time: the part that was simulated, and the part that was not."""
    for each in found.windows:
        if each.asked.happens:
            yield _happened(found, each)


def _happened(found: DayFollowed, window: Window) -> str:
    asked, parts = window.asked, found.judged.parts(window.asked.begins, window.until)
    what = f"{asked.name[0].upper()}{asked.name[1:]}, {clock(asked.begins)} to {clock(window.until)}"
    if len(parts) == 1:
        whole = f"{_how(window, parts[0])}: {_verdict(found, parts[0], ' all the time')}{_still(window, parts[0])}"
        return f"{what}, {UNSEEN if parts[0].by is JudgedBy.NOTHING else whole}."
    told = [_part(found, window, each) for each in parts]
    return f"{what}. {'. '.join(told)}."


def _part(found: DayFollowed, window: Window, part: JudgedPart) -> str:
    how, when = _how(window, part), f"from {clock(part.begins)} to {clock(part.ends)}"
    if part.by is JudgedBy.NOTHING:
        return f"{when[0].upper()}{when[1:]} {UNSEEN}"
    return f"{how[0].upper()}{how[1:]} {when}: {_verdict(found, part)}{_still(window, part)}"


def _still(window: Window, part: JudgedPart) -> str:
    """Said of the last that was simulated, where the targets are still missed then."""
    last = part.by is JudgedBy.SIMULATED and part.outside and abs(part.ends - window.ends) < GRID
    return ", and still at its end" if last and window.still_outside else ""


def _how(window: Window, part: JudgedPart) -> str:
    """By what a part is judged; by a load alone only where that is more than the targets allow already."""
    if part.by is JudgedBy.SIMULATED:
        return SIMULATED
    return f"{BY_LOAD} alone" if window.asked.is_more_than_load else BY_LOAD


def _verdict(found: DayFollowed, part: JudgedPart, whole: str = "") -> str:
    """Whether a part is within the targets; `whole` says that it is all there is."""
    if not part.outside:
        return f"within the targets{whole}"
    asked = found.served.asked
    told = ", and ".join(_in_part(each, asked) for each in part.outside)
    return f"{'' if any(each.is_known for each in part.outside) else 'perhaps '}outside the targets {told}"


def _in_part(each: OutsideSpell, asked: Wanted) -> str:
    return f"for {minutes(each.minutes)}, {between(each)}, {'' if each.alone else 'mostly '}with {missed(each, asked)}"
