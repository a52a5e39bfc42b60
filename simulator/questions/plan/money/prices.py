"""The prices of a bill, as entries of a workbook: what each side pays for one of each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from simulator.measure.estimate import given
from simulator.report.blocks import Cell, Column, Linked, Table
from simulator.report.pictures import PLAN
from simulator.rollup.money.fetched import origin_price
from simulator.rollup.outcome import Outcome

BOUGHT, RENTED, ANY = "bought", "rented", "any"
# What an origin bills, and what is billed by the GB: egress or that.
FETCHED, METERED = "fetched", "metered"


@dataclass(frozen=True)
class PriceCell:
    """A price: what formulas call it, what it is for, its unit, where it lies in a scenario, and in what multiple.

    in_usd: whether a scenario has it in US dollars, whatever the currency of the bill. of: what is paid
    for so. A unit has {currency} for the currency of the bill. of_bought: where the price of a server that is bought
    lies, if that has one of its own.
    """

    name: str
    label: str
    unit: str
    path: str
    factor: float = 1.0
    in_usd: bool = False
    of: str = ANY
    of_bought: str = ""

    @property
    def part(self) -> str:
        """Where the thing lies that has this price."""
        return self.path.rpartition(".")[0]


PRICES = (
    PriceCell("server_price", "a server", "{currency}", "server.price", in_usd=True, of=BOUGHT),
    PriceCell("instance_price", "an instance", "{currency}/month", "server.instance_a_month", in_usd=True, of=RENTED),
    PriceCell("licence", "a licence", "{currency}/server", "operating_system.licence", in_usd=True),
    PriceCell("years", "paid off over", "years", "datacenter.prices.server_life"),
    PriceCell("interest", "interest", "% a year", "datacenter.prices.interest", 100.0),
    PriceCell("electricity", "electricity", "{currency}/kWh", "datacenter.prices.electricity", of=BOUGHT),
    PriceCell("pue", "PUE", "kW per kW of servers", "datacenter.prices.pue", of=BOUGHT),
    PriceCell("hosting", "power provisioned", "{currency}/kW-month", "datacenter.prices.hosting", of=BOUGHT),
    PriceCell("rack_space", "rack space", "{currency}/U-month", "datacenter.prices.rack_space", of=BOUGHT),
    PriceCell("bandwidth", "bandwidth", "{currency}/Mbps-month", "datacenter.prices.bandwidth", of=BOUGHT),
    PriceCell("egress", "what leaves", "{currency}/GB", "datacenter.prices.egress", of=RENTED),
    PriceCell(
        "origin_price", "what is fetched", "{currency}/GB", "workload.content.origin.price", in_usd=True, of=FETCHED
    ),
    PriceCell(
        "administration", "administration", "{currency}/server-month", "datacenter.prices.administration",
        of_bought="datacenter.prices.administration_of_bought",
    ),
)


def prices_table(billed: Mapping[str, Outcome]) -> Table:
    """What each side pays for one of each; a reader of the workbook may change it.

    A price of the baseline follows the plan's while both are for the same thing, as in a scenario.
    """
    columns = (Column("price"), Column("unit"), *(Column(side, numeric=True) for side in billed))
    kinds = kinds_of(billed.values())
    currency = next(iter(billed.values())).scenario.datacenter.prices.currency
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (price.label, price.unit.format(currency=currency), *(_price(price, side, billed) for side in billed))
        for price in PRICES
        if price.of in kinds
    )
    return Table("Prices", columns, rows)


def kinds_of(sides: Iterable[Outcome]) -> set[str]:
    """What is paid for on any side: servers that are bought or rented, what is fetched, what is billed by the GB."""
    found = {ANY}
    for scenario in (outcome.scenario for outcome in sides):
        rented, fetched = scenario.server.is_rented, origin_price(scenario) > 0.0
        found |= {RENTED if rented else BOUGHT} | ({FETCHED} if fetched else set())
        found |= {METERED} if rented or fetched else set()
    return found


def _price(price: PriceCell, side: str, billed: Mapping[str, Outcome]) -> Linked:
    value = _stated(price, billed[side])
    follows = f"{PLAN}_{price.name}" if side != PLAN and _same(price, billed[side], billed[PLAN]) else ""
    return Linked(given(value, ""), f"{side}_{price.name}", follows, entry=True)


def _stated(price: PriceCell, outcome: Outcome) -> float:
    # Per cent from a fraction, without the rounding of floats: 7 %, not 7.000000000000001 %.
    own = None if outcome.scenario.server.is_rented or not price.of_bought else _held(outcome, price.of_bought)
    value = round(price.factor * ((_held(outcome, price.path) if own is None else own) or 0.0), 12)
    return outcome.scenario.datacenter.prices.from_usd(value) if price.in_usd else value


def _same(price: PriceCell, one: Outcome, other: Outcome) -> bool:
    """Whether two sides pay the same for the same thing, told by its name."""
    parts = [getattr(_held(outcome, price.part), "name", "") for outcome in (one, other)]
    return parts[0] == parts[1] and _stated(price, one) == _stated(price, other)


def _held(outcome: Outcome, path: str) -> Any:
    """What a scenario has at a path; None where what would have it is not there, such as an origin."""
    return reduce(lambda part, key: part and getattr(part, key), path.split("."), outcome.scenario)
