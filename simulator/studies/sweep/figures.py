"""What a sweep keeps of a variant: the figures of its farm and of what stops it, as `plan` or `capacity` has them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import ServerCapacity
from simulator.experiment.verdicts import Verdict
from simulator.farm.costs.cost_difference import MonthlyCost, monthly_cost
from simulator.farm.farm import Farm
from simulator.farm.outcome import Outcome


@dataclass(frozen=True)
class FarmFigures:
    """The farm that a variant buys.

    units: counted exactly; whole_units, servers (in front), racks, cost (a month): as one buys them.
    servers_of_other_tiers: what comes with them, of each tier by its name in `tiers`; servers_in_all: the sum.
    cost_with_bandwidth: the same with all that its traffic costs, by which farms are compared. units_between: the
    fewest and the most units to buy that the interval of what a unit carries holds. demand: what it carries, as it is
    stated. unpriced: what comes from an origin that has no stated price, and so counts as nothing; None where nothing
    does.
    """

    units: Estimate
    whole_units: Estimate
    servers: Estimate
    racks: Estimate
    cost: MonthlyCost
    cost_with_bandwidth: MonthlyCost
    servers_of_other_tiers: Estimate
    servers_in_all: Estimate
    tiers: tuple[tuple[str, Estimate], ...]
    units_between: tuple[int, int]
    demand: str = ""
    unpriced: Estimate | None = None

    @property
    def is_sure(self) -> bool:
        """Whether the interval holds one number of units alone."""
        return self.units_between[0] == self.units_between[1]


@dataclass(frozen=True)
class VariantFigures:
    """The answer of one variant.

    farm: None without a demand. capacity_mbps: what a unit carries as planned, server_mbps: one server (wire), at the
    load that is offered or at the largest one, as the portfolio asks. binding_limit: by name; headroom: the load at
    which it binds, in times the present one; at the largest load, what the units that one buys carry, in times the
    demand. met: whether every target is met; None where none is missed but some cannot be judged, as theory knows no
    percentiles. server: what one server carries, where that was searched; it is no figure that is told.
    """

    farm: FarmFigures | None
    capacity_mbps: Estimate
    server_mbps: Estimate
    binding_limit: str
    headroom: Estimate | Unavailable
    verdicts: tuple[Verdict, ...]
    met: bool | None
    replications: int
    server: ServerCapacity | None = field(default=None, compare=False, repr=False)


def variant_figures(outcome: Outcome) -> VariantFigures:
    """What a sweep keeps of an outcome."""
    binding = outcome.binding
    return VariantFigures(
        farm=farm_figures(outcome.farm) if outcome.farm else None,
        capacity_mbps=outcome.capacity.unit_mbps,
        server_mbps=outcome.capacity.server_mbps,
        binding_limit=outcome.bottleneck.name,
        headroom=outcome.sizing.supports if outcome.sizing else binding.limit.growth,
        verdicts=outcome.verdicts,
        met=all_targets_met(outcome.verdicts),
        replications=outcome.results.replications,
    )


def farm_figures(farm: Farm) -> FarmFigures:
    """What a sweep keeps of a farm: of the units that are bought, with what others would cost within the interval."""
    farm = farm.decided
    sizing = farm.sizing
    return FarmFigures(
        units=sizing.units.exact,
        whole_units=sizing.units.whole,
        servers=sizing.servers.whole,
        racks=sizing.racks,
        cost=monthly_cost(farm, alike=True),
        cost_with_bandwidth=monthly_cost(farm, alike=False),
        servers_of_other_tiers=sizing.servers_of_other_tiers.whole,
        servers_in_all=sizing.servers_in_all.whole,
        tiers=tuple((each.tier.name, each.servers.whole) for each in sizing.tiers),
        units_between=sizing.units_between,
        demand=sizing.demanded.stated,
        unpriced=sizing.fetched if farm.fetches_at_no_price else None,
    )


def all_targets_met(verdicts: Sequence[Verdict]) -> bool | None:
    """Whether all targets are met; None where none is missed and some are not known."""
    if any(each.met is False for each in verdicts):
        return False
    return True if all(each.met for each in verdicts) else None
