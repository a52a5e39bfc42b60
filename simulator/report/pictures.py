"""What the charts of a report show, not how: each renderer draws it in its own way. Every value brings its interval."""

from dataclasses import dataclass
from typing import ClassVar

PLAN, BASELINE = "plan", "baseline"


@dataclass(frozen=True)
class Bar:
    """One bar: its label, whose it is (plan or baseline), its value and the half-width of its interval."""

    label: str
    side: str
    value: float
    half_width: float


@dataclass(frozen=True)
class Bars:
    """Horizontal bars in the order given; `rule` marks a value that none should pass."""

    kind: ClassVar[str] = "bars"
    bars: tuple[Bar, ...]
    axis: str
    rule: float | None = None


@dataclass(frozen=True)
class Stack:
    """One stacked bar for each side; `parts` are labelled by item, `totals` carry the intervals."""

    kind: ClassVar[str] = "stack"
    parts: tuple[Bar, ...]
    totals: tuple[Bar, ...]
    axis: str


@dataclass(frozen=True)
class Line:
    """A value and the half-width of its interval at each x of its picture."""

    name: str
    values: tuple[float, ...]
    half_widths: tuple[float, ...]


@dataclass(frozen=True)
class Rule:
    """A place on the x axis that is marked, and named where it has a name."""

    at: float
    name: str = ""


@dataclass(frozen=True)
class Lines:
    """Lines with bands over x; `dots` marks the points that they were drawn through."""

    kind: ClassVar[str] = "lines"
    x: tuple[float, ...]
    x_axis: str
    lines: tuple[Line, ...]
    axis: str
    rules: tuple[Rule, ...] = ()
    dots: bool = False


@dataclass(frozen=True)
class Gap:
    """How far a measure of one side lies from the reference's; significant where the interval excludes 0."""

    side: str
    measure: str
    value: float
    low: float
    high: float
    significant: bool


@dataclass(frozen=True)
class Gaps:
    """Points with intervals around 0, row by row in the order given."""

    kind: ClassVar[str] = "gaps"
    gaps: tuple[Gap, ...]
    axis: str


Picture = Bars | Stack | Lines | Gaps
