"""The values of a history, as files have them: a table, a range of Prometheus, pageviews of Wikimedia.

A kind of file is a line of KINDS_OF_FILE. In a table the column of times is found by what is in it, and that of the
values is the only other one, or the one that the scenario names.
"""

import csv
import io
import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from models.errors import Problem, ScenarioError
from models.parts.growth.history import LAST, ONLY, History
from models.quantities.decimals import (
    COMMA,
    POINT,
    ambiguous_mark_example,
    common_decimal_marks,
    decimal_marks,
    parse_number,
)
from models.quantities.instants import NoTimeError, is_time, parse_instants
from models.visible import shortened
from simulator.messages.stages.growth import demand_history

_SEPARATORS = (",", ";", "\t", "|")
# What stands where nothing was measured; Google Trends has less than the least it counts.
_NOTHING = {"", "nan", "null", "none", "na", "n/a", "-", "<1", "inf", "+inf", "-inf"}
_TIMES = {"time", "date", "day", "month", "week", "timestamp", "datetime"}
# Rows by which columns are told apart.
_TRIED = 200
_MOSTLY = 0.8


@dataclass(frozen=True)
class PastValue:
    """One value of a file: seconds since 1970 (UTC), the value, and its line."""

    at: float
    value: float
    line: int


class PastValues(NamedTuple):
    """The values of a file, and what was guessed of them, "" where nothing was."""

    values: tuple[PastValue, ...]
    guessed: str = ""


class KindOfFile(NamedTuple):
    """One kind of file with a history. what: as the guide has it; read: its values, None where a file is of another
    kind."""

    what: str
    read: Callable[[str, History, str], PastValues | None]


def read_values(text: str, history: History, shown: str) -> PastValues:
    """The values of a history. Raises ScenarioError where the file is of no kind that is known."""
    for kind in KINDS_OF_FILE:
        found = kind.read(text, history, shown)
        if found is not None:
            return found
    raise ValueError(demand_history.NO_KIND)


def history_error(shown: str, line: int, value: str, message: str, remedy: str) -> ScenarioError:
    """What is wrong with a history, as an error to raise."""
    return ScenarioError((Problem(shown, line, "growth.history", value, message, remedy),))


def _json(text: str, shown: str) -> Any:
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise history_error(shown, 0, "", *demand_history.NOT_JSON) from None


def _pageviews(text: str, _: History, shown: str) -> PastValues | None:
    """What the Wikimedia API answers for pageviews: `items` with a `timestamp` and `views`; articles add up."""
    found = _json(text, shown)
    items = found.get("items") if isinstance(found, dict) else None
    if not isinstance(items, list) or not all(isinstance(each, dict) and "timestamp" in each for each in items):
        return None
    counted = next((name for name in ("views", "devices", "count") if items and name in items[0]), "views")
    total: dict[str, float] = defaultdict(float)
    try:
        for each in items:
            total[str(each["timestamp"])] += float(each[counted])
    except (KeyError, TypeError, ValueError):
        raise history_error(shown, 0, "", *demand_history.no_number(counted)) from None
    at = _clock(list(total), [0] * len(total), shown)[0] if total else ()
    return PastValues(tuple(PastValue(when, value, 0) for when, value in zip(at, total.values(), strict=True)))


def _prometheus(text: str, _: History, shown: str) -> PastValues | None:
    """A range of Prometheus: series add up where there are several, time by time. What is not finite was not
    measured."""
    found = _json(text, shown)
    if found is None:
        return None
    try:
        total: dict[float, float] = defaultdict(float)
        for each in found["data"]["result"]:
            for at, value in each["values"]:
                total[float(at)] += float(value)
    except (ValueError, KeyError, TypeError):
        raise history_error(shown, 0, "", *demand_history.NOT_PROMETHEUS) from None
    return PastValues(tuple(PastValue(at, value, 0) for at, value in total.items() if math.isfinite(value)))


class _Table(NamedTuple):
    """headings: of its columns; rows: line of the file, and a cell for each heading; semicolons: whether they stand
    between its cells, as they do where commas are decimal."""

    headings: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    semicolons: bool = False

    def column(self, place: int) -> tuple[str, ...]:
        return tuple(row[place] for _, row in self.rows)


def _table(text: str, history: History, shown: str) -> PastValues:
    """A table with a time and a value on each line. What is empty or no number was not measured."""
    table = _cells(text, shown)
    times = _time_column(table)
    place = _value_column(table, times, history, shown)
    rows = [(line, row[times], row[place]) for line, row in table.rows if row[place].lower() not in _NOTHING]
    if not rows:
        return PastValues(())
    mark = _mark([value for *_, value in rows], table.semicolons, shown)
    at, guessed = _clock([time for _, time, _ in rows], [line for line, *_ in rows], shown)
    past_values: list[PastValue] = []
    seen: dict[float, int] = {}
    for when, (line, time, written) in zip(at, rows, strict=True):
        value = parse_number(written, mark)
        if value is None:
            raise history_error(shown, line, f'"{shortened(written)}"', "no number", "write e.g. 812.5 or 9,006")
        # By the clock of a place an hour comes twice in autumn.
        if when in seen and ":" not in time:
            raise history_error(shown, line, f'"{shortened(time)}"', *demand_history.twice(seen[when]))
        seen[when] = line
        past_values.append(PastValue(when, value, line))
    return PastValues(tuple(past_values), guessed)


