"""Whether a farm meets its targets all day, when it does not, and what happens on the day, in sentences."""

from collections.abc import Iterator

from models.parts.daily.day import DAY, WEEKDAYS
from models.quantities.formatting import count_text, listed
from simulator.daily.day import DayResult
from simulator.daily.target_violations import DayVerdict, VerdictBasis, VerdictPart, ViolationSpell
from simulator.daily.windows import GRID, MINUTE, SimulatedWindow
from simulator.experiment.estimate import exact
from simulator.messages.daily.times import MOST_TOLD, clock_text, minutes_text
from simulator.messages.numbers import plain_number, short_text
from simulator.messages.undecided import replications_needed
from simulator.messages.wording import node_word
from simulator.targets import TargetValues, violation_text

SIMULATED, BY_LOAD, UNSEEN = "simulated", "judged by its load", "not simulated, and so not known"
JUDGED = {
    VerdictBasis.SIMULATED: "as simulated",
    VerdictBasis.LOAD: BY_LOAD,
    VerdictBasis.BOTH: "judged by both",
}


def answer(day_result: DayResult) -> str:
    """Whether the farm keeps to its targets all day; when it does not, which it misses, and by what that is judged."""
    rate = f"{short_text(exact(day_result.load.requests, '/s'))} a {node_word(day_result.scenario)}"
    who = f"On {which_day(day_result)}, with {rate} at peak ({day_result.load.how})"
    if day_result.met:
        return f"{who}, the farm meets its targets all day, {_judged_by(day_result)}."
    unseen = "".join(f" {line}" for line in _not_simulated(day_result))
    spells = day_result.judged.times()
    if not spells:
        return (
            f"{who}, it is not known whether the farm meets its targets all day.{unseen} It meets them at all"
            f" other times, {_judged_by(day_result)}."
        )
    if day_result.met is None:
        judged = f" The day is {_judged_by(day_result)}."
        return f"{who}, it is not known {_perhaps_outside(day_result)}.{judged}{unseen}"
    all_day = len(spells) == 1 and (spells[0].begins, spells[0].ends) == (0.0, DAY)
    others = "all times that are known" if unseen else "all other times"
    rest = "" if all_day else f" It meets them at {others}."
    judged = f" The day is {_judged_by(day_result)}."
    return f"{who}, the farm misses its targets for {_outside(day_result, day_result.judged)}.{rest}{judged}{unseen}"


def spares_down(day_result: DayResult) -> Iterator[str]:
    """Whether the farm meets its targets on that day with its spares down; nothing where it has none."""
    judged = day_result.spares_down
    if judged is None:
        return
    peak = plain_number(float(f"{day_result.peak_spares_down:.3g}"))
    who = f"With its spares down all day ({peak} req/s a {node_word(day_result.scenario)} at peak), the farm"
    spells = judged.times()
    if spells:
        yield f"{who} misses its targets for {_outside(day_result, judged)}."
    else:
        others = " at all times that are known" if judged.unknown.any() else " all day too"
        yield f"{who} meets them{others}, {BY_LOAD}."
    if judged.unknown.any():
        yield f"{_minutes(judged.unknown_minutes)} not known: what happens then was not simulated with the spares down."


def _minutes(count: float) -> str:
    many = count_text(round(count, 1), "minute")
    return f"{many} {'is' if many == '1 minute' else 'are'}"


def which_day(day_result: DayResult) -> str:
    """The day that is looked at: "a Saturday" where days differ, else "this day"."""
    return f"a {WEEKDAYS[day_result.course.weekday].capitalize()}" if day_result.week else "this day"


def _perhaps_outside(day_result: DayResult) -> str:
    """What is not known where the interval of the minutes outside holds 0, and how many replications would tell."""
    return (
        "whether the farm meets its targets all day. "
        f"{count_text(day_result.served.replications, 'replication')} put it outside for"
        f" {_outside(day_result, day_result.judged)}."
        f" {replications_needed(day_result.outside)}"
    )


def _outside(day_result: DayResult, judged: DayVerdict) -> str:
    """For how long, from when to when, by what that is judged, and which target is missed."""
    asked, spells, minutes = day_result.served.asked, judged.times(), minutes_text(judged.minutes())
    if len(spells) == 1:
        return f"{minutes}, {_spell(spells[0], asked)}"
    if len(spells) <= MOST_TOLD:
        return f"{minutes}: {', and '.join(_timed(each, asked) for each in spells)}"
    longest = max(spells, key=lambda each: each.minutes.value)
    return f"{minutes}, at {len(spells)} times, of which the longest is {_timed(longest, asked)}"


def _timed(each: ViolationSpell, target_values: TargetValues) -> str:
    return f"{'' if each.is_throughout else f'{minutes_text(each.minutes)} '}{_spell(each, target_values)}"


