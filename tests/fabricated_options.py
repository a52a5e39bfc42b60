"""Options made up by hand, so that their worth and what is said of it are tested without a simulation."""

from collections.abc import Sequence
from dataclasses import replace

from models.variations.price import Price
from simulator.experiment.estimate import Estimate, exact, from_replications
from simulator.experiment.limits import Limit
from simulator.experiment.paired_differences import difference
from simulator.experiment.results import Difference, Unavailable
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.farm.upgrade_value import AtCapacity, UpgradeValue, upgrade_value
from tests.fabricated import network, scenario

PRICES = {
    "datacenter.prices.server_life": "3 years",
    "datacenter.prices.interest": "0 %",
    "datacenter.prices.electricity": "0.1 USD/kWh",
    "datacenter.prices.pue": "2",
    "datacenter.prices.hosting": "100 USD/kW-month",
    "datacenter.prices.rack_space": "10 USD/U-month",
    "datacenter.prices.administration": "80 USD/server-month",
    "server.price": "18,000 USD",
    "server.rack_units": "4",
    "server.idle_power": "400 W",
    "server.busy_power": "500 W",
    "operating_system.licence": "3,600 USD",
}
# One server a month: 18,000 and 3,600 USD over 36 months, 500 W provisioned, 4 units of a rack, 400 W idle and 100 W at
# work at 2 x 730 h x 0.1 USD, administration.
FIXED, WORKING = 500.0 + 100.0 + 50.0 + 40.0 + 400.0 * 0.146 + 80.0, 100.0 * 0.146
FREE = Price()
NOW = (1000.0, 1002.0, 998.0)
NONE = exact(0.0, "%")
LIMIT = Limit("disks", "server", "6 disks", "server.disks", exact(99.0, "%"), Unavailable("-"), NONE, plural=True)


def at(mbps: Sequence[float] = NOW, busy: float = 0.5, **overrides: str) -> AtCapacity:
    """A scenario of five nodes that carries some Mbps in each replication."""
    changes = {name.replace("__", "."): value for name, value in overrides.items()}
    farm = scenario({**PRICES, **changes})
    server = from_replications(mbps, 0.95, "Mbps")
    return AtCapacity(farm, ServerCapacity(LARGEST, server, server, exact(busy, "share"), network(), LIMIT))


def working(at: AtCapacity, busy: Estimate) -> AtCapacity:
    """The same with another share of the cores busy."""
    return replace(at, carried=replace(at.carried, busy=busy))


def gains(now: AtCapacity, then: AtCapacity) -> tuple[Difference, Difference]:
    """The paired gains of a server and of a unit."""

    def of_unit(side: AtCapacity):
        working = side.scenario.unit.nodes - side.scenario.unit.spare_nodes
        return from_replications([working * mbps for mbps in side.carried.mbps.each], 0.95, "Mbps")

    server = difference("server_mbps", now.carried.mbps, then.carried.mbps)
    return server, difference("unit_mbps", of_unit(now), of_unit(then))


def valued(now: AtCapacity, then: AtCapacity, price: Price = FREE) -> UpgradeValue:
    """What `then` is worth in place of `now`."""
    return upgrade_value(now, then, *gains(now, then), price)


def named(name: str, more: float, price: int, **marks: object) -> UpgradeValue:
    """An option that gains so many Mbps in every replication and costs so many US dollars."""
    then = at([mbps + more for mbps in NOW], server__price=f"{18_000 + price} USD")
    return replace(valued(at(), then), name=name, **marks)
