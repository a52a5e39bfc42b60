"""A sweep on a terminal: the best, what is as good, the variants from the best on, and what has no answer."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from simulator.questions.sweep.answer import Answer, Swept, ranked
from simulator.questions.sweep.sentences import ON_FRONT, headline, how_to_read, targets, ties, what_ran
from simulator.report.language.numbers import bare, cell
from simulator.report.renderers.console import console_on, print_written, titled_table

WIDEST, PIPED = 160, 200
MOST_ROWS = 100
COLUMNS = (
    ("variant", "left"), ("units", "right"), ("USD/month", "right"), ("unit, Mbps", "right"), ("binds", "left"),
    ("headroom", "right"), ("targets", "left"), ("front", "left"),
)  # fmt: skip
BROKEN = ("variant", "targets")


def print_sweep(swept: Swept, report: Sequence[Path], stream: TextIO) -> None:
    """Prints a sweep, and where its report is."""
    console = console_on(stream, WIDEST, PIPED)
    for sentence, style in ((headline(swept), "bold"), (ties(swept), "")):
        if sentence:
            console.print(f"{escape(sentence)}\n", style=style)
    answered = ranked(swept.answers)
    if answered:
        console.print(_table(answered[:MOST_ROWS]))
    if len(answered) > MOST_ROWS:
        console.print(f"{len(answered) - MOST_ROWS:,} more are in --csv FILE and --json FILE.\n")
    _left_out(console, swept)
    for sentence in (*what_ran(swept), how_to_read(swept)):
        console.print(escape(sentence), style="dim")
    print_written(console, report)


def _table(answers: Sequence[Answer]) -> Table:
    table = titled_table("Variants, the best first")
    for name, justify in COLUMNS:
        # A name is broken into lines, never cut: it is what the variant is known by.
        table.add_column(name, justify=justify, overflow="fold", no_wrap=name not in BROKEN)
    for answer in answers:
        figures = answer.figures
        units, cost = figures.units, figures.cost_per_month
        table.add_row(
            escape(answer.name),
            "-" if units is None else bare(units),
            "-" if cost is None else bare(cost),
            bare(figures.capacity_mbps),
            figures.binding_limit,
            cell(figures.headroom, unit=False),
            targets(answer),
            ON_FRONT.get(answer.standing, ""),
            style="bold" if answer.standing == "front" else "",
        )
    return table


def _left_out(console: Console, swept: Swept) -> None:
    """What meets its targets at no load, and what has no answer, by reason; what could not be, by problem."""
    for reason, answers in by_reason(swept.hopeless).items():
        console.print(f"Targets missed by {_who([each.name for each in answers])}: {escape(reason)}\n", style="yellow")
    for reason, answers in by_reason(swept.failed).items():
        console.print(f"No answer for {_who([each.name for each in answers])}: {escape(reason)}\n", style="yellow")
    for each in swept.left_out:
        left_out = f"Left out {each.variants:,}, first {each.first}: {each.problem}"
        console.print(f"{escape(left_out)}\n", style="yellow")


def by_reason(failed: Sequence[Answer]) -> dict[str, list[Answer]]:
    """Variants without an answer by their reason: many fail for one."""
    found: dict[str, list[Answer]] = {}
    for answer in failed:
        found.setdefault(answer.reason, []).append(answer)
    return found


def _who(names: Sequence[str]) -> str:
    others = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
    return f"{escape(names[0])}{others}"
