"""What one farm costs more than another, in words, and what is said where they do not pay for traffic alike."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from simulator.experiment.estimate import Estimate
from simulator.farm.costs.cost import GB_PER_MBPS_MONTH
from simulator.farm.costs.cost_difference import CostDifference, cost_difference, traffic_cost
from simulator.farm.costs.origin_traffic import PRICE_OF_ORIGIN
from simulator.farm.farm import Farm
from simulator.messages.numbers import range_texts, rounded, traffic_text

WITH_BANDWIDTH = "with bandwidth"
BOTH_SIDES = "what traffic costs is in it on both sides"
OTHER_YEAR = 5  # Prices that many years apart are not compared without a word.
FEW_DIGITS = 0.1  # Of a figure: known to so much, it has two or three.


def money_more(farm: Farm, than: Farm) -> str:
    """What a farm costs more or less than another, with the digits that is known to: "12,300 USD a month more"; where
    they pay for traffic differently, with what it costs on both sides, and the range over the prices."""
    found = cost_difference(farm, than)
    money = f"{amount_more(found)} {farm.cost.currency} a month {more_or_less(found)}"
    if found.alike:
        return f"{money} ({_either(found)})" if found.over.low < 0.0 < found.over.high else money
    between = f"{_range(found)} over the ranges of the prices; " if found.over.resting_on else ""
    parts = f"{_traffic(farm, found)} here, {_traffic(than, found)} there"
    return f"{money} ({between}{BOTH_SIDES}: {parts})"


def _either(cost_difference: CostDifference) -> str:
    """Both ends of a range that holds 0."""
    over = cost_difference.over
    less, more = (rounded(amount, over.half_width) for amount in (-over.low, over.high))
    return f"from {less} less to {more} more over the ranges of the prices"


def amount_more(cost_difference: CostDifference) -> str:
    """The amount without its sign, with no more digits than its widest uncertainty deserves, and with its own interval
    where that is the wider."""
    return range_texts(
        cost_difference.over.low,
        abs(cost_difference.amount.value),
        cost_difference.over.high,
        cost_difference.amount.half_width,
    )[1]


def more_or_less(cost_difference: CostDifference) -> str:
    """Which of both it is."""
    return "less" if cost_difference.amount.value < 0.0 else "more"


def _range(cost_difference: CostDifference) -> str:
    """Both ends, of what it is more or less."""
    ends = (cost_difference.over.low, cost_difference.over.high)
    low, high = ends if cost_difference.amount.value >= 0.0 else (-ends[1], -ends[0])
    shown_low, _, shown_high = range_texts(
        low, abs(cost_difference.amount.value), high, cost_difference.amount.half_width
    )
    return f"{shown_low} to {shown_high}"


def _traffic(farm: Farm, cost_difference: CostDifference) -> str:
    """What the traffic of a farm costs, with the digits of the difference, and two at least: 674 beside 58,000."""
    kind, cost = "egress" if farm.scenario.server.is_rented else "bandwidth", traffic_cost(farm).value
    return f"{rounded(cost, min(cost_difference.uncertainty, FEW_DIGITS * cost))} of {kind}"


def no_price_of_origin(delivered: str) -> str:
    """That what comes from an origin counts as nothing, for nobody has stated its price."""
    return f"No `{PRICE_OF_ORIGIN}` is stated, so what the origin delivers costs nothing here: {delivered}."


def unpriced_range(fetched: Sequence[Estimate | None]) -> str:
    """The same of many farms, some of which fetch so much at no price: the least and the most; "" where none does."""
    found = sorted((mbps for mbps in fetched if mbps), key=lambda mbps: mbps.value)
    if not found:
        return ""
    between = dict.fromkeys(map(traffic_text, (found[0], found[-1])))
    return no_price_of_origin(f"{' to '.join(between)} by variants")


def unpriced_origin(farms: Mapping[str, Farm]) -> str:
    """That what comes from an origin counts as nothing in farms that are ranked, for nobody has stated its price; with
    what each of them fetches, and what the differences come to at the price of bandwidth. "" where none fetches so, or
    all fetch the same."""
    fetching = {name: farm.sizing.fetched for name, farm in farms.items()}
    counted = any(farm.fetches_at_no_price for farm in farms.values())
    if not counted or len({round(mbps.value, 3) for mbps in fetching.values()}) < 2:
        return ""
    prices = next(iter(farms.values())).scenario.datacenter.prices
    (first, least), *others = fetching.items()
    told = ", ".join(f"{traffic_text(mbps)} for {name}" for name, mbps in fetching.items())
    said = no_price_of_origin(told)
    if not prices.bandwidth:
        return said
    more = " and ".join(
        f"{rounded(abs(by), max(abs(by), 1.0))} {prices.currency} a month {'more' if by > 0.0 else 'less'} than {name}"
        for name, mbps in others
        if (by := (least.value - mbps.value) * prices.bandwidth)
    )
    price = f"{prices.bandwidth / GB_PER_MBPS_MONTH:.2g} USD/GB"
    if not more:
        return said
    return (
        f"{said} At the price of bandwidth, {prices.bandwidth:g} {prices.currency}/Mbps, that of {first} would cost"
        f" {more}, which may change the order: state the price, e.g. {price}."
    )


def prices_of_other_years(years: Iterable[int], of_bill: int) -> Iterator[str]:
    """That upgrades have prices of other years than the bill, where those are far apart; a year that is not known
    is 0."""
    apart = sorted({year for year in years if year and abs(year - of_bill) > OTHER_YEAR})
    if apart:
        yield f"The upgrades have prices of {' and '.join(map(str, apart))}, the bill those of {of_bill}."
