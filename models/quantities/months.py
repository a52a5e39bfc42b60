"""Months of the calendar, written "2026-07": counted, told in words, and as long as they are."""

import re
from typing import Annotated, Any

from pydantic import BeforeValidator

from models.messages import dates
from models.quantities.fields import problem

YEAR = 12
NAMES = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
         "December")  # fmt: skip
SHORT = 3  # Letters of the name of a month in a column.
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FEBRUARY = 1
_WRITTEN = re.compile(r"(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])")


def parse_month(text: str) -> int:
    """Months since the beginning of the year 0 of a month as a file has it. Raises ValueError for what is none."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is no month")
    return int(found["year"]) * YEAR + int(found["month"]) - 1


def month_text(month: int) -> str:
    """The month as a file has it, e.g. "2026-07"."""
    return f"{month // YEAR:04d}-{month % YEAR + 1:02d}"


def month_words(month: int) -> str:
    """The month for people, e.g. "July 2026"."""
    return f"{NAMES[month % YEAR]} {month // YEAR}"


def short_month_text(month: int) -> str:
    """The month for a column, e.g. "Jul 2026"."""
    return f"{NAMES[month % YEAR][:SHORT]} {month // YEAR}"


def days_in(month: int) -> int:
    """The days of a month, 29 in a February of a leap year."""
    year, place = divmod(month, YEAR)
    leaps = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _DAYS[place] + (1 if leaps and place == _FEBRUARY else 0)


def _read_month(value: Any) -> str:
    try:
        return month_text(parse_month(value if isinstance(value, str) else ""))
    except ValueError:
        raise problem(*dates.MONTH_EXPECTED) from None


Month = Annotated[str, BeforeValidator(_read_month)]
