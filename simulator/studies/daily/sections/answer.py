"""The answer first: whether the farm meets its targets all day, when it does not, and what happens on the day."""

from simulator.daily.day import DayResult
from simulator.daily.target_violations import DayVerdict, VerdictBasis
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.messages.daily import headings
from simulator.messages.daily.times import clock_text, rounded_minutes
from simulator.messages.daily.verdict import answer, spares_down, what_happens
from simulator.output.blocks import Block, Column, KeyFigure, KeyFigures, Table, Text, verdict_tone
from simulator.targets import LABELS


def lead(day_result: DayResult) -> list[Block]:
    """Whether the farm meets its targets all day."""
    return [Text(answer(day_result), lead=True, tone="bad" if day_result.met is False else "neutral")]


def details(day_result: DayResult) -> list[Block]:
    """The same with the spares down, what happens on the day, and when the farm misses its targets."""
    return [*map(Text, (*spares_down(day_result), *what_happens(day_result))), *_spells(day_result)]


def cards(day_result: DayResult) -> list[Block]:
    """The minutes outside, and how much a server has to do."""
    unknown = day_result.judged.unknown_minutes
    beside = headings.minutes_unknown(unknown) if unknown else ""
    figures = [KeyFigure("Outside its targets", _card(day_result.judged), beside, tone=verdict_tone(day_result.met))]
    if (down := day_result.spares_down) is not None:
        figures.append(KeyFigure(headings.SPARES_DOWN, _card(down), "", tone=verdict_tone(down.met)))
    mean = headings.share_of_peak(day_result.course.mean)
    return [KeyFigures((*figures, KeyFigure("Requests of a server", f"{day_result.requests:,.0f}", mean)))]


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
