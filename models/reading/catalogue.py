"""The catalogue: one YAML file for each server, operating system, web server, balancer and set of prices.

Adding a server is adding a file to models/catalog/servers/, or to servers/ in a catalogue of one's own: the folder
`catalog` beside a scenario, or one that is named. Both are read alike. A name means one thing: an own file of a shipped
name is a problem, told where the name is used.
"""

from dataclasses import dataclass, replace
from pathlib import Path as FilePath

from models.errors import Problem, ScenarioError
from models.quantities.declared import part_of
from models.quantities.fields import Part
from models.reading.read_yaml import read_yaml
from models.reading.shorthand import write_out
from models.reading.written import Path, Unresolved, Written, dotted, file_origin, merge, take_sources
from models.suggest import did_you_mean

SHOWN_FOLDER = "models/catalog"
# What a planner's own catalogue beside a scenario is called.
OWN = "catalog"
_FOLDER = FilePath(__file__).parents[1] / "catalog"


def own_folder(scenario: FilePath, named: str = "") -> str:
    """The folder of a planner's own catalogue: the one that is named, else the one beside a scenario file; "" where
    there is none. Raises ScenarioError where one is named that is none."""
    if named and not FilePath(named).is_dir():
        remedy = "name a folder that holds servers/, prices/ or the like"
        raise ScenarioError((Problem(named, 0, "", "", "there is no such folder", remedy),))
    if named:
        return named
    folder = scenario.parent / OWN
    return str(folder) if folder.is_dir() and not folder.samefile(_FOLDER) else ""


def names(folder: str, own: str = "") -> tuple[str, ...]:
    """The names in one folder of the catalogue, such as "servers", in alphabetical order, with those of an own one."""
    return tuple(sorted({*_names(_FOLDER / folder), *(_names(FilePath(own) / folder) if own else ())}))


def _names(folder: FilePath) -> tuple[str, ...]:
    return tuple(file.stem for file in folder.glob("*.yaml"))


def entry(part: type[Part], name: str, problems: list[Problem], own: str = "") -> Written:
    """What the catalogue says about `name`, for a part that has a catalogue; `name` must be one of `names`.

    Appends to `problems` what is wrong in the file, and that an own file has the name of a shipped one. Raises
    ScenarioError when the catalogue's file cannot be read.
    """
    folder = part.catalogue_folder
    file, is_own = _file(folder, name, own)
    shown = str(file) if is_own else f"{SHOWN_FOLDER}/{folder}/{file.name}"
    if is_own and name in _names(_FOLDER / folder):
        message = f"this file has the name of a shipped entry, {SHOWN_FOLDER}/{folder}/{file.name}"
        remedy = "give it a name of its own, so that each name means one thing"
        problems.append(Problem(shown, 0, "", "", message, remedy))
    found: list[Problem] = []
    read = read_yaml(file, shown, "scenario" if is_own else "published", found)
    before = _ENTRIES.get((part, shown))
    if before is not None and before.read is read and not found:
        problems += before.problems
        return _parts_of(before.entry, part, problems, (), own)
    if not read.is_mapping:
        raise ScenarioError((*found, Problem(shown, 0, "", "", "a file of a catalogue is a group of keys", "")))
    sourced = take_sources(file_origin(read, found), found)
    own_name = {"name": Written(name, sourced.origin, text=name)} if "name" in part.model_fields else {}
    named = {**own_name, **sourced.value}
    made = _Entry(read, _implied(write_out(sourced.with_value(named), part), part), tuple(found))
    _ENTRIES[part, shown] = made
    problems += found
    return _parts_of(made.entry, part, problems, (), own)


def _file(folder: str, name: str, own: str) -> tuple[FilePath, bool]:
    """The file of a name, and whether it is the planner's own, which comes first."""
    file = FilePath(own) / folder / f"{name}.yaml"
    if own and file.is_file():
        return file, True
    return _FOLDER / folder / f"{name}.yaml", False


def _implied(written: Written, part: type[Part]) -> Written:
    """With what the keys that are there imply of others: of a server that is rented, no height and no price."""
    values = dict(written.value)
    for key, others in part.implied.items():
        held = values.get(key)
        if held is not None and held.is_mapping:
            origin = replace(held.origin, kind="default", source=f"it has `{key}`")
            values = {**{other: Written(text, origin, text=text) for other, text in others.items()}, **values}
    return written.with_value(values)


@dataclass(frozen=True)
class _Entry:
    """What was made of a catalogue file as it was read."""

    read: Written
    entry: Written
    problems: tuple[Problem, ...]


# `read_yaml` gives the same tree again as long as the text stays the same, and a sweep looks up the same few names
# thousands of times.
_ENTRIES: dict[tuple[type[Part], str], _Entry] = {}


def look_up(written: Written, part: type[Part], problems: list[Problem], path: Path = (), own: str = "") -> Written:
    """The tree with every `model: NAME` replaced by the catalogue's entry under the keys beside it; `own` is the folder
    of the planner's catalogue, "" where there is none."""
    if not written.is_mapping:
        return written
    if part.catalogue_folder and "model" in written.value:
        return _looked_up(written, part, problems, path, own)
    return _implied(_parts_of(written, part, problems, path, own), part)


def _parts_of(written: Written, part: type[Part], problems: list[Problem], path: Path, own: str) -> Written:
    """With what is named in the parts of a part looked up, as the disks of a server."""
    return written.with_value(
        {key: _field(child, part, key, problems, (*path, key), own) for key, child in written.value.items()}
    )


def _field(written: Written, part: type[Part], key: str, problems: list[Problem], path: Path, own: str) -> Written:
    field = part.model_fields.get(key)
    nested, is_list = part_of(field.annotation) if field else (None, False)
    if nested is None:
        return written
    if not is_list:
        return look_up(written, nested, problems, path, own)
    items = written.value if isinstance(written.value, list) else []
    looked_up = [look_up(item, nested, problems, (*path, place), own) for place, item in enumerate(items)]
    return written.with_value(looked_up) if items else written


def _looked_up(written: Written, part: type[Part], problems: list[Problem], path: Path, own: str) -> Written:
    values = dict(written.value)
    model = values.pop("model")
    known = names(part.catalogue_folder, own)
    if model.value in known:
        # The part stands where the scenario names it, although its values stand in the catalogue.
        merged = merge(entry(part, model.value, problems, own), Written(values, written.origin))
        return _parts_of(replace(merged, origin=written.origin), part, problems, path, own)
    message = f"not in the catalogue of {part.catalogue_folder.replace('_', ' ')}"
    remedy = did_you_mean(model.text, known)
    value = f'"{model.text:.60}"' if model.text else ""
    problems.append(Problem(model.origin.file, model.origin.line, dotted(path), value, message, remedy))
    return written.with_value(Unresolved())
