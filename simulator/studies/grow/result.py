"""The months ahead as data: what `grow --json` writes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from models.quantities.months import month_text
from simulator.experiment.estimate import exact
from simulator.farm.costs.price_range import PriceRange
from simulator.farm.farm import Farm
from simulator.farm.stamp import Stamp
from simulator.growth.bill import PresentValue
from simulator.growth.growth_plan import GrowthPlan
from simulator.growth.limit_dates import MonthRange
from simulator.growth.order_snapshots import OrderSnapshot
from simulator.messages.grow.when_to_buy import answer, demand_source, history_mismatch, notes
from simulator.output.blocks import Block, Report
from simulator.output.data import farm_data, tiers_down_data, verdict_data
from simulator.output.figure import Data, figure_data
from simulator.output.prediction_data import interval_data
from simulator.output.sections import terminal_blocks
from simulator.studies.grow.document import SECTIONS, growth_report
from simulator.studies.grow.hourly import hourly_data
from simulator.studies.result import FarmResult


@dataclass(frozen=True, repr=False, eq=False)
class GrowResult(FarmResult):
    """When the farm becomes too small as demand grows, what to order by when, and what it costs."""

    growth: GrowthPlan
    stamp: Stamp

    @property
    def farm(self) -> Farm | None:
        return self.growth.new.farm

    @property
    def full(self) -> str | None:
        """The month in which the demand is likely to pass what serves in the first one, as "2027-03"; None beyond the
        horizon."""
        likely = self.growth.full.likely
        return None if likely is None else month_text(self.growth.start + likely)

    @property
    def bottleneck(self) -> str:
        """What stops what serves in the first month, by its name."""
        return self.growth.bottleneck

    @property
    def order_by(self) -> str | None:
        """The month of the first order, as "2027-03"; None where none is needed."""
        bought = self.growth.purchases
        return month_text(self.growth.start + bought[0].order.ordered) if bought else None

    def to_dict(self) -> Data:
        return growth_data(self.growth)

    def blocks(self) -> list[Block]:
        return terminal_blocks(SECTIONS, self.growth)

    def report(self) -> Report:
        return growth_report(self.growth, self.stamp)

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.growth.scenario.name, "full": self.full, "order_by": self.order_by, **self.bought()}


def growth_data(growth_plan: GrowthPlan) -> Data:
    """Every figure of the answer. Months are "2027-03", None beyond the horizon; money is in `currency`."""
    amount = growth_plan.new.farm.sizing.demanded.amount
    return {
        "scenario": growth_plan.scenario.name,
        "answer": answer(growth_plan),
        "confidence": growth_plan.ahead.confidence,
        "draws": len(growth_plan.ahead.drawn),
        "demand_is": demand_source(growth_plan.ahead),
        "demand_apart": history_mismatch(growth_plan.ahead) or None,
        "backtest": None if growth_plan.ahead.forecast is None else asdict(growth_plan.ahead.forecast.tried),
        "demand_unit": amount.unit,
        "currency": growth_plan.currency,
        "unit_carries": figure_data(growth_plan.new.farm.sizing.unit_carries),
        "unit_carries_times": interval_data(growth_plan.unit_carries),
        "months": [_month(growth_plan, month) for month in range(growth_plan.ahead.months)],
        "standing": [
            {
                "generation": each.generation.name,
                "units": each.units.tolist(),
                "until": None if each.last is None else month_text(each.last),
            }
            for each in growth_plan.standing
        ],
        "full": _when(growth_plan, growth_plan.full),
        "reserve_used_up": _when(growth_plan, growth_plan.reserve_gone),
        "binding_limit": growth_plan.bottleneck or None,
        "limits": [
            {
                "limit": each.name,
                "of": each.of,
                "times_the_demand": each.level if each.of else None,
                **_when(growth_plan, each.when),
            }
            for each in growth_plan.reached
        ],
        "orders": [_order(growth_plan, place) for place in range(len(growth_plan.purchases))],
        "around_orders": [_around(growth_plan, each) for each in growth_plan.around],
        "risk": {
            "stated": growth_plan.risk,
            "in_any_month": growth_plan.ever,
            "missed_in": _texts(growth_plan, growth_plan.late),
        },
        "capital": float(growth_plan.bill.capital.sum()),
        "capital_over_prices": _over(growth_plan.capital),
        "present_value": _worth(growth_plan.worth, growth_plan.currency),
        "autoscaling": hourly_data(growth_plan),
        "farm_of_today": farm_data(growth_plan.new.farm),
        **tiers_down_data(growth_plan.tiers_down),
        "baseline": growth_data(growth_plan.against) if growth_plan.against is not None else None,
        **({"baseline_fails": growth_plan.why_not} if growth_plan.why_not else {}),
        "notes": list(notes(growth_plan)),
    }


def _month(growth_plan: GrowthPlan, month: int) -> Mapping[str, object]:
    """One month: demand, units, what is carried, the chance of being too small, and money."""
    amount, ahead, bill = growth_plan.new.farm.sizing.demanded.amount.value, growth_plan.ahead, growth_plan.bill
    demand = {"low": ahead.low[month], "likely": ahead.likely[month], "high": ahead.high[month]}
    money = {"capital": bill.capital, "paid_off": bill.paid_off, "running": bill.running, "total": bill.total}
    return {
        "month": month_text(growth_plan.start + month),
        "demand": {key: float(value) * amount for key, value in demand.items()},
        "new_units": int(growth_plan.units[month]),
        "units": int(growth_plan.units[month]) + sum(int(each.units[month]) for each in growth_plan.standing),
        "carried": float(growth_plan.carries[month]) * amount,
        "carried_without_orders": float(growth_plan.carries_now[month]) * amount,
        "chance_too_small": float(growth_plan.short[month]),
        **{key: float(values[month]) for key, values in money.items()},
    }


def _order(growth_plan: GrowthPlan, place: int) -> Mapping[str, object]:
    purchase = growth_plan.purchases[place]
    order, new = purchase.order, growth_plan.new
    of_tiers = zip(new.scenario.tiers, new.servers_of_tiers, strict=True)
    beside = {tier.name: order.units * servers for tier, servers in of_tiers}
    return {
        "order_by": month_text(growth_plan.start + order.ordered),
        "serves_from": month_text(growth_plan.start + order.arrives),
        "units": order.units,
        "servers": order.units * new.servers,
        **({"servers_of_tiers": beside} if beside else {}),
        "how": order.offer.name,
        "serves_months": order.lasts,
        "capital": order.units * float(order.offer.price[order.arrives]),
        "a_month": order.units * float(order.offer.charges[order.arrives]),
        **_when(growth_plan, purchase.when),
    }


def _around(growth_plan: GrowthPlan, each: OrderSnapshot) -> Mapping[str, object]:
    """A server in the month in which an order begins to serve."""
    return {
        "month": month_text(growth_plan.start + each.month),
        "with_the_order": each.served,
        "to_be_carried": each.times,
        "load_of_what_a_server_carries": each.strain,
        "used_most": None if each.most_used is None else each.most_used.name,
        "use_percent": None if each.most_used is None else figure_data(each.most_used.utilisation),
        "targets": {verdict.target: verdict_data(verdict) for verdict in each.verdicts},
        **({"why_not": each.why_not} if each.why_not else {}),
    }


def _when(growth_plan: GrowthPlan, when: MonthRange) -> dict[str, object]:
    months = {"early": when.early, "likely": when.likely, "late": when.late}
    named = {key: None if month is None else month_text(growth_plan.start + month) for key, month in months.items()}
    return {**named, "within_the_horizon": when.chance}


def _texts(growth_plan: GrowthPlan, months: tuple[int, ...]) -> list[str]:
    return [month_text(growth_plan.start + month) for month in months]


def _worth(worth: PresentValue, currency: str) -> Data:
    low, likely, high = worth.by_growth
    return {
        "value": figure_data(exact(worth.value, currency)),
        "low": worth.together[0],
        "high": worth.together[1],
        "as_needed": {"low": low, "likely": likely, "high": high},
        "over_prices": _over(worth.by_prices),
    }


def _over(prices: PriceRange) -> Data:
    return {"low": prices.low, "high": prices.high, "resting_on": list(prices.resting_on)}
