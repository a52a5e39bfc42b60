"""Money with no more digits than the ranges of its prices deserve."""

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.blocks import Cell, Column, Linked, Table
from simulator.report.language.decision import as_metered, billed
from simulator.report.language.numbers import ranged
from simulator.report.language.wording import money_of
from simulator.rollup.farm import Farm
from simulator.rollup.money.price_range import PriceRange

OVER = "over the ranges of its prices"
_WHOLE_PER_CENT = 10.0  # Its second digit is that of 1 %.


def amount(estimate: Estimate, over: PriceRange) -> Linked:
    """An amount as it is shown beside others that are as uncertain."""
    return Linked(estimate, uncertainty=over.half_width)


def beside_others(estimate: Estimate, uncertainty: float) -> float:
    """The uncertainty by which an amount is shown beside others that are so uncertain: two digits are left of it at
    least, so that nothing that is paid reads 0 beside what is far larger."""
    return min(uncertainty, abs(estimate.value))


def share(percent: Estimate | Refused) -> Cell:
    """A share of a bill, to whole per cent: prices that may be off by a fifth know no more of it."""
    return percent if isinstance(percent, Refused) else Linked(percent, uncertainty=_WHOLE_PER_CENT)


def ends(over: PriceRange, of: Estimate) -> tuple[str, str]:
    """The lowest and the highest of an amount, with its digits; "" where no price has a range."""
    if not over.half_width:
        return "", ""
    low, _, high = ranged(over.low, of.value, over.high, of.half_width)
    return low, high


def between(over: PriceRange, of: Estimate) -> str:
    """The range in words; that none is stated where no price has one."""
    low, high = ends(over, of)
    return f"{low} to {high} {OVER}" if low else "no price of it has a range"


def money_table(farm: Farm) -> Table:
    """What a farm costs once and a month, each with its range; the bandwidth apart."""
    columns = (
        Column("cost"),
        Column("of what"),
        Column("how much", numeric=True),
        Column("lowest", numeric=True),
        Column("highest", numeric=True),
    )
    cost, over = farm.cost, farm.range
    once = "licences" if farm.scenario.server.is_rented else "servers and their licences"
    rows: tuple[tuple[Cell, ...], ...] = (
        ("once, as capital", once, amount(farm.capital.total.whole, farm.capital_range),
         *ends(farm.capital_range, farm.capital.total.whole)),
        ("a month", f"{billed(farm, 'machines paid off')}{as_metered(farm)}", amount(cost.total.whole, over),
         *ends(over, cost.total.whole)),
    )  # fmt: skip
    paid = cost.bandwidth.amount.whole
    bandwidth = f"bandwidth, {cost.bandwidth.basis}", Linked(paid, uncertainty=beside_others(paid, over.half_width))
    apart = () if farm.scenario.server.is_rented else (("a month, apart", *bandwidth, "", ""),)
    return Table(f"What it costs, in {money_of(cost.currency, cost.year)}", columns, (*rows, *apart))
