"""The stated demand beside its history: all is told in times the stated one, so that both have to be of one size."""

import math

from models.errors import Problem, ScenarioError
from models.parts.demand import KINDS, Demand
from models.parts.growth.history import History
from models.quantities.months import month_text
from models.quantities.units import parse_quantity
from simulator.growth.ahead import FloatArray, quantile
from simulator.growth.history import Past

# Nobody's demand is so many times what it was a month ago: a unit is wrong.
UNLIKELY = 100.0
# A unit is the nearest remedy where it brings both so near to each other.
NEAR = 10.0
# A demand that somebody rounded, in times what it was.
ROUNDED = 1.05


def require_one_size(past: Past, history: History, demand: Demand, scenario_file: str) -> None:
    """Raises ScenarioError where the last month is out of all proportion to the stated demand, with its unit."""
    (month, last), stated = _last(past), float(getattr(demand, demand.way))
    if 1.0 / UNLIKELY < last / stated < UNLIKELY:
        return
    kind = KINDS[demand.way]
    counted = last / parse_quantity(f"1 {history.unit}", kind)
    known = {unit: abs(math.log(counted * float(factor) / stated)) for unit, factor in kind.units.items()}
    nearest = min(known, key=lambda unit: known[unit])
    remedy = f"did you mean `unit: {nearest}`?" if known[nearest] < math.log(NEAR) else "check both"
    message = (
        f"{month_text(month)} of {history.file} has {demand.roughly(last)} in this unit, and the stated demand is"
        f" {demand.stated}"
    )
    raise ScenarioError((Problem(scenario_file, 0, "growth.history.unit", f'"{history.unit}"', message, remedy),))


def apart(past: Past, demand: Demand, start: int, first: FloatArray, confidence: float) -> str:
    """That the stated demand is neither the last month of its history nor within the forecast of the first month ahead,
    of which `first` holds draws in times the stated one; "" where it is."""
    stated = float(getattr(demand, demand.way))
    low, likely, high = (
        float(quantile(first, share)) for share in ((1.0 - confidence) / 2.0, 0.5, (1.0 + confidence) / 2.0)
    )
    month, last = _last(past)
    if min(low, last / stated) / ROUNDED <= 1.0 <= max(high, last / stated) * ROUNDED:
        return ""
    ends = f"{demand.roughly(low * stated)} to {demand.roughly(high * stated)}"
    return (
        f"The stated demand, {demand.stated}, is not what its history ends with: {month_text(month)} has"
        f" {demand.roughly(last)} there, and the forecast of {month_text(start)} is"
        f" {demand.roughly(likely * stated)} ({ends}). All that is told in times the demand of today is in times of"
        " the stated one: state what the history ends with, or check its unit."
    )


def _last(past: Past) -> tuple[int, float]:
    """The last month that is there, and its demand."""
    place = max(at for at, value in enumerate(past.values) if not math.isnan(value))
    return past.first + place, past.values[place]
