"""Load balancers and NAT gateways of a cloud: hours of each, and the GB that pass them."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.parts.instance import HOURS_PER_MONTH
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate, exact
from simulator.farm.exact_and_whole import ExactAndWhole, add_quantities

BALANCERS, NAT = "balancers", "NAT"


@dataclass(frozen=True)
class Gateways:
    """Gateways of one sort: how many there are, the GB a month that pass all of them together, and what an hour of one
    and a GB cost. for_each_unit: whether every unit has one of its own."""

    sort: str
    count: ExactAndWhole
    gigabytes: Estimate
    hour: float
    gigabyte: float
    for_each_unit: bool

    def hours_cost(self, unit: str) -> ExactAndWhole:
        """What they cost a month for being there."""
        return self.count.times(HOURS_PER_MONTH * self.hour, unit)

    def volume_cost(self, unit: str) -> ExactAndWhole:
        """What is paid a month for what passes them."""
        paid = self.gigabytes.times(self.gigabyte, unit)
        return ExactAndWhole(paid, paid)

    def cost(self, unit: str) -> ExactAndWhole:
        """Both."""
        return add_quantities([self.hours_cost(unit), self.volume_cost(unit)], unit)


def gateways(scenario: Scenario, units: ExactAndWhole, sent: Estimate, fetched: Estimate) -> Iterator[Gateways]:
    """What a cloud bills for so many units: balancers that pass on what is sent, and NAT gateways through which servers
    fetch from the origin, in GB a month; nothing where the servers are bought or the prices have none."""
    datacenter, prices = scenario.datacenter, scenario.datacenter.prices
    if not scenario.server.is_rented:
        return
    if prices.bills_balancers:
        pods = scenario.unit.pods
        # Units that are servers full of pods stand behind one service.
        stated = datacenter.load_balancers or (1 if pods is not None and pods.replicas is None else None)
        count = units if stated is None else _alike(stated)
        hour, gigabyte = prices.load_balancer_hour or 0.0, prices.load_balancer_gb or 0.0
        yield Gateways(BALANCERS, count, sent, hour, gigabyte, stated is None)
    if prices.bills_nat:
        hour, gigabyte = prices.nat_hour or 0.0, prices.nat_gb or 0.0
        yield Gateways(NAT, _alike(datacenter.nat_gateways or 1), fetched, hour, gigabyte, False)


def _alike(count: int) -> ExactAndWhole:
    known = exact(float(count), "gateways")
    return ExactAndWhole(known, known)
