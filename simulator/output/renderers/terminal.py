"""Blocks on a terminal or in a pipe: what people read who typed a command, how wide it may be, and where files went."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TextIO, cast

from rich import table as drawn
from rich import text as styled
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markup import escape
from rich.padding import Padding

from models.quantities.months import NAMES, SHORT
from models.visible import visible, visible_lines
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.messages.numbers import PLUS_MINUS
from simulator.output.blocks import (
    Block,
    Chart,
    Charts,
    Column,
    Heading,
    KeyFigure,
    KeyFigures,
    Preformatted,
    Table,
    Text,
    Tone,
    plain_cell,
)
from simulator.output.cells import FigureCell, in_three_digits, key_figure, table_cells, units_once
from simulator.output.line import READS_WELL
from simulator.output.pictures import NamedBars

_COLOURS: Mapping[Tone, str] = {"neutral": "", "good": "green", "bad": "red"}
BAR = 10  # Blocks of a whole bar.
LONG_BAR, MOST_NAME = 16, 24  # Blocks of one that has a line of its own, and the letters that its name has at least.
BLOCKS = "█░"  # What bars are made of.
_WORDS_OF_A_FIGURE = 4
# Stands for a space at which no line may break, until it is written: Rich breaks at every kind of space.
_HELD = "\ue000"
_UNITS = (
    r"%|[kMGTP]?bps|(?:[kMGTP]|[KMGT]i)?B(?:/s)?|[mun]?s|min|h|months?|(?:req|requests)?/s|k?Wh?|U|x"
    r"|[A-Z]{3}(?:/month|/Mbps)?"
)
_MONTHS = "|".join(name[:SHORT] for name in NAMES)
_IN_A_QUANTITY = re.compile(
    rf"(?<=\d) (?=(?:{PLUS_MINUS}|(?:{_UNITS})(?![\w/])))|(?<={PLUS_MINUS}) (?=\d)|(?<=\b(?:{_MONTHS})) (?=\d{{4}}\b)"
)
MOST_LINES, TALL = 2, 4  # Of a row that an eye still follows, and of one that it does not at all.
_BETWEEN = 3  # Columns between two columns: a space on either side and the rule of the box.


class FittedTable(drawn.Table):
    """A table that loses nothing on a narrow terminal: it is as wide as that, and the widths of its columns are shared
    out so that names break between words and figures stay whole; where even that does not fit, every row is told line
    by line. Words in the last column that would make rows of many lines are told below it."""

    def __init__(self, title: str) -> None:
        super().__init__(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table where it fits, else its rows as paragraphs."""
        shape = self._shape(console, options.max_width)
        if shape is None:
            self.columns = [column for column in self.columns if not _is_bar(column)]
            yield from self._rows_as_paragraphs(options.max_width)
            return
        self.columns, beneath = shape
        for column, width in zip(self.columns, _widths(self.columns, options.max_width), strict=True):
            column.width, column.no_wrap, column.overflow = width, False, "fold"
        yield from super().__rich_console__(console, options)
        if beneath is not None:
            yield from self._words_beneath(beneath)

    def _shape(self, console: Console, width: int) -> tuple[list[drawn.Column], drawn.Column | None] | None:
        """The columns that stand in the table, and the one that is told below it, if one is: the first shape whose rows
        have MOST_LINES at most, else the first that fits, or where that has rows of more than TALL that of the fewest
        lines; None where none fits."""
        plain = [column for column in self.columns if not _is_bar(column)]
        fits: list[tuple[list[drawn.Column], drawn.Column | None]] = [
            (columns, None) for columns in (self.columns, plain) if _fits(columns, width)
        ]
        words = self.columns[-1]
        if len(plain) > 2 and words.justify == "left" and not _is_bar(words):
            fits += [(columns[:-1], words) for columns in (self.columns, plain) if _fits(columns[:-1], width)]
        tall = [_tallest(columns, console, width) for columns, _ in fits]
        low = (shape for shape, lines in zip(fits, tall, strict=True) if lines <= MOST_LINES)
        if not fits:
            return None
        return next(low, fits[tall.index(min(tall))] if tall[0] > TALL else fits[0])

    def _words_beneath(self, words: drawn.Column) -> Iterator[styled.Text | Padding]:
        """The head of a column, and each of its cells in a line by the name of its row."""
        yield _styled(words.header)
        for name, cell in zip(self.columns[0].cells, words.cells, strict=True):
            if str(cell):
                yield Padding(styled.Text.assemble(_styled(name), ": ", _styled(cell)), (0, 0, 0, 2), expand=False)
        yield styled.Text("")

    def _rows_as_paragraphs(self, width: int) -> Iterator[styled.Text | Padding]:
        """Each row by its name, then its cells in a line; a figure is a name with the head of its column, and no line
        breaks within one that fits on a line."""
        if self.title:
            yield _styled(self.title, "bold")
        cells = [list(column.cells) for column in self.columns]
        named = f"{self.columns[0].header}: " if self.columns[0].justify == "right" else ""
        for number, row in enumerate(self.rows):
            name, *others = (column[number] for column in cells)
            style = str(row.style or "")
            yield _styled(f"{named}{name}", f"bold {style}".strip())
            told = [
                _whole(styled.Text.assemble(f"{header}: ", shown) if header else shown, width - 2)
                for column, cell in zip(self.columns[1:], others, strict=True)
                if (shown := styled.Text(", ").join(_styled(cell, style).split("\n"))).plain.strip()
                for header in [_styled(column.header).plain.strip()]
            ]
            yield Padding(styled.Text("; ").join(told), (0, 0, 0, 2), expand=False)
        yield styled.Text("")


