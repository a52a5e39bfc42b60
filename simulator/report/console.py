"""Terminals and pipes: how wide what is printed may be."""

from typing import TextIO

from rich.console import Console


def console_on(stream: TextIO, widest: int, piped: int) -> Console:
    """A console no wider than `widest` columns, which is what reads well; `piped` columns where it is no terminal."""
    console = Console(file=stream, highlight=False)
    console.width = min(console.width, widest) if console.is_terminal else piped
    return console
