"""The unit of times taken: stated by a format, by a name, by the text itself or by whoever asks, or found from how the
numbers behave; what is guessed is kept as a guess.

A number that has no unit is a time only if it behaves as one: a counter goes up with the lines, bytes with headers stay
beside the size of the response, and a time varies. Its unit is one in which the times could be: half of them between
SHORT and LONG, unless responses are so large that clients are still reading them, and no faster than a line can be.
Where one unit alone fits, that is taken as a guess; where several do, none is taken.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from simulator.messages.stages import traffic
from simulator.traffic.reading.options import UNITS

# STATED: its unit is known, and its seconds are seconds; POINT: a number with a point; NUMBER: any number; UNCLEAR: any
# of several numbers.
STATED, POINT, NUMBER, UNCLEAR = "stated", "point", "number", "unclear"

# Half of the requests take longer than SHORT and less than LONG, s, and no more than one in a hundred longer than
# PATIENT. One who reads at SLOW or faster, B/s, may take longer; no line is faster than FAST.
SHORT, LONG, PATIENT, SLOW, FAST = 50e-6, 10.0, 600.0, 20e3, 12.5e9
# Numbers that tell how they behave; shares of them that are most, and that are exceptions.
ENOUGH, MOST, RARE = 20, 0.9, 0.01
# Headers of a response have fewer bytes; times vary more between the 5th and the 95th percentile.
HEADERS, VARIES = 2048.0, 2.0
# Numbers that are looked at, evenly taken from all.
LOOKED_AT = 100_000


class TimePlace(NamedTuple):
    """Where times taken stand in lines: in words; how their unit is known; the unit that is likelier where whole
    numbers may be in several, "" for none, and, of those that are stated, the unit itself; and the units that
    such a place has."""

    where: str
    how: str
    unit: str = ""
    fits: tuple[str, ...] = tuple(UNITS)


@dataclass(frozen=True)
class TimeUnit:
    """What became of the times of a place: `unit` is "" where they are not read; `lines` have one; `fits` are the units
    that it may be; `why_none` says what the numbers are instead of times."""

    where: str
    how: Literal["stated", "guessed", "not read"]
    unit: str
    lines: int
    fits: tuple[str, ...] = ()
    why_none: str = ""


def settle_units(places: list[TimePlace], place: np.ndarray, seconds: np.ndarray, sent: np.ndarray) -> list[TimeUnit]:
    """What the times of each place are in. Changes `seconds` to seconds, nan where they are not read."""
    found = []
    for code, each in enumerate(places, 1):
        here = np.flatnonzero(place == code)
        if not here.size:
            continue
        unit = _settled(each, seconds[here], sent[here])
        seconds[here] *= UNITS.get(unit.unit, np.nan) if each.how != STATED else 1.0
        found.append(unit)
    seconds[seconds > 30 * 86_400.0] = np.nan
    return sorted(found, key=lambda unit: -unit.lines)


def _settled(place: TimePlace, values: np.ndarray, sent: np.ndarray) -> TimeUnit:
    lines = int(values.size)
    if place.how == STATED:
        return TimeUnit(place.where, "stated", place.unit, lines)
    if place.how == UNCLEAR:
        return TimeUnit(place.where, "not read", "", lines)
    step = max(1, lines // LOOKED_AT)
    why = "" if place.how == POINT else no_time(values[:LOOKED_AT], sent[:LOOKED_AT])
    if why:
        return TimeUnit(place.where, "not read", "", lines, why_none=why)
    some, of = values[::step].astype(np.float64), sent[::step]
    pointed = place.how == POINT or bool((some != np.floor(some)).any())
    fits = tuple(unit for unit in place.fits if _fits(UNITS[unit], some, of) and not (pointed and unit in ("us", "ns")))
    likelier = "s" if pointed else place.unit
    unit = likelier if likelier in fits or (pointed and not fits) else fits[0] if len(fits) == 1 else ""
    return TimeUnit(place.where, "guessed" if unit else "not read", unit, lines, fits)


def no_time(values: np.ndarray, sent: np.ndarray) -> str:
    """What whole numbers, in the order of lines, are instead of times; "" where they may be times."""
    if values.size < ENOUGH:
        return ""
    steps = np.diff(values)
    if (steps == 1.0).mean() > 0.5 or ((steps >= 0.0).mean() > MOST and np.unique(values).size > values.size / 2):
        return traffic.COUNT_UP
    known = np.isfinite(sent) & (sent > 0.0)
    more = values[known] - sent[known]
    if known.sum() >= ENOUGH and ((more >= 0.0) & (more <= HEADERS)).mean() > MOST:
        varies = np.subtract(*np.quantile(sent[known], (0.75, 0.25)))
        if varies > HEADERS or np.subtract(*np.quantile(more, (0.75, 0.25))) < varies / 2.0 or not more.any():
            return traffic.ARE_BYTES
    low, high = np.quantile(values, (0.05, 0.95))
    if low > 0.0 and high / low < VARIES:
        return traffic.HARDLY_VARY
    return ""


def _fits(unit: float, values: np.ndarray, sent: np.ndarray) -> bool:
    """Whether times could be these numbers of a unit."""
    above = values > 0.0
    if not above.any():
        return unit == 1.0
    if unit < 1e-3 and (~above).mean() > RARE:
        return False  # No request takes less than what such a clock tells apart.
    taken, known = values[above] * unit, np.isfinite(sent[above])
    rates = sent[above][known] / taken[known]
    if rates.size and (rates > FAST).mean() > RARE:
        return False
    reads = rates.size > 0 and float(np.median(rates)) > SLOW
    median, last = np.quantile(taken, (0.5, 0.99))
    return bool(median >= SHORT and (reads or (median <= LONG and last <= PATIENT)))
