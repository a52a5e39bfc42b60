"""The answer on a terminal: first what to buy, then against what, then why."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.capacity import answer as capacity_answer
from simulator.report.console import bar, console_on, print_written, titled_table
from simulator.report.how_long import how_long
from simulator.report.labels import measure_label
from simulator.report.numbers import bare, cell, text
from simulator.report.options import answer as options_answer
from simulator.report.sensitivity import measure_next
from simulator.report.sentences import asked, compared, headline, judged, what_binds
from simulator.report.sides import sides
from simulator.rollup.comparison import Change
from simulator.rollup.limits import Limit
from simulator.rollup.outcome import Outcome

WIDEST = 110
PIPED = 100
TURNOVER = ("recycles", "recycle_interval", "full_cpu_run", "collections")


def print_plan(outcome: Outcome, theory: str, report: Sequence[Path], stream: TextIO) -> None:
    """Prints the plan: the answer, the change against the baseline, the limits, the targets, how far off `theory` was,
    and where the report is."""
    console = console_on(stream, WIDEST, PIPED)
    _paragraph(console, headline(outcome), "bold")
    _paragraph(console, what_binds(outcome))
    if outcome.baseline is not None and outcome.comparison is not None:
        _paragraph(console, compared(outcome))
        console.print(_changes(outcome.comparison.changes))
        _paragraph(console, f"In {outcome.baseline.scenario.name}: {what_binds(outcome.baseline)}", "dim")
    if (told := _by_class(outcome)) is not None:
        console.print(told)
    console.print(_limits(outcome.limits))
    _targets(console, outcome)
    _searched(console, outcome)
    _closing(console, outcome, report, theory)


def print_run(outcome: Outcome, stream: TextIO) -> None:
    """Prints what one server does: its measures, its limits, its targets."""
    console = console_on(stream, WIDEST, PIPED)
    _paragraph(console, what_binds(outcome), "bold")
    console.print(_measures(outcome))
    console.print(_limits(outcome.limits))
    _targets(console, outcome)
    _closing(console, outcome, [])


def _searched(console: Console, outcome: Outcome) -> None:
    """What was searched besides, in a sentence each; the report has the rest."""
    if outcome.largest_load is not None:
        _paragraph(console, f"\n{capacity_answer(outcome.largest_load)}")
    if outcome.what_helps is not None:
        _paragraph(console, f"\n{options_answer(outcome.what_helps)}")
    if outcome.sensitivity is not None:
        _paragraph(console, f"\n{measure_next(outcome.sensitivity, outcome.sensitivity.answers[0])}")


def _by_class(outcome: Outcome) -> Table | None:
    """How long each class of requests waits, and how often processes are recycled; None where there is one class."""
    shown = sides(outcome)
    names = [name for name in outcome.results.measures if name.startswith("response ") or name in TURNOVER]
    if not any(name.startswith("response ") for name in names):
        return None
    table = titled_table("What clients and processes see", [("", "left"), *((side, "right") for side in shown)])
    for name in names:
        measures = [one.results.measures.get(name) for one in shown.values()]
        table.add_row(measure_label(name), *("-" if isinstance(m, Refused) else cell(m) for m in measures))
    return table


def _paragraph(console: Console, sentence: str, style: str = "") -> None:
    console.print(f"{escape(sentence)}\n", style=style)


def _changes(changes: Sequence[Change]) -> Table:
    table = titled_table("", (("", "left"), ("plan", "right"), ("baseline", "right"), ("change", "right")))
    for change in changes:
        table.add_row(_named(change), bare(change.plan), bare(change.baseline), _signed(change.percent))
    return table


def _named(change: Change) -> str:
    """What changes, with its unit where the name does not say it: "cost, USD/month", but "racks"."""
    unit = change.plan.unit
    return change.name if unit in change.name else f"{change.name}, {unit}"


def _signed(change: Estimate | Refused) -> str:
    shown = cell(change)
    return f"+{shown}" if isinstance(change, Estimate) and change.value > 0 else shown


def _measures(outcome: Outcome) -> Table:
    standing = outcome.results.standing
    table = titled_table("One server", (("", "left"), ("value", "right"), *([("", "left")] if standing else [])))
    for name, measure in outcome.results.measures.items():
        told = isinstance(measure, Refused)
        if standing:
            table.add_row(measure_label(name), cell(measure), measure.reason if told else standing[name])
        else:
            table.add_row(measure_label(name), measure.reason if told else text(measure))
    return table


def _limits(limits: Sequence[Limit]) -> Table:
    """The limits as bars; only the description may break into lines, so that the figures stay whole at 80 columns."""
    table = titled_table("Limits of one server, the most used first", (("limit", "left"),))
    for name, justify in (("in use, %", "right"), ("", "left"), ("full at x load", "right")):
        table.add_column(name, justify=justify, no_wrap=True)
    table.add_column("what it is")
    for limit in limits:
        used = limit.utilisation
        table.add_row(limit.name, bare(used), bar(used.value), _growth(limit), escape(limit.limit))
    return table


def _growth(limit: Limit) -> str:
    return "-" if isinstance(limit.growth, Refused) else bare(limit.growth)


def _targets(console: Console, outcome: Outcome) -> None:
    for verdict in outcome.verdicts:
        colour = "green" if verdict.met else "red"
        measured = verdict.measured.reason if isinstance(verdict.measured, Refused) else text(verdict.measured)
        console.print(f"[{colour}]{judged(verdict)}[/]: {verdict.name} {measured}, {asked(verdict)}")


def _basis(outcome: Outcome) -> str:
    """What the figures rest on."""
    results = outcome.results
    if not results.replications:
        return "By theory, with nothing simulated; an interval is the known error of an approximation."
    simulated = f"{how_long(results)}, {results.simulated_requests:,} requests"
    return f"{simulated}, intervals at {results.confidence * 100:g} %, seed {results.seed}.{_of_baseline(outcome)}"


def _of_baseline(outcome: Outcome) -> str:
    """How long the baseline was simulated, where that is not the same."""
    baseline = outcome.baseline
    if baseline is None or how_long(baseline.results) == how_long(outcome.results):
        return ""
    return f" Baseline: {how_long(baseline.results)}."


def _closing(console: Console, outcome: Outcome, report: Sequence[Path], theory: str = "") -> None:
    console.print(f"\n{_basis(outcome)}", style="dim")
    if theory:
        console.print(theory, style="dim")
    print_written(console, report)
