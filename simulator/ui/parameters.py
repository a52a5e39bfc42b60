"""The knobs that matter to a planner, each with the unit, range and help of its model's field; and what parts cost that
a knob has added to a server: the catalogue's price and power, to be added to the server's."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic.fields import FieldInfo

from models.errors import Problem
from models.quantities.declarations import absent_word, declarations, part_type, quantity_kind
from models.quantities.fields import Numeric, Part, Quantity, Words
from models.quantities.units import MONEY, POWER, SIZE, QuantityKind, format_quantity
from models.reading.catalogue import names
from models.scenario import FarmParts, Scenario
from models.variations.changes import value_at_path
from models.variations.upgrade import Upgrade, upgrades, why_not_same_era
from simulator.messages.page import form_labels
from simulator.messages.page.form_labels import GROUPS
from simulator.ui.session import BrowserSession, value_text

# What an upgrade adds besides, for one server: at which path, and what it is.
OWN: Mapping[str, QuantityKind] = {"server.price": MONEY, "server.idle_power": POWER, "server.busy_power": POWER}
# What a server is made of: parts that cost something.
PARTS = ("server.cards", "server.ram", "server.disks.count", "server.sockets", "server.cores_per_socket")
_MOST = 64  # Of one upgrade.


@dataclass(frozen=True)
class AddedUpgrade:
    """So many of an upgrade of the catalogue, which a knob has added."""

    upgrade: Upgrade
    count: int

    def own(self, path: str) -> float:
        """What it adds at a path of OWN."""
        return self.count * (self.upgrade.price if path == "server.price" else self.upgrade.power)

    def __str__(self) -> str:
        each = format_quantity(self.upgrade.price, MONEY, digits=3)
        return f"{self.count} x {self.upgrade.title} at {each} of {self.upgrade.year}"


@dataclass(frozen=True)
class OwnCosts:
    """What has been added to a server: `added` with a price in the catalogue, `unpriced` the paths of what has none;
    changes: price and power of a server with what has a price, as they follow `--set`; empty where it has them."""

    added: tuple[AddedUpgrade, ...]
    unpriced: tuple[str, ...]
    changes: Mapping[str, str]


KnobKind = Literal["choice", "number", "list", "text"]
_DIGITS = 6
SWITCH = ("true", "false")

LIMITS = Quantity | Numeric | Words
PATHS = tuple(path for group in GROUPS.values() for path in group)
_SHORT_FOR = {"cpu", "ram", "tls"}  # Keys that are written in capitals.
# Of these a scenario states one and not the other.
_EITHER_OR = {"workload.offered", "workload.population"}


@dataclass(frozen=True)
class FormParameter:
    """One parameter that a planner moves.

    kind: how it is written: chosen from `choices`, a whole number within minimum..maximum, a list with commas, or text
    with its unit. help: what it means, in which unit and range.
    """

    path: str
    label: str
    kind: KnobKind
    help: str
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0

    def as_change(self, shown: str) -> str:
        """What is shown, as it follows `--set`."""
        return f"[{shown}]" if self.kind == "list" and shown and not shown.startswith("[") else shown

    def choices_with(self, shown: str) -> tuple[str, ...]:
        """The choices, and first what the scenario has if it is none of them: a part written out in its file."""
        return self.choices if shown in self.choices else (shown, *self.choices)


def form_parameters(scenario: Scenario) -> dict[str, tuple[FormParameter, ...]]:
    """The knobs of a scenario by group, in order; those of parts that it does not have are left out."""
    return {
        group: tuple(parameter_at(path, label) for path, label in paths.items() if _applies(scenario, path))
        for group, paths in GROUPS.items()
    }


def parameter_at(path: str, label: str) -> FormParameter:
    """The knob of a parameter, from the declaration of its field. Raises KeyError for a path that is none."""
    field = _field(path)
    part, is_list = part_type(field.annotation)
    if part is not None and part.catalogue_folder:
        choices = names(part.catalogue_folder)
        return FormParameter(path, label, "choice", f"{field.description} From the catalogue.", choices)
    described = field.description
    if part is not None and not part.shorthands:
        described = f"{described} {_first(part).description}"
    limits = _metadata(field if part is None else _first(part))
    allowed = _allowed_of_several(part) if part is not None and part.shorthands else _allowed(field, limits, is_list)
    help_text = f"{described} {allowed}".strip()
    if isinstance(limits, Words):
        return FormParameter(path, label, "choice", help_text, limits.allowed)
    if field.annotation is bool:
        return FormParameter(path, label, "choice", help_text, SWITCH)
    if isinstance(limits, Numeric) and limits.whole and not absent_word(field.metadata):
        return FormParameter(path, label, "number", help_text, (), int(limits.minimum), int(limits.maximum))
    return FormParameter(path, label, "list" if is_list else "text", help_text)


def problems_by_parameter(
    problems: tuple[Problem, ...], there: Collection[str] = PATHS
) -> tuple[dict[str, list[Problem]], list[Problem]]:
    """What is wrong, by the path of the knob at which it is shown; and what lies at none of those that are there."""
    placed: dict[str, list[Problem]] = {}
    elsewhere: list[Problem] = []
    for problem in problems:
        path = _nearest(problem.path.removeprefix("baseline."), there)
        (placed.setdefault(path, []) if path else elsewhere).append(problem)
    return placed, elsewhere


def parameter_label(path: str) -> str:
    """What a parameter is called: its label, else its own name and that of the part that it lies in."""
    label = next((group[path] for group in GROUPS.values() if path in group), "")
    *above, own = (step.replace("_", " ") for step in path.split("."))
    name = own.upper() if own in _SHORT_FOR else own.capitalize()
    return label or (f"{name} ({', '.join(above)})" if above else name)


def _nearest(path: str, there: Collection[str]) -> str:
    """The knob that a parameter belongs to: the one at its path or the next above; "" if there is none."""
    above = [knob for knob in there if path == knob or path.startswith((f"{knob}.", f"{knob}["))]
    beside = [knob for knob in there if knob.startswith(f"{path}.")]
    return max(above, key=len, default=beside[0] if path and beside else "")


def _applies(scenario: Scenario, path: str) -> bool:
    """Whether a scenario has the part that a parameter lies in."""
    if path in _EITHER_OR:
        closed = scenario.workload.population is not None
        return closed == (path == "workload.population")
    return path == "demand" or bool(value_text(scenario, path))


def _field(path: str) -> FieldInfo:
    """The declaration of the parameter at a path."""
    part: type[Part] | None = FarmParts
    field = None
    for key in re.sub(r"\[\d+\]", "", path).split("."):
        field = part.model_fields[key] if part else None
        part = part_type(field.annotation)[0] if field else None
    if field is None:
        raise KeyError(path)
    return field


def _first(part: type[Part]) -> FieldInfo:
    """The field that a plain value of a part stands for: of a network card, its rate."""
    return part.model_fields[part.shorthand]


def _metadata(field: FieldInfo) -> LIMITS | None:
    return next((item for item in declarations(field) if isinstance(item, LIMITS)), None)


def _allowed_of_several(part: type[Part]) -> str:
    """How it is written where the unit says which of several quantities it is, and that it may be absent."""
    kinds = (quantity_kind(part.model_fields[key]) for key in (part.shorthand, *part.shorthands))
    return form_labels.with_unit_or_none([kind.example for kind in kinds if kind])


def _allowed(field: FieldInfo, limits: LIMITS | None, is_list: bool) -> str:
    """How it is written: with which unit, within which range, and how it is said to be absent."""
    said = ""
    if isinstance(limits, Quantity):
        # Sizes as they are configured, in powers of 1,024; digits of nothing else are lost by rounding.
        digits = 0 if limits.kind is SIZE else _DIGITS
        ends = (format_quantity(end, limits.kind, digits=digits) for end in (limits.minimum, limits.maximum))
        said = form_labels.with_unit(" to ".join(ends))
    elif isinstance(limits, Numeric):
        said = f"A {'whole ' if limits.whole else ''}number: {limits.minimum:,} to {limits.maximum:,}"
    word = absent_word(field.metadata)
    several = ", several with commas" if is_list else ""
    return f"{said}{several}{f', or {word}' if word else ''}." if said else ""


def own_costs(session: BrowserSession, scenario: Scenario) -> OwnCosts:
    """What the knobs of a session have added to the server of a scenario, and what that costs."""
    added, unpriced = [], []
    for path in PARTS:
        before = session.without(path) if path in session.changes else None
        if before is None:
            continue
        found = next(_added_upgrades(before, scenario, path), None)
        if found is not None:
            added.append(found)
        else:
            unpriced.append(path)
    return OwnCosts(tuple(added), tuple(unpriced), dict(_changes(session, scenario, added)))


def _changes(session: BrowserSession, scenario: Scenario, added: list[AddedUpgrade]) -> Iterator[tuple[str, str]]:
    """Price and power with what was added, where the server does not have them yet."""
    for path, kind in OWN.items():
        before: Any = value_at_path(session.without(path) or scenario, path)  # A price or a power: a number.
        wanted = before + sum(each.own(path) for each in added)
        if added and wanted != value_at_path(scenario, path):
            yield path, format_quantity(wanted, kind)


def _added_upgrades(before: Scenario, now: Scenario, path: str) -> Iterator[AddedUpgrade]:
    """Upgrades of which a whole number makes what stands at a path now of what stood there before."""
    for upgrade, _ in upgrades(now.catalog):
        if path in upgrade.adds and upgrade.price and not why_not_same_era(upgrade, before):
            count = _count(before, now, path, upgrade)
            if count:
                yield AddedUpgrade(upgrade, count)


def _count(before: Scenario, now: Scenario, path: str, upgrade: Upgrade) -> int:
    """How many of an upgrade lie between two scenarios; 0 where no whole number of them does."""
    stands: Any = value_at_path(before, path)  # A number, or the items of a list, as the two others.
    more: Any = upgrade.values(before)[path]
    wanted: Any = value_at_path(now, path)
    if isinstance(stands, tuple):
        (item,) = more[len(stands) :]
        new = wanted[len(stands) :] if wanted[: len(stands)] == stands else ()
        return len(new) if all(type(each).model_validate(item) == each for each in new) else 0
    count = (wanted - stands) / (more - stands)
    return int(count) if 0 < count <= _MOST and count == int(count) else 0
