"""The months ahead as data: what `grow --json` writes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from models.quantities.months import month_text
from simulator.growth.around import Around
from simulator.growth.bill import PresentValue
from simulator.growth.grown import Grown
from simulator.growth.reached import When
from simulator.measure.estimate import given
from simulator.questions.grow.document import growth_on_terminal, growth_report
from simulator.questions.grow.hourly import hourly_data
from simulator.questions.grow.sentences import answer, apart, demand_is, notes
from simulator.questions.result import FarmResult
from simulator.report.blocks import Block, Report
from simulator.report.data import farm_data, tiers_down_data, verdict_data
from simulator.report.figure import Data, figure
from simulator.rollup.farm import Farm
from simulator.rollup.money.price_range import PriceRange
from simulator.rollup.stamp import Stamp


@dataclass(frozen=True, repr=False, eq=False)
class GrowResult(FarmResult):
    """When the farm is too small as its demand grows, what to order when, and what that costs."""

    growth: Grown
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
    def order_by(self) -> str | None:
        """The month of the first order, as "2027-03"; None where none is needed."""
        bought = self.growth.purchases
        return month_text(self.growth.start + bought[0].order.ordered) if bought else None

    def to_dict(self) -> Data:
        return growth_data(self.growth)

    def blocks(self) -> list[Block]:
        return growth_on_terminal(self.growth)

    def report(self) -> Report:
        return growth_report(self.growth, self.stamp)

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.growth.scenario.name, "full": self.full, "order_by": self.order_by, **self.bought()}


def growth_data(found: Grown) -> Data:
    """Every figure of the answer. Months are "2027-03", None beyond the horizon; money is in `currency`."""
    amount = found.new.farm.sizing.demanded.amount
    return {
        "scenario": found.scenario.name,
        "answer": answer(found),
        "confidence": found.ahead.confidence,
        "draws": len(found.ahead.drawn),
        "demand_is": demand_is(found.ahead),
        "demand_apart": apart(found.ahead) or None,
        "backtest": None if found.ahead.forecast is None else asdict(found.ahead.forecast.tried),
        "demand_unit": amount.unit,
        "currency": found.currency,
        "unit_carries": figure(found.new.farm.sizing.unit_carries),
        "months": [_month(found, month) for month in range(found.ahead.months)],
        "standing": [
            {"generation": each.generation.name, "units": each.units.tolist(),
             "until": None if each.last is None else month_text(each.last)}
            for each in found.standing
        ],
        "full": _when(found, found.full),
        "reserve_used_up": _when(found, found.reserve_gone),
        "limits": [
            {"limit": each.name, "of": each.of, "times_the_demand": each.level if each.of else None,
             **_when(found, each.when)}
            for each in found.reached
        ],
        "orders": [_order(found, place) for place in range(len(found.purchases))],
        "around_orders": [_around(found, each) for each in found.around],
        "risk": {"stated": found.supply.risk, "in_any_month": found.ever, "missed_in": _texts(found, found.late)},
        "capital": float(found.bill.capital.sum()),
        "capital_over_prices": _over(found.capital),
        "present_value": _worth(found.worth, found.currency),
        "autoscaling": hourly_data(found),
        "farm_of_today": farm_data(found.new.farm),
        **tiers_down_data(found.tiers_down),
        "baseline": growth_data(found.against) if found.against is not None else None,
        **({"baseline_fails": found.why_not} if found.why_not else {}),
        "notes": list(notes(found)),
    }  # fmt: skip


def _month(found: Grown, month: int) -> Mapping[str, object]:
    """One month: demand, units, what is carried, the chance of being too small, and money."""
    amount, ahead, bill = found.new.farm.sizing.demanded.amount.value, found.ahead, found.bill
    demand = {"low": ahead.low[month], "likely": ahead.likely[month], "high": ahead.high[month]}
    money = {"capital": bill.capital, "paid_off": bill.paid_off, "running": bill.running, "total": bill.total}
    return {
        "month": month_text(found.start + month),
        "demand": {key: float(value) * amount for key, value in demand.items()},
        "new_units": int(found.units[month]),
        "units": int(found.units[month]) + sum(int(each.units[month]) for each in found.standing),
        "carried": float(found.carries[month]) * amount,
        "carried_without_orders": float(found.carries_now[month]) * amount,
        "chance_too_small": float(found.short[month]),
        **{key: float(values[month]) for key, values in money.items()},
    }


def _order(found: Grown, place: int) -> Mapping[str, object]:
    purchase = found.purchases[place]
    order, tiers = purchase.order, found.new.scenario.tiers
    return {
        "order_by": month_text(found.start + order.ordered),
        "serves_from": month_text(found.start + order.arrives),
        "units": order.units,
        "servers": order.units * found.new.nodes,
        **({"servers_of_tiers": {tier.name: order.units * tier.servers for tier in tiers}} if tiers else {}),
        "how": order.offer.name,
        "serves_months": order.lasts,
        "capital": order.units * float(order.offer.price[order.arrives]),
        "a_month": order.units * float(order.offer.charges[order.arrives]),
        **_when(found, purchase.when),
    }


def _around(found: Grown, each: Around) -> Mapping[str, object]:
    """A server in the month in which an order begins to serve."""
    return {
        "month": month_text(found.start + each.month),
        "with_the_order": each.served,
        "to_be_carried": each.times,
        "load_of_what_a_server_carries": each.strain,
        "used_most": None if each.most_used is None else each.most_used.name,
        "use_percent": None if each.most_used is None else figure(each.most_used.utilisation),
        "targets": {verdict.target: verdict_data(verdict) for verdict in each.verdicts},
        **({"why_not": each.why_not} if each.why_not else {}),
    }


def _when(found: Grown, when: When) -> dict[str, object]:
    months = {"early": when.early, "likely": when.likely, "late": when.late}
    named = {key: None if month is None else month_text(found.start + month) for key, month in months.items()}
    return {**named, "within_the_horizon": when.chance}


def _texts(found: Grown, months: tuple[int, ...]) -> list[str]:
    return [month_text(found.start + month) for month in months]


def _worth(worth: PresentValue, currency: str) -> Data:
    low, likely, high = worth.by_growth
    return {
        "value": figure(given(worth.value, currency)),
        "low": worth.together[0],
        "high": worth.together[1],
        "as_needed": {"low": low, "likely": likely, "high": high},
        "over_prices": _over(worth.by_prices),
    }


def _over(prices: PriceRange) -> Data:
    return {"low": prices.low, "high": prices.high, "resting_on": list(prices.resting_on)}
