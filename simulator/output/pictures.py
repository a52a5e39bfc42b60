"""What the charts of a report show, not how: each renderer draws it in its own way. Every value brings its interval."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from simulator.messages.output import HIGH_END, LOW_END

PLAN, BASELINE = "plan", "baseline"


@dataclass(frozen=True)
class Bar:
    """One bar: its label, whose it is (plan or baseline), its value and the half-width of its interval.

    name: that of the linked figure of the report that it shows, if there is one; in a workbook it moves with that.
    """

    label: str
    side: str
    value: float
    half_width: float
    name: str = ""


@dataclass(frozen=True)
class Bars:
    """Horizontal bars in the order given; `rule` marks a value that none should pass."""

    kind: ClassVar[str] = "bars"
    bars: tuple[Bar, ...]
    axis: str
    rule: float | None = None


@dataclass(frozen=True)
class NamedBar:
    """A bar with its name, and its figure in words, written above it. between: the ends of its range, None where it has
    none; marked: whether it is the one that is chosen."""

    label: str
    text: str
    value: float
    between: tuple[float, float] | None = None
    marked: bool = False


@dataclass(frozen=True)
class NamedBars:
    """Horizontal bars of things whose names are long, in the order given."""

    kind: ClassVar[str] = "named bars"
    bars: tuple[NamedBar, ...]
    axis: str

    @property
    def plain(self) -> Bars:
        """The same as bars whose names stand beside them."""
        return Bars(tuple(Bar(each.label, PLAN, each.value, 0.0) for each in self.bars), self.axis)


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
    """Lines with bands over x; `dots` marks the points that they were drawn through. start: year and month (0 is
    January) from which x counts months, where it does."""

    kind: ClassVar[str] = "lines"
    x: tuple[float, ...]
    x_axis: str
    lines: tuple[Line, ...]
    axis: str
    rules: tuple[Rule, ...] = ()
    dots: bool = False
    start: tuple[int, int] | None = None


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


@dataclass(frozen=True)
class Point:
    """One thing by two figures, each with the half-width of its interval; `group` is what it belongs to. x_ends: the
    ends of the range of x where that is none of plus and minus its half-width."""

    label: str
    group: str
    x: float
    x_half_width: float
    y: float
    y_half_width: float
    x_ends: tuple[float, float] | None = None

    @property
    def x_between(self) -> tuple[float, float]:
        """The ends of the range of x."""
        return self.x_ends or (self.x - self.x_half_width, self.x + self.x_half_width)


@dataclass(frozen=True)
class Points:
    """Points in a plane with their intervals both ways; `groups` are those that there are, the most important first."""

    kind: ClassVar[str] = "points"
    points: tuple[Point, ...]
    groups: tuple[str, ...]
    x_axis: str
    y_axis: str


@dataclass(frozen=True)
class RangeEnd:
    """What an answer is with a parameter at one end of its range: `text` is that end, as a file has it."""

    text: str
    value: float
    half_width: float


@dataclass(frozen=True)
class Span:
    """The answers at both ends of a parameter's range; an end that cannot be is absent."""

    label: str
    low: RangeEnd | None
    high: RangeEnd | None


@dataclass(frozen=True)
class Tornado:
    """Bars that reach from the answer at the `present` values to that at both ends of each range, the longest first."""

    kind: ClassVar[str] = "tornado"
    spans: tuple[Span, ...]
    axis: str
    present: float

    @property
    def gaps(self) -> Gaps:
        """The same as points around the present answer, for who draws no bars that start within an axis."""
        sides: dict[str, Callable[[Span], RangeEnd | None]] = {
            LOW_END: lambda span: span.low,
            HIGH_END: lambda span: span.high,
        }
        found = tuple(
            _gap(side, span.label, end, self.present)
            for span in self.spans
            for side, read in sides.items()
            if (end := read(span)) is not None
        )
        return Gaps(found, f"{self.axis}, more than now")


def _gap(side: str, label: str, end: RangeEnd, present: float) -> Gap:
    more = end.value - present
    low, high = more - end.half_width, more + end.half_width
    return Gap(side, label, more, low, high, not low <= 0.0 <= high)


Picture = Bars | NamedBars | Stack | Lines | Gaps | Points | Tornado
