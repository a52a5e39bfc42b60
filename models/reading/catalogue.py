"""The catalogue: one YAML file for each server, operating system, web server, balancer and set of prices.

Adding a server is adding a file to models/catalog/servers/.
"""

from dataclasses import dataclass, replace
from pathlib import Path as FilePath

from models.errors import Problem
from models.quantities.fields import Part
from models.reading.merge import merge
from models.reading.read_yaml import read_yaml
from models.reading.shorthand import part_of, write_out
from models.reading.sourced import file_origin, take_sources
from models.reading.written import Path, Unresolved, Written, dotted
from models.suggest import did_you_mean

SHOWN_FOLDER = "models/catalog"
_FOLDER = FilePath(__file__).parents[1] / "catalog"


def names(folder: str) -> tuple[str, ...]:
    """The names in one folder of the catalogue, such as "servers", in alphabetical order."""
    return tuple(sorted(file.stem for file in (_FOLDER / folder).glob("*.yaml")))


def entry(part: type[Part], name: str, problems: list[Problem]) -> Written:
    """What the catalogue says about `name`, for a part that has a catalogue; `name` must be one of `names`.

    Raises ScenarioError when the catalogue's file cannot be read.
    """
    file = f"{name}.yaml"
    shown = f"{SHOWN_FOLDER}/{part.catalogue_folder}/{file}"
    found: list[Problem] = []
    read = read_yaml(_FOLDER / part.catalogue_folder / file, shown, "published", found)
    before = _ENTRIES.get((part, name))
    if before is not None and before.read is read and not found:
        problems += before.problems
        return before.entry
    sourced = take_sources(file_origin(read, found), found)
    own_name = {"name": Written(name, sourced.origin, text=name)} if "name" in part.model_fields else {}
    named = {**own_name, **sourced.value}
    written = _parts_of(write_out(sourced.with_value(named), part), part, found, ())
    made = _Entry(read, written, tuple(found))
    _ENTRIES[part, name] = made
    problems += found
    return made.entry


@dataclass(frozen=True)
class _Entry:
    """What was made of a catalogue file as it was read."""

    read: Written
    entry: Written
    problems: tuple[Problem, ...]


# `read_yaml` gives the same tree again as long as the text stays the same, and a sweep looks up the same few names
# thousands of times.
_ENTRIES: dict[tuple[type[Part], str], _Entry] = {}


def look_up(written: Written, part: type[Part], problems: list[Problem], path: Path = ()) -> Written:
    """The tree with every `model: NAME` replaced by the catalogue's entry under the keys beside it."""
    if not written.is_mapping:
        return written
    if part.catalogue_folder and "model" in written.value:
        return _looked_up(written, part, problems, path)
    return _parts_of(written, part, problems, path)


def _parts_of(written: Written, part: type[Part], problems: list[Problem], path: Path) -> Written:
    """With what is named in the parts of a part looked up, as the disks of a server."""
    return written.with_value(
        {key: _field(child, part, key, problems, (*path, key)) for key, child in written.value.items()}
    )


def _field(child: Written, part: type[Part], key: str, problems: list[Problem], path: Path) -> Written:
    field = part.model_fields.get(key)
    nested, is_list = part_of(field.annotation) if field else (None, False)
    return look_up(child, nested, problems, path) if nested and not is_list else child


def _looked_up(written: Written, part: type[Part], problems: list[Problem], path: Path) -> Written:
    own = dict(written.value)
    model = own.pop("model")
    known = names(part.catalogue_folder)
    if model.value in known:
        # The part stands where the scenario names it, although its values stand in the catalogue.
        merged = merge(entry(part, model.value, problems), Written(own, written.origin))
        return _parts_of(replace(merged, origin=written.origin), part, problems, path)
    message = f"not in the catalogue of {part.catalogue_folder.replace('_', ' ')}"
    remedy = did_you_mean(model.text, known)
    value = f'"{model.text:.60}"' if model.text else ""
    problems.append(Problem(model.origin.file, model.origin.line, dotted(path), value, message, remedy))
    return written.with_value(Unresolved())
