"""The demand of the months ahead: many ways in which it may go, the intervals that they make, and the stated one.

Stated is a growth with its range, a table, or streams, perhaps with a season. The growth of a month is normal in
logarithms, in two pieces where its range is not even: a half to either side, so that the likely growth is the median
and the range holds the stated confidence (the two-piece normal of the fan charts: Britton, Fisher and Whitley 1998, The
Inflation Report projections: understanding the fan chart, Bank of England Quarterly Bulletin 38). The demand is then a
geometric random walk with a drift that is not known for sure.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from models.parts.demand import Demand, amount_of
from models.parts.growth.factor import Factor
from models.parts.growth.growth import DemandGrowth, Event, Pace
from models.quantities.months import YEAR, parse_month
from models.scenario import Scenario
from simulator.growth.history import DemandHistory
from simulator.messages.stages.growth.orders import no_growth_stated

FloatArray = NDArray[np.float64]
Months = NDArray[np.int64]
# Ways in which the months ahead may go, drawn at random: their quantiles are known to about a tenth of a per cent.
DRAWS = 10_000


@dataclass(frozen=True)
class Backtest:
    """The last months of a history, forecast from what was before them. Errors are means of |forecast / value - 1|.

    error: of the forecast; naive: of the same month of the year before; inside: the share of the months that lay in
    their interval; months: how many.
    """

    error: float
    naive: float
    inside: float
    months: int


@dataclass(frozen=True)
class Mismatch:
    """A stated demand that is not what its history ends with, nor within the forecast of the first month ahead.

    month, last: the last month that is there, and its demand; low, likely, high: the forecast. All in the stored unit
    of the `stated` demand.
    """

    stated: Demand
    month: int
    last: float
    low: float
    likely: float
    high: float


@dataclass(frozen=True)
class Forecast:
    """What a demand is forecast from, and how well.

    file, past: its history, without what comes after its forecast begins; seasonal: whether that is long enough to tell
    a season; tried: how far off a forecast of its last months would have been; apart: that the stated demand is another
    one, None where it is not.
    """

    file: str
    past: DemandHistory
    seasonal: bool
    tried: Backtest
    apart: Mismatch | None


@dataclass(frozen=True)
class DemandPaths:
    """The demand by months, in times the stated one.

    start: the first month, counted as models/quantities/months.py does. likely: by the likely growth, or the median of
    a forecast. drawn: one row for each way in which it may go. confidence: of the intervals, 0 to 1. forecast: what it
    rests on; None where the growth is stated.
    """

    start: int
    likely: FloatArray
    drawn: FloatArray
    confidence: float
    forecast: Forecast | None = None

    @property
    def months(self) -> int:
        """How many months are looked ahead, the first among them."""
        return len(self.likely)

    @property
    def spreads(self) -> bool:
        """Whether there is more than one way in which it may go."""
        return bool((self.drawn != self.drawn[0]).any())

    @cached_property
    def low(self) -> FloatArray:
        """The lower ends of the intervals, by months."""
        return column_quantile(self.drawn, (1.0 - self.confidence) / 2.0)

    @cached_property
    def high(self) -> FloatArray:
        """The upper ends of the intervals, by months."""
        return column_quantile(self.drawn, (1.0 + self.confidence) / 2.0)


def column_quantile(drawn: NDArray[np.float64], share: float) -> FloatArray:
    """The value that a share of the draws do not pass, of each column: one that was drawn."""
    return np.asarray(np.quantile(drawn, share, axis=0, method="inverted_cdf"), dtype=np.float64)


def stated_growth(scenario: Scenario) -> DemandPaths:
    """The months ahead of a scenario that states its growth and a demand. Raises ValueError for one that does not."""
    growth, demand = scenario.growth, scenario.demand
    if growth is None or demand is None:
        raise ValueError(no_growth_stated(scenario.name))
    confidence = scenario.run.confidence
    random = np.random.Generator(np.random.Philox(scenario.run.seed))
    likely = _total(growth, demand, confidence, None, 1)[0]
    drawn = _total(growth, demand, confidence, random, DRAWS)
    return DemandPaths(parse_month(growth.start), likely, drawn, confidence)


def _total(
    growth: DemandGrowth, demand: Demand, confidence: float, random: np.random.Generator | None, draws: int
) -> FloatArray:
    """The demand by draws and months, in times the stated one; without `random` the likely one."""
    start, months = parse_month(growth.start), growth.months
    common, shocks = _normals(random, draws, 1), _normals(random, draws, months - 1)

    def path(pace: Pace) -> FloatArray:
        rate = _mixed(common, _normals(random, draws, 1), growth.correlation)
        scatter = _mixed(shocks, _normals(random, draws, months - 1), growth.correlation)
        return _path(pace, months, rate, scatter, confidence)

    if growth.streams:
        total = sum(stream.share * path(stream) * _shape(stream, start, months) for stream in growth.streams)
    elif growth.table:
        total = np.exp(_table(growth, demand, common, shocks, confidence))
    else:
        total = _path(growth, months, common, shocks, confidence)
    return np.asarray(total * _shape(growth, start, months) * busiest_day_factor(growth.week), dtype=np.float64)


def busiest_day_factor(week: tuple[Factor, ...]) -> float:
    """The busiest day of a week in times its mean day; 1 where no week is stated."""
    factors = [day.times for day in week]
    return max(factors) / (sum(factors) / len(factors)) if factors else 1.0


def _path(pace: Pace, months: int, rate: FloatArray, shocks: FloatArray, confidence: float) -> FloatArray:
    """A demand that grows at a pace from 1, without its season, by draws and months."""
    steps = np.arange(months)
    return np.exp(steps * _two_pieces(pace.monthly, rate, confidence) + _walk(pace.scatter, shocks, len(rate)))


def _walk(scatter: float, shocks: FloatArray, draws: int) -> FloatArray:
    """What the months have brought so far beside their rate, in logarithms."""
    walked = np.cumsum(scatter * shocks, axis=1)
    return np.hstack([np.zeros((draws, 1)), walked])


def _two_pieces(ends: tuple[float, float, float], normals: FloatArray, confidence: float) -> FloatArray:
    """The logarithm of 1 + growth, drawn: its median is that of the likely growth, and so much of it lies between both
    ends."""
    low, likely, high = (math.log1p(each) for each in ends)
    return _between(low, likely, high, normals, confidence)


def _between(low: float, likely: float, high: float, normals: FloatArray, confidence: float) -> FloatArray:
    reach = NormalDist().inv_cdf(0.5 + confidence / 2.0)
    return likely + normals * np.where(normals < 0.0, likely - low, high - likely) / reach


def _table(
    growth: DemandGrowth, demand: Demand, normals: FloatArray, shocks: FloatArray, confidence: float
) -> FloatArray:
    """The logarithms of a table's demand, even between its months; after the last one at the stated growth."""
    start, now = parse_month(growth.start), getattr(demand, demand.way)
    at, levels = [0], [np.zeros((len(normals), 1))]
    for row in growth.table:
        ends = (amount_of(each or row.demand, demand.way) / now for each in (row.low, row.demand, row.high))
        at.append(parse_month(row.month) - start)
        low, likely, high = (math.log(each) for each in ends)
        levels.append(_between(low, likely, high, normals, confidence))
    known = np.hstack(levels)
    steps = np.arange(growth.months)
    inside = np.array([np.interp(steps, at, each) for each in known])
    beyond = np.maximum(0, steps - at[-1]) * _two_pieces(growth.monthly, normals, confidence)
    return np.asarray(inside + beyond + _walk(growth.scatter, shocks, len(normals)), dtype=np.float64)


def _shape(pace: Pace, start: int, months: int) -> FloatArray:
    """What season and events make of each month, in times the first one."""
    shape = np.ones(months)
    if pace.season:
        year = np.array([month.times for month in pace.season])
        shape = year[(start + np.arange(months)) % YEAR] / year[start % YEAR]
    for event in pace.events:
        shape[_months_of(event, start, months)] *= event.times
    return shape


def _months_of(event: Event, start: int, months: int) -> slice:
    at = parse_month(event.month) - start
    return slice(at, months if event.lasting else at + 1)


def _mixed(common: FloatArray, own: FloatArray, correlation: float) -> FloatArray:
    """Normals of which two have this correlation, for they share what is common."""
    return math.sqrt(correlation) * common + math.sqrt(1.0 - correlation) * own


def _normals(random: np.random.Generator | None, draws: int, count: int) -> FloatArray:
    return np.zeros((draws, count)) if random is None else random.standard_normal((draws, count))
