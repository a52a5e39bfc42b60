"""What matters, on a terminal."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from rich.markup import escape
from rich.table import Table

from simulator.measure.results import Refused
from simulator.questions.sensitivity.document import AXES, TITLES
from simulator.questions.sensitivity.sentences import answer, left_out, measure_next, notes, still, ways
from simulator.report.language.numbers import cell, index, signed
from simulator.report.renderers.console import console_on, print_written, titled_table
from simulator.rollup.influence import Answer, Influence, Sensitivity

WIDTH = 110


def print_sensitivity(found: Sensitivity, report: Sequence[Path], stream: TextIO) -> None:
    """Prints the answer, what to find out next, a table for each answer, the indices, and where the report is."""
    console = console_on(stream, WIDTH, piped=WIDTH)
    console.print(f"{escape(answer(found))}\n", style="bold")
    for of in found.answers:
        console.print(f"{escape(measure_next(found, of))}\n", style="bold")
    for of in found.answers:
        console.print(_ends(found, of))
        if not isinstance(found.indices, Refused):
            console.print(_indices(found, of))
    for paths, reason in left_out(found):
        console.print(f"Left out: {escape(paths)}: {escape(reason)}.", style="dim")
    if still(found):
        console.print(escape(still(found)), style="dim")
    for note in notes(found):
        console.print(escape(note), style="dim")
    print_written(console, report)


def _ends(found: Sensitivity, of: Answer) -> Table:
    """A row for each parameter that moves the answer, the one that moves it most first."""
    table = titled_table(f"{TITLES[of]}, more or less than now, {AXES[of]}: one range at a time")
    table.add_column("parameter", no_wrap=True)
    for name in ("now", "low end", "change", "high end", "change"):
        table.add_column(name, justify="right" if name == "change" else "left", no_wrap=name == "change")
    table.add_column("known by")
    for each in sorted(found.influences, key=lambda each: -each.swing(of)):
        if each.swing(of) > 0.0 or len(each.ends) < 2:
            table.add_row(*_row(each, of), style="" if each.matters(of) else "dim")
    return table


def _row(each: Influence, of: Answer) -> tuple[str, ...]:
    parameter = each.parameter
    low, high = ("-" if isinstance(end, Refused) else signed(end.change(of)) for end in (each.low, each.high))
    cells = (parameter.path, parameter.text, parameter.low_text, low, parameter.high_text, high, ways(each))
    return tuple(map(escape, cells))


def _indices(found: Sensitivity, of: Answer) -> Table:
    names = [("parameter", "left"), ("alone", "right"), ("with others", "right")]
    table = titled_table(f"{TITLES[of]}: shares of the variance, all ranges at once", names)
    for each in found.indices.by_answer[of]:
        if each.total.value or each.first.value:
            table.add_row(escape(each.path), cell(index(each.first)), cell(index(each.total)))
    return table
