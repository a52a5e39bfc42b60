"""What a demand has been, month by month: read from CSV or from what Prometheus answers to query_range.

A month counts once four fifths of it are there; the others are gaps, which a forecast can do with as long as they are
few. What counts of a month is its peak, its 95th percentile, its mean, or its volume a day, so that a month of 31 days
or a leap day makes nothing grow.
"""

import csv
import io
import json
import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean, median

import numpy as np

from models.errors import Problem, ScenarioError
from models.parts.growth.history import MEAN, P95, PEAK, History
from models.quantities.months import YEAR, days_in, month_of, month_text
from models.quantities.units import QuantityKind, parse_quantity
from models.reading.read_file import no_name
from models.visible import shortened

DAY = 86_400.0
ENOUGH = 0.8  # Of a month.
MOST_MISSING, LONGEST_GAP = 0.25, 3
BIGGEST = 50_000_000  # Bytes of a file.
LAST = "last"
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(\.\d*)?")


@dataclass(frozen=True)
class PastValue:
    """One value of a file: seconds since 1970 (UTC), the value, and its line."""

    at: float
    value: float
    line: int


@dataclass(frozen=True)
class Past:
    """The demand by months, from `first` on, in the stored unit of its kind; NaN where a month is missing."""

    first: int
    values: tuple[float, ...]

    @property
    def last(self) -> int:
        """The last month."""
        return self.first + len(self.values) - 1

    @property
    def missing(self) -> tuple[int, ...]:
        """The months that are not there."""
        return tuple(self.first + place for place, value in enumerate(self.values) if math.isnan(value))

    def until(self, month: int) -> "Past":
        """Without a month and what follows it."""
        return Past(self.first, self.values[: max(0, month - self.first)])


def read_history(history: History, scenario_file: str, kind: QuantityKind) -> Past:
    """The months of a history, in the stored unit of a kind of quantity. Raises ScenarioError for all that is wrong."""
    path = Path(scenario_file).parent / history.file
    shown = str(path)
    samples = list(_samples(_text(path, shown), history, shown))
    if not samples:
        raise _wrong(shown, 0, "", "no value in it", "write a time and a value on each line, below a heading")
    unit = parse_quantity(f"1 {history.unit}", kind)
    by_month: dict[int, list[float]] = defaultdict(list)
    for sample in samples:
        if not sample.value > 0.0:
            raise _wrong(shown, sample.line, f"{sample.value:g}", "no demand", "leave out what was not measured")
        when = datetime.fromtimestamp(sample.at, UTC)
        by_month[when.year * YEAR + when.month - 1].append(sample.value * unit)
    step = _step([sample.at for sample in samples])
    return _complete(by_month, step, history.takes, shown)


def _text(path: Path, shown: str) -> str:
    if reason := no_name(shown):
        raise _wrong(shown, 0, "", reason, "name another file")
    try:
        if path.stat().st_size > BIGGEST:
            raise _wrong(shown, 0, "", f"more than {BIGGEST // 1_000_000} MB", "query a longer step, e.g. an hour")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a text in UTF-8"
        remedy = "name a CSV file, or a JSON file of Prometheus, beside the scenario"
        raise _wrong(shown, 0, "", reason, remedy) from None


def _samples(text: str, history: History, shown: str) -> Iterator[PastValue]:
    return _of_prometheus(text, shown) if text.lstrip().startswith("{") else _of_table(text, history, shown)


def _of_table(text: str, history: History, shown: str) -> Iterator[PastValue]:
    """The values of a CSV file: times in its first column. What is empty or no number was not measured."""
    rows = csv.reader(io.StringIO(text))
    heading = next(([name.strip() for name in row] for row in rows if row and not _is_said(row)), [])
    column = len(heading) - 1 if history.column == LAST else _place(heading, history.column, shown)
    if column < 1:
        raise _wrong(shown, 1, "", "one column only", "write a time and a value on each line, below a heading")
    seen: dict[float, int] = {}
    for row in rows:
        written = row[column].strip() if len(row) > column else ""
        if not row or _is_said(row) or written.lower() in ("", "nan", "null", "none", "na"):
            continue
        value, line, time = _number(written, shown, rows.line_num), rows.line_num, row[0].strip()
        at = _seconds(time, shown, line)
        # By the clock of a place an hour comes twice in autumn.
        if at in seen and ":" not in time:
            remedy = "leave one of both, or add them up where both are parts of the demand"
            raise _wrong(shown, line, f'"{shortened(time)}"', f"it stands in line {seen[at]} already", remedy)
        seen[at] = line
        yield PastValue(at, value, line)


