"""The cheapest farm, on a terminal."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from rich.markup import escape
from rich.table import Table

from simulator.questions.optimise.cheapest import Cheapest
from simulator.questions.optimise.sentences import against, answer, notes, places, ruled_out
from simulator.report.language.numbers import bare
from simulator.report.renderers.console import console_on, print_written, titled_table

WIDTH = 110


def print_cheapest(found: Cheapest, report: Sequence[Path], stream: TextIO) -> None:
    """Prints the winner, the runner-up, the present farm, what was pruned and why, and where the report is."""
    console = console_on(stream, WIDTH, piped=WIDTH)
    console.print(f"{escape(answer(found))}\n", style="bold")
    if told := against(found):
        console.print(f"{escape(told)}\n")
    console.print(_table(found))
    for line in (*ruled_out(found), *notes(found)):
        console.print(escape(line), style="dim")
    print_written(console, report)


def _table(found: Cheapest) -> Table:
    names = ("units", "of", "a server, Mbps", "x demand", "USD a month", "binds")
    table = titled_table("Farms that carry the demand")
    table.add_column("")
    table.add_column("server", min_width=22)
    for name in names:
        table.add_column(name, justify="left" if name == "binds" else "right", no_wrap=True)
    for place, offer in places(found):
        figures = (offer.whole_units, offer.server_mbps, offer.supports, offer.whole)
        units, carries, supports, whole = map(bare, figures)
        binds = escape(offer.binding)
        table.add_row(place, escape(offer.name), units, str(offer.nodes), carries, supports, whole, binds)
    return table
