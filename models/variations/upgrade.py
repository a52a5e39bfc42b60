"""An upgrade: something that one can buy or set for a server or a unit, as a file in models/catalog/upgrades/."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar

from pydantic import ValidationError, field_validator
from pydantic.fields import FieldInfo

from models.errors import Problem, ScenarioError
from models.messages import offers
from models.parts.hardware import Server
from models.parts.operating_system import OperatingSystem
from models.quantities.declarations import declarations, part_type
from models.quantities.fields import Name, Numeric, Part, Quantity, parameter, problem, quantity, whole
from models.quantities.units import MONEY, POWER, QuantityError, QuantityKind, parse_quantity
from models.reading.catalogue import catalogue_entry, names
from models.reading.shorthand import expand_shorthands
from models.reading.source_tree import Place, SourceNode, dotted, plain
from models.reading.validation_errors import validate_part
from models.scenario import FarmParts
from models.variations.changes import value_at_path

SERVER, UNIT = "server.", "unit."
# Hardware that is further away from the year of a server is none for it, nor what adds less than this share.
NEAR_YEARS, LEAST_SHARE = 5, 0.05


class Upgrade(Part):
    """What an upgrade changes in a scenario, and its price for one server.

    Paths are those of a scenario, without items of lists. Raises a validation error for a path that names no parameter,
    and for an amount that cannot be added there.
    """

    catalogue_folder: ClassVar[str] = "upgrades"

    name: Name = parameter("The catalogue's name.")
    title: Name = parameter("What people call it.")
    adds: Mapping[str, Any] = parameter("Path of a parameter -> how much more of it, or one more item of a list.")
    sets: Mapping[str, Any] = parameter("Path of a parameter -> its new value.")
    price: Annotated[float, quantity(MONEY, "0 USD", "100,000,000 USD")] = parameter(
        "Price in US dollars for one server."
    )
    year: Annotated[int, whole(1990, 2100)] = parameter("Year whose US dollars the price is in.")
    power: Annotated[float, quantity(POWER, "0 W", "100 kW")] = parameter(
        "Power in watts at the wall, idle or busy, for one server."
    )

    def values(self, farm: FarmParts) -> dict[str, object]:
        """Path -> value of what a farm becomes with this: what is added or set, and a server's price and power.

        Where a part is absent, or has no limit that could be raised, the value is None.
        """
        added = {path: _more(path, value_at_path(farm, path), amount) for path, amount in self.adds.items()}
        bought = {path: present + more for path, present, more in self._price_and_power(farm)}
        return {**added, **{path: _value(path, value) for path, value in self.sets.items()}, **bought}

    def values_without(self, farm: FarmParts) -> dict[str, object]:
        """Path -> value of what a farm becomes where as much is taken away as this adds, with its price and power.

        Empty where there is not as much, or it is the last of its kind.
        """
        left = {path: _less(path, value_at_path(farm, path), amount) for path, amount in self.adds.items()}
        if not all(left.values()):
            return {}
        saved = {path: max(0.0, present - less) for path, present, less in self._price_and_power(farm)}
        return {**left, **saved}

    def _price_and_power(self, farm: FarmParts) -> Iterator[tuple[str, float, float]]:
        """Of the price and the powers of a server that it changes: the path, the present value, and by how much."""
        for name, more in (("price", self.price), ("idle_power", self.power), ("busy_power", self.power)):
            if more:
                yield f"server.{name}", getattr(farm.server, name), more

    @property
    def removal(self) -> str:
        """What people call it where as much is taken away as this adds; "" for a setting, and for what is added along
        with something else."""
        path, *others = self.adds or [""]
        named = offers.LESS.get(path) if not (others or self.sets) else None
        return named(amount=self.adds[path]) if named is not None else ""

    @field_validator("adds", "sets")
    @classmethod
    def _of_a_scenario(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        for path in values:
            if _declared(path) is None:
                raise problem(*offers.no_parameter(path))
        return values

    @field_validator("adds")
    @classmethod
    def _can_be_added(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        for path, amount in values.items():
            read = _reader(path)
            if read is None:
                raise problem(offers.nothing_to_add_to(path), offers.ADD_OR_SET)
            try:
                read(amount)
            except QuantityError as error:
                raise problem(f"{path}: {error.message}", error.remedy) from None
            except ValueError:
                raise problem(*offers.added_is_no_number(path, amount)) from None
        return values


def is_server_hardware(upgrade: Upgrade) -> bool:
    """Whether it is hardware that is added to a server."""
    return bool(upgrade.adds) and not upgrade.sets and all(path.startswith(SERVER) for path in upgrade.adds)


def can_be_added(upgrade: Upgrade, server: Server) -> bool:
    """Whether it can be added to a server: hardware only to one that is bought."""
    return not (server.is_rented and is_server_hardware(upgrade))


def why_unsuitable(upgrade: Upgrade, farm: FarmParts, with_it: FarmParts) -> str:
    """Why an upgrade is none for a server: hardware of another time, or hardly more than is there; "" where it fits.

    farm, with_it: without and with the upgrade.
    """
    return why_not_same_era(upgrade, farm) or _hardly_more(upgrade, farm, with_it)


def why_not_same_era(upgrade: Upgrade, farm: FarmParts) -> str:
    """Why hardware of the year of an upgrade is none for a server of the farm's; "" where it is."""
    year = farm.server.year or farm.datacenter.prices.year
    if not is_server_hardware(upgrade) or abs(upgrade.year - year) <= NEAR_YEARS:
        return ""
    return offers.of_another_year(upgrade.year, "the server", year, NEAR_YEARS)


def purchase_years(farm: FarmParts) -> tuple[int, ...]:
    """The years in which the farm may buy: that of its prices, and that of its server, which can evidently be had."""
    return tuple(dict.fromkeys((farm.datacenter.prices.year, farm.server.year or farm.datacenter.prices.year)))


