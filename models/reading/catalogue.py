"""The catalogue: one YAML file for each server, operating system, web server, balancer and set of prices.

Adding a server is adding a file to models/catalog/servers/, or to servers/ in a catalogue of one's own: the folder
`catalog` beside a scenario, or one that is named. Both are read alike. A name means one thing: an own file of a shipped
name is a problem, told where the name is used.
"""

import os
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as FilePath

from models.errors import Problem, ScenarioError
from models.messages import catalogue_files
from models.quantities.fields import Part
from models.reading.ranges import range_problems
from models.reading.read_yaml import read_yaml
from models.reading.shorthand import expand_shorthands
from models.reading.source_tree import (
    Path,
    ReportedValue,
    SourceNode,
    change_parts,
    dotted,
    file_origin,
    merge,
    take_sources,
)
from models.suggest import did_you_mean

SHOWN_FOLDER = "models/catalog"
_ENDING = ".yaml"
FOLDER = FilePath(__file__).parents[1] / "catalog"


def names(folder: str, own: str = "") -> tuple[str, ...]:
    """The names in one folder of the catalogue, such as "servers", in alphabetical order, with those of an own one."""
    shipped = FOLDER / folder
    own_names = _names(FilePath(own) / folder) if own else ()
    return tuple(sorted({*_shipped_names(shipped, shipped.stat().st_mtime_ns), *own_names}))


def _is_there(folder: FilePath, name: str) -> bool:
    """Whether a name is one of those in a folder, without listing it: each load asks it of half a dozen."""
    return os.path.basename(name) == name and os.path.lexists(folder / f"{name}{_ENDING}")


def is_known(name: object, folder: str, own: str = "") -> bool:
    """Whether what a scenario writes is one of `names`, without listing them."""
    if not isinstance(name, str):
        return False
    return _is_there(FOLDER / folder, name) or bool(own and _is_there(FilePath(own) / folder, name))


def _names(folder: FilePath) -> tuple[str, ...]:
    try:
        files = os.listdir(folder)
    except OSError:
        return ()
    return tuple(os.path.splitext(file)[0] for file in files if file.endswith(_ENDING))


# A page asks for the same lists at every click. A file that is added changes the time of its folder.
@lru_cache(maxsize=64)
def _shipped_names(folder: FilePath, changed: int) -> tuple[str, ...]:
    return _names(folder)


def catalogue_entry(part: type[Part], name: str, problems: list[Problem], own: str = "") -> SourceNode:
    """What the catalogue says about `name`, for a part that has a catalogue; `name` must be one of `names`.

    Appends to `problems` what is wrong in the file, and that an own file has the name of a shipped one. Raises
    ScenarioError when the catalogue's file cannot be read.
    """
    folder = part.catalogue_folder
    file, is_own = _file(folder, name, own)
    shown = str(file) if is_own else f"{SHOWN_FOLDER}/{folder}/{file.name}"
    if is_own and _is_there(FOLDER / folder, name):
        message, remedy = catalogue_files.name_of_shipped_entry(SHOWN_FOLDER, folder, file.name)
        problems.append(Problem(shown, 0, "", "", message, remedy))
    found: list[Problem] = []
    read = read_yaml(file, shown, "scenario" if is_own else "published", found)
    made, wrong = _made(read, part, name)
    problems += (*found, *wrong)
    return _parts_of(made, part, problems, (), own)


# `read_yaml` gives the same tree again as long as the text stays the same, and a sweep looks up the same few names
# thousands of times.
@lru_cache(maxsize=256)
def _made(read: SourceNode, part: type[Part], name: str) -> tuple[SourceNode, tuple[Problem, ...]]:
    """What a file of the catalogue says as a part, before what is named in it is looked up, and what is wrong in it.
    Raises ScenarioError where it says no part."""
    problems: list[Problem] = []
    sourced = take_sources(file_origin(read, problems), problems)
    if not sourced.is_mapping:  # It has the key `value`, and so says one value.
        at = read.value["value"].origin
        wrong = Problem(at.file, at.line, "value", "", *catalogue_files.NO_GROUP_OF_KEYS)
        raise ScenarioError((wrong,))
    values = sourced.value
    if part.reads_own_fields:
        values = {key: child for key, child in values.items() if key in part.model_fields}
    own_name = {"name": SourceNode(name, sourced.origin, text=name)} if "name" in part.model_fields else {}
    named = {**own_name, **values}
    made = _implied(expand_shorthands(sourced.with_value(named), part), part)
    return made, (*problems, *range_problems(made, part))


def _file(folder: str, name: str, own: str) -> tuple[FilePath, bool]:
    """The file of a name, and whether it is the planner's own, which comes first."""
    file = FilePath(own) / folder / f"{name}.yaml"
    if own and file.is_file():
        return file, True
    return FOLDER / folder / f"{name}.yaml", False


def _implied(written: SourceNode, part: type[Part]) -> SourceNode:
    """With what the keys that are there imply of others: of a server that is rented, no height and no price."""
    for key, others in part.implied.items():
        held = written.value.get(key)
        if held is not None and held.is_mapping:
            origin = replace(held.origin, kind="default", source=f"it has `{key}`")
            implied = {other: SourceNode(text, origin, text=text) for other, text in others.items()}
            written = written.with_value({**implied, **written.value})
    return written


def look_up(
    written: SourceNode, part: type[Part], problems: list[Problem], path: Path = (), own: str = ""
) -> SourceNode:
    """The tree with every `model: NAME` replaced by the catalogue's entry under the keys beside it; `own` is the folder
    of the planner's catalogue, "" where there is none."""
    if not written.is_mapping:
        return written
    if part.catalogue_folder and "model" in written.value:
        return _looked_up(written, part, problems, path, own)
    return _implied(_parts_of(written, part, problems, path, own), part)


def _parts_of(written: SourceNode, part: type[Part], problems: list[Problem], path: Path, own: str) -> SourceNode:
    """With what is named in the parts of a part looked up, as the disks of a server."""
    return change_parts(written, part, path, lambda child, nested, at: look_up(child, nested, problems, at, own))


def _looked_up(written: SourceNode, part: type[Part], problems: list[Problem], path: Path, own: str) -> SourceNode:
    model = written.value["model"]
    if is_known(model.value, part.catalogue_folder, own):
        named = _over(catalogue_entry(part, model.value, problems, own), written)
        return _parts_of(named, part, problems, path, own)
    if model.origin.kind == "default":  # What it stands for is wrong where that is written, and told there.
        return written.with_value(ReportedValue())
    message = catalogue_files.not_in_catalogue(part.catalogue_folder.replace("_", " "))
    remedy = did_you_mean(model.text, names(part.catalogue_folder, own))
    value = f'"{model.text:.60}"' if model.text else ""
    problems.append(Problem(model.origin.file, model.origin.line, dotted(path), value, message, remedy))
    return written.with_value(ReportedValue())


@lru_cache(maxsize=256)
def _over(below: SourceNode, written: SourceNode) -> SourceNode:
    """What the catalogue says under the keys beside its name. The part stands where the scenario names it, although its
    values stand in the catalogue."""
    beside = {key: child for key, child in written.value.items() if key != "model"}
    return merge(below, SourceNode(beside, written.origin)).with_origin(written.origin)