def show(blocks: Iterable[Block], json: str, written: Sequence[Path] = (), width: int = READS_WELL) -> None:
    """The answer of a command, as `print_blocks` prints it: on standard output, or on standard error where the figures
    go there, which is what `json` is "-" for."""
    print_blocks(blocks, sys.stderr if json == "-" else sys.stdout, written, width)


def print_blocks(
    blocks: Iterable[Block], stream: TextIO, written: Sequence[Path] = (), width: int = READS_WELL
) -> None:
    """Prints blocks, at most `width` columns wide, and where the files of a report are that were `written`.

    Charts are left out, for what they show stands in tables, but bars that have names. Paragraphs and tables stand
    apart; paragraphs that are said aside, or that judge, stand together.
    """
    console = console_on(stream, width, piped=width)
    before: Block | None = None
    for block in blocks:
        if isinstance(block, Chart | Charts) and not _drawn(block):
            continue
        if before is not None and not _together(before, block):
            console.print()
        _SHOWN[block.kind](console, block)
        before = block
    _print_written(console, written)


def _together(before: Block, block: Block) -> bool:
    """Whether no line is left free between two blocks; a table ends with a free one."""
    if isinstance(before, Table):
        return True
    if not isinstance(before, Text) or not isinstance(block, Text):
        return False
    return (before.aside, before.tone != "neutral") == (block.aside, block.tone != "neutral") != (False, False)


def _heading(console: Console, block: Heading) -> None:
    console.print(escape(block.text), style="bold underline" if block.level == 1 else "bold")


def _text(console: Console, block: Text) -> None:
    console.print(escape(block.text), style="bold" if block.lead else "dim" if block.aside else _COLOURS[block.tone])


def _preformatted(console: Console, block: Preformatted) -> None:
    """Line by line as it is: whoever reads it can tell where a line ends, and a search finds it whole."""
    console.print(escape(block.text), soft_wrap=True)


def _key_figures(console: Console, block: KeyFigures) -> None:
    for card in block.cards:
        console.print(_card(card), style=_COLOURS[card.tone])


def _card(card: KeyFigure) -> str:
    note = f" ({escape(card.note)})" if card.note else ""
    return f"{escape(card.label)}: [bold]{escape(key_figure(card.figure).written)}[/]{note}"


def _table(console: Console, block: Table) -> None:
    """A table, and below it why some of its figures are not known."""
    table = _as_beneath(units_once(in_three_digits(block)))
    rows, notes = table_cells(table)
    shown = FittedTable(escape(table.title))
    for column in table.columns:
        _add_columns(shown, column)
    for place, row in enumerate(rows):
        shown.add_row(*_cells(table, place, row), style="dim" if place in table.muted else "")
    console.print(shown)
    for mark, reason in notes:
        console.print(escape(f"({mark}) {reason}"), style="dim")
    if notes:
        console.print()


def _drawn(block: Chart | Charts) -> Sequence[Chart]:
    """The charts that a terminal draws: bars that have names."""
    charts = block.charts if isinstance(block, Charts) else (block,)
    return [each for each in charts if isinstance(each.picture, NamedBars)]


