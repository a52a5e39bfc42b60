"""How far a bill may be off because the prices behind it are assumed: its range over theirs."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

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
    "workload.content.origin.price", "workload.content.origin.request_price", "workload.content.origin.write_price",
    "operating_system.core_licence",
    "server.disks.volume.gigabyte", "server.disks.volume.operation", "server.disks.volume.megabyte",
)  # fmt: skip
# Prices of the links of a site.
_OF_A_LINK = re.compile(r"datacenter\.links\[\d+\]\.(?:(?:burst_|gb_|port_)?price|gb_steps\[\d+\]\.price)")
_OF_A_TIER = re.compile(r"tiers\[\d+\]\.(?=server\.)")
_ITEM = re.compile(r"(\w+)\[(\d+)\]")
# What only racks are counted by, and the year, which is no amount.
NO_PRICES = tuple(f"{PRICES}{key}" for key in ("year", "rack_height", "rack_power"))
_Counted = TypeVar("_Counted")


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


@dataclass(frozen=True)
class AtPriceEnds(Generic[_Counted]):
    """What is counted of a scenario: at its stated prices, and where each price with a range is at an end of that."""

    now: _Counted
    at_ends: tuple[tuple[AssumedRange, tuple[_Counted, ...]], ...]

    def range(self, read: Callable[[_Counted], Estimate]) -> PriceRange:
        """The range of an amount that is read of it over the stated ranges of its prices, which are taken as
        independent.

        Each price goes to both ends of its range alone; what that takes off the bill, or adds to it, is added as
        squares (first-order propagation: JCGM 100:2008, Guide to the Expression of Uncertainty in Measurement, section
        5.1.2), for it would be strange if all were lowest at once.
        """
        return _around(read(self.now).value, {path: found for path, (_, found) in self.changes(read).items()})

    def changes(self, read: Callable[[_Counted], Estimate]) -> dict[str, tuple[AssumedRange, tuple[float, ...]]]:
        """By path: each price with a range, and what the amount changes by at its ends."""
        now = read(self.now).value
        return {each.path: (each, tuple(read(end).value - now for end in ends)) for each, ends in self.at_ends}


def at_price_ends(scenario: Scenario, count: Callable[[Scenario], _Counted]) -> AtPriceEnds[_Counted]:
    """What is counted of a scenario, at its prices and at the ends of their ranges."""
    at_ends = ((each, tuple(count(_with(scenario, each.path, end)) for end in each.ends)) for each in _prices(scenario))
    return AtPriceEnds(count(scenario), tuple(at_ends))


def price_range(scenario: Scenario, billed: Callable[[Scenario], Estimate]) -> PriceRange:
    """The range of a bill over the stated ranges of its prices."""
    return at_price_ends(scenario, billed).range(lambda bill: bill)


def difference_range(
    one: AtPriceEnds[_Counted], other: AtPriceEnds[_Counted], read: Callable[[_Counted], Estimate]
) -> PriceRange:
    """The range of what one bill is more than another, likewise. A price that both have with the same value and range
    is one price, which goes to its ends in both at once; all others are independent."""
    ours, theirs = one.changes(read), other.changes(read)
    changes: dict[str, tuple[float, ...]] = {}
    for path in dict.fromkeys((*ours, *theirs)):
        if path in ours and path in theirs and _same(ours[path][0], theirs[path][0]):
            changes[path] = tuple(a - b for a, b in zip(ours[path][1], theirs[path][1], strict=True))
            continue
        changes |= {path: ours[path][1]} if path in ours else {}
        changes |= {f"{path} of the other": tuple(-each for each in theirs[path][1])} if path in theirs else {}
    return _around(read(one.now).value - read(other.now).value, changes)


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
    return [each for each in found if _is_price(each.path)]


def _is_price(path: str) -> bool:
    return path.startswith(PRICES) or _OF_A_TIER.sub("", path) in OTHERS or bool(_OF_A_LINK.fullmatch(path))


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
