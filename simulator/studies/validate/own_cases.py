"""A planner's own measurements as cases of a validation, in a file such as mine.yaml.

source: load test of 3 November, web1
systems:
  quiet: {scenario: our-servers.yaml, set: {workload.offered: 800 /s, demand: none}}
figures:
  - {of: quiet, measure: response_mean, measured: 24.3 ms, role: predict, bound: 10 %}
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from models.errors import Problem, ScenarioError
from models.quantities.units import DATA_RATE, DURATION, QuantityError, QuantityKind, parse_quantity
from models.reading.read_yaml import read_yaml
from models.reading.source_tree import plain
from models.suggest import did_you_mean
from simulator.messages import validation
from simulator.network.lines import MBPS_PER_BYTE
from simulator.studies.validate.published import ABSOLUTE, ErrorBound, PublishedFigure, System

# What may be measured: its key among the results, the unit of that, and the kind of quantity that is written.
MEASURES: Mapping[str, tuple[str, QuantityKind | None, float]] = {
    "requests": ("requests/s", None, 1.0), "response_mean": ("s", DURATION, 1.0), "response_p50": ("s", DURATION, 1.0),
    "response_p95": ("s", DURATION, 1.0), "response_p99": ("s", DURATION, 1.0), "CPU": ("%", None, 1.0),
    "connections": ("connections", None, 1.0), "wire_mbps": ("Mbps", DATA_RATE, MBPS_PER_BYTE),
}  # fmt: skip
ROLES = ("fit", "predict", "audit")
ENDS = (".yaml", ".yml")
RECORD = ".record.json"


def is_own_file(case: str) -> bool:
    """Whether a case is a file of one's own measurements."""
    return case.endswith(ENDS)


def record_path(file: str) -> Path:
    """Where the result of a file is kept for reports: beside it."""
    return Path(file).with_suffix(RECORD)


def own_figures(file: str) -> tuple[PublishedFigure, ...]:
    """The figures of a file, in its order. Raises ScenarioError with everything that is wrong with it."""
    problems: list[Problem] = []
    said = plain(read_yaml(Path(file), file, "scenario", problems))
    if not isinstance(said, dict) or not isinstance(said.get("figures"), list) or not said["figures"]:
        problems.append(Problem(file, 0, "figures", "", *validation.NO_FIGURES))
        raise ScenarioError(tuple(problems))
    systems = dict(_systems(file, said.get("systems"), problems))
    figures = [_figure(file, place, each, said, systems, problems) for place, each in enumerate(said["figures"])]
    if problems:
        raise ScenarioError(tuple(problems))
    return tuple(figure for figure in figures if figure is not None)


def _systems(file: str, said: Any, problems: list[Problem]) -> Iterator[tuple[str, System]]:
    """What the figures are of, by name; files are beside the one that names them."""
    if not isinstance(said, dict) or not said:
        problems.append(Problem(file, 0, "systems", "", *validation.NO_SYSTEMS))
        return
    for name, each in said.items():
        entry = {"scenario": each} if isinstance(each, str) else each
        if not isinstance(entry, dict) or not isinstance(entry.get("scenario"), str) or entry.keys() - _OF_SYSTEM:
            problems.append(Problem(file, 0, f"systems.{name}", "", *validation.NO_SCENARIO))
            continue
        changes = tuple((str(path), str(value)) for path, value in (entry.get("set") or {}).items())
        yield str(name), System(str(Path(file).parent / entry["scenario"]), changes)


_OF_SYSTEM, _OF_FIGURE = {"scenario", "set"}, {"of", "measure", "measured", "role", "bound", "why"}


def _figure(
    file: str, place: int, said: Any, whole: Mapping[str, Any], systems: Mapping[str, System], problems: list[Problem]
) -> PublishedFigure | None:
    at = f"figures[{place}]"
    found: list[Problem] = []
    if not isinstance(said, dict):
        problems.append(Problem(file, 0, at, "", *validation.NO_GROUP))
        return None
    for key in said.keys() - _OF_FIGURE:
        found.append(Problem(file, 0, f"{at}.{key}", "", "unknown key", did_you_mean(str(key), _OF_FIGURE)))
    for key, allowed in (("of", systems), ("measure", MEASURES), ("role", ROLES)):
        if said.get(key) not in allowed:
            remedy = did_you_mean(str(said.get(key, "")), allowed)
            found.append(Problem(file, 0, f"{at}.{key}", f'"{said.get(key, "")}"', validation.NOT_KNOWN, remedy))
    if found:
        problems += found
        return None
    unit, kind, factor = MEASURES[said["measure"]]
    measured = _measured(file, f"{at}.measured", said.get("measured"), kind, factor, problems)
    bound = _bound(file, f"{at}.bound", said.get("bound"), problems)
    if measured is None:
        return None
    source = str(whole.get("source", validation.OWN_MEASUREMENTS))
    return PublishedFigure(
        case=Path(file).stem, source=source, column=said["of"], systems=(systems[said["of"]],), key=said["measure"],
        measure=said["measure"], comparison="value", published=measured, unit=unit, role=said["role"], bound=bound,
        at_least=None, at_most=None, why=str(said.get("why", "")), unreproduced="",
        is_own=True,
    )  # fmt: skip


def _measured(
    file: str, at: str, said: Any, kind: QuantityKind | None, factor: float, problems: list[Problem]
) -> float | None:
    """A measured value in the unit of its measure; shares in %."""
    text = str(said).removesuffix("%").removesuffix("requests/s").removesuffix("/s").strip() if kind is None else said
    try:
        value = float(text.replace(",", "")) if kind is None else factor * parse_quantity(str(said), kind)
    except QuantityError as error:
        problems.append(Problem(file, 0, at, f'"{said}"', error.message, error.remedy))
        return None
    except (ValueError, AttributeError):
        problems.append(Problem(file, 0, at, f'"{said}"', *validation.NOT_A_NUMBER))
        return None
    if value > 0.0:
        return value
    problems.append(Problem(file, 0, at, f'"{said}"', *validation.NOT_ABOVE_ZERO))
    return None


def _bound(file: str, at: str, said: Any, problems: list[Problem]) -> ErrorBound | None:
    if said is None:
        return None
    size, _, unit = str(said).partition(" ")
    try:
        bound = ErrorBound(float(size), unit.strip())
    except ValueError:
        bound = ErrorBound(0.0, "")
    if bound.size > 0.0 and (bound.unit == "%" or bound.unit in ABSOLUTE):
        return bound
    problems.append(Problem(file, 0, at, f'"{said}"', *validation.NO_BOUND))
    return None