def _cells(text: str, shown: str) -> _Table:
    """The cells of a table; lines above its headings that are no table are passed over, as are those that begin
    with #."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    separator = max(_SEPARATORS, key=lambda each: sum(each in line for line in lines[:_TRIED]))
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        rows = [(reader.line_num, tuple(cell.strip() for cell in row)) for row in reader if row]
    except csv.Error as error:
        raise history_error(shown, reader.line_num, "", *demand_history.not_a_table(error)) from None
    rows = [(line, row) for line, row in rows if any(row) and not row[0].startswith("#")]
    widths = Counter(len(row) for _, row in rows[:_TRIED])
    width = max(widths, key=lambda each: (widths[each], each)) if widths else 0
    if rows and len(rows[0][1]) > 1 and width < 2:
        width = len(rows[0][1])
    if width < 2:
        if rows:
            raise history_error(shown, 1, "", *demand_history.ONE_COLUMN)
        return _Table((), ())
    first = next(place for place, (_, row) in enumerate(rows) if len(row) >= width)
    body = [(line, (*row, *[""] * width)[:width]) for line, row in rows[first:]]
    heading = body[0][1]
    if any(is_time(cell) for cell in heading) and not any(_is_word(cell) for cell in heading):
        return _Table(tuple(f"column {place + 1}" for place in range(width)), tuple(body), separator == ";")
    return _Table(heading, tuple(body[1:]), separator == ";")


def _is_word(cell: str) -> bool:
    return bool(cell) and not is_time(cell) and not decimal_marks(cell)


def _time_column(table: _Table) -> int:
    """The place of the column of times: the one that has most of them, the first of several."""
    counts = [
        (sum(map(is_time, column)), name.lower() in _TIMES)
        for name, column in ((name, table.column(place)[:_TRIED]) for place, name in enumerate(table.headings))
    ]
    return max(range(len(counts)), key=lambda place: (counts[place], -place)) if counts else 0


def _value_column(table: _Table, times: int, history: History, shown: str) -> int:
    """The place of the values: that of the heading that the scenario names, or the only one there is. Raises
    ScenarioError where there is none of that name, and where there are several."""
    names = table.headings
    if history.column not in (ONLY, LAST):
        if history.column in names:
            return names.index(history.column)
        raise history_error(shown, 1, "", *demand_history.no_such_column(history.column, ", ".join(names)))
    others = [place for place in range(len(names)) if place != times]
    if not others:
        return 0
    if history.column == LAST:
        return others[-1]
    numbers = [place for place in others if _is_measured(table.column(place)[:_TRIED])]
    if len(numbers) > 1:
        named = ", ".join(names[place] for place in numbers)
        raise history_error(shown, 1, "", *demand_history.several_columns(named, names[numbers[0]]))
    return numbers[0] if numbers else others[-1]


def _is_measured(column: Sequence[str]) -> bool:
    """Whether a column has numbers, and not the numbers of its rows."""
    there = [cell for cell in column if cell.lower() not in _NOTHING]
    numbers = [cell for cell in there if decimal_marks(cell)]
    if not there or len(numbers) < _MOSTLY * len(there):
        return False
    return not _counts_rows(there)


def _counts_rows(column: Sequence[str]) -> bool:
    if len(column) < 3 or not all(cell.isdigit() for cell in column):
        return False
    whole = [int(cell) for cell in column]
    return whole[0] in (0, 1) and all(after == before + 1 for before, after in zip(whole, whole[1:], strict=False))


def _mark(texts: Sequence[str], semicolons: bool, shown: str) -> str:
    """The decimal mark of the values. Raises ScenarioError where they have both, or could have either."""
    marks, only = common_decimal_marks(texts)
    if not marks:
        raise history_error(shown, 0, "", *demand_history.both_marks(shortened(only["."]), shortened(only[","])))
    both = ambiguous_mark_example(texts)
    # Thousands have commas, so that a comma before three digits is read as that; a point before three digits in every
    # number that has one is a decimal point or one of thousands.
    if len(marks) > 1 and POINT in both and semicolons:
        told = f'"{shortened(both)}" may be {parse_number(both, POINT):g} or {parse_number(both, COMMA):,.0f}'
        raise history_error(shown, 0, "", told, demand_history.NO_THOUSANDS)
    return POINT if POINT in marks else COMMA


def _clock(texts: Sequence[str], lines: Sequence[int], shown: str) -> tuple[tuple[float, ...], str]:
    """Seconds since 1970 of some texts, and what was guessed of them."""
    try:
        instants = parse_instants(texts)
    except NoTimeError as error:
        place = max(0, error.place)
        raise history_error(shown, lines[place], f'"{shortened(texts[place])}"', error.message, error.remedy) from None
    return instants.at, instants.guessed


KINDS_OF_FILE = (
    KindOfFile(demand_history.PAGEVIEWS, _pageviews),
    KindOfFile(demand_history.PROMETHEUS, _prometheus),
    KindOfFile(demand_history.TABLE, _table),
)
