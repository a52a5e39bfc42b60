"""A table that loses nothing on a narrow terminal: names break between words, figures stay whole, and where even that
does not fit, every row is told line by line."""

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from models.visible import visible_lines
from simulator.report.language.numbers import PLUS_MINUS

BLOCKS = "█░"  # What bars are made of.
_WORDS_OF_A_FIGURE = 4
_BETWEEN = 3  # Columns between two columns: a space on either side and the rule of the box.


class FittedTable(Table):
    """A table as wide as the terminal: the widths of its columns are shared out so that no word is cut."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table where it fits, else its rows as paragraphs."""
        if not self._fits(options.max_width):
            self.columns = [column for column in self.columns if not _is_bar(column)]
        if not self._fits(options.max_width):
            yield from self._rows_as_paragraphs()
            return
        available = _for_cells(options.max_width, len(self.columns))
        least = [_width(column, words=True) for column in self.columns]
        most = [_width(column, words=False) for column in self.columns]
        widths = most if sum(most) <= available else _shared_out(least, most, available)
        for column, width in zip(self.columns, widths, strict=True):
            column.width, column.no_wrap, column.overflow = width, False, "fold"
        yield from super().__rich_console__(console, options)

    def _fits(self, width: int) -> bool:
        return sum(_width(column, words=True) for column in self.columns) <= _for_cells(width, len(self.columns))

    def _rows_as_paragraphs(self) -> Iterator[Text | Padding]:
        """Each row by its name, then a line for each of its cells."""
        if self.title:
            yield _text(self.title, "bold")
        cells = [list(column.cells) for column in self.columns]
        for number, row in enumerate(self.rows):
            name, *others = (column[number] for column in cells)
            style = str(row.style or "")
            yield _text(name, f"bold {style}".strip())
            for column, cell in zip(self.columns[1:], others, strict=True):
                shown = Text(", ").join(_text(cell, style).split("\n"))
                if shown.plain.strip():
                    header = _text(column.header).plain.strip()
                    yield Padding(Text.assemble(f"{header}: ", shown) if header else shown, (0, 0, 0, 2), expand=False)
        yield Text("")


def _for_cells(width: int, columns: int) -> int:
    """What a terminal leaves for the cells of so many columns."""
    return width - _BETWEEN * columns + 1


def _text(content: object, style: str = "") -> Text:
    shown = content.copy() if isinstance(content, Text) else Text.from_markup(visible_lines(str(content)))
    shown.stylize_before(style or "")
    return shown


def _width(column: Column, *, words: bool) -> int:
    """The width of the longest line of a column, or of the longest piece that must not break: in a column of figures
    a whole one, elsewhere a word."""
    header = _text(column.header).plain
    lines = [line for cell in column.cells for line in _text(cell).plain.splitlines()]
    if not words:
        return max((Text(each).cell_len for each in (header, *lines)), default=0)
    pieces = [piece for line in lines for piece in ([line] if _is_figure(line, column) else line.split())]
    return max((Text(each).cell_len for each in (*header.split(), *pieces)), default=0)


def _is_figure(line: str, column: Column) -> bool:
    return column.justify == "right" and (PLUS_MINUS in line or len(line.split()) <= _WORDS_OF_A_FIGURE)


def _is_bar(column: Column) -> bool:
    """Whether it only draws what another column says."""
    drawn = {letter for cell in column.cells for letter in _text(cell).plain}
    return bool(drawn) and drawn <= set(BLOCKS)


def _shared_out(least: list[int], most: list[int], available: int) -> list[int]:
    """What is left over beside the least widths, given to each column as far as it can use it, the neediest last."""
    widths, left = list(least), available - sum(least)
    wanting = sorted(range(len(least)), key=lambda number: most[number] - least[number])
    for place, number in enumerate(wanting):
        given = min(most[number] - least[number], left // (len(wanting) - place))
        widths[number] += given
        left -= given
    return widths