def why_server_not_same_era(server: Server, farm: FarmParts) -> str:
    """Why another server is none in place of the farm's: nobody buys it in the year of the prices, nor where the
    present one is bought; "" where somebody may."""
    years = purchase_years(farm)
    if server.year is None or min(abs(server.year - year) for year in years) <= NEAR_YEARS:
        return ""
    return offers.server_of_another_year(server.year, *years, apart=NEAR_YEARS)


def is_run_on(system: OperatingSystem, server: Server) -> bool:
    """Whether somebody runs a system on another server: their years are near each other, or one is not known."""
    known = server.year is not None and system.released is not None
    return not known or abs((server.year or 0) - (system.released or 0)) <= NEAR_YEARS


def why_system_not_same_era(system: OperatingSystem, farm: FarmParts) -> str:
    """Why another operating system is none for the farm's server: nobody runs it on a machine of that year; "" where
    somebody may."""
    year = farm.server.year or farm.datacenter.prices.year
    if system.released is None or abs(system.released - year) <= NEAR_YEARS:
        return ""
    return offers.of_another_year(system.released, "the server", year, NEAR_YEARS)


def _hardly_more(upgrade: Upgrade, farm: FarmParts, with_it: FarmParts) -> str:
    for path in upgrade.adds:
        before, after = (_amount(value_at_path(each, path)) for each in (farm, with_it))
        if path.startswith(UNIT) or not before:  # One more node is as large as the others, in any unit.
            continue
        more = after / before - 1.0
        if more < LEAST_SHARE:
            return offers.hardly_more(100.0 * more, path, 100.0 * LEAST_SHARE)
    return ""


def _amount(value: Any) -> float:
    """A number; of a list the sum of what its items are told by, such as the rates of cards; 0 where there is none."""
    if isinstance(value, tuple):
        return sum(_amount(getattr(item, item.shorthand)) for item in value)
    return float(value or 0.0)


def upgrades(own: str = "") -> tuple[tuple[Upgrade, SourceNode], ...]:
    """All upgrades of the catalogue, and of the planner's own in the folder `own`, with what their files say. Raises
    ScenarioError with the file's place."""
    return tuple(_read(name, own) for name in names(Upgrade.catalogue_folder, own))


def _read(name: str, own: str) -> tuple[Upgrade, SourceNode]:
    problems: list[Problem] = []
    written = catalogue_entry(Upgrade, name, problems, own)
    try:
        upgrade = validate_part(Upgrade, written)
    except ValidationError as error:
        problems += [_explained(detail, written) for detail in error.errors(include_url=False)]
    if problems:
        raise ScenarioError(tuple(problems))
    return upgrade, written


def _explained(detail: Any, written: SourceNode) -> Problem:
    """A validation error at its place in the file."""
    at = written.way(detail["loc"])[-1]
    context = detail.get("ctx", {})
    message = context.get("message") or ("missing" if detail["type"] == "missing" else "not possible here")
    remedy = context.get("remedy") or f"its keys are {', '.join(key for key in Upgrade.model_fields if key != 'name')}"
    return Problem(at.origin.file, at.origin.line, dotted(detail["loc"]), at.text, message, remedy)


def _declared(path: str) -> FieldInfo | None:
    """How the parameter or part at a path of a scenario is declared; None where there is none."""
    part: type[Part] | None = FarmParts
    field: FieldInfo | None = None
    for key in path.split("."):
        field = part.model_fields.get(key) if part else None
        part, is_list = part_type(field.annotation) if field else (None, False)
        part = None if is_list else part
    return field


def _more(path: str, present: Any, amount: object) -> object:
    """What stands at a path with an amount more; None where nothing stands there. Raises TypeError where nothing can be
    added."""
    read = _reader(path)
    if read is None:
        raise TypeError(offers.nothing_to_add_to(path))
    return None if present is None else present + read(amount)


def _less(path: str, present: Any, amount: object) -> object:
    """What stands at a path with an amount less, of a list without the last such item; None where nothing is left."""
    read = _reader(path)
    if read is None or present is None:
        return None
    if not isinstance(present, tuple):
        return max(0, present - read(amount)) or None
    (item,) = read(amount)
    same = [at for at, each in enumerate(present) if each == type(each).model_validate(item)]
    return present[: same[-1]] + present[same[-1] + 1 :] if same and len(present) > 1 else None


def _reader(path: str) -> Callable[[Any], Any] | None:
    """Reads an amount of what a parameter holds, in SI units, or an item of a list; None where nothing can be added."""
    field = _declared(path)
    if field is None:
        return None
    item, is_list = part_type(field.annotation)
    if item is not None and is_list:
        return partial(_item, item)
    for declaration in declarations(field):
        match declaration:
            case Quantity(kind=kind):
                return partial(_quantity, kind)
            case Numeric(whole=whole):
                return int if whole else float
    return None


def _item(part: type[Part], value: object) -> tuple[object]:
    return (plain(expand_shorthands(_as_written(value), part)),)


def _quantity(kind: QuantityKind, amount: object) -> float:
    return parse_quantity(str(amount), kind)


def _value(path: str, value: Any) -> object:
    """A value as a file would have it, in place of what stands at a path, with its shorthands written out."""
    field = _declared(path)
    part = part_type(field.annotation)[0] if field else None
    return plain(expand_shorthands(_as_written(value), part)) if part is not None else value


def _as_written(value: Any) -> SourceNode:
    origin = Place("", 0, "scenario", "")
    if isinstance(value, Mapping):
        return SourceNode({key: _as_written(item) for key, item in value.items()}, origin)
    return SourceNode(value, origin, text=str(value))
