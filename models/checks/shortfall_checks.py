"""Checks of what falling short costs: the shares of a table rise, and its last row has none."""

from collections.abc import Callable, Iterator

from models.messages import shortfall_prices
from models.quantities.units import SHARE, format_quantity
from models.reading.finding import Finding
from models.scenario import FarmParts


def _shares_of_shortfall_rise(farm: FarmParts) -> Iterator[Finding]:
    rows, before = farm.price_of_short or (), 0.0
    if farm.price_of_short == ():
        yield Finding(("price_of_short",), *shortfall_prices.NO_PRICE, ("none",))
    for number, row in enumerate(rows):
        path, last = ("price_of_short", number, "up_to"), number == len(rows) - 1
        if last and row.up_to is not None:
            yield Finding(path, *shortfall_prices.NOTHING_BEYOND, ("none",))
        elif not last and row.up_to is None:
            yield Finding(path, *shortfall_prices.ROWS_NEVER_COUNT)
        elif row.up_to is not None and row.up_to <= before:
            below = format_quantity(before, SHARE)
            yield Finding(path, *shortfall_prices.does_not_rise(below))
        before = row.up_to or before


SHORTFALL_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (_shares_of_shortfall_rise,)
