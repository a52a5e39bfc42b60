"""Times as files write them: dates of many forms, seconds, milliseconds and microseconds since 1970, days of Excel.

All times of a column have one form, so that it is found from all of them together: 3/4/2020 alone is in March or in
April. A time without a zone is in UTC.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from statistics import median

from models.messages import dates

DAY = 86_400.0
# Day 0 of Excel; what it counts before March 1900 is a day off, which no server knows of.
_EXCEL = datetime(1899, 12, 30, tzinfo=UTC).timestamp()
_CLOCK = (
    r"(?:[T ,:]+(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,:](?P<part>\d{1,9}))?)?"
    r"\s*(?P<half>[AaPp]\.?[Mm]\.?)?\s*(?:GMT(?=[+-]))?(?P<zone>Z|[+-]\d\d:?\d\d|[A-Z]{3,4})?(?: ?\(.*\))?)?"
)
# Hours that zones are ahead of UTC, of names that stand for one of them only.
_ZONES = {"Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3,
          "EST": -5, "EDT": -4, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "JST": 9, "KST": 9, "AEST": 10,
          "AEDT": 11}  # fmt: skip
_NAMES = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? +)?"


class NoTimeError(ValueError):
    """A column whose times cannot be told. place: of the text that is none, -1 where all of them are at fault."""

    def __init__(self, place: int, message: str, remedy: str) -> None:
        super().__init__(message)
        self.place, self.message, self.remedy = place, message, remedy


@dataclass(frozen=True)
class Instants:
    """Seconds since 1970 of each text, and what was guessed of their form, "" where nothing was."""

    at: tuple[float, ...]
    guessed: str = ""


def _pattern(date: str) -> re.Pattern[str]:
    return re.compile(_WEEKDAY + date + _CLOCK, re.IGNORECASE)


_YEAR_FIRST = _pattern(r"(?P<year>\d{4})(?P<between>[-/.])(?P<month>\d{1,2})(?:(?P=between)(?P<day>\d{1,2}))?")
_COMPACT = re.compile(
    r"(?P<year>(?:19|20)\d\d)(?P<month>0[1-9]|1[0-2])(?:(?P<day>[0-3]\d)(?:T?(?P<hour>[0-2]\d)(?:(?P<minute>[0-5]\d)"
    r"(?P<second>[0-5]\d)?)?(?P<zone>Z)?)?)?"
)
_YEAR_LAST = _pattern(r"(?P<first>\d{1,2})(?P<between>[-/.])(?P<next>\d{1,2})(?P=between)(?P<year>\d{4}|\d\d)")
_NAMED = (
    _pattern(r"(?P<day>\d{1,2})[-/ .]+(?P<name>[a-z]{3,9})\.?[-/ ,]+(?P<year>\d{4}|\d\d)"),
    _pattern(r"(?P<name>[a-z]{3,9})\.?[- /]+(?P<day>\d{1,2})(?:st|nd|rd|th)?,? +(?P<year>\d{4})"),
    _pattern(r"(?P<name>[a-z]{3,9})\.?[- /,]+'?(?P<year>\d{4})"),
    _pattern(r"(?P<year>\d{4})[- /](?P<name>[a-z]{3,9})(?:[- /](?P<day>\d{1,2}))?"),
)
# Two dates of one week, as older exports of Google Trends have them: the first counts.
_WEEK = re.compile(r"(\d{4}-\d\d-\d\d) +- +\d{4}-\d\d-\d\d")


def _moment(found: re.Match[str], month: int, day: int) -> float:
    """Seconds since 1970 of what a pattern has found. Raises ValueError for a day that is not in the calendar."""
    parts = found.groupdict()
    year = int(parts["year"])
    year += 0 if year > 99 else 2000 if year < 70 else 1900
    hour = int(parts.get("hour") or 0)
    if half := parts.get("half"):
        hour = hour % 12 + (12 if half[0] in "pP" else 0)
    zone = parts.get("zone") or "Z"
    if zone[0] in "+-":
        ahead = (1 if zone[0] == "+" else -1) * timedelta(hours=int(zone[1:3]), minutes=int(zone[-2:]))
    else:
        ahead = timedelta(hours=_ZONES[zone.upper()])
    late = timedelta(days=1) if hour == 24 else timedelta()
    at = datetime(year, month, day, hour % 24, int(parts.get("minute") or 0), int(parts.get("second") or 0),
                  tzinfo=timezone(ahead))  # fmt: skip
    return (at + late).timestamp() + float(f"0.{parts.get('part') or 0}")


def _year_first(text: str) -> float | None:
    if week := _WEEK.fullmatch(text):
        text = week[1]
    found = _YEAR_FIRST.fullmatch(text)
    return _moment(found, int(found["month"]), int(found["day"] or 1)) if found else None


def _compact(text: str) -> float | None:
    found = _COMPACT.fullmatch(text)
    return _moment(found, int(found["month"]), int(found["day"] or 1)) if found else None


def _month_first(text: str) -> float | None:
    found = _YEAR_LAST.fullmatch(text)
    # Nobody writes points between a month and its day.
    return _moment(found, int(found["first"]), int(found["next"])) if found and found["between"] != "." else None


def _day_first(text: str) -> float | None:
    found = _YEAR_LAST.fullmatch(text)
    return _moment(found, int(found["next"]), int(found["first"])) if found else None


def _named(text: str) -> float | None:
    for pattern in _NAMED:
        found = pattern.fullmatch(text)
        if found and found["name"][:3].lower() in _NAMES:
            day = int(found.groupdict().get("day") or 1)
            return _moment(found, _NAMES.index(found["name"][:3].lower()) + 1, day)
    return None


# The digits that seconds, milliseconds and so on since 1970 have, from 2001 to 2030 and some years further.
_SINCE_1970 = {10: 1.0, 13: 1e3, 16: 1e6, 19: 1e9}


def _since_1970(text: str) -> float | None:
    whole = re.fullmatch(r"(\d+)(?:[.,]\d*)?", text)
    each = _SINCE_1970.get(len(whole[1])) if whole else None
    return float(text.replace(",", ".")) / each if each else None


def _of_excel(text: str) -> float | None:
    found = re.fullmatch(r"([2-6]\d{4})(?:[.,]\d+)?", text)
    return _EXCEL + DAY * float(text.replace(",", ".")) if found else None


@dataclass(frozen=True)
class _Form:
    name: str
    read: Callable[[str], float | None]


_MONTH_FIRST, _DAY_FIRST = _Form("months before days", _month_first), _Form("days before months", _day_first)
_FORMS = (
    _Form("dates", _year_first), _Form("dates without separators", _compact), _MONTH_FIRST, _DAY_FIRST,
    _Form(dates.NAMES_OF_MONTHS, _named), _Form("time since 1970", _since_1970),
    _Form("days of Excel", _of_excel),
)  # fmt: skip
_REMEDY = "write e.g. 2026-07, 2026-07-14 or 2026-07-14T12:00"


def _read(form: _Form, text: str) -> float | None:
    try:
        return form.read(text.strip())
    except (ValueError, OverflowError, KeyError):  # A day that is in no calendar, a zone that is not known.
        return None


def parse_instants(texts: Sequence[str], months_first: bool = False) -> Instants:
    """The times of a column that is not empty, in its order. months_first: how a tool writes dates where nothing in
    them tells days and months apart.

    Raises NoTimeError where some text is none, and where days and months cannot be told apart.
    """
    # A form that does not fit the first text fits the column only where that text is none in any form.
    forms = [form for form in _FORMS if _read(form, texts[0]) is not None] or list(_FORMS)
    read = {form: [_read(form, text) for text in texts] for form in forms}
    best = max(forms, key=lambda form: sum(at is not None for at in read[form]))
    whole = {form: tuple(at for at in found if at is not None) for form, found in read.items()}
    if len(whole[best]) < len(texts):
        raise NoTimeError(read[best].index(None), "no time", _REMEDY)
    if len(whole.get(_MONTH_FIRST, ())) == len(whole.get(_DAY_FIRST, ())) == len(texts):
        return _by_month_order(whole[_MONTH_FIRST], whole[_DAY_FIRST], months_first)
    return Instants(whole[best])


def _by_month_order(month_first: tuple[float, ...], day_first: tuple[float, ...], months_first: bool) -> Instants:
    """Of two readings of the same dates the one that goes on in even steps, or else the usual one. Raises NoTimeError
    where both do, and none is usual."""
    if month_first == day_first:
        return Instants(month_first)
    uneven = [_uneven(each) for each in (month_first, day_first)]
    if uneven[0] == uneven[1] and months_first:
        return Instants(month_first)
    if uneven[0] == uneven[1]:
        raise NoTimeError(-1, *dates.NOT_TOLD_APART)
    form, at = (_MONTH_FIRST, month_first) if uneven[0] < uneven[1] else (_DAY_FIRST, day_first)
    return Instants(at, dates.read_as(form.name))


def _uneven(times: Sequence[float]) -> int:
    """How many steps of a column are not near its usual one."""
    steps = [later - earlier for earlier, later in zip(times, times[1:], strict=False)]
    usual = median(map(abs, steps)) if steps else 0.0
    return sum(not 0.85 * usual <= step <= 1.15 * usual for step in steps)


def minute_text(at: float) -> str:
    """A time, in seconds since 1970, as people say it in UTC: 2026-11-28 19:05."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def day_text(at: float) -> str:
    """The day of a time, in UTC: 2026-11-28."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def is_time(text: str) -> bool:
    """Whether a text is a time in some form."""
    return any(_read(form, text) is not None for form in _FORMS)
