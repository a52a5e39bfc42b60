"""How much more than its share the busiest gets: the node of a unit with sessions not spread evenly, and the unit of
a farm that clients find by name, with how many are bought for it.

Resolvers are given units at random and keep them, so that the share of a unit is the sum of the shares of those that
hold its address: of variance (1 / U) (1 - 1 / U) times the sum of the squared shares of the resolvers, for U units.
"""

from functools import cache, lru_cache

import numpy as np

from models.client_affinity import distinct_sources, source_unevenness
from models.content_share import splits_content
from models.parts.clients.dns import NameService
from models.parts.unit import Unit
from models.quantities.rounding import round_up
from models.scenario import Scenario

# Of so many units, drawn at random, 95 % have no busier node: known to about one part in a hundred of the excess.
_UNITS, _OF_THEM, _SEED = 4_000, 95.0, 17
# Beyond, addresses are too many for chance to matter: its share is less than one in a thousand.
_MANY = 1e8
# Of so many moments, drawn at random, no unit is busier in 95 % of them.
_MOMENTS = 1_000
# Of each kind of what is dealt: how many there are, how unevenly they are used, and their share of all use.
_Laws = tuple[tuple[int, float, float], ...]
# So many of the largest resolvers are dealt one by one; the rest are many of little each, and so normal.
_ONE_BY_ONE = 2_000
# More units than this are not sought: each moment deals resolvers to all of them.
MOST_UNITS = 10_000


def busiest_node_share(scenario: Scenario, gone: int = 0) -> float:
    """The share of a unit's sessions that its busiest node gets, with so many other nodes gone, in times an even share:
    1 where all get the same in the long run.

    Weights are those of the nodes that are left where the lightest others have gone. Addresses that are hashed fall on
    nodes at random, in the shares of their weights (multinomial): what 95 % of units do not exceed. Uneven ones are as
    many even ones as have the same sum of squared shares. Objects that are hashed are dealt to nodes one by one, as
    units to resolvers.
    """
    if splits_content(scenario) and scenario.workload.content is not None:
        nodes = scenario.unit.nodes - gone
        return 1.0 if nodes == 1 else _busiest(_laws_of_content(scenario), nodes)
    weights, told_apart = _left(scenario.unit, gone), distinct_sources(scenario)
    alike = len(set(weights)) == 1
    if told_apart is None:
        return 1.0 if alike else max(weights) * len(weights) / sum(weights)
    addresses = even_addresses(told_apart, source_unevenness(scenario))
    return 1.0 if alike and addresses > _MANY else _unlucky(max(1, round(addresses)), weights)


def unit_capacity_factor(scenario: Scenario) -> float:
    """What a unit carries with its spares gone, in times what one server carries: as many as are left where all get the
    same, fewer where the busiest of them is full before the others."""
    unit = scenario.unit
    return (unit.nodes - unit.spare_nodes) / busiest_node_share(scenario, unit.spare_nodes)


def even_addresses(count: int, uneven: float) -> float:
    """How many addresses that are alike spread sessions as evenly as `count` of which the i-th sends a share of the
    sessions of i ** (1 - uneven) - (i - 1) ** (1 - uneven), over that of all: 1 / (the sum of the squared shares)."""
    if uneven == 0.0:
        return float(count)
    first = np.arange(min(count, 1_000_000) + 1, dtype=np.float64) ** (1.0 - uneven)
    squares = float((np.diff(first) ** 2).sum())
    if count > 1_000_000:  # The rest by its integral: (1 - uneven) ** 2 x ** (-2 uneven).
        squares += _integral(float(count), uneven) - _integral(1e6, uneven)
    return float(float(count) ** (2.0 * (1.0 - uneven)) / squares)


def _integral(x: float, uneven: float) -> float:
    power = 1.0 - 2.0 * uneven
    grown = np.log(x) if power == 0.0 else x**power / power
    return (1.0 - uneven) ** 2 * float(grown)


def _left(unit: Unit, gone: int) -> tuple[int, ...]:
    """The weights of the nodes that are left where those have gone whose loss burdens the heaviest most."""
    ordered = sorted(unit.weights, reverse=True)
    return tuple([ordered[0], *ordered[1 + gone :]])


@cache
def _unlucky(addresses: int, weights: tuple[int, ...]) -> float:
    shares = np.array(weights, dtype=np.float64) / sum(weights)
    fallen = np.random.default_rng(_SEED).multinomial(addresses, shares, size=_UNITS).max(axis=1)
    return float(np.percentile(fallen, _OF_THEM)) / addresses * len(weights)


def busiest_unit_factor(names: NameService | None, units: int) -> float:
    """What the busiest of so many units gets, in times an even share: what it does not exceed for 95 % of the time. 1
    without names, for one unit, and where every session asks anew."""
    if names is None or names.time_to_live == 0.0 or units <= 1:
        return 1.0
    return _busiest(((names.resolvers, names.uneven, 1.0),), units)


def units_needed(names: NameService | None, exact: float) -> int | None:
    """The fewest units, of which `exact` would do if all were used alike, that carry the busiest one's share; None
    where up to 10,000 do not: more and more of them carry less and less of what one resolver sends to one of them."""
    units = max(1, round_up(exact))
    while units <= MOST_UNITS or names is None:
        needed = max(1, round_up(exact * busiest_unit_factor(names, units)))
        if needed <= units:
            return units
        units = needed
    return None


def _laws_of_content(scenario: Scenario) -> _Laws:
    """How the requests for all content fall on its objects; what a class asks for that has content of its own has that
    class's share of all that are asked for objects."""
    content, kinds = scenario.workload.content, [k for k in scenario.workload.classes if scenario.enters_a_process(k)]
    total = sum(kind.rate for kind in kinds)
    own = [(kind.content.objects, kind.content.zipf, kind.rate / total) for kind in kinds if kind.content is not None]
    shared = 1.0 if not own else sum(kind.rate for kind in kinds if kind.content is None) / total
    return ((content.objects, content.zipf, shared), *own) if content is not None and shared > 0.0 else tuple(own)


@lru_cache(maxsize=4096)
def _busiest(laws: _Laws, units: int) -> float:
    draws = np.random.default_rng(_SEED)
    parts = [(share, *_shares(count, uneven)) for count, uneven, share in laws]
    own = np.concatenate([share * largest for share, largest, _ in parts])
    rest = sum(share * others for share, _, (others, _) in parts)
    squares = sum(share**2 * squared for share, _, (_, squared) in parts)
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
