"""In which month each limit is reached: early, likely and late."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simulator.growth.demand_paths import DemandPaths, FloatArray, Months, column_quantile
from simulator.growth.generations import Generation
from simulator.growth.schedule import Terms
from simulator.growth.site_limits import WITHOUT_WALLS
from simulator.messages.stages.growth.orders import HALL


@dataclass(frozen=True)
class MonthRange:
    """A month ahead, 0 the first one. early and late: the ends of its interval; chance: that it comes within the
    horizon at all. None is a month beyond that."""

    early: int | None
    likely: int | None
    late: int | None
    chance: float


@dataclass(frozen=True)
class LimitDate:
    """A limit of what serves in the first month, and when it is reached.

    level: the demand at which it is, in times that of today. of: the generation whose limit it is; "" for the hall.
    """

    name: str
    of: str
    level: float
    when: MonthRange


def first_exceeding_month(passed: np.ndarray) -> Months:
    """The first month of each row in which something is passed; as many as there are months where it never is."""
    rows = np.atleast_2d(passed)
    found = np.where(rows.any(axis=1), rows.argmax(axis=1), rows.shape[1])
    return np.asarray(found, dtype=np.int64)


def exceeding_month(ahead: DemandPaths, drawn: FloatArray, likely: FloatArray) -> MonthRange:
    """When the demand passes a capacity, both in times the demand of today: drawn, and the likely one."""
    return month_range(first_exceeding_month(ahead.drawn > drawn), first_exceeding_month(ahead.likely > likely), ahead)


def month_range(drawn: Months, likely: Months, ahead: DemandPaths) -> MonthRange:
    """The interval of months that were drawn. It has whole months, of which both ends belong to it."""
    shares = ((1.0 - ahead.confidence) / 2.0, (1.0 + ahead.confidence) / 2.0)
    early, late = (int(column_quantile(drawn.astype(np.float64), share)) for share in shares)
    first, second, third = (None if each >= ahead.months else each for each in (early, int(likely[0]), late))
    return MonthRange(first, second, third, float(np.mean(drawn < ahead.months)))


def limit_dates(
    ahead: DemandPaths, serving: Sequence[Generation], now: tuple[FloatArray, FloatArray], terms: Terms, needed: Months,
    likely: Months,
) -> tuple[LimitDate, ...]:  # fmt: skip
    """The limits of what serves in the first month, that of the least load first, and the room of the hall."""
    found = list(_limits(ahead, serving, now))
    if terms.room.min() < WITHOUT_WALLS:
        full = month_range(
            first_exceeding_month(needed > terms.room), first_exceeding_month(likely > terms.room), ahead
        )
        found.append(LimitDate(HALL, "", float("nan"), full))
    return tuple(sorted(found, key=lambda each: np.nan_to_num(each.level, nan=np.inf)))


def _limits(
    ahead: DemandPaths, serving: Sequence[Generation], now: tuple[FloatArray, FloatArray]
) -> Iterator[LimitDate]:
    """Each limit by itself: the load goes to all units by what they carry, so that a limit of one is one of all. Once
    all of them have gone at the end of their lives, no limit of theirs is reached any more."""
    drawn, likely = (np.where(each > 0.0, each, np.inf) for each in now)
    for generation in serving:
        for name, ratio in generation.alone.items():
            if 0.0 < ratio < np.inf:
                reaches = exceeding_month(ahead, drawn * ratio, likely * ratio)
                yield LimitDate(name, generation.name, float(likely[0] * ratio), reaches)
