"""A scenario file with the files that it extends, as one tree, and the keys that steer the reading."""

import os
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path as FilePath
from typing import NamedTuple

from models.errors import Problem, ScenarioError
from models.messages import files, scenario_files
from models.reading.measured_core import with_core_of_extended, with_measured_core
from models.reading.read_file import path_fault
from models.reading.read_yaml import read_yaml
from models.reading.shorthand import expand_shorthands
from models.reading.source_tree import SourceNode, merge, take_sources
from models.scenario import FarmParts

FORMAT = 1
CONTROLS = ("format", "extends", "baseline", "chosen_from")
# The scenarios that are shipped, which a file in any folder may extend, and what they are called in messages.
SHIPPED = FilePath(__file__).parents[2] / "scenarios"
SHOWN_SHIPPED = "scenarios"
_LONGEST_CHAIN = 8
_KNOWN = frozenset({*CONTROLS, *FarmParts.model_fields, "scenario"})
# A file with none of these, and more unknown keys than one mistypes, is what `--json` wrote.
_NEEDED = frozenset({"extends", "operating_system", "web_server", "workload"})
_TYPOS = 4
_NEAR = 0.72  # Names that are less alike are no slip of the pen.


@dataclass(frozen=True)
class Document:
    """What one file says: `farm` without shorthands; the controls as written, absent when not there."""

    farm: SourceNode
    controls: dict[str, SourceNode] = field(default_factory=dict)


def shipped(name: str) -> FilePath:
    """The file of a shipped scenario that messages call by a name such as scenarios/first_farm.yaml, wherever the
    program is called from."""
    return SHIPPED / FilePath(name).relative_to(SHOWN_SHIPPED)


def read_document(path: FilePath, shown: str, problems: list[Problem], text: str | None = None) -> Document:
    """The document in a file, or in a `text` that takes its place, laid over the documents that it extends.

    What it extends is looked up beside it, within the folder of the first file, and then among the shipped scenarios.
    Appends to `problems`; raises ScenarioError when a file cannot be read at all, or is a portfolio.
    """
    chain: list[FilePath] = []
    documents: list[Document] = []
    root: FilePath | None = None
    while True:
        documents.append(_read_one(path, shown, problems, text))
        chain.append(FilePath(os.path.realpath(path)))
        root = root or chain[0].parent
        extends = documents[-1].controls.get("extends")
        if extends is None:
            break
        path, root, shown = _extended(extends, _Place(path, root, shown), chain, problems)
        text = None
    merged = _with_core(documents.pop())
    while documents:
        above = documents.pop()
        merged = _with_core(_over(Document(with_core_of_extended(merged.farm, above.farm), merged.controls), above))
    return merged


def _with_core(document: Document) -> Document:
    return Document(with_measured_core(document.farm), document.controls)


def _read_one(path: FilePath, shown: str, problems: list[Problem], text: str | None) -> Document:
    document, wrong = _document(read_yaml(path, shown, "scenario", problems, text), shown)
    problems += wrong
    return document


# `read_yaml` gives the same tree again as long as the text stays the same.
@lru_cache(maxsize=128)
def _document(tree: SourceNode, shown: str) -> tuple[Document, tuple[Problem, ...]]:
    """What a file says, and what is wrong in it. Raises ScenarioError for a portfolio, and for an answer."""
    problems: list[Problem] = []
    read = take_sources(tree, problems)
    values = dict(read.value) if read.is_mapping else {}
    if "portfolio" in values and "scenario" not in values:
        message, remedy = scenario_files.is_a_portfolio(shown)
        raise ScenarioError((_problem(values["portfolio"], "portfolio", message, remedy),))
    unknown = [key for key in values if key not in _KNOWN]
    if len(unknown) > _TYPOS and _NEEDED.isdisjoint(values):
        raise ScenarioError((_problem(values[unknown[0]], unknown[0], *scenario_files.IS_AN_ANSWER),))
    if "name" in values:
        wrong = values.pop("name")
        problems.append(_problem(wrong, "name", *scenario_files.NAME_OF_A_SCENARIO))
    controls = {key: values.pop(key) for key in CONTROLS if key in values}
    if "scenario" in values:
        values["name"] = values.pop("scenario")
    version = controls.get("format")
    if version and version.value != FORMAT:
        problems.append(_problem(version, "format", *scenario_files.format_read(FORMAT)))
    baseline = controls.get("baseline")
    if baseline and baseline.is_mapping:
        controls["baseline"] = _baseline(baseline, problems)
    return Document(expand_shorthands(read.with_value(values), FarmParts), controls), tuple(problems)


