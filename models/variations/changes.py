"""A scenario with other values at some paths, judged like one that was read from a file; and what differs of two."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from models.checks.checks import check
from models.errors import Problem, ScenarioError
from models.messages import changed_parts
from models.parts.key_cache import KeyCache, ShieldCache
from models.quantities.declarations import declarations
from models.quantities.fields import Part, Quantity
from models.quantities.provenance import Provenance
from models.quantities.units import SIZE, format_bits, format_quantity
from models.reading.catalogue_model import model_sources
from models.reading.source_tree import Place, SourceNode, dotted
from models.reading.sources import field_values, parameters
from models.reading.validation_errors import explain_errors
from models.scenario import FarmParts, Scenario

# Parts that are bought or set as a whole, by their names in the catalogue.
_WHOLE = ("server", "operating_system")
_COUNTED = re.compile(r"tiers\[\d+\]\.servers")
_CARDS, _DISK_SIZE = "server.cards", "server.disks.size"


def value_at_path(scenario: FarmParts, path: str) -> object:
    """What stands at a dotted path without list items; None also where the part that would have it is absent."""
    found: object = scenario
    for key in path.split("."):
        found = None if found is None else getattr(found, key)
    return found


def with_changes(scenario: Scenario, values: Mapping[str, object], why: str) -> Scenario:
    """The scenario with each path, e.g. "server.ram", set to a value: a number in SI units or a whole part.

    It has no baseline, and `why` is the source of what is new in it. Raises ScenarioError with all that is wrong in it.
    """
    tree: dict[str, object] = {name: getattr(scenario, name) for name in FarmParts.model_fields}
    for path, value in values.items():
        tree = _with(tree, path.split("."), value, scenario.file)
    try:
        farm = FarmParts.model_validate(tree)
    except ValidationError as error:
        raise ScenarioError(tuple(explain_errors(error, _written(tree, scenario.file)))) from None
    findings = check(farm)
    if findings:
        raise ScenarioError(tuple(finding.problem(scenario.file) for finding in findings))
    parts = {name: getattr(farm, name) for name in FarmParts.model_fields}
    return scenario.model_copy(update={**parts, "baseline": None, "sources": _sources(scenario, farm, why)})


def part_fields(part: object) -> dict[str, object]:
    """The fields of a part that a file states, or of one that has been taken apart. Raises TypeError for what has
    none."""
    if isinstance(part, ShieldCache):
        return {name: getattr(part, name) for name in KeyCache.model_fields}
    if isinstance(part, Part | dict):
        return dict(part)
    raise TypeError(changed_parts.no_part(part))


def _with(part: object, steps: list[str], value: object, file: str, above: str = "") -> dict[str, object]:
    """The fields of a part, and of the parts within it down to a path, with another value there."""
    if part is None:
        raise ScenarioError((Problem(file, 0, above, "none", *changed_parts.NOTHING_TO_CHANGE),))
    key, *rest = steps
    fields = part_fields(part)
    path = f"{above}.{key}".removeprefix(".")
    return {**fields, key: _with(fields[key], rest, value, file, path) if rest else value}


def _written(value: object, file: str) -> SourceNode:
    """Values as if a file had them, so that what is wrong with them can be placed in it."""
    origin = Place(file, 0, "scenario", "")
    if isinstance(value, dict):
        return SourceNode({key: _written(item, file) for key, item in value.items()}, origin)
    return SourceNode(value, origin, text=value if isinstance(value, str) else "")


def _sources(before: Scenario, after: FarmParts, why: str) -> Mapping[str, Provenance]:
    """The sources of what has stayed, those of the catalogue for what is of another model of it, and `why` for all else
    that is new: what is not known of a server that takes the place of another is no less in doubt."""
    stated, found = before.sources, {}
    for name in FarmParts.model_fields:
        values = field_values(after, name)
        # A part that nobody touched is the same one: what is in it need not be looked at.
        touched = getattr(after, name) is not getattr(before, name)
        known = field_values(before, name) if touched else values
        of_model = _of_another_model(before, after, name) if touched else {}
        for path, value in values.items():
            source = of_model.get(path) if of_model else None
            if source is None and not (touched and known.get(path) != value):
                source = stated.get(path)
            found[path] = source or Provenance(value_text=str(value), kind="scenario", source=why)
    return found


def _of_another_model(before: Scenario, after: FarmParts, name: str) -> dict[str, Provenance]:
    """What the catalogue says of the server or the system, and of those of tiers, where they are another one."""
    if name == "tiers":
        pairs = [
            (f"tiers[{place}].server", old.server, new.server)
            for place, (old, new) in enumerate(zip(before.tiers, after.tiers, strict=False))
        ]
    else:
        pairs = [(name, getattr(before, name), getattr(after, name))] if name in _WHOLE else []
    return {
        f"{path}.{inside}": source
        for path, old, new in pairs
        if new.name != old.name
        for inside, source in model_sources(new, new.name, before.catalog).items()
    }


def differences(before: Scenario, after: Scenario) -> Iterator[tuple[str, str]]:
    """What differs of two scenarios as a file or `--set` has it, path to value; another model of a part by its name.
    How many servers a tier has follows from the rest where nobody states it."""
    replaced = [part for part in _WHOLE if getattr(before, part).name != getattr(after, part).name]
    for part in replaced:
        yield part, getattr(after, part).name
    kept = after.server.disks.size
    if "server" in replaced and kept is not None and kept == before.server.disks.size:
        yield _DISK_SIZE, format_quantity(kept, SIZE)  # The catalogue may state none.
    if "server" not in replaced and before.server.cards != after.server.cards:
        rates = (format_bits(card.rate) for card in after.server.cards)
        yield _CARDS, f"[{', '.join(rates)}]"
    known = {dotted(path): value for path, _, value in parameters(before)}
    for path, field, value in parameters(after):
        at = dotted(path)
        if path[0] in replaced or at.startswith(f"{_CARDS}[") or known.get(at) == value:
            continue
        if _COUNTED.fullmatch(at) and (source := after.sources.get(at)) and source.kind == "default":
            continue
        measure = next((item for item in declarations(field) if isinstance(item, Quantity)), None)
        yield at, measure.written(_amount(value)) if measure and value is not None else _word(value)


def _amount(value: Any) -> float:
    """What a field with a unit holds."""
    return float(value)


def _word(value: object) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
