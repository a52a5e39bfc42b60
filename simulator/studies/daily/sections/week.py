"""The ordinary days of the week, each with when it is outside the targets."""

from simulator.daily.day import DayResult, WeekdayResult
from simulator.messages.daily import headings
from simulator.messages.daily.times import MOST_TOLD, clock_text, rounded_minutes
from simulator.output.blocks import Block, Column, Table


def section(day_result: DayResult) -> list[Block]:
    """A row for each ordinary day of the week; nothing where days do not differ."""
    if not day_result.week:
        return []
    columns = (
        Column("day"),
        Column("largest load", "% of the peak", numeric=True),
        Column("requests of a server", "millions", numeric=True),
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
