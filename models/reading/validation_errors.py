"""Written parts judged: the parts that they describe, or what is wrong with them in the words of the file: place, path,
value, message, what to write instead."""

import json
from functools import lru_cache
from typing import TypeVar, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from models.errors import Problem
from models.messages import validation, yaml_text
from models.quantities.declarations import nested_part_fields, part_type
from models.quantities.fields import WRITTEN, Part, Quantity
from models.reading.catalogue import SHOWN_FOLDER, names
from models.reading.document import CONTROLS
from models.reading.finding import Finding
from models.reading.source_tree import Path, ReportedValue, SourceNode, dotted, plain
from models.scenario import FarmParts
from models.suggest import did_you_mean

AnyPart = TypeVar("AnyPart", bound=Part)
_LONGEST_VALUE = 60
_SHOWN = 24  # Names of the catalogue that are listed one by one.
_HOMES = 3  # Parts in which a key may stand that are told.


def validate_part(part: type[AnyPart], written: SourceNode) -> AnyPart:
    """The part that a tree describes. Raises ValidationError with all that is wrong in it."""
    return cast(AnyPart, _validated(part, written))


# The server, the system and the software of a sweep stay what they are, and a page asks for the whole catalogue often.
@lru_cache(maxsize=512)
def _validated(part: type[Part], written: SourceNode) -> Part:
    return part.model_validate(plain(written), context=WRITTEN)


def validate_farm(farm: SourceNode) -> FarmParts:
    """The farm that a tree describes. Raises ValidationError with all that is wrong in it."""
    held = nested_part_fields(FarmParts)
    fields = {key: _made(child, *held.get(key, (None, False))) for key, child in farm.value.items()}
    return FarmParts.model_validate(fields, context=WRITTEN)


def _made(written: SourceNode, part: type[Part] | None, is_list: bool) -> object:
    """The part that stands in a field of a farm; where there is none, or it cannot be, what is written, to be judged in
    its place."""
    if part is None or is_list or not written.is_mapping:
        return plain(written)
    try:
        return validate_part(part, written)
    except ValidationError:
        return plain(written)


def explain_errors(error: ValidationError, farm: SourceNode) -> list[Problem]:
    """One Problem for each thing that is wrong with `farm`, which has not been given by a default."""
    problems, named = [], list[Finding]()
    for detail in error.errors(include_url=False):
        path: Path = detail["loc"]
        if detail["type"] == "missing" and (named_by := _model_named(farm, path[:-1])):
            at_name = _not_stated_as_model(path[:-1], *named_by)
            problems += [] if at_name in named else [place_in_scenario(farm, at_name)]
            named.append(at_name)
            continue
        at = farm.way(path)[-1]
        if isinstance(detail["input"], ReportedValue) or at.origin.kind == "default":
            continue
        unknown = detail["type"] == "extra_forbidden"
        message, remedy = (unknown and _meant_of_tier(farm, path)) or _in_our_words(detail, path)
        value = _shown(detail, at)
        problems.append(Problem(at.origin.file, at.origin.line, key_path(path), value, message, remedy))
    return problems


def _meant_of_tier(farm: SourceNode, path: Path) -> tuple[str, str] | None:
    """What is said of a key that is the name of a tier, or that stands at its calls; None of any other."""
    if len(path) == 1:
        tiers = farm.at(("tiers",))
        stated = tiers.value if tiers is not None and isinstance(tiers.value, list) else []
        named = (farm.at(("tiers", number, "name")) for number in range(len(stated)))
        place = next((number for number, each in enumerate(named) if each and each.value == path[0]), None)
        return None if place is None else validation.tier_by_name(place)
    call = _part_at((*path[:2], "calls", 0)) if len(path) == 3 and path[0] == "tiers" else None
    return validation.STANDS_AT_CALLS if call is not None and path[-1] in call.model_fields else None


def _not_stated_as_model(path: Path, key: str, model: str) -> Finding:
    """That a part has a name of the catalogue at a key, and is not taken from there."""
    if key == "name":
        return Finding((*path, key), *validation.model_for_name(model))
    return Finding((*path, key), *validation.model_for_key(path=key_path(path), model=model))


def _model_named(farm: SourceNode, path: Path) -> tuple[str, str] | None:
    """The key at which the part at a path has a name of the catalogue, its own or another word, in place of being taken
    from there, and that name; None where that is not so."""
    part, stated = _part_at(path), farm.at(path)
    if part is None or not part.catalogue_folder or stated is None or not stated.is_mapping:
        return None
    known = names(part.catalogue_folder)
    return next(((key, each.value) for key, each in stated.value.items() if each.value in known), None)


