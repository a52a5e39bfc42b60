"""What something costs to buy, with the range in which that is assumed to lie."""

from dataclasses import dataclass

from models.quantities.units import MONEY, parse_quantity
from models.reading.source_tree import SourceNode
from models.scenario import Scenario
from models.variations.changes import value_at_path


@dataclass(frozen=True)
class Price:
    """US dollars, paid once, and the ends of the assumed range; they are the value where no range is stated.

    `year` is the year whose dollars they are; 0 where none is stated.
    """

    value: float = 0.0
    low: float = 0.0
    high: float = 0.0
    year: int = 0

    def plus(self, other: "Price") -> "Price":
        """The price of both; of the first one's year, if it has one."""
        return Price(self.value + other.value, self.low + other.low, self.high + other.high, self.year or other.year)

    def times(self, count: int) -> "Price":
        """The price of so many; of fewer than none what is not paid, or got back."""
        low, high = sorted((self.low * count, self.high * count))
        return Price(self.value * count, low, high, self.year)


def catalogue_price(written: SourceNode, key: str, year: int = 0) -> Price:
    """The price under a key of a catalogue's file, which has been found valid; of no year where it costs nothing."""
    at = written.value[key]
    price = _ranged(at.text, at.origin.low, at.origin.high)
    return Price(price.value, price.low, price.high, year if price.high else 0)


def scenario_price(scenario: Scenario, path: str) -> Price:
    """The price at a path of a scenario."""
    value, known = value_at_path(scenario, path), scenario.sources.get(path)
    return _ranged(f"{value!r} USD", known.low if known else None, known.high if known else None)


def _ranged(text: str, low: str | None, high: str | None) -> Price:
    value = parse_quantity(text, MONEY)
    return Price(value, parse_quantity(low, MONEY) if low else value, parse_quantity(high, MONEY) if high else value)
