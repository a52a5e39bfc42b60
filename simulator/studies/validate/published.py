"""The published figures: what was measured, by whom, what each may be used for, and how near a model must come."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

FILE = Path(__file__).with_name("published.yaml")
FAST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # Reads in C, ten times as fast, where PyYAML was built with it.
FigureRole = Literal["given", "fit", "predict", "audit"]
ComparedBy = Literal["value", "ratio", "gain", "difference", "order"]
# Units of bounds that are an absolute distance, and how many of the figure's own units they are.
ABSOLUTE = {"points": 1.0, "ms": 1e-3, "s": 1.0}


@dataclass(frozen=True)
class ErrorBound:
    """The largest error that counts as reproduced: `size` in `unit`, which is % of the published value or absolute."""

    size: float
    unit: str

    def __str__(self) -> str:
        return f"{self.size:g} {self.unit}"


@dataclass(frozen=True)
class System:
    """What a column of a published table is simulated with: a scenario, and parameters that the column changes in it
    (path, value as a file would have it). is_shipped: whether the file is one of the program's own, which it has with
    it in any folder."""

    file: str
    changes: tuple[tuple[str, str], ...] = ()
    is_shipped: bool = False

    @property
    def name(self) -> str:
        """The file, and what is changed: one name for what needs to run only once."""
        changed = ", ".join(f"{path} = {value}" for path, value in self.changes)
        return f"{self.file} with {changed}" if changed else self.file


@dataclass(frozen=True)
class PublishedFigure:
    """One published figure. `published` is None for one given in words, of which `at_least` and `at_most` say what it
    means; `unit` is that of the model's figure where it is empty.

    `comparison` says what is made of the `measure` of the `systems`: of one its value, of two their ratio or the gain
    of the first over the second (%), of four the ratio of the first two less that of the others (points), or of any
    number how many neighbours stand in the order given, the greatest first. `unreproduced` is the known reason why the
    model misses the figure, "" for one that it is expected to reproduce. `of_baseline`: whether it is about what the
    scenario is set against. `is_own`: whether the planner measured it, and nobody published it.
    """

    case: str
    source: str
    column: str
    systems: tuple[System, ...]
    key: str
    measure: str
    comparison: ComparedBy
    published: float | None
    unit: str
    role: FigureRole
    bound: ErrorBound | None
    at_least: float | None
    at_most: float | None
    why: str
    unreproduced: str
    of_baseline: bool = False
    is_own: bool = False

    @property
    def name(self) -> str:
        """The name by which a scenario's `chosen_from` refers to the figure."""
        return f"{self.case}.{self.column}.{self.key}"

    @property
    def scenario(self) -> str:
        """The name of the system that the figure is about; of the first of several."""
        return self.systems[0].name


def published_figures() -> tuple[PublishedFigure, ...]:
    """Every published figure, in the order of the file."""
    cases = yaml.load(FILE.read_text(encoding="utf-8"), FAST)
    return tuple(_figure(case, entry) for case in cases for entry in case["figures"])


def figure_systems(figures: Iterable[PublishedFigure]) -> dict[str, System]:
    """The systems that the figures speak of, by name, each once."""
    return {system.name: system for figure in figures for system in figure.systems}


def _figure(case: Mapping[str, Any], entry: Mapping[str, Any]) -> PublishedFigure:
    columns = {name: _system(column) for name, column in case["columns"].items()}
    comparison, names = _compared(entry)
    pairs = len(names) - 1.0
    return PublishedFigure(
        case=case["case"],
        source=case["source"],
        column=entry["column"],
        systems=tuple(columns[name] for name in names),
        key=entry["key"],
        measure=entry["measure"],
        comparison=comparison,
        published=pairs if comparison == "order" else entry["published"],
        unit=entry.get("unit", ""),
        role=entry["role"],
        bound=_bound(entry["bound"]) if "bound" in entry else None,
        at_least=entry.get("at_least"),
        at_most=entry.get("at_most"),
        why=entry.get("why", ""),
        unreproduced=entry.get("unreproduced", ""),
        of_baseline=entry.get("of_baseline", False),
    )


def _system(column: str | Mapping[str, Any]) -> System:
    if isinstance(column, str):
        return System(column, is_shipped=True)
    changes = tuple((path, str(value)) for path, value in column["set"].items())
    return System(column["scenario"], changes, is_shipped=True)


def _compared(entry: Mapping[str, Any]) -> tuple[ComparedBy, list[str]]:
    """How a figure comes about, and of which of the things that are run."""
    if "order" in entry:
        return "order", entry["order"]
    of = entry.get("of", entry["column"])
    if "gain_over" in entry:
        return "gain", [of, entry["gain_over"]]
    if "less" in entry:
        return "difference", [of, entry["relative_to"], entry["less"]["of"], entry["less"]["relative_to"]]
    return ("ratio", [of, entry["relative_to"]]) if "relative_to" in entry else ("value", [of])


def _bound(text: str) -> ErrorBound:
    size, unit = text.split()
    return ErrorBound(float(size), unit)