def place_in_scenario(farm: SourceNode, finding: Finding) -> Problem:
    """A finding at the line of the scenario that leads to it, which may only name the part."""
    path = finding.path
    met = farm.way(path)
    value = _quoted(met[-1]) if len(met) > len(path) else ""
    at = next((each.origin for each in reversed(met) if not each.origin.file.startswith(SHOWN_FOLDER)), farm.origin)
    return Problem(at.file, at.line, key_path(path), value, finding.message, finding.remedy, finding.remedies)


def key_path(path: Path) -> str:
    """The dotted path as a file has it: the name of a scenario is its key `scenario`."""
    return "scenario" if path == ("name",) else dotted(path)


def _in_our_words(detail: ErrorDetails, path: Path) -> tuple[str, str]:
    """Message and remedy of one validation error."""
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "headroom":
        return context["message"], context["remedy"]
    if kind == "missing":
        return "missing", _how_to_write(path)
    if kind == "extra_forbidden" and str(path[-1])[:1].isdigit():
        return "unknown key", yaml_text.COMMA_IN_BRACES
    if kind == "extra_forbidden" and len(path) == 1 and path[0] in CONTROLS:  # A file's own have been taken out of it.
        return validation.ONLY_THE_FILE_SAYS_THIS
    part = _part_at(path[:-1])
    if kind == "extra_forbidden" and part is not None and path[-1] in part.spellings:  # Alone it is read as that.
        field = part.spellings[str(path[-1])].field
        return validation.written_beside(field, path[-1])
    if kind == "extra_forbidden":
        home = _home(str(path[-1]))
        allowed = _keys(path[:-1])
        if home:  # Where a key has a place, one that is spelt alike is none.
            return "unknown key", validation.belongs_in(home, ", ".join(sorted(allowed)))
        return "unknown key", did_you_mean(str(path[-1]), allowed)
    if detail["input"] is None:
        return validation.NOTHING_WRITTEN, _how_to_write(path)
    if kind in ("model_type", "model_attributes_type", "dict_type"):
        return validation.GROUP_EXPECTED, _group_remedy(path)
    if kind in ("tuple_type", "list_type"):
        return "expected a list", _how_to_write(path)
    return "not possible here", _how_to_write(path)


def _group_remedy(path: Path) -> str:
    """The names that the catalogue has for a part, or the keys of a part that is not in the catalogue."""
    part = _part_at(path)
    if part is not None and part.catalogue_folder:
        known = names(part.catalogue_folder)
        listed = ", ".join(known) if len(known) <= _SHOWN else validation.catalogue_names(known[0])
        return validation.one_of(listed)
    return f"its keys are {', '.join(_keys(path))}"


def _part_at(path: Path) -> type[Part] | None:
    """The part that stands at a path, or None when the path leads to no part."""
    part: type[Part] | None = FarmParts
    for step in path:
        if isinstance(step, int):
            continue
        field = part.model_fields.get(step) if part else None
        part = part_type(field.annotation)[0] if field else None
    return part


def _home(key: str) -> str:
    """The parts in which a key may stand, lists of parts among them; "" where there is none, or more than a few."""
    found: list[str] = []
    nearest: list[tuple[str, type[Part]]] = [("", FarmParts)]
    while nearest:
        path, part = nearest.pop(0)
        for name, (each, many) in nested_part_fields(part).items():
            inside = f"{path}{name}{'[]' if many else ''}"
            nearest.append((f"{inside}.", each))
            found += [inside] if key in each.model_fields else []
    return " or ".join(found) if len(found) <= _HOMES else ""


def _keys(path: Path) -> tuple[str, ...]:
    """The keys that a file may write in the part at a path."""
    part = _part_at(path)
    if part is None:
        return ()
    if part is FarmParts:
        return ("scenario", *CONTROLS, *(set(FarmParts.model_fields) - {"name"}))
    return (*part.model_fields, *part.spellings, *(("model",) if part.catalogue_folder else ()))


def _how_to_write(path: Path) -> str:
    """What belongs at a path: its description, and an example where there is a unit."""
    part = _part_at(path[:-1])
    field = part.model_fields.get(str(path[-1])) if part else None
    if field is None:
        return "write a value"
    key = "scenario" if path == ("name",) else path[-1]
    examples = [f', e.g. "{item.kind.example}"' for item in field.metadata if isinstance(item, Quantity)]
    return f"write `{key}: ...` ({str(field.description).rstrip('.')}{''.join(examples)})"


def _shown(detail: ErrorDetails, at: SourceNode) -> str:
    if detail["type"] == "missing" or isinstance(detail["input"], dict | list | tuple):
        return ""
    return _quoted(at)


def _quoted(written: SourceNode) -> str:
    """The value as it was written, in quotes when it is a text, shortened when it is long."""
    if isinstance(written.value, dict | list) or written.value is None:
        return ""
    text = written.text if len(written.text) <= _LONGEST_VALUE else written.text[:_LONGEST_VALUE] + "..."
    return json.dumps(text, ensure_ascii=False) if isinstance(written.value, str) else text
