"""What a demand has been, month by month. Its values are read in history_files.py.

A month counts once four fifths of it are there; the others are gaps, which a forecast can do with as long as they are
few. What counts of a month is its peak, its 95th percentile, its mean, or its volume a day, so that a month of 31 days
or a leap day makes nothing grow.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean, median

import numpy as np

from models.parts.growth.history import MEAN, P95, PEAK, History
from models.quantities.months import YEAR, days_in, month_text, parse_month
from models.quantities.units import QuantityKind, parse_quantity
from models.reading.read_file import path_fault
from simulator.growth.history_files import history_error, read_values
from simulator.messages.stages.growth import demand_history

DAY = 86_400.0
LATEST = 253_402_300_800.0  # The year 10,000.
ENOUGH = 0.8  # Of a month.
MOST_MISSING, LONGEST_GAP = 0.25, 3
BIGGEST = 50_000_000  # Bytes of a file.


@dataclass(frozen=True)
class DemandHistory:
    """The demand by months, from `first` on, in the stored unit of its kind; NaN where a month is missing.

    guessed: what was guessed of its file, "" where nothing was.
    """

    first: int
    values: tuple[float, ...]
    guessed: str = ""

    @property
    def last(self) -> int:
        """The last month."""
        return self.first + len(self.values) - 1

    @property
    def missing(self) -> tuple[int, ...]:
        """The months that are not there."""
        return tuple(self.first + place for place, value in enumerate(self.values) if math.isnan(value))

    def until(self, month: int) -> "DemandHistory":
        """Without a month and what follows it."""
        return replace(self, values=self.values[: max(0, month - self.first)])


def read_history(history: History, scenario_file: str, kind: QuantityKind) -> DemandHistory:
    """The months of a history, in the stored unit of a kind of quantity. Raises ScenarioError for all that is wrong."""
    if history.file is None:
        return _stated_months(history, scenario_file, kind)
    path = Path(scenario_file).parent / history.file
    shown = str(path)
    past_values = read_values(_text(path, shown), history, shown)
    samples = past_values.values
    if not samples:
        raise history_error(shown, 0, "", *demand_history.NO_VALUE)
    unit = parse_quantity(f"1 {history.unit}", kind)
    for sample in samples:
        if not sample.value > 0.0:
            raise history_error(shown, sample.line, f"{sample.value:g}", *demand_history.NO_DEMAND)
        if not 0.0 <= sample.at < LATEST:
            raise history_error(shown, sample.line, f"{sample.at:g}", *demand_history.NO_TIME)
    amounts = [(sample.at, sample.value * unit) for sample in samples]
    return replace(monthly_history(amounts, history.takes, shown), guessed=past_values.guessed)


def _stated_months(history: History, scenario_file: str, kind: QuantityKind) -> DemandHistory:
    """The months that a scenario states itself."""
    unit = parse_quantity(f"1 {history.unit}", kind)
    values = tuple(math.nan if each.value is None else each.value * unit for each in history.months)
    if not any(value > 0.0 for value in values):
        raise history_error(scenario_file, 0, "", *demand_history.NO_VALUE)
    return _without_ends(parse_month(history.since or ""), values, scenario_file)


def monthly_history(amounts: Sequence[tuple[float, float]], takes: str, shown: str) -> DemandHistory:
    """The months of amounts at seconds since 1970. Raises ScenarioError where too many months are missing."""
    by_month: dict[int, list[float]] = defaultdict(list)
    for at, amount in amounts:
        when = datetime.fromtimestamp(at, UTC)
        by_month[when.year * YEAR + when.month - 1].append(amount)
    return _complete(by_month, _step([at for at, _ in amounts]), takes, shown)


def _text(path: Path, shown: str) -> str:
    if reason := path_fault(shown):
        raise history_error(shown, 0, "", reason, "name another file")
    try:
        if path.stat().st_size > BIGGEST:
            raise history_error(shown, 0, "", f"more than {BIGGEST // 1_000_000} MB", demand_history.LONGER_STEP)
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a text in UTF-8"
        raise history_error(shown, 0, "", reason, demand_history.NAME_A_FILE) from None


def _step(times: Sequence[float]) -> float:
    """Seconds from one value to the next, usually."""
    ordered = sorted(set(times))
    return median(later - earlier for earlier, later in zip(ordered, ordered[1:], strict=False)) if ordered[1:] else DAY


def _complete(by_month: Mapping[int, Sequence[float]], step: float, takes: str, shown: str) -> DemandHistory:
    """The months with what counts of each; NaN for those of which too little is there."""
    first, last = min(by_month), max(by_month)
    values = []
    for month in range(first, last + 1):
        there = by_month.get(month, ())
        whole = max(1.0, days_in(month) * DAY / step)
        enough = len(there) >= ENOUGH * whole or (whole < 2.0 and there)
        values.append(_counts(there, takes, step, month) if enough else math.nan)
    return _without_ends(first, values, shown)


def _without_ends(first: int, values: Sequence[float], shown: str) -> DemandHistory:
    """The months from the first to the last that is there. Raises ScenarioError where too many between are missing."""
    there = [place for place, value in enumerate(values) if not math.isnan(value)]
    begins, ends = (there[0], there[-1] + 1) if there else (0, 0)
    past = DemandHistory(first + begins, tuple(values[begins:ends]))
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


def _require_few_gaps(past: DemandHistory, shown: str) -> None:
    missing, longest, run = past.missing, 0, 0
    for value in past.values:
        run = run + 1 if math.isnan(value) else 0
        longest = max(longest, run)
    if longest > LONGEST_GAP or len(missing) > MOST_MISSING * len(past.values):
        named = ", ".join(month_text(month) for month in missing[:6]) + (", ..." if len(missing) > 6 else "")
        raise history_error(shown, 0, "", *demand_history.months_missing(named, LONGEST_GAP))
