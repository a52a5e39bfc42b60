"""What is dealt at random to nodes or units: resolvers of names, and the objects of a content. The largest are dealt
one by one, and the rest are many of little each, and so normal."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

# Of so many moments, drawn at random, no unit is busier in 95 % of them.
_MOMENTS, _OF_THEM, _SEED = 1_000, 95.0, 17
# So many of the largest resolvers are dealt one by one; the rest are many of little each, and so normal.
_ONE_BY_ONE = 2_000
# Steps of ranks within which the rest is alike.
_STEPS = 256


class Law(NamedTuple):
    """One kind of what is dealt: how many there are, the i-th of which is used in proportion to i ** -uneven, and its
    share of all work. Where the work of a use differs: at, of_mean: of those that have such shares of the uses,
    ascending, their work over the mean."""

    number: int
    uneven: float
    share: float = 1.0
    at: tuple[float, ...] = ()
    of_mean: tuple[float, ...] = ()


@lru_cache(maxsize=4096)
def busiest_share(laws: tuple[Law, ...], units: int) -> float:
    """What the busiest of so many gets, in times an even share: what it does not exceed in 95 % of deals."""
    parts = [(law.share, *shares(law.number, law.uneven, law.at, law.of_mean)) for law in laws]
    own = np.concatenate([share * largest for share, largest, _ in parts])
    rest = sum(share * others for share, _, (others, _) in parts)
    squares = sum(share**2 * squared for share, _, (_, squared) in parts)
    spread = (squares * (1.0 / units) * (1.0 - 1.0 / units)) ** 0.5
    deals, normal = _dealt(own.size, units, rest > 0.0)
    got = np.array([np.bincount(deal, weights=own, minlength=units) for deal in deals])
    got = got + rest / units + spread * normal
    return float(np.percentile(got.max(axis=1), _OF_THEM)) * units


# They are the same whatever is dealt, and take some 16 MB.
@lru_cache(maxsize=4)
def _dealt(number: int, units: int, rest: bool) -> tuple[np.ndarray, np.ndarray]:
    """Who gets each of so many in every moment, and by how many of its deviations the rest differs from its mean; 0
    where there is none."""
    draws = np.random.default_rng(_SEED)
    deals, normal = np.empty((_MOMENTS, number), dtype=np.intp), np.zeros((_MOMENTS, units))
    for moment in range(_MOMENTS):
        deals[moment] = draws.integers(units, size=number)
        if rest:
            normal[moment] = draws.standard_normal(units)
    return deals, normal


@lru_cache(maxsize=64)
def shares(
    count: int, uneven: float, at: tuple[float, ...] = (), of_mean: tuple[float, ...] = ()
) -> tuple[np.ndarray, tuple[float, float]]:
    """The shares of the largest, one by one, and the sum and the sum of squares of those of the others."""
    first = min(count, _ONE_BY_ONE)
    own = np.arange(1, first + 1, dtype=np.float64) ** -uneven
    if at:
        return _shares_of_work(own, count, uneven, np.array(at), np.array(of_mean))
    rest, squares = _beyond(first, count, uneven), _beyond(first, count, 2.0 * uneven)
    whole = float(own.sum()) + rest
    return own / whole, (rest / whole, squares / whole**2)


def _shares_of_work(
    own: np.ndarray, count: int, uneven: float, at: np.ndarray, of_mean: np.ndarray
) -> tuple[np.ndarray, tuple[float, float]]:
    """The same of work, which is not in proportion to the uses."""
    edges = np.geomspace(own.size, count, _STEPS + 1) if count > own.size else np.empty(0)
    steps = list(zip(edges[:-1], edges[1:], strict=True))
    rest = np.array([_beyond(low, high, uneven) for low, high in steps])
    squares = np.array([_beyond(low, high, 2.0 * uneven) for low, high in steps])
    uses = float(own.sum() + rest.sum())
    factor = np.interp(rest / np.diff(edges) / uses, at, of_mean)
    own = own * np.interp(own / uses, at, of_mean)
    rest, squares = rest * factor, squares * factor**2
    whole = float(own.sum() + rest.sum())
    return own / whole, (float(rest.sum()) / whole, float(squares.sum()) / whole**2)


def _beyond(first: float, last: float, power: float) -> float:
    """The sum of i ** -power for i beyond the first, by the midpoint rule: as exact as floats are printed."""
    high, low = last + 0.5, first + 0.5
    if first == last:
        return 0.0
    if power == 1.0:
        return float(np.log(high / low))
    return float((high ** (1.0 - power) - low ** (1.0 - power)) / (1.0 - power))
