"""A scenario file with the files that it extends, as one tree, and the keys that steer the reading."""

import os
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from models.errors import Problem, ScenarioError
from models.merge import merge
from models.read_yaml import read_yaml
from models.scenario import Farm
from models.shorthand import write_out
from models.sourced import take_sources
from models.written import Written

FORMAT = 1
CONTROLS = ("format", "extends", "baseline", "chosen_from")
_LONGEST_CHAIN = 8


@dataclass(frozen=True)
class Document:
    """What one file says: `farm` without shorthands; the controls as written, absent when not there."""

    farm: Written
    controls: dict[str, Written] = field(default_factory=dict)


def read_document(path: FilePath, shown: str, problems: list[Problem]) -> Document:
    """The document in a file, laid over the documents that it extends.

    Appends to `problems`; raises ScenarioError when a file cannot be read at all.
    """
    chain: list[FilePath] = []
    documents: list[Document] = []
    while True:
        documents.append(_read_one(path, shown, problems))
        chain.append(FilePath(os.path.realpath(path)))
        root = chain[0].parent
        extends = documents[-1].controls.get("extends")
        if extends is None:
            break
        path = _extended(extends, path, root, chain, problems)
        shown = os.path.join(os.path.dirname(shown), extends.text)
    merged = documents.pop()
    while documents:
        merged = _over(merged, documents.pop())
    return merged


def _read_one(path: FilePath, shown: str, problems: list[Problem]) -> Document:
    read = take_sources(read_yaml(path, shown, "scenario", problems), problems)
    values = dict(read.value) if read.is_mapping else {}
    if "name" in values:
        wrong = values.pop("name")
        problems.append(
            _problem(wrong, "name", "unknown key", "the name of a scenario is written `scenario: NAME`")
        )
    controls = {key: values.pop(key) for key in CONTROLS if key in values}
    if "scenario" in values:
        values["name"] = values.pop("scenario")
    version = controls.get("format")
    if version and version.value != FORMAT:
        problems.append(
            _problem(version, "format", "unknown format version", f"this program reads `format: {FORMAT}`")
        )
    baseline = controls.get("baseline")
    if baseline and baseline.is_mapping:
        controls["baseline"] = _baseline(baseline, problems)
    return Document(write_out(read.with_value(values), Farm), controls)


def _baseline(written: Written, problems: list[Problem]) -> Written:
    values = dict(written.value)
    for key in (*CONTROLS, "name"):
        if key in values:
            problems.append(
                _problem(values.pop(key), f"baseline.{key}", "not possible in a baseline", "remove it")
            )
    if "scenario" in values:
        values["name"] = values.pop("scenario")
    return write_out(written.with_value(values), Farm)


def _over(below: Document, above: Document) -> Document:
    controls = dict(below.controls)
    for key, value in above.controls.items():
        controls[key] = merge(controls[key], value) if key in controls else value
    return Document(merge(below.farm, above.farm), controls)


def _extended(
    extends: Written, path: FilePath, root: FilePath, chain: list[FilePath], problems: list[Problem]
) -> FilePath:
    """The file that `extends` names. Raises ScenarioError when it is outside the folder or extends itself."""
    name = extends.text
    message = ""
    if not name or FilePath(name).is_absolute():
        message, remedy = "not a relative path", "write e.g. `extends: other.yaml`"
    else:
        target = FilePath(os.path.realpath(path.parent / name))
        if not target.is_relative_to(root):
            message, remedy = "leaves the folder of the scenario", "move the file into this folder"
        elif target in chain:
            message, remedy = "the files extend each other in a circle", "remove one `extends`"
        elif len(chain) >= _LONGEST_CHAIN:
            message, remedy = f"more than {_LONGEST_CHAIN} files extend each other", "merge some of them"
        elif not target.is_file():
            message, remedy = "there is no such file", "the path is relative to this file"
    if message:
        raise ScenarioError((*problems, _problem(extends, "extends", message, remedy)))
    return target


def _problem(at: Written, path: str, message: str, remedy: str) -> Problem:
    value = f'"{at.text:.60}"' if isinstance(at.value, str) else at.text[:60]
    return Problem(at.origin.file, at.origin.line, path, value, message, remedy)
