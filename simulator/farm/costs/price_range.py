"""How far a bill may be off because the prices behind it are assumed: its range over theirs."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel

from models.scenario import Scenario
from models.variations.assumptions import AssumedRange, assumed_ranges
from simulator.experiment.estimate import Estimate

_AnyPart = TypeVar("_AnyPart", bound=BaseModel)

PRICES = "datacenter.prices."
# What else a bill is made of: what is bought, and what it draws; of servers those of other tiers too.
OTHERS = (
    "server.price", "server.idle_power", "server.busy_power", "operating_system.licence", "server.instance.on_demand",
    "server.instance.reserved_1_year", "server.instance.reserved_3_years", "server.instance.spot",
    "workload.content.origin.price", "operating_system.core_licence",
)  # fmt: skip
_OF_A_TIER = re.compile(r"tiers\[\d+\]\.(?=server\.)")
_ITEM = re.compile(r"(\w+)\[(\d+)\]")
# What only racks are counted by, and the year, which is no amount.
NO_PRICES = tuple(f"{PRICES}{key}" for key in ("year", "rack_height", "rack_power"))
Billed = Callable[[Scenario], Estimate]


@dataclass(frozen=True)
class PriceRange:
    """Money a month from `low` to `high`, around the bill at the stated prices; `resting_on`: paths of the prices that
    have a range, the one that moves the bill most first."""

    low: float
    high: float
    resting_on: tuple[str, ...]

    @property
    def half_width(self) -> float:
        """Half of it."""
        return (self.high - self.low) / 2.0


def price_range(scenario: Scenario, billed: Billed) -> PriceRange:
    """The range of a bill over the stated ranges of its prices, which are taken as independent.

    Each price goes to both ends of its range alone; what that takes off the bill, or adds to it, is added as squares
    (first-order propagation: JCGM 100:2008, Guide to the Expression of Uncertainty in Measurement, section 5.1.2), for
    it would be strange if all were lowest at once.
    """
    now = billed(scenario).value
    return _around(now, {each.path: found for each, found in _all_changes(scenario, billed, now).values()})


def difference_range(one: Scenario, billed: Billed, other: Scenario, other_billed: Billed) -> PriceRange:
    """The range of what one bill is more than another, likewise. A price that both have with the same value and range
    is one price, which goes to its ends in both at once; all others are independent."""
    now, before = billed(one).value, other_billed(other).value
    ours, theirs = _all_changes(one, billed, now), _all_changes(other, other_billed, before)
    changes: dict[str, tuple[float, ...]] = {}
    for path in dict.fromkeys((*ours, *theirs)):
        if path in ours and path in theirs and _same(ours[path][0], theirs[path][0]):
            changes[path] = tuple(a - b for a, b in zip(ours[path][1], theirs[path][1], strict=True))
            continue
        changes |= {path: ours[path][1]} if path in ours else {}
        changes |= {f"{path} of the other": tuple(-each for each in theirs[path][1])} if path in theirs else {}
    return _around(now - before, changes)


def _all_changes(scenario: Scenario, billed: Billed, now: float) -> dict[str, tuple[AssumedRange, tuple[float, ...]]]:
    """By path: each price with a range, and what the bill changes by at its ends."""
    return {each.path: (each, _changes(scenario, each, billed, now)) for each in _prices(scenario)}


def _same(one: AssumedRange, other: AssumedRange) -> bool:
    return (one.value, one.ends) == (other.value, other.ends)


def _around(now: float, changes: Mapping[str, tuple[float, ...]]) -> PriceRange:
    """What lies around an amount, with what it changes by at both ends of each price."""
    down = math.hypot(*(min(0.0, *change) for change in changes.values()))
    up = math.hypot(*(max(0.0, *change) for change in changes.values()))
    moving = [path for path in changes if any(changes[path])]
    ordered = sorted(moving, key=lambda path: -max(map(abs, changes[path])))
    return PriceRange(now - down, now + up, tuple(ordered))


def _prices(scenario: Scenario) -> list[AssumedRange]:
    """The amounts with a range that a bill is made of."""
    found = [each for each in assumed_ranges(scenario)[0] if each.is_amount and each.path not in NO_PRICES]
    return [each for each in found if each.path.startswith(PRICES) or _OF_A_TIER.sub("", each.path) in OTHERS]


def _changes(scenario: Scenario, price: AssumedRange, billed: Billed, now: float) -> tuple[float, ...]:
    """What the bill changes by at both ends of the range of a price."""
    return tuple(billed(_with(scenario, price.path, end)).value - now for end in price.ends)


def _with(part: _AnyPart, path: str, value: float) -> _AnyPart:
    """A copy with a value at a dotted path, such as tiers[0].server.price: within its range, so that nothing needs to
    be checked again."""
    key, _, rest = path.partition(".")
    item = _ITEM.fullmatch(key)
    if item is None:
        return part.model_copy(update={key: _with(getattr(part, key), rest, value) if rest else value})
    parts, index = list(getattr(part, item[1])), int(item[2])
    parts[index] = _with(parts[index], rest, value)
    return part.model_copy(update={item[1]: tuple(parts)})
