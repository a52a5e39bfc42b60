"""A scenario from a file, a text, a dict or an earlier `load`, with what is laid over it; and errors that name the
argument they come from."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from models.errors import Problem, ScenarioError
from models.load import load as load_file
from models.scenario import Scenario
from models.suggest import did_you_mean
from models.visible import shortened
from simulator.messages.arguments import (
    GIVE_A_SCENARIO,
    GIVE_WITH_FILE,
    LOADED_ALREADY,
    NO_MAPPING,
    NO_SCENARIO,
    no_file_can_have,
)
from simulator.uncertainty.resolution import resolve

Source = str | os.PathLike[str] | Mapping[str, Any] | Scenario
# What a scenario is called that lies in no file, in errors and results.
TEXT, DICT = "<text>", "<dict>"
# What `load` calls what is laid over a file.
_OVERRIDE = "override"
_NEAR = 0.75  # A word that is less alike is no misspelt option.


@dataclass(frozen=True)
class RawScenario:
    """A scenario before it is read: the path as `name`, or the `text` and what it is called."""

    name: str
    text: str | None = None


def load(
    scenario: Source, overrides: Mapping[str, object] | None = None, *, catalog: str = "", **parameters: object
) -> Scenario:
    """The scenario of a file, a text or a dict, in SI units.

    overrides: dotted path to a value as a file has it, e.g. {"server.ram": "8 GiB"}; parameters: the same for keys of
    the scenario itself, e.g. demand="200 Gbps". catalog: the folder of a catalogue of your own. Raises ScenarioError
    with all problems at once.
    """
    with name_arguments(overrides, parameters, ("overrides", "catalog")):
        return read(scenario, merge_overrides(overrides, parameters), catalog)


def read(scenario: Source, changes: Mapping[str, object], catalog: str = "") -> Scenario:
    """A scenario with values laid over it by path. Raises ScenarioError."""
    if isinstance(scenario, Scenario):
        _refuse_changes(changes, catalog)
        return scenario
    raw = raw_scenario(scenario)
    try:
        return resolve(load_file(raw.name, changes or None, catalog=catalog, text=raw.text))
    except ScenarioError as error:
        # The lines of a dict are nobody's.
        lineless = (replace(each, line=0) if each.file == DICT else each for each in error.problems)
        raise ScenarioError(tuple(dict.fromkeys(lineless))) from None


def raw_scenario(scenario: object) -> RawScenario:
    """The path or the text of a scenario, not yet read. Raises ScenarioError for what can be no scenario."""
    if isinstance(scenario, Mapping):
        try:
            return RawScenario(DICT, yaml.safe_dump(_plain(scenario), sort_keys=False, allow_unicode=True))
        except yaml.YAMLError as error:
            raise wrong_argument("scenario", "", no_file_can_have(error), "") from None
    if isinstance(scenario, str) and ("\n" in scenario or scenario.lstrip().startswith("{")):
        return RawScenario(TEXT, scenario)
    if isinstance(scenario, str | os.PathLike):
        return RawScenario(os.fspath(scenario))
    raise wrong_argument("scenario", shortened(repr(scenario)), NO_SCENARIO, GIVE_A_SCENARIO)


def merge_overrides(overrides: Mapping[str, object] | None, parameters: Mapping[str, object]) -> dict[str, object]:
    """The values to lay over a scenario, by path. Raises ScenarioError where that is no mapping."""
    if overrides is not None and not isinstance(overrides, Mapping):
        remedy = 'write e.g. {"server.ram": "8 GiB"}'
        raise wrong_argument("overrides", shortened(repr(overrides)), NO_MAPPING, remedy)
    return {str(path): _plain(value) for path, value in {**(overrides or {}), **parameters}.items()}


@contextmanager
def name_arguments(
    overrides: Mapping[str, object] | None, parameters: Mapping[str, object], options: Sequence[str]
) -> Iterator[None]:
    """Lets errors name the argument that they come from; `options` are those that there are."""
    try:
        yield
    except ScenarioError as error:
        problems = tuple(_name_argument(each, overrides or {}, parameters, options) for each in error.problems)
        raise ScenarioError(problems) from None


def _name_argument(
    problem: Problem, overrides: Mapping[str, object], parameters: Mapping[str, object], options: Sequence[str]
) -> Problem:
    if problem.file.startswith("--"):
        name = problem.file.removeprefix("--").replace("-", "_")
        return replace(problem, file=f"argument {name}")
    if problem.file != _OVERRIDE:
        return problem
    leading = (path for path in overrides if problem.path == path or problem.path.startswith((f"{path}.", f"{path}[")))
    if path := max(leading, key=len, default=""):
        return replace(problem, file=f'overrides["{path}"]')
    key = problem.path.partition(".")[0].partition("[")[0]
    of_run = problem.path.removeprefix("run.")
    if key in parameters:
        near = get_close_matches(key, options, 1, _NEAR) if problem.path == key else []
        remedy = f'did you mean "{near[0]}"? {problem.remedy}' if near else problem.remedy
        return replace(problem, file=f"argument {key}", remedy=remedy)
    if problem.path.startswith("run.") and of_run in options:
        return replace(problem, file=f"argument {of_run}")
    return replace(problem, file="argument overrides")


def _refuse_changes(changes: Mapping[str, object], catalog: str) -> None:
    """Raises ScenarioError where something is laid over a scenario that has been read already."""
    for path in [*changes, *(["catalog"] if catalog else [])]:
        raise wrong_argument(path.removeprefix("run."), "", LOADED_ALREADY, GIVE_WITH_FILE)


def _plain(value: object) -> object:
    """A value as a file may have it: paths as texts, tuples as lists, numbers of NumPy as numbers."""
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Path):
        return str(value)
    return value.item() if hasattr(value, "item") and hasattr(value, "dtype") else value


def wrong_argument(argument: str, value: str, message: str, remedy: str) -> ScenarioError:
    """The error of an argument of a call, which names it."""
    return ScenarioError((Problem(f"argument {argument}", 0, "", value, message, remedy),))


def require_one_of(argument: str, value: str, known: Sequence[str], what: str) -> None:
    """Raises ScenarioError, which names the argument, for a value that is none of those that are known."""
    if value not in known:
        raise wrong_argument(argument, shortened(repr(value)), f"no such {what}", did_you_mean(str(value), known))


def require_whole(argument: str, value: object, low: int, high: int) -> None:
    """Raises ScenarioError, which names the argument, for what is no whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise wrong_argument(
            argument, shortened(repr(value)), "expected a whole number", f"allowed is {low:,} to {high:,}"
        )
