"""What a report consists of. Sections make blocks, renderers show them; neither knows the other."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused

Cell = str | int | float | None | Estimate | Refused
Tone = Literal["neutral", "good", "bad"]


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is the report's title, level 2 a section's."""

    kind: ClassVar[str] = "heading"
    text: str
    level: int


@dataclass(frozen=True)
class Text:
    """A paragraph; `lead` sets the one that says it all apart."""

    kind: ClassVar[str] = "text"
    text: str
    lead: bool = False


@dataclass(frozen=True)
class Preformatted:
    """Text whose lines and columns are kept."""

    kind: ClassVar[str] = "preformatted"
    text: str


@dataclass(frozen=True)
class Column:
    """A column of a table. With a unit it says it once and its cells do not; `numeric` aligns it to the right.

    `signed` writes a plus before what is greater than 0.
    """

    name: str
    unit: str = ""
    numeric: bool = False
    signed: bool = False


@dataclass(frozen=True)
class Table:
    """A table with its title; every row has one cell for each column. A Refused cell is told with its reason."""

    kind: ClassVar[str] = "table"
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Chart:
    """A chart (of Altair) with the sentence that says what it shows to those who do not see it."""

    kind: ClassVar[str] = "chart"
    title: str
    chart: object
    alt: str


@dataclass(frozen=True)
class Charts:
    """Charts to be read side by side, where there is room."""

    kind: ClassVar[str] = "charts"
    charts: tuple[Chart, ...]


@dataclass(frozen=True)
class Card:
    """One key figure: what it is, the figure, and a line about it."""

    label: str
    figure: Cell
    note: str = ""
    tone: Tone = "neutral"


@dataclass(frozen=True)
class KeyFigures:
    """The figures that answer the question, the most important first."""

    kind: ClassVar[str] = "key_figures"
    cards: tuple[Card, ...]


Block = Heading | Text | Preformatted | Table | Chart | Charts | KeyFigures
