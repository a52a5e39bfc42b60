"""A plan against its baseline: the figures that decide, with the intervals of both."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from simulator.experiment.error_propagation import divide, shift, subtract
from simulator.experiment.estimate import Estimate
from simulator.experiment.percent import PERCENT
from simulator.experiment.results import Unavailable
from simulator.farm.costs.cost import Cost
from simulator.farm.exact_and_whole import ExactAndWhole
from simulator.farm.sizing import Sizing
from simulator.farm.unit_capacity import UnitCapacity
from simulator.messages.stages.farm import BASELINE_IS_0, NO_DEMAND


class Bill(Enum):
    """A part of the bill that is compared, as people call it."""

    COST = "cost"
    WITH_BANDWIDTH = "cost with bandwidth"
    HOSTING = "hosting"


_SAVINGS: dict[Bill, Callable[[Cost], ExactAndWhole]] = {
    Bill.COST: lambda cost: cost.total,
    Bill.WITH_BANDWIDTH: lambda cost: cost.with_bandwidth,
    Bill.HOSTING: lambda cost: cost.hosting,
}


@dataclass(frozen=True)
class Saving:
    """What the plan saves of one part of the baseline's bill: as a share in %, and in money a month.

    The share is refused where the baseline pays nothing, for then there is nothing to save.
    """

    of: Bill
    exact_percent: Estimate | Unavailable
    whole_percent: Estimate | Unavailable
    money: ExactAndWhole

    @property
    def name(self) -> str:
        """What people call it."""
        return self.of.value


@dataclass(frozen=True)
class FigureChange:
    """One figure of the plan beside the baseline's, and by how much the plan's is higher, in %."""

    name: str
    plan: Estimate
    baseline: Estimate
    percent: Estimate | Unavailable


@dataclass(frozen=True)
class Comparison:
    """A plan against its baseline at the same demand.

    capacity: what a unit of the plan carries in % of the baseline's unit. footprint: rack units of the plan in % of
    the baseline's, which is the ratio of the numbers of units where both use the same hardware. savings: empty
    without a demand, and footprint refused. changes: the figures that a planner reads first.
    """

    capacity: Estimate | Unavailable
    footprint: Estimate | Unavailable
    whole_footprint: Estimate | Unavailable
    savings: tuple[Saving, ...]
    changes: tuple[FigureChange, ...]

    def saving(self, of: Bill) -> Saving:
        """What is saved of one part of the bill. Raises StopIteration without a demand."""
        return next(saving for saving in self.savings if saving.of is of)


def compare_units(plan: UnitCapacity, baseline: UnitCapacity) -> Comparison:
    """The comparison without a demand: only what a unit carries."""
    no_demand = Unavailable(NO_DEMAND)
    return Comparison(_percent(plan.unit_mbps, baseline.unit_mbps), no_demand, no_demand, (), _carried(plan, baseline))


def compare_farms(plan: Sizing, plan_cost: Cost, baseline: Sizing, baseline_cost: Cost) -> Comparison:
    """The comparison of two farms that carry the same demand.

    Plan and baseline are taken as independent. As both see the same workload, what they carry tends to rise and fall
    together, so that the true intervals of ratios and differences are narrower, not wider.
    """
    savings = tuple(_saving(of, part(plan_cost), part(baseline_cost)) for of, part in _SAVINGS.items())
    return Comparison(
        _percent(plan.capacity.unit_mbps, baseline.capacity.unit_mbps),
        _percent(plan.rack_units.exact, baseline.rack_units.exact),
        _percent(plan.rack_units.whole, baseline.rack_units.whole),
        savings,
        (*_carried(plan.capacity, baseline.capacity), *_farms(plan, plan_cost, baseline, baseline_cost)),
    )


def _carried(plan: UnitCapacity, baseline: UnitCapacity) -> tuple[FigureChange, ...]:
    return (
        _change("one server carries", plan.server_mbps, baseline.server_mbps),
        _change("one unit carries", plan.unit_mbps, baseline.unit_mbps),
    )


def _farms(plan: Sizing, plan_cost: Cost, baseline: Sizing, baseline_cost: Cost) -> tuple[FigureChange, ...]:
    pairs = {
        "units, exactly": (plan.units.exact, baseline.units.exact),
        "units to buy": (plan.units.whole, baseline.units.whole),
        "servers": (plan.servers.whole, baseline.servers.whole),
        "racks": (plan.racks, baseline.racks),
        "average power": (plan.whole_power.average, baseline.whole_power.average),
        "cost": (plan_cost.total.whole, baseline_cost.total.whole),
        "cost with bandwidth": (plan_cost.with_bandwidth.whole, baseline_cost.with_bandwidth.whole),
    }
    return tuple(_change(name, *pair) for name, pair in pairs.items())


def _change(name: str, plan: Estimate, baseline: Estimate) -> FigureChange:
    ratio = _percent(plan, baseline)
    return FigureChange(
        name, plan, baseline, ratio if isinstance(ratio, Unavailable) else shift(ratio, -100.0, PERCENT)
    )


def _saving(of: Bill, plan: ExactAndWhole, baseline: ExactAndWhole) -> Saving:
    unit = baseline.exact.unit
    money = ExactAndWhole(subtract(baseline.exact, plan.exact, unit), subtract(baseline.whole, plan.whole, unit))
    exact, whole = _saved(plan.exact, baseline.exact), _saved(plan.whole, baseline.whole)
    return Saving(of, exact, whole, money)


def _saved(plan: Estimate, baseline: Estimate) -> Estimate | Unavailable:
    """100 % less the plan's share of the baseline."""
    share = _percent(plan, baseline)
    return share if isinstance(share, Unavailable) else shift(share.times(-1.0, PERCENT), 100.0, PERCENT)


def _percent(plan: Estimate, baseline: Estimate) -> Estimate | Unavailable:
    if baseline.value == 0.0:
        return Unavailable(BASELINE_IS_0)
    return divide(plan, baseline, "ratio").times(100.0, PERCENT)
