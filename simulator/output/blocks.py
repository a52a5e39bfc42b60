"""What a report consists of. Sections make blocks, renderers show them; neither knows the other."""

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, ClassVar, Literal

from models.visible import visible, visible_lines
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.output.pictures import Picture


@dataclass(frozen=True)
class Linked:
    """A figure in the arithmetic of a workbook; wherever there is none, its content is all that is shown.

    Formulas refer to it by `name`. With a `formula`, such as "servers * price", it is computed there from other names;
    its half-width is the same formula of the half-widths of `of`, in which it is linear, and none if there are none.
    A formula has names, numbers, + - * /, PMT and ROUNDUP, and is a value where one of its names is not in the report.
    An `entry` is a stated value that a reader of the workbook may change; one with a formula follows that until then.
    `uncertainty`: how far off the figure may be for what is assumed; where that is wider than its interval, it shows no
    more digits than that deserves, and no interval, outside workbooks and data.
    """

    content: Estimate
    name: str = ""
    formula: str = ""
    of: tuple[str, ...] = ()
    entry: bool = False
    uncertainty: float = 0.0


Cell = str | int | float | None | Estimate | Unavailable | Linked
Tone = Literal["neutral", "good", "bad"]


def verdict_tone(met: bool | None) -> Tone:
    """How what is asked for looks that is met or not; None where that is not known."""
    return "neutral" if met is None else "good" if met else "bad"


@dataclass(frozen=True)
class _VisibleText:
    """What is shown to people: every character in its texts can be seen, whatever a file or a command said.

    Here, for all renderers, the terminal and the page show blocks, and none shows anything else.
    """

    def __post_init__(self) -> None:
        for field in fields(self):
            object.__setattr__(self, field.name, _seen(getattr(self, field.name)))


def _seen(content: Any) -> Any:
    """A text, or what holds some, with every character in them escaped that cannot be seen."""
    if isinstance(content, str):
        return visible(content)
    if isinstance(content, tuple):
        return tuple(map(_seen, content))
    if not is_dataclass(content) or isinstance(content, type | _VisibleText | Estimate | Linked):
        return content
    return replace(content, **{field.name: _seen(getattr(content, field.name)) for field in fields(content)})


@dataclass(frozen=True)
class Heading(_VisibleText):
    """A heading; level 1 is the report's title, level 2 a section's."""

    kind: ClassVar[str] = "heading"
    text: str
    level: int


@dataclass(frozen=True)
class Text(_VisibleText):
    """A paragraph; `lead` sets the one that says it all apart, `aside` what only says how to read the others, and
    `tone` what is good or bad, where there is colour."""

    kind: ClassVar[str] = "text"
    text: str
    lead: bool = False
    aside: bool = False
    tone: Tone = "neutral"


@dataclass(frozen=True)
class Preformatted(_VisibleText):
    """Text whose lines and columns are kept."""

    kind: ClassVar[str] = "preformatted"
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", visible_lines(self.text))


@dataclass(frozen=True)
class Column(_VisibleText):
    """A column of a table. With a unit it says it once and its cells do not; `numeric` aligns it to the right.

    `signed` writes a plus before what is greater than 0, and `short` three digits, with an interval only where it is
    wide: workbooks and data have all of them. What follows says how it is shown where width is dear or there
    is colour: `use` is a share of a limit, in %, which may be drawn as a bar; `beneath` may stand in the same cell as
    the column before it; `good` and `bad` are the words of its cells that are coloured so; a `detail` is left out
    where a table is told in short.
    """

    name: str
    unit: str = ""
    numeric: bool = False
    signed: bool = False
    use: bool = False
    beneath: bool = False
    good: str = ""
    bad: str = ""
    detail: bool = False
    short: bool = False


@dataclass(frozen=True)
class Table(_VisibleText):
    """A table with its title; every row has one cell for each column. A Refused cell is told with its reason.

    `to_fill`: its rows have room in print for what a person writes by hand. `muted`: the places of the rows that matter
    less than the others. `row_units`: all figures of a row have one unit, which may be said once, behind its name.
    `every`: the rows of a workbook and of comma-separated values, where those have more of them than people read; also
    those of a terminal that is asked for all.
    """

    kind: ClassVar[str] = "table"
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    to_fill: bool = False
    muted: tuple[int, ...] = ()
    row_units: bool = False
    every: tuple[tuple[Cell, ...], ...] = ()

    def in_full(self) -> "Table":
        """With every row that it has, for whoever filters and sorts them."""
        return replace(self, rows=self.every, every=(), muted=()) if self.every else self

    def in_short(self) -> "Table":
        """Without its columns of detail."""
        return self.only(*(column.name for column in self.columns if not column.detail))

    def only(self, *names: str) -> "Table":
        """The columns with these names, in this order: for whoever has no room for all of them."""
        places = [[column.name for column in self.columns].index(name) for name in names]
        rows, every = (tuple(tuple(row[place] for place in places) for row in each) for each in (self.rows, self.every))
        return replace(self, columns=tuple(self.columns[place] for place in places), rows=rows, every=every)


@dataclass(frozen=True)
class Chart(_VisibleText):
    """A picture with the sentence that says what it shows to those who do not see it."""

    kind: ClassVar[str] = "chart"
    title: str
    picture: Picture
    alt: str


@dataclass(frozen=True)
class Charts(_VisibleText):
    """Charts to be read side by side, where there is room."""

    kind: ClassVar[str] = "charts"
    charts: tuple[Chart, ...]


@dataclass(frozen=True)
class KeyFigure(_VisibleText):
    """One key figure: what it is, the figure, and a line about it; by how many per cent it differs from the baseline's,
    where there is one, and whether more of it is better."""

    label: str
    figure: Cell
    note: str = ""
    tone: Tone = "neutral"
    change: Estimate | None = None
    more_is_better: bool = False


@dataclass(frozen=True)
class KeyFigures(_VisibleText):
    """The figures that answer the question, the most important first."""

    kind: ClassVar[str] = "key_figures"
    cards: tuple[KeyFigure, ...]


Block = Heading | Text | Preformatted | Table | Chart | Charts | KeyFigures


@dataclass(frozen=True)
class Report(_VisibleText):
    """A report. The first block is its title, a heading of level 1; each heading of level 2 begins a section.

    day: ISO date, the only one in a report. origin: one line that says what it was made from, for the foot of a page.
    deciding: how many of its first sections are for whoever decides: in print each has a page of its own, if there are
    several, and the contents of the rest follow them. annex: sections that only data formats have, workbooks and CSV.
    """

    blocks: tuple[Block, ...]
    day: str
    origin: str
    deciding: int = 1
    annex: tuple[Block, ...] = ()

    @property
    def complete(self) -> "Report":
        """The report with its annex among its sections."""
        return replace(self, blocks=(*self.blocks, *self.annex), annex=())

    def ending_with(self, line: str) -> "Report":
        """The report with a line at its end; as it is for "" """
        return replace(self, blocks=(*self.blocks, Text(line))) if line else self

    @property
    def title(self) -> str:
        """The title; the file of a report without one is called so."""
        return next((b.text for b in self.blocks if isinstance(b, Heading) and b.level == 1), "Report")


def plain_cell(content: Cell) -> Cell:
    """What a cell shows: the content of one that is linked, any other as it is."""
    return content.content if isinstance(content, Linked) else content
