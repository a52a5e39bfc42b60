"""Scenarios that come from a browser: as text, checked before they are read, and read where they can reach nothing.

A scenario says with `extends` what it builds on. One from a browser may build on those that are shipped, by their names
below scenarios/, and is read in a folder apart that holds copies of those and nothing that anyone has to hide.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from os.path import normpath, splitext
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

import yaml

from models.errors import Problem, ScenarioError
from models.load import load
from models.reading.read_file import read_text
from models.reading.read_yaml import read_yaml
from models.reading.yaml_nodes import LINE_END, entry_count
from models.scenario import Scenario
from models.suggest import did_you_mean
from simulator.messages.page import refusals
from simulator.translate.replay import replayed_trace
from simulator.ui.address import overrides
from simulator.ui.library import shipped
from simulator.uncertainty.resolution import resolve

LARGEST = 256_000  # Bytes. The largest one that is shipped has 5 kB.
# Reading takes time in proportion to the entries, and a few kB have room for thousands of them. The one with the most
# that is shipped has 156 lines and commas.
MOST_ENTRIES = 600
FOLDER = "scenarios"
SHOWN = f"{FOLDER}/uploaded.yaml"  # What an upload is called in messages and reports.
_EXTENDS = re.compile(r"^extends:[ \t]*(\S+)", flags=re.MULTILINE)


def decode_upload(content: bytes) -> str:
    """The text of an uploaded file. Raises ScenarioError if it is too large, or no text."""
    _check_size(len(content))
    with TemporaryDirectory(prefix="headroom-") as folder:
        file = Path(folder) / "uploaded.yaml"
        file.write_bytes(content)
        return read_text(file, SHOWN)


def load_text(text: str, overrides: Mapping[str, object] | None = None) -> Scenario:
    """The scenario that a text describes, as `load_upload` reads it. Raises ScenarioError with all problems at once."""
    with TemporaryDirectory(prefix="headroom-") as folder:
        return load_upload(write_upload(Path(folder).resolve(), text), overrides)


def write_upload(folder: Path, text: str) -> Path:
    """Writes a text into a folder that holds nothing else but such texts, beside copies of what they extend.

    The same text is the same file, and another one another. Raises ScenarioError if it is too large to be read, or
    builds on anything that is not shipped.
    """
    content = text.encode("utf-8", errors="surrogatepass")
    _check_size(len(content))
    _check_entries(text)
    file = folder / f"uploaded-{sha256(content).hexdigest()}.yaml"
    if file.exists():
        return file
    file.write_bytes(content)
    try:
        extended = _extended(file)
    except ScenarioError:
        file.unlink()
        raise
    _copy_shipped(folder, extended)
    return file


def named_contents(files: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Files by names of which no two are the same, since every server calls its log access.log: the second one is
    "access (2).log". The same file under the same name is there once, however often it was sent."""
    contents: dict[str, bytes] = {}
    for name, content in files:
        (stem, ending), own, number = splitext(name), name, 1
        while contents.get(own, content) != content:
            number += 1
            own = f"{stem} ({number}){ending}"
        contents[own] = content
    return contents


def contents_digest(contents: Mapping[str, bytes]) -> str:
    """What some files are remembered by: the same for the same names and contents."""
    return sha256(b"\0".join(name.encode() + content for name, content in contents.items())).hexdigest()


def load_upload(file: Path, overrides: Mapping[str, object] | None = None) -> Scenario:
    """The scenario of a file that was `kept`, with `overrides` laid over it as `load` does.

    Neither the scenario nor an error says where the file lies: it is called SHOWN, and what it extends by its place
    below scenarios/. Raises ScenarioError with all problems at once.
    """
    try:
        return with_logs(resolve(_renamed(load(file, overrides), file)))
    except ScenarioError as error:
        raise ScenarioError(tuple(_placed(problem, file) for problem in error.problems)) from None


def with_logs(scenario: Scenario) -> Scenario:
    """The scenario itself, once the logs that it and its baseline replay have been read, so that no page stumbles over
    one. Raises ScenarioError for a log that is not there, or is none, and for a history elsewhere than beside it: an
    address could else have any file of the server opened."""
    for each in (scenario, scenario.baseline):
        if each is not None:
            replayed_trace(each)
            _require_history_beside(each)
    return scenario


