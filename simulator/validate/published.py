"""The published figures: what was measured, by whom, what each may be used for, and how near a model must come."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml

FILE = Path(__file__).with_name("published.yaml")
Role = Literal["given", "fit", "predict", "audit"]


@dataclass(frozen=True)
class Bound:
    """The largest error that counts as reproduced: `size` in percent of the published value, or in points."""

    size: float
    points: bool

    def __str__(self) -> str:
        return f"{self.size:g} {'points' if self.points else '%'}"


@dataclass(frozen=True)
class Figure:
    """One published figure. `published` is None for one given in words, of which `at_least` says what it means; `unit`
    is that of the model's figure where it is empty."""

    case: str
    source: str
    column: str
    scenario: str
    key: str
    measure: str
    published: float | None
    unit: str
    role: Role
    bound: Bound | None
    at_least: float | None
    why: str

    @property
    def name(self) -> str:
        """The name by which a scenario's `chosen_from` refers to the figure."""
        return f"{self.case}.{self.column}.{self.key}"


def published_figures() -> tuple[Figure, ...]:
    """Every published figure, in the order of the file."""
    cases = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return tuple(_figure(case, entry) for case in cases for entry in case["figures"])


def _figure(case: Mapping, entry: Mapping) -> Figure:
    return Figure(
        case=case["case"],
        source=case["source"],
        column=entry["column"],
        scenario=case["columns"][entry["column"]],
        key=entry["key"],
        measure=entry["measure"],
        published=entry["published"],
        unit=entry.get("unit", ""),
        role=entry["role"],
        bound=_bound(entry["bound"]) if "bound" in entry else None,
        at_least=entry.get("at_least"),
        why=entry.get("why", ""),
    )


def _bound(text: str) -> Bound:
    size, unit = text.split()
    return Bound(float(size), unit == "points")
