"""How much more than its share the busiest gets: the node of a unit with sessions not spread evenly, and the unit of
a farm that clients find by name, with how many are bought for it.

Resolvers are given units at random and keep them, so that the share of a unit is the sum of the shares of those that
hold its address: of variance (1 / U) (1 - 1 / U) times the sum of the squared shares of the resolvers, for U units.
"""

from functools import cache

import numpy as np

from models.client_affinity import distinct_sources, source_unevenness
from models.content_share import splits_content
from models.parts.clients.dns import NameService
from models.parts.unit import Unit
from models.quantities.rounding import round_up
from models.scenario import Scenario
from simulator.experiment.content_imbalance import content_imbalance
from simulator.experiment.deals import Law, busiest_share

# Of so many units, drawn at random, 95 % have no busier node: known to about one part in a hundred of the excess.
_UNITS, _OF_THEM, _SEED = 4_000, 95.0, 17
# Beyond, addresses are too many for chance to matter: its share is less than one in a thousand.
_MANY = 1e8
# More units than this are not sought: each moment deals resolvers to all of them.
MOST_UNITS = 10_000


def busiest_node_share(scenario: Scenario, gone: int = 0) -> float:
    """The share of a unit's sessions, or of their work, that its busiest node gets, with so many other nodes gone, in
    times an even share: 1 where all get the same in the long run.

    Weights are those of the nodes that are left where the lightest others have gone. Addresses that are hashed fall on
    nodes at random, in the shares of their weights (multinomial): what 95 % of units do not exceed. Uneven ones are as
    many even ones as have the same sum of squared shares. Objects that are hashed are dealt to nodes one by one, as
    units to resolvers.
    """
    if splits_content(scenario) and scenario.workload.content is not None:
        return content_imbalance(scenario, scenario.unit.nodes - gone)
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
    return busiest_share((Law(names.resolvers, names.uneven),), units)


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
