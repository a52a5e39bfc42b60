"""How much more than its share the busiest node of a unit gets, where sessions are not spread evenly."""

from functools import cache

import numpy as np

from models.parts.unit import Unit
from models.scenario import Scenario
from models.told_apart import sources, unevenness

# Of so many units, drawn at random, 95 % have no busier node: known to about one part in a hundred of the excess.
_UNITS, _OF_THEM, _SEED = 4_000, 95.0, 17
# Beyond, addresses are too many for chance to matter: its share is less than one in a thousand.
_MANY = 1e8


def busiest_share(scenario: Scenario, gone: int = 0) -> float:
    """The share of a unit's sessions that its busiest node gets, with so many other nodes gone, in times an even share:
    1 where all get the same in the long run.

    Weights are those of the nodes that are left where the lightest others have gone. Addresses that are hashed fall on
    nodes at random, in the shares of their weights (multinomial): what 95 % of units do not exceed. Uneven ones are as
    many even ones as have the same sum of squared shares.
    """
    weights, told_apart = _left(scenario.unit, gone), sources(scenario)
    alike = len(set(weights)) == 1
    if told_apart is None:
        return 1.0 if alike else max(weights) * len(weights) / sum(weights)
    addresses = even_addresses(told_apart, unevenness(scenario))
    return 1.0 if alike and addresses > _MANY else _unlucky(max(1, round(addresses)), weights)


def servers_at_work(scenario: Scenario) -> float:
    """What a unit carries with its spares gone, in times what one server carries: as many as are left where all get the
    same, fewer where the busiest of them is full before the others."""
    unit = scenario.unit
    return (unit.nodes - unit.spare_nodes) / busiest_share(scenario, unit.spare_nodes)


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
