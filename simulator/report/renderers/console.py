"""Terminals and pipes: how wide what is printed may be, the one look of its tables, and where files went."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console, JustifyMethod
from rich.markup import escape
from rich.text import Text

from models.visible import visible, visible_lines
from simulator.report.renderers.fitted_table import FittedTable

BAR = 10  # Blocks of a whole bar.


class _Terminal(Console):
    """A console on which a text of a file steers nothing: Rich writes what would as it is."""

    def render_str(self, text: str, **style: Any) -> Text:
        """The text with its styles; lines and columns are those of the program."""
        return super().render_str(visible_lines(text), **style)


def console_on(stream: TextIO, widest: int, piped: int) -> Console:
    """A console no wider than `widest` columns, which is what reads well; `piped` columns where it is no terminal."""
    console = _Terminal(file=stream, highlight=False)
    console.width = min(console.width, widest) if console.is_terminal else piped
    return console


def bar(percent: float) -> str:
    """A bar of blocks; its colour says how near the limit is."""
    filled = int(min(percent, 100.0) / 100.0 * BAR)  # Rounded down: only a full limit fills its bar.
    colour = "red" if percent >= 95.0 else "yellow" if percent >= 75.0 else "green"
    return f"[{colour}]{'█' * filled}[/][dim]{'░' * (BAR - filled)}[/]"


def print_written(console: Console, report: Sequence[Path]) -> None:
    """Says where the files of a report are; nothing where none was written."""
    if report:
        first, *others = report
        also = f" (also {', '.join(other.name for other in others)})" if others else ""
        console.print(f"Report: {escape(visible(str(first)))}{also}", style="bold", soft_wrap=True)


def titled_table(title: str, columns: Iterable[tuple[str, JustifyMethod]] = ()) -> FittedTable:
    """An empty table; `columns` are names with "left" or "right"."""
    table = FittedTable(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    for name, justify in columns:
        table.add_column(name, justify=justify)
    return table
