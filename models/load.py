"""A scenario file -> Scenario. Read this first: the stages of loading, in the order the data passes."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path as FilePath

from pydantic import ValidationError

from models.checks.checks import check
from models.checks.correlation_checks import unknown_correlated
from models.errors import Problem, ScenarioError
from models.messages import default_sources, files, scenario_files, validation
from models.messages.pods import counted_twice
from models.quantities.provenance import Provenance
from models.reading.catalogue import FOLDER, look_up
from models.reading.defaults import in_dollars, with_defaults, with_encryption, with_quantiles
from models.reading.document import Document, read_document
from models.reading.measured_core import MEASURED_CORE
from models.reading.override import with_overrides
from models.reading.ranges import range_problems
from models.reading.source_tree import SourceNode, dotted, merge
from models.reading.sources import parameter_sources
from models.reading.validation_errors import explain_errors, place_in_scenario, validate_farm
from models.scenario import FarmParts, Scenario
from models.suggest import did_you_mean
from models.visible import visible

# What a planner's own catalogue beside a scenario is called.
_OWN = "catalog"


def load(
    path: str | FilePath,
    overrides: Mapping[str, object] | None = None,
    compared: bool = True,
    catalog: str = "",
    text: str | None = None,
) -> Scenario:
    """The scenario of a YAML file: names looked up, shorthands written out, values in SI units.

    overrides: dotted path to a value as a file would have it, e.g. {"server.ram": "8 GiB"}, laid over the
    file for the scenario and its baseline alike; where the baseline says otherwise, the baseline holds.
    compared: whether its baseline is read; without, the scenario has none.
    catalog: the folder of a catalogue of the planner's own; without, the folder `catalog` beside the file, if any.
    text: the YAML that is read in place of a file; `path` says what it is called, and beside what its files lie.
    Raises ScenarioError with all problems of the file at once.
    """
    shown = str(path)
    problems: list[Problem] = []
    document = read_document(FilePath(path), shown, problems, text)
    document = with_overrides(document, overrides or {})
    own, folder = own_catalogue(FilePath(path), catalog), FilePath(path).parent
    scenario = _resolve(document.farm, problems, own, folder)
    baseline = _baseline(document, problems, own, folder) if compared else None
    problems += _in_one_currency(scenario, baseline, document)
    chosen_from = _chosen_from(document, shown, scenario, problems)
    if scenario is None or problems:
        raise ScenarioError(_sorted(problems, shown))
    extra = {"file": shown, "chosen_from": chosen_from, "catalog": own}
    other = baseline.model_copy(update=extra) if baseline else None
    return scenario.model_copy(update={**extra, "baseline": other})


def own_catalogue(scenario: FilePath, named: str = "") -> str:
    """The folder of a planner's own catalogue: the one that is named, else the one beside a scenario file; "" where
    there is none. Raises ScenarioError where one is named that is none."""
    if named and not FilePath(named).is_dir():
        raise ScenarioError((Problem(named, 0, "", "", *files.NO_CATALOGUE),))

    if named:
        return named
    folder = scenario.parent / _OWN
    return str(folder) if folder.is_dir() and not folder.samefile(FOLDER) else ""


def _in_one_currency(scenario: Scenario | None, baseline: Scenario | None, document: Document) -> list[Problem]:
    """What is wrong where a plan and its baseline are paid in different currencies."""
    paid = [one.datacenter.prices.currency for one in (scenario, baseline) if one is not None]
    if len(set(paid)) < 2:
        return []
    at = document.controls["baseline"].origin
    return [Problem(at.file, at.line, "baseline", "", *scenario_files.two_currencies(paid[1], paid[0]))]


def _resolve(farm: SourceNode, problems: list[Problem], own: str, folder: FilePath) -> Scenario | None:
    """The scenario that a tree describes, or None after appending what is wrong with it; `folder` has the files of
    values that it names."""
    problems += range_problems(farm, FarmParts)
    problems += (*_sized_twice(farm), *_nodes_twice(farm))
    farm = with_quantiles(farm, FarmParts, folder, problems)
    farm = with_defaults(farm)
    farm = look_up(farm, FarmParts, problems, own=own)
    farm = with_encryption(farm)
    farm = in_dollars(farm, problems)
    try:
        valid = validate_farm(farm)
    except ValidationError as error:
        problems += [found for found in explain_errors(error, farm) if not _is_told_of_server(found, farm)]
        return None
    problems += [place_in_scenario(farm, found) for found in (*check(valid), *unknown_correlated(valid))]
    parts = {name: getattr(valid, name) for name in FarmParts.model_fields}
    sources = parameter_sources(valid, farm)
    if valid.unit.pods is not None:
        counted = Provenance(value_text=str(valid.unit.nodes), kind="default", source=default_sources.NODES_ARE_PODS)
        sources = {**sources, "unit.nodes": counted}
    return Scenario(**parts, sources=sources)


def _sized_twice(farm: SourceNode) -> list[Problem]:
    """What is wrong where a farm is sized by a probability and by a reserve."""
    confidence, reserve = farm.child("confidence"), farm.child("reserve")
    if confidence is None or reserve is None or confidence.value == "none":
        return []
    at = confidence.origin
    message, remedy = scenario_files.sized_twice(confidence.text, reserve.text)
    return [Problem(at.file, at.line, "confidence", f'"{confidence.text}"', message, remedy)]


def _nodes_twice(farm: SourceNode) -> list[Problem]:
    """What is wrong where the nodes of a unit are stated, and are its pods too."""
    nodes, pods = farm.at(("unit", "nodes")), farm.at(("unit", "pods"))
    if nodes is None or pods is None or pods.value == "none":
        return []
    at = nodes.origin
    return [Problem(at.file, at.line, "unit.nodes", f'"{nodes.text}"', *counted_twice(nodes.text))]


def _is_told_of_server(problem: Problem, farm: SourceNode) -> bool:
    """Whether what is wrong with the core that CPU times are of is wrong with the scenario's own server, for which
    nobody wrote it."""
    core = farm.at(MEASURED_CORE)
    return problem.path.startswith(dotted(MEASURED_CORE)) and core is not None and core.origin.kind == "default"


def _baseline(document: Document, problems: list[Problem], catalog: str, folder: FilePath) -> Scenario | None:
    """The farm with the overrides of the baseline; its problems are told unless the farm itself has them."""
    overrides = document.controls.get("baseline")
    if overrides is None:
        return None
    if not overrides.is_mapping or not overrides.value:
        origin, text = overrides.origin, overrides.text
        remedy = "write e.g. `baseline: {operating_system: windows-2003-x86}`"
        problems.append(Problem(origin.file, origin.line, "baseline", text, validation.GROUP_EXPECTED, remedy))
        return None
    own: list[Problem] = []
    scenario = _resolve(_named(merge(document.farm, overrides), document.farm, overrides), own, catalog, folder)
    known = {(problem.file, problem.line, problem.message) for problem in problems}
    fresh = [problem for problem in own if (problem.file, problem.line, problem.message) not in known]
    problems += [replace(problem, path=f"baseline.{problem.path}") for problem in fresh]
    return scenario


def _named(merged: SourceNode, farm: SourceNode, overrides: SourceNode) -> SourceNode:
    """A baseline without a name of its own is called after the scenario."""
    name = farm.value.get("name")
    if "name" in overrides.value or name is None or not isinstance(name.value, str):
        return merged
    text = f"{name.value} (baseline)"
    return merged.with_value({**merged.value, "name": SourceNode(text, name.origin, text=text)})


def _chosen_from(
    document: Document, shown: str, scenario: Scenario | None, problems: list[Problem]
) -> Mapping[str, tuple[str, ...]]:
    """Which published figures each parameter was chosen from, as the scenario states it.

    Parameters that are not there are left out if a file that this one extends stated them, or an override has taken
    their part away.
    """
    stated = document.controls.get("chosen_from")
    if stated is None:
        return {}
    if not stated.is_mapping:
        origin = stated.origin
        remedy = scenario_files.FIGURES_IN_LINES
        problems.append(Problem(origin.file, origin.line, "chosen_from", "", validation.GROUP_EXPECTED, remedy))
        return {}
    paths = scenario.sources.keys() if scenario else stated.value.keys()
    for key, figures in stated.value.items():
        at = figures.origin
        if key not in paths and at.file == shown and not any(key.startswith(f"{path}.") for path in paths):
            remedy = did_you_mean(key, paths)
            problems.append(Problem(at.file, at.line, f"chosen_from.{key}", "", "no such parameter", remedy))
        if not isinstance(figures.value, list) or not all(isinstance(item.value, str) for item in figures.value):
            problems.append(Problem(at.file, at.line, f"chosen_from.{key}", "", *scenario_files.LIST_OF_FIGURES))
    return {
        key: tuple(item.text for _, item in figures.children) for key, figures in stated.value.items() if key in paths
    }


def _sorted(problems: list[Problem], shown: str) -> tuple[Problem, ...]:
    """Without repetitions, the scenario's own file first and in the order of its lines."""
    return tuple(sorted(set(problems), key=lambda problem: (problem.file != visible(shown), problem)))