def _require_history_beside(scenario: Scenario) -> None:
    history = scenario.growth.history if scenario.growth is not None else None
    if history is None or history.file is None:
        return
    folder = Path(scenario.file).parent.resolve()
    if "\0" in history.file or not (folder / history.file).resolve().is_relative_to(folder):
        value = f'"{history.file:.60}"'
        raise ScenarioError((Problem(scenario.file, 0, "growth.history.file", value, *refusals.HISTORY_ELSEWHERE),))


def scenario_text(name: str, changes: Mapping[str, str] = MappingProxyType({})) -> str:
    """The text of a shipped scenario as one may upload it again: what it extends is named from scenarios/.

    With changes it is a text that extends the shipped one and states them, where a text can: one that reaches into a
    list cannot be stated so. Raises KeyError for a name that is not shipped.
    """
    if changes and not any("[" in path for path in changes):
        return f"extends: {name}.yaml\n{yaml.safe_dump(_nested(changes), sort_keys=False, allow_unicode=True)}"
    text = shipped()[name].read_text(encoding="utf-8")
    beside = name.rpartition("/")[0]
    return _EXTENDS.sub(lambda found: f"extends: {beside}/{found[1]}", text) if beside else text


def _nested(changes: Mapping[str, str]) -> dict[str, object]:
    """The changes as groups of keys. A part that is named, and changed within too, is named by its key `model`."""
    groups: dict[str, object] = {}
    for path, value in overrides(changes).items():
        *above, key = path.split(".")
        group: dict[str, Any] = groups
        for step in above:
            inner = group.get(step, {})
            group[step] = inner if isinstance(inner, dict) else {"model": inner}
            group = group[step]
        group[key] = value
    return groups


def line_of(text: str, line: int) -> str:
    """One line of a text, counted from 1 as YAML counts them; "" for a line that is not there."""
    lines = LINE_END.split(text)
    return lines[line - 1] if 0 < line <= len(lines) else ""


def line_count(text: str) -> int:
    """How many lines a text has, as YAML counts them."""
    return len(LINE_END.split(text))


def _check_size(size: int) -> None:
    if size > LARGEST:
        message = f"larger than {LARGEST // 1000} kB"
        raise _refused("", f"{size:,} B", message, refusals.ANOTHER_FILE)


def _check_entries(text: str) -> None:
    found = entry_count(text)
    if found > MOST_ENTRIES:
        raise _refused("", f"{found:,}", refusals.TOO_MANY_ENTRIES, refusals.keep_to(MOST_ENTRIES))


def _extended(file: Path) -> str:
    """The name of what is extended; "" for nothing.

    Raises ScenarioError where that is not shipped, and when the text is no group of keys.
    """
    extends = read_yaml(file, SHOWN, "scenario", []).value.get("extends")
    allowed = [f"{name}.yaml" for name in shipped()]
    if extends is not None and extends.text not in allowed:
        message = refusals.EXTENDS_ELSEWHERE
        remedy = did_you_mean(extends.text, allowed)
        raise _refused("extends", f'"{extends.text:.60}"', message, remedy, extends.origin.line)
    return "" if extends is None else extends.text.removesuffix(".yaml")


def _refused(path: str, value: str, message: str, remedy: str, line: int = 0) -> ScenarioError:
    return ScenarioError((Problem(SHOWN, line, path, value, message, remedy),))


def _copy_shipped(folder: Path, name: str) -> None:
    """Copies what is extended, and what that extends in turn: of the others no upload can see anything."""
    known = shipped()
    while name:
        copy = folder / f"{name}.yaml"
        copy.parent.mkdir(exist_ok=True)
        copyfile(known[name], copy)
        above = _EXTENDS.search(copy.read_text(encoding="utf-8"))
        name = normpath(Path(name).parent / above[1].removesuffix(".yaml")) if above else ""


def _below_scenarios(text: str, file: Path) -> str:
    """A text in which files are called what they are to the user; where they were read means nothing to anyone."""
    return text.replace(str(file), SHOWN).replace(f"{file.parent}/", f"{FOLDER}/")


def _placed(problem: Problem, file: Path) -> Problem:
    return replace(problem, file=_below_scenarios(problem.file, file))


def _renamed(scenario: Scenario, file: Path) -> Scenario:
    """The scenario, and its baseline, with every mention of the files in the sources of its parameters replaced."""
    sources = {
        path: source.model_copy(update={"source": _below_scenarios(source.source, file)})
        for path, source in scenario.sources.items()
    }
    baseline = _renamed(scenario.baseline, file) if scenario.baseline else None
    return scenario.model_copy(update={"file": SHOWN, "sources": sources, "baseline": baseline})
