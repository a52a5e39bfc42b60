"""How unevenly the units of a farm are used that clients find by name, and how many are bought for it.

Resolvers are given units at random and keep them, so that the share of a unit is the sum of the shares of those that
hold its address: of variance (1 / U) (1 - 1 / U) times the sum of the squared shares of the resolvers, for U units.
"""

from functools import lru_cache
from math import ceil

import numpy as np

from models.parts.clients.dns import NameService

# Of so many moments, drawn at random, no unit is busier in 95 % of them.
_MOMENTS, _OF_THEM, _SEED = 1_000, 95.0, 17
# So many of the largest resolvers are dealt one by one; the rest are many of little each, and so normal.
_ONE_BY_ONE = 2_000
# More units than this are not sought: each moment deals resolvers to all of them.
MOST_UNITS = 10_000
_ROUNDING = 1e-9


def squared_shares(names: NameService) -> float:
    """The sum of the squared shares of all resolvers: 1 / it is how many that are alike would be as uneven."""
    own, rest = _shares(names.resolvers, names.uneven)
    return float((own**2).sum()) + rest[1]


def variance_of_a_unit(names: NameService, units: int) -> float:
    """The variance of the share of the clients that a unit of so many gets: that of a sum of independent choices."""
    return squared_shares(names) * (1.0 / units) * (1.0 - 1.0 / units) if names.time_to_live > 0.0 else 0.0


def busiest_unit(names: NameService | None, units: int) -> float:
    """What the busiest of so many units gets, in times an even share: what it does not exceed for 95 % of the time. 1
    without names, for one unit, and where every session asks anew."""
    if names is None or names.time_to_live == 0.0 or units <= 1:
        return 1.0
    return _busiest(names.resolvers, names.uneven, units)


def units_for(names: NameService | None, exact: float) -> int | None:
    """The fewest units, of which `exact` would do if all were used alike, that carry the busiest one's share; None
    where up to 10,000 do not: more and more of them carry less and less of what one resolver sends to one of them."""
    units = max(1, ceil(exact - _ROUNDING * max(1.0, exact)))
    while units <= MOST_UNITS or names is None:
        wanted = exact * busiest_unit(names, units)
        needed = max(1, ceil(wanted - _ROUNDING * max(1.0, wanted)))
        if needed <= units:
            return units
        units = needed
    return None


@lru_cache(maxsize=4096)
def _busiest(resolvers: int, uneven: float, units: int) -> float:
    draws = np.random.default_rng(_SEED)
    own, (rest, squares) = _shares(resolvers, uneven)
    spread = (squares * (1.0 / units) * (1.0 - 1.0 / units)) ** 0.5
    most = np.empty(_MOMENTS)
    for moment in range(_MOMENTS):
        got = np.bincount(draws.integers(units, size=own.size), weights=own, minlength=units)
        if rest > 0.0:
            got = got + rest / units + spread * draws.standard_normal(units)
        most[moment] = got.max()
    return float(np.percentile(most, _OF_THEM)) * units


@lru_cache(maxsize=64)
def _shares(resolvers: int, uneven: float) -> tuple[np.ndarray, tuple[float, float]]:
    """The shares of the largest resolvers, one by one, and the sum and the sum of squares of those of the others."""
    first = min(resolvers, _ONE_BY_ONE)
    own = np.arange(1, first + 1, dtype=np.float64) ** -uneven
    rest, squares = _beyond(first, resolvers, uneven), _beyond(first, resolvers, 2.0 * uneven)
    whole = float(own.sum()) + rest
    return own / whole, (rest / whole, squares / whole**2)


def _beyond(first: int, last: int, power: float) -> float:
    """The sum of i ** -power for i beyond the first 2,000, by the midpoint rule: as exact as floats are printed."""
    high, low = last + 0.5, first + 0.5
    if first == last:
        return 0.0
    if power == 1.0:
        return float(np.log(high / low))
    return float((high ** (1.0 - power) - low ** (1.0 - power)) / (1.0 - power))
