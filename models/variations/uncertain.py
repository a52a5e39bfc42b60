"""What of a scenario is not known: each amount that states a range, without what somebody chooses.

A setting, a count of what is bought and a way of working are decided, not feared: they are no uncertainty. CPU times
that are of a core of the very server, under its own system, stay as long as they are, whatever the speed of that core.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from models.messages import changed_parts
from models.quantities.fields import Part, Quantity
from models.quantities.units import SIZE
from models.scenario import Scenario
from models.variations.assumptions import AssumedRange, Followers, assumed_ranges
from models.variations.portfolio_range import parameter_quantity

# What is set or bought as one likes. Of a web server only what its processes take is found, not set.
_CHOSEN = re.compile(
    r"web_server\.(?!process_base_memory|allocator|pools\[\d+\]\.(base_memory|request_memory|growth\.plateau|recycling\."
    r"(initialise|shared_memory|warm_time)))"
    r"|operating_system\.(address_space|kernel_pool$|licence|listen_backlog|connection_cores)"
    r"|runtime\.heap"
    r"|workload\.(offered|population|ramp)"
    r"|(tiers\[\d+\]\.)?server\.(cards\[\d+\]\.rate|ram|disks\.(size|count)|rack_units|year)"
    r"|datacenter\.prices\.(year|rack_height|rack_power)"
    r"|targets|unit|run|reserve|spare_units"
)
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


@dataclass(frozen=True)
class UncertainValue:
    """An amount that is not known. low, high: the ends of its range, or of the 95 % interval where it was `measured`;
    least, most: what the parameter may be at all. in_bytes: whole bytes only. name: what it is called beside those of
    other scenarios, where the same name is the same value; "" for its path."""

    path: str
    value: float
    low: float
    high: float
    measured: bool
    least: float
    most: float
    in_bytes: bool
    name: str = ""


def uncertain_values(scenario: Scenario) -> tuple[UncertainValue, ...]:
    """Every amount of a scenario that is not known, in its order."""
    return tuple(_uncertain(scenario, each) for each in assumed_ranges(scenario)[0] if _is_drawn(each))


def with_drawn(scenario: Scenario, values: Mapping[str, float]) -> Scenario:
    """The scenario with amounts at other values of their ranges, in SI numbers; what follows one goes with it.

    Nothing is checked again: every value lies where the parameter may be.
    """
    return next(each_with_drawn(scenario, (values,)))


def each_with_drawn(scenario: Scenario, worlds: Iterable[Mapping[str, float]]) -> Iterator[Scenario]:
    """The same for each of several sets of values."""
    followers = Followers(scenario)
    for values in worlds:
        yield _replaced(scenario, _by_step(followers.beside(values)))  # type: ignore[misc]


def _by_step(values: Mapping[str, object]) -> dict[str | int, object]:
    """Values by path as a tree of the steps of their paths."""
    tree: dict[str | int, object] = {}
    for path, value in values.items():
        *above, last = _steps(path)
        inner = tree
        for step in above:
            inner = inner.setdefault(step, {})  # type: ignore[assignment]
        inner[last] = value
    return tree


def _is_drawn(known: AssumedRange) -> bool:
    return known.is_amount and not known.whole and not _CHOSEN.match(known.path)


def _uncertain(scenario: Scenario, known: AssumedRange) -> UncertainValue:
    low, high = known.ends
    measure = parameter_quantity(known.path)
    least, most = (measure.minimum, measure.maximum) if measure else (low, high)
    in_bytes = isinstance(measure, Quantity) and measure.kind is SIZE
    measured = scenario.sources[known.path].kind == "measured"
    model = _model(scenario, known.path)
    name = f"{known.path} of {model}" if model else ""
    return UncertainValue(known.path, known.value or 0.0, low, high, measured, least, most, in_bytes, name)


def _model(scenario: Scenario, path: str) -> str:
    """The model of the catalogue that a value is of; "" for one of the scenario itself."""
    part: object = scenario
    for step in _steps(path)[:-1]:
        part = part[step] if isinstance(part, tuple) and isinstance(step, int) else getattr(part, str(step))
        if getattr(part, "catalogue_folder", ""):
            return str(getattr(part, "name", ""))
    return ""


# The same paths are drawn in each world.
@lru_cache(maxsize=4096)
def _steps(path: str) -> tuple[str | int, ...]:
    return tuple(int(index) if index else key for index, key in _STEP.findall(path))


def _replaced(part: object, tree: Mapping[str | int, object]) -> object:
    """A part or a list of parts with other values at the leaves of a tree of steps."""
    if isinstance(part, tuple):
        return tuple(_replaced(each, tree[at]) if at in tree else each for at, each in enumerate(part))  # type: ignore[arg-type]
    if not isinstance(part, Part):
        raise TypeError(changed_parts.no_part(part))
    changed = {
        str(key): _replaced(getattr(part, str(key)), inner) if isinstance(inner, dict) else inner
        for key, inner in tree.items()
    }
    return part.model_copy(update=changed)