def _spell(each: ViolationSpell, target_values: TargetValues) -> str:
    """When, by what it is judged, and what is missed: 'from 20:04 to 20:17, judged by its load, with "most used limit"
    above 75 % (network cards)'."""
    return (
        f"{spell_text(each)}, {JUDGED[each.by]}, {'' if each.alone else 'mostly '}with"
        f" {missed_text(each, target_values)}"
    )


def spell_text(each: ViolationSpell) -> str:
    """From when to when it is outside, or between which times it is for a part of them."""
    if each.is_throughout:
        return f"from {clock_text(each.begins)} to {clock_text(each.ends)}"
    return f"between {clock_text(each.begins)} and {clock_text(each.ends)}"


def missed_text(each: ViolationSpell, target_values: TargetValues) -> str:
    """The target that is missed, and the limit behind it."""
    target, limit = each.missed
    return violation_text(target, target_values) + (f" ({limit})" if limit else "")


def _judged_by(day_result: DayResult) -> str:
    """By what the whole day is judged: "judged as simulated from 20:00 to 20:02, and by its load otherwise"."""
    parts = day_result.judged.parts()
    told = [
        f"{clock_text(each.begins)} to {clock_text(each.ends)}" for each in parts if each.by is VerdictBasis.SIMULATED
    ]
    if not told:
        return BY_LOAD
    rest = ", and by its load otherwise" if any(each.by is VerdictBasis.LOAD for each in parts) else ""
    return f"judged as simulated from {listed(told)}{rest}"


def _not_simulated(day_result: DayResult) -> Iterator[str]:
    """What happens and was too much to simulate to its end, of which a load says nothing: so many minutes are not
    known."""
    for window in day_result.windows:
        if window.asked.is_more_than_load:
            for each in day_result.judged.parts(window.asked.begins, window.until):
                if each.by is VerdictBasis.NOTHING:
                    yield (
                        f"{_minutes((each.ends - each.begins) / MINUTE)} not known, {clock_text(each.begins)} to"
                        f" {clock_text(each.ends)}: the {window.asked.name} was too much to simulate then."
                    )


def what_happens(day_result: DayResult) -> Iterator[str]:
    """What happens on the day, each with all of its time: the part that was simulated, and the part that was not."""
    for each in day_result.windows:
        if each.asked.happens:
            yield _happened(day_result, each)


def _happened(day_result: DayResult, window: SimulatedWindow) -> str:
    asked, parts = window.asked, day_result.judged.parts(window.asked.begins, window.until)
    what = f"{asked.name[0].upper()}{asked.name[1:]}, {clock_text(asked.begins)} to {clock_text(window.until)}"
    if len(parts) == 1:
        whole = f"{_how(window, parts[0])}: {_verdict(day_result, parts[0], ' all the time')}{_still(window, parts[0])}"
        return f"{what}, {UNSEEN if parts[0].by is VerdictBasis.NOTHING else whole}."
    told = [_part(day_result, window, each) for each in parts]
    return f"{what}. {'. '.join(told)}."


def _part(day_result: DayResult, window: SimulatedWindow, part: VerdictPart) -> str:
    how, when = _how(window, part), f"from {clock_text(part.begins)} to {clock_text(part.ends)}"
    if part.by is VerdictBasis.NOTHING:
        return f"{when[0].upper()}{when[1:]} {UNSEEN}"
    return f"{how[0].upper()}{how[1:]} {when}: {_verdict(day_result, part)}{_still(window, part)}"


def _still(window: SimulatedWindow, part: VerdictPart) -> str:
    """Said of the last that was simulated, where the targets are still missed then."""
    last = part.by is VerdictBasis.SIMULATED and part.outside and abs(part.ends - window.ends) < GRID
    return ", and still at its end" if last and window.still_outside else ""


def _how(window: SimulatedWindow, part: VerdictPart) -> str:
    """By what a part is judged; by a load alone only where that is more than the targets allow already."""
    if part.by is VerdictBasis.SIMULATED:
        return SIMULATED
    return f"{BY_LOAD} alone" if window.asked.is_more_than_load else BY_LOAD


def _verdict(day_result: DayResult, part: VerdictPart, whole: str = "") -> str:
    """Whether a part is within the targets; `whole` says that it is all there is."""
    if not part.outside:
        return f"within the targets{whole}"
    asked = day_result.served.asked
    told = ", and ".join(_in_part(each, asked) for each in part.outside)
    return f"{'' if any(each.is_known for each in part.outside) else 'perhaps '}outside the targets {told}"


def _in_part(each: ViolationSpell, target_values: TargetValues) -> str:
    return (
        f"for {minutes_text(each.minutes)}, {spell_text(each)}, {'' if each.alone else 'mostly '}with"
        f" {missed_text(each, target_values)}"
    )