def _number(written: str, shown: str, line: int) -> float:
    """A number, its thousands with commas or not, as `calibrate` reads it."""
    bare = written.replace(",", "") if _THOUSANDS.fullmatch(written) else written
    try:
        if math.isfinite(value := float(bare)):
            return value
    except ValueError:
        pass
    raise _wrong(shown, line, f'"{shortened(written)}"', "no number", "write e.g. 812.5 or 9,006")


def _is_said(row: Sequence[str]) -> bool:
    """Whether a line only tells something to people."""
    return row[0].startswith("#")


def _place(heading: Sequence[str], column: str, shown: str) -> int:
    if column in heading:
        return heading.index(column)
    raise _wrong(shown, 1, "", f'no column is called "{column}"', f"there are {', '.join(heading)}")


def _of_prometheus(text: str, shown: str) -> Iterator[PastValue]:
    """The values of a range: series add up where there are several, time by time."""
    try:
        series = json.loads(text)["data"]["result"]
        total: dict[float, float] = defaultdict(float)
        for each in series:
            for at, value in each["values"]:
                total[float(at)] += float(value)
    except (ValueError, KeyError, TypeError):
        remedy = "save the answer of /api/v1/query_range as it is"
        raise _wrong(shown, 0, "", "not what Prometheus answers to query_range", remedy) from None
    yield from (PastValue(at, value, 0) for at, value in total.items() if not math.isnan(value))


def _seconds(written: str, shown: str, line: int) -> float:
    """The time of a line: 2026-07, 2026-07-14, 2026-07-14T12:00, or seconds since 1970."""
    try:
        if len(written) == len("2026-07"):
            return _begins(month_of(written))
        if written.replace(".", "", 1).isdigit():
            return float(written)
        when = datetime.fromisoformat(written)
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        remedy = "write e.g. 2026-07, 2026-07-14 or 2026-07-14T12:00"
        raise _wrong(shown, line, f'"{shortened(written)}"', "no time", remedy) from None


def _begins(month: int) -> float:
    return datetime(month // YEAR, month % YEAR + 1, 1, tzinfo=UTC).timestamp()


def _step(times: Sequence[float]) -> float:
    """Seconds from one value to the next, usually."""
    ordered = sorted(set(times))
    return median(later - earlier for earlier, later in zip(ordered, ordered[1:], strict=False)) if ordered[1:] else DAY


def _complete(by_month: Mapping[int, Sequence[float]], step: float, takes: str, shown: str) -> Past:
    """The months with what counts of each; NaN for those of which too little is there."""
    first, last = min(by_month), max(by_month)
    values = []
    for month in range(first, last + 1):
        there = by_month.get(month, ())
        whole = max(1.0, days_in(month) * DAY / step)
        enough = len(there) >= ENOUGH * whole or (whole < 2.0 and there)
        values.append(_counts(there, takes, step, month) if enough else math.nan)
    while values and math.isnan(values[-1]):
        values.pop()
    while values and math.isnan(values[0]):
        values.pop(0)
        first += 1
    past = Past(first, tuple(values))
    _require_few_gaps(past, shown)
    return past


def _counts(there: Sequence[float], takes: str, step: float, month: int) -> float:
    if takes == PEAK:
        return max(there)
    if takes == P95:
        return float(np.quantile(there, 0.95))
    if takes == MEAN:
        return fmean(there)
    return there[0] / days_in(month) if len(there) == 1 else fmean(there) * DAY / step


def _require_few_gaps(past: Past, shown: str) -> None:
    missing, longest, run = past.missing, 0, 0
    for value in past.values:
        run = run + 1 if math.isnan(value) else 0
        longest = max(longest, run)
    if longest > LONGEST_GAP or len(missing) > MOST_MISSING * len(past.values):
        named = ", ".join(month_text(month) for month in missing[:6]) + (", ..." if len(missing) > 6 else "")
        raise _wrong(
            shown, 0, "", f"months are missing, or hardly measured: {named}",
            f"at most {LONGEST_GAP} in a row may be, and a quarter of all; add them, or begin after them",
        )  # fmt: skip


def _wrong(shown: str, line: int, value: str, message: str, remedy: str) -> ScenarioError:
    return ScenarioError((Problem(shown, line, "growth.history", value, message, remedy),))