def _charts(console: Console, block: Chart | Charts) -> None:
    for place, chart in enumerate(_drawn(block)):
        if place:
            console.print()
        console.print(escape(chart.title), style="bold")
        for line in _bar_lines(cast(NamedBars, chart.picture), console.width):
            console.print(line)


def _bar_lines(picture: NamedBars, width: int) -> Iterator[str]:
    """A line for each bar: its name, as far as there is room, the bar and its figure in words; or the whole names in
    lines of their own, where there is no room, or two would be cut to the same."""
    room = width - 2 - max(cell_len(each.text) for each in picture.bars)
    blocks = max(1, min(LONG_BAR, room - MOST_NAME))
    longest = min(max(MOST_NAME, room - blocks), max(cell_len(each.label) for each in picture.bars))
    names = [_cut(each.label, longest) for each in picture.bars]
    apart = longest + blocks > room or len(set(names)) < len({each.label for each in picture.bars})
    if apart:
        blocks, names = max(1, min(LONG_BAR, room + 1)), [each.label for each in picture.bars]
    most = max(each.value for each in picture.bars) or 1.0
    for each, name in zip(picture.bars, names, strict=True):
        filled = max(1, round(each.value / most * blocks)) if each.value > 0.0 else 0
        drawn_bar = f"[{'green' if each.marked else 'default'}]{'█' * filled}[/][dim]{'░' * (blocks - filled)}[/]"
        yield from [escape(name)] if apart else []
        yield f"{'' if apart else escape(name) + ' '}{drawn_bar} {escape(each.text)}"


def _cut(name: str, longest: int) -> str:
    """A name of so many cells."""
    return set_cell_size(
        name if cell_len(name) <= longest else f"{set_cell_size(name, longest - 3).rstrip()}...", longest
    )


def _as_beneath(table: Table) -> Table:
    """The table whose figures say their unit where they stand beneath others, for their column has no head there; one
    that is not known is left out."""
    columns = tuple(replace(each, unit="") if each.beneath else each for each in table.columns)
    rows = tuple(
        tuple(
            None if column.beneath and isinstance(content, Unavailable) else content
            for content, column in zip(row, columns, strict=True)
        )
        for row in table.rows
    )
    return replace(table, columns=columns, rows=rows)


def _add_columns(table: FittedTable, column: Column) -> None:
    """The column, and one of bars beside it where it says how much of something is in use."""
    if column.beneath:
        return
    head = f"{column.name}, {column.unit}" if column.unit else column.name
    table.add_column(escape(head), justify="right" if column.numeric else "left")
    if column.use:
        table.add_column("")


def _cells(table: Table, place: int, row: Sequence[FigureCell]) -> list[str]:
    """The cells of a row: those that stand beneath others in one with them, bars beside what they draw."""
    told: list[str] = []
    for column, found, content in zip(table.columns, row, table.rows[place], strict=True):
        shown = _coloured(found, column)
        if column.beneath:
            told[-1] = "\n".join(dict.fromkeys(filter(None, (told[-1], shown))))
        else:
            told.append(shown)
        if column.use:
            amount = plain_cell(content)
            told.append(bar(amount.value) if isinstance(amount, Estimate) else "")
    return told


def _coloured(figure_cell: FigureCell, column: Column) -> str:
    mark = f" ({figure_cell.note})" if figure_cell.note else ""
    shown = escape(f"{figure_cell.written}{mark}")
    colours = {column.good: _COLOURS["good"], column.bad: _COLOURS["bad"]}
    colour = colours.get(figure_cell.written) if figure_cell.written else None
    return f"[{colour}]{shown}[/]" if colour else shown


_SHOWN: Mapping[str, Callable[..., None]] = {
    Heading.kind: _heading,
    Text.kind: _text,
    Preformatted.kind: _preformatted,
    KeyFigures.kind: _key_figures,
    Table.kind: _table,
    Chart.kind: _charts,
    Charts.kind: _charts,
}


class _Terminal(Console):
    """A console on which a text of a file steers nothing: Rich writes what would as it is."""

    def render_str(self, text: str, **style: Any) -> styled.Text:
        """The text with its styles; lines and columns are those of the program."""
        return super().render_str(_held_together(visible_lines(text)), **style)


