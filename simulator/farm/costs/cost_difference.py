"""Farms against each other by what they cost a month, with their traffic on both sides where they pay it differently.

The bill of a farm that is rented has its egress in it; that of one that is bought leaves the bandwidth of its traffic
apart. Only where all pay in the same way is that no part of the difference.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from models.scenario import Scenario
from simulator.experiment.estimate import Estimate
from simulator.farm.costs.cost import Cost, total
from simulator.farm.costs.link_traffic import site_links
from simulator.farm.costs.price_range import PriceRange, difference_range
from simulator.farm.farm import Farm


@dataclass(frozen=True)
class CostDifference:
    """What one farm costs more a month than another, in whole units. amount: both hang on the same sessions, so their
    half-widths add; over: its range over those of the prices of both; alike: whether they pay for traffic in the same
    way, so that it is without bandwidth."""

    amount: Estimate
    over: PriceRange
    alike: bool

    @property
    def uncertainty(self) -> float:
        """The wider of its half-widths."""
        return max(self.amount.half_width, self.over.half_width)


@dataclass(frozen=True)
class MonthlyCost:
    """Money a month for whole units. amount: of those that are bought; lowest, highest: of the fewest and of the most
    that the interval of what a unit carries holds."""

    amount: Estimate
    lowest: float
    highest: float

    @property
    def half_range(self) -> float:
        """Half of what lies between them."""
        return (self.highest - self.lowest) / 2.0


def pay_traffic_alike(farms: Iterable[Farm]) -> bool:
    """Whether all of them pay for traffic in the same way: as egress, or for bandwidth at one price."""
    return scenarios_pay_alike(farm.scenario for farm in farms)


def scenarios_pay_alike(scenarios: Iterable[Scenario]) -> bool:
    """The same of the farms that would be bought for scenarios."""
    return len({_a_mbps(scenario) for scenario in scenarios}) <= 1


def compared_cost(farm: Farm, alike: bool) -> Estimate:
    """Money a month of whole units: with bandwidth unless all that it is compared with pay alike."""
    return _whole(farm.cost, alike)


def monthly_cost(farm: Farm, alike: bool) -> MonthlyCost:
    """The same with what the fewest and the most units cost that may be needed: a bill for each number of them, for
    plus and minus one unit would say of one that it may cost nothing."""
    amount, (few, many) = compared_cost(farm, alike), farm.sizing.units_between
    if few == many:
        return MonthlyCost(amount, amount.low, amount.high)
    ends = [compared_cost(farm.of_units(bought), alike) for bought in (few, many)]
    return MonthlyCost(amount, min(end.low for end in ends), max(end.high for end in ends))


def cost_in_all(farm: Farm) -> Estimate:
    """Money a month of whole units, all that their traffic costs too: bandwidth, egress, what an origin bills."""
    return farm.cost.with_bandwidth.whole


def exact_cost_in_all(farm: Farm) -> Estimate:
    """The same of the units that demand and reserve need exactly, with what every replication gave."""
    more = farm.cost.bandwidth.amount.exact.value
    return replace(farm.exact, value=farm.exact.value + more, each=tuple(each + more for each in farm.exact.each))


def cost_difference(farm: Farm, than: Farm) -> CostDifference:
    """What a farm costs more than another one that carries the same, with its range: a bill for each end of each price
    of both."""
    alike = pay_traffic_alike((farm, than))
    over = difference_range(farm.bills, than.bills, partial(_whole, alike=alike))
    return CostDifference(extra_monthly_cost(farm, than), over, alike)


def extra_monthly_cost(farm: Farm, than: Farm) -> Estimate:
    """The amount of that alone."""
    alike = pay_traffic_alike((farm, than))
    ours, theirs = compared_cost(farm, alike), compared_cost(than, alike)
    confidence, samples = min(ours.confidence, theirs.confidence), min(ours.samples, theirs.samples)
    more, half_width = ours.value - theirs.value, ours.half_width + theirs.half_width
    return Estimate(more, half_width, confidence, samples, ours.unit)


def traffic_cost(farm: Farm) -> Estimate:
    """Money a month that the traffic of a farm costs: its bandwidth, and what leaves a cloud."""
    return total([farm.cost.bandwidth.amount, farm.cost.egress]).whole


def _a_mbps(scenario: Scenario) -> object:
    """What a Mbps of bandwidth costs it, or the links by which it pays for all of them; None where it pays egress."""
    return None if scenario.server.is_rented else site_links(scenario) or scenario.datacenter.prices.bandwidth


def _whole(cost: Cost, alike: bool) -> Estimate:
    return (cost.total if alike else cost.with_bandwidth).whole
