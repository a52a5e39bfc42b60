"""Differences between servers on the same sessions, on a terminal and as data.

`compare --json` writes a list of rows {reference, scenario, measure, unit, reference_value, value, difference, percent,
significant, replications_if_independent}: scenarios by their files, figures as everywhere ({value, half_width, ...}),
and null for replications where no number of them would have done.
"""

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from simulator.measure.estimate import Estimate
from simulator.measure.results import Difference, Paired, Results
from simulator.report.console import console_on, print_written
from simulator.report.figures import Data, figure
from simulator.report.how_long import how_long
from simulator.report.labels import measure_label
from simulator.report.numbers import bare, readable_unit, size_of, text

WIDTH = 110
MANY = 1_000_000
HOW_TO_READ = (
    "Significant is a difference whose interval excludes 0. The last column is how many replications independent"
    " workloads would have needed for an interval as narrow."
)
NOT_THE_SAME = "so they may not see the same sessions, and pairing may not help: the last column says how much it did."


def figures_of_pairs(pairs: Sequence[Paired]) -> list[Data]:
    """Every difference as a row of data."""
    return [
        {
            "reference": paired.reference,
            "scenario": paired.scenario,
            "measure": found.measure,
            "unit": found.difference.unit,
            "reference_value": figure(found.reference),
            "value": figure(found.other),
            "difference": figure(found.difference),
            "percent": figure(found.percent),
            "significant": found.significant,
            "replications_if_independent": found.replications_if_independent,
        }
        for paired in pairs
        for found in paired.differences
    ]


def print_pairs(pairs: Sequence[Paired], results: Results, report: Sequence[Path], stream: TextIO) -> None:
    """Prints a table for each scenario against the reference, whose results these are, and where the report is."""
    console = console_on(stream, WIDTH, piped=WIDTH)
    for paired in pairs:
        _print(console, paired)
    console.print(
        f"{how_long(results)}, intervals at {results.confidence * 100:g} %, seed {results.seed}, the same in all"
        f" scenarios. {HOW_TO_READ}",
        style="dim",
    )
    print_written(console, report)


def _print(console: Console, paired: Paired) -> None:
    console.print(f"{escape(headline(paired))}\n", style="bold")
    if paired.workload:
        console.print(f"Their workloads differ ({', '.join(paired.workload)}), {NOT_THE_SAME}\n", style="yellow")
    console.print(_table(paired))


def headline(paired: Paired) -> str:
    """How many measures differ, in a sentence."""
    return f"{paired.scenario} against {paired.reference}: {how_many_differ(paired)}"


def how_many_differ(paired: Paired) -> str:
    """The same without the names."""
    found = sum(difference.significant for difference in paired.differences)
    return f"{found} of {len(paired.differences)} measures differ significantly."


def _table(paired: Paired) -> Table:
    """A row for each measure; its name and the two values may break into lines, the difference stays whole."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("", overflow="fold")
    for name in _names(paired):
        table.add_column(escape(name), justify="right", overflow="fold")
    for name in ("difference", "significant", "independent"):
        table.add_column(name, justify="right", no_wrap=True)
    for difference in paired.differences:
        table.add_row(*_cells(difference), style="" if difference.significant else "dim")
    return table


def _names(paired: Paired) -> tuple[str, str]:
    """What the columns of values are called: the files' names, or their places where those are the same."""
    names = (PurePath(paired.reference).stem, PurePath(paired.scenario).stem)
    return names if names[0] != names[1] else ("reference", "scenario")


def _cells(found: Difference) -> tuple[str, ...]:
    unit = readable_unit(found.reference.value or found.other.value, found.reference.unit)
    name = ", ".join(filter(None, (measure_label(found.measure), unit)))
    values = (bare(_in(unit, measure)) for measure in (found.reference, found.other))
    shown = _signed(bare(_in(unit, found.difference)), found.difference)
    if isinstance(found.percent, Estimate) and found.difference.value:
        shown += f"\n{_signed(text(found.percent), found.percent)}"
    return escape(name), *values, shown, "yes" if found.significant else "no", _needed(found)


def _needed(found: Difference) -> str:
    """How many replications independent workloads would have needed; beyond a million only that."""
    needed = found.replications_if_independent
    if needed is None:
        return "-"
    return f"{needed:,}" if needed <= MANY else f"> {MANY:,}"


def _in(unit: str, measure: Estimate) -> Estimate:
    """A measure in a unit that people read."""
    return measure if unit == measure.unit else measure.times(1.0 / size_of(unit), unit)


def _signed(shown: str, measure: Estimate) -> str:
    return f"+{shown}" if measure.value > 0 else shown