def _baseline(written: SourceNode, problems: list[Problem]) -> SourceNode:
    values = dict(written.value)
    for key in (*CONTROLS, "name"):
        if key in values:
            problems.append(_problem(values.pop(key), f"baseline.{key}", *scenario_files.NOT_IN_A_BASELINE))
    if "scenario" in values:
        values["name"] = values.pop("scenario")
    return expand_shorthands(written.with_value(values), FarmParts)


def _over(below: Document, above: Document) -> Document:
    controls = dict(below.controls)
    for key, value in above.controls.items():
        controls[key] = merge(controls[key], value) if key in controls else value
    return Document(merge(below.farm, above.farm), controls)


class _Place(NamedTuple):
    """A file, the folder that what it extends must lie in, and what it is called in messages."""

    path: FilePath
    root: FilePath
    shown: str


def _extended(extends: SourceNode, at: _Place, chain: list[FilePath], problems: list[Problem]) -> _Place:
    """The file that `extends` names, beside the file or else shipped. Raises ScenarioError when it is in neither
    place, outside the folder, or extends itself."""
    name = extends.text
    beside = _Place(at.path.parent / name, at.root, os.path.join(os.path.dirname(at.shown), name))

    def refused(message: str, remedy: str) -> ScenarioError:
        return ScenarioError((*problems, _problem(extends, "extends", message, remedy)))

    if not name or FilePath(name).is_absolute():
        raise refused("not a relative path", "write e.g. `extends: other.yaml`")
    if reason := path_fault(str(beside.path)):
        raise refused(*scenario_files.no_file(reason))
    found = _there(beside) or _there(_Place(SHIPPED / name, SHIPPED, f"{SHOWN_SHIPPED}/{name}"))
    if found is None and not _lies_in(beside):
        raise refused(*scenario_files.LEAVES_THE_FOLDER)
    if found is None:
        raise refused(files.NO_SUCH_FILE, _looked_in(beside.shown, name))
    if found.path in chain:
        raise refused(*scenario_files.EXTENDED_IN_A_CIRCLE)
    if len(chain) >= _LONGEST_CHAIN:
        raise refused(*scenario_files.extended_too_often(_LONGEST_CHAIN))
    return found


def _there(place: _Place) -> _Place | None:
    """The place with the file that a link leads to; None where there is no file or it lies outside its root."""
    target = FilePath(os.path.realpath(place.path))
    try:
        return place._replace(path=target) if target.is_file() and _lies_in(place) else None
    except OSError:  # Nobody may look there, or what a link leads to has too long a name.
        return None


def _lies_in(place: _Place) -> bool:
    """Whether a path, all links followed, lies in its root."""
    return FilePath(os.path.realpath(place.path)).is_relative_to(os.path.realpath(place.root))


def _looked_in(beside: str, name: str) -> str:
    """Both places that were looked in, and the shipped file of the nearest name."""
    shipped = [file.relative_to(SHIPPED).as_posix() for file in sorted(SHIPPED.rglob("*.yaml"))]
    # All end in .yaml, which makes no two names near each other.
    bare = {file.removesuffix(".yaml"): file for file in shipped}
    near = get_close_matches(name.removesuffix(".yaml"), bare, 1, cutoff=_NEAR)
    hint = f"; did you mean {bare[near[0]]}?" if near else ""
    return scenario_files.looked_in(beside, SHOWN_SHIPPED, name, hint)


def _problem(at: SourceNode, path: str, message: str, remedy: str) -> Problem:
    value = f'"{at.text:.60}"' if isinstance(at.value, str) else at.text[:60]
    return Problem(at.origin.file, at.origin.line, path, value, message, remedy)