class _Written:
    """A stream to which held spaces are written as spaces."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(text.replace(_HELD, " "))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _held_together(text: str) -> str:
    """The text, in which no quantity is parted from its interval or its unit at the end of a line."""
    return _IN_A_QUANTITY.sub(_HELD, text)


def console_on(stream: TextIO, widest: int, piped: int) -> Console:
    """A console no wider than `widest` columns, which is what reads well; `piped` columns where it is no terminal."""
    console = _Terminal(file=cast(TextIO, _Written(stream)), highlight=False)
    console.width = min(console.width, widest) if console.is_terminal else piped
    return console


def bar(percent: float) -> str:
    """A bar of blocks; its colour says how near the limit is."""
    filled = int(min(percent, 100.0) / 100.0 * BAR)  # Rounded down: only a full limit fills its bar.
    colour = "red" if percent >= 95.0 else "yellow" if percent >= 75.0 else "green"
    return f"[{colour}]{'█' * filled}[/][dim]{'░' * (BAR - filled)}[/]"


def _print_written(console: Console, report: Sequence[Path]) -> None:
    """Says where the files of a report are, or of a scenario that was written; nothing where none was."""
    if report:
        first, *others = report
        what = "Scenario" if first.suffix in (".yaml", ".yml") else "Report"
        also = f" (also {', '.join(other.name for other in others)})" if others else ""
        console.print(f"{what}: {escape(visible(str(first)))}{also}", style="bold", soft_wrap=True)


def _for_cells(width: int, columns: int) -> int:
    """What a terminal leaves for the cells of so many columns."""
    return width - _BETWEEN * columns + 1


def _styled(content: object, style: str = "") -> styled.Text:
    shown = (content if isinstance(content, styled.Text) else _of_markup(str(content))).copy()
    shown.stylize_before(style or "")
    return shown


def _whole(text: styled.Text, width: int) -> styled.Text:
    """The text, held together where it fits on a line of a width with a sign behind it."""
    if len(text) >= width:
        return text
    held = text.copy()
    held.plain = text.plain.replace(" ", _HELD)
    return held


@lru_cache(maxsize=4_000)  # Each cell is looked at several times before its column has a width.
def _of_markup(content: str) -> styled.Text:
    return styled.Text.from_markup(_held_together(visible_lines(content)))


def _width(column: drawn.Column, *, words: bool) -> int:
    """The width of the longest line of a column, or of the longest piece that must not break: in a column of figures
    a whole one, elsewhere a word."""
    header = _styled(column.header).plain
    lines = [line for cell in column.cells for line in _styled(cell).plain.splitlines()]
    if not words:
        return max(map(cell_len, (header, *lines)), default=0)
    pieces = [piece for line in lines for piece in ([line] if _is_figure(line, column) else line.split())]
    return max(map(cell_len, (*header.split(), *pieces)), default=0)


def _is_figure(line: str, column: drawn.Column) -> bool:
    return column.justify == "right" and (PLUS_MINUS in line or len(line.split()) <= _WORDS_OF_A_FIGURE)


def _is_bar(column: drawn.Column) -> bool:
    """Whether it only draws what another column says."""
    letters = {letter for cell in column.cells for letter in _styled(cell).plain}
    return bool(letters) and letters <= set(BLOCKS)


def _fits(columns: Sequence[drawn.Column], width: int) -> bool:
    return sum(_width(column, words=True) for column in columns) <= _for_cells(width, len(columns))


def _widths(columns: Sequence[drawn.Column], width: int) -> list[int]:
    """How wide each column is on a terminal of a width where all of them fit."""
    available = _for_cells(width, len(columns))
    least = [_width(column, words=True) for column in columns]
    most = [_width(column, words=False) for column in columns]
    return most if sum(most) <= available else _shared_out(least, most, available)


def _tallest(columns: Sequence[drawn.Column], console: Console, width: int) -> int:
    """The lines of the row that has most of them."""
    wrapped = (
        len(_styled(cell).wrap(console, each))
        for column, each in zip(columns, _widths(columns, width), strict=True)
        for cell in column.cells
    )
    return max(wrapped, default=0)


def _shared_out(least: list[int], most: list[int], available: int) -> list[int]:
    """What is left over beside the least widths, given to each column as far as it can use it, the neediest last."""
    widths, left = list(least), available - sum(least)
    wanting = sorted(range(len(least)), key=lambda number: most[number] - least[number])
    for place, number in enumerate(wanting):
        given = min(most[number] - least[number], left // (len(wanting) - place))
        widths[number] += given
        left -= given
    return widths
