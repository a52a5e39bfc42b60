"""A history that somebody sent -> the growth of a plan, which states its months: the file is needed no more."""

import math

from models.parts.demand import KINDS, Demand
from models.parts.growth.growth import DemandGrowth
from models.parts.growth.history import History
from models.quantities.months import YEAR, month_text, parse_month
from models.quantities.units import parse_quantity
from simulator.calibration.reading.sent_files import sent_files
from simulator.growth.history import read_history
from simulator.growth.history_files import history_error
from simulator.messages.stages.growth import demand_history

NAME = "history"  # What the file is called in messages.
MOST_MONTHS = 120  # That are stated, the latest: ten years.
# What says how a demand grows in place of a history.
_RATES, _LISTS = ("a_month", "a_year", "low", "high"), ("season", "streams", "table")


def units_of(demand: Demand) -> tuple[str, ...]:
    """The units in which a history of a demand may be."""
    kind = KINDS[demand.way]
    return tuple(kind.usual or kind.units)


def stated_growth(
    content: bytes, unit: str, takes: str, column: str, demand: Demand, growth: DemandGrowth | None, start: str
) -> str:
    """The growth of a demand from a month on as a scenario states it, by the content of a file with what it has been.

    growth: what the plan states now, whose horizon and events stay. Raises ScenarioError for a content that is no
    history, and for one of a year or less.
    """
    kind = KINDS[demand.way]
    with sent_files({NAME: content}) as names:
        (file,) = names
        past = read_history(History(file=file, unit=unit, takes=takes, column=column), file, kind)
    past = past.until(parse_month(start))
    held = min(YEAR, len(past.values) - YEAR)
    if held < 1:
        message, remedy = demand_history.too_short(f"{len(past.values)} months", start, 1, YEAR + 1)
        raise history_error(NAME, 0, "", message, remedy)
    tried = f", hold_back: {held} months" if held < YEAR else ""
    latest = past.values[-MOST_MONTHS:]
    since = month_text(past.last + 1 - len(latest))
    months = ", ".join(_value(each / parse_quantity(f"1 {unit}", kind)) for each in latest)
    return f"{{start: {start}, {_instead(growth)}history: {{since: {since}, unit: {unit}{tried}, months: [{months}]}}}}"


def _instead(growth: DemandGrowth | None) -> str:
    """What a growth that is stated otherwise keeps beside its history, and what makes room for that."""
    if growth is None:
        return ""
    rates = [f"{key}: none, " for key in _RATES if getattr(growth, key) is not None]
    lists = [f"{key}: [], " for key in _LISTS if getattr(growth, key)]
    return "".join((f"horizon: {growth.months} months, ", *rates, *lists))


def _value(amount: float) -> str:
    return "none" if math.isnan(amount) else f"{float(f'{amount:.4g}'):.12g}"
