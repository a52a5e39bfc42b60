"""The answer on a terminal: first what to buy, then against what, then why."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.measure.subjects import Quantity
from simulator.questions.capacity.terminal import answer as capacity_answer
from simulator.questions.helps.terminal import answer as options_answer
from simulator.questions.plan.sides import sides
from simulator.questions.sensitivity.sentences import measure_next
from simulator.report.language.decision import at_work, failing, headline, sized, what_stops
from simulator.report.language.how_long import how_long
from simulator.report.language.numbers import bare, cell, rounded, signed, text, times_the_load
from simulator.report.language.sentences import HALF_A_PER_CENT, against_target, compared, judged, what_binds
from simulator.report.renderers.console import bar, console_on, print_written, titled_table
from simulator.rollup.comparison import Change
from simulator.rollup.money.cost import USD
from simulator.rollup.outcome import Outcome

WIDEST = 110
PIPED = 100
TURNOVER = ("recycles", "recycle_interval", "full_cpu_run", "collections")


def print_plan(outcome: Outcome, theory: str, report: Sequence[Path], stream: TextIO) -> None:
    """Prints the plan: the answer, the change against the baseline, the limits, the targets, how far off `theory` was,
    and where the report is."""
    console = console_on(stream, WIDEST, PIPED)
    _paragraph(console, headline(outcome), "bold")
    for sentence in (sized(outcome), what_stops(outcome), at_work(outcome), failing(outcome)):
        if sentence:
            _paragraph(console, sentence)
    if outcome.baseline is not None and outcome.comparison is not None:
        _paragraph(console, compared(outcome))
        console.print(_changes(outcome, outcome.comparison.changes))
        _paragraph(console, f"In {outcome.baseline.scenario.name}: {what_stops(outcome.baseline)}", "dim")
    if (told := _by_class(outcome)) is not None:
        console.print(told)
    console.print(_limits(outcome))
    _targets(console, outcome)
    _searched(console, outcome)
    _closing(console, outcome, report, theory)


def print_run(outcome: Outcome, stream: TextIO) -> None:
    """Prints what one server does: its measures, its limits, its targets."""
    console = console_on(stream, WIDEST, PIPED)
    _paragraph(console, what_binds(outcome), "bold")
    console.print(_measures(outcome))
    console.print(_limits(outcome))
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
    results = outcome.results
    responses = {part.key for part in results.parts if part.quantity is Quantity.RESPONSE}
    if not responses:
        return None
    table = titled_table("What clients and processes see", [("", "left"), *((side, "right") for side in shown)])
    for name in (name for name in results.measures if name in responses or name in TURNOVER):
        measures = [one.results.measures.get(name) for one in shown.values()]
        table.add_row(results.label(name), *("-" if isinstance(m, Refused) else cell(m) for m in measures))
    return table


def _paragraph(console: Console, sentence: str, style: str = "") -> None:
    console.print(f"{escape(sentence)}\n", style=style)


def _changes(outcome: Outcome, changes: Sequence[Change]) -> Table:
    table = titled_table("", (("", "left"), ("plan", "right"), ("baseline", "right"), ("change", "right")))
    for change in changes:
        table.add_row(_named(change), *_both_sides(change, outcome), _changed(change))
    return table


def _changed(change: Change) -> str:
    """The change in per cent; of a bill in whole ones: prices that may be off by a fifth know no more."""
    if change.plan.unit != USD or isinstance(change.percent, Refused) or change.percent.half_width >= HALF_A_PER_CENT:
        return signed(change.percent, unit=True)
    whole = round(change.percent.value)
    return f"{whole:+d} {change.percent.unit}" if whole else f"0 {change.percent.unit}"


def _both_sides(change: Change, outcome: Outcome) -> tuple[str, str]:
    """A figure of plan and baseline; money to the digits that the prices of the plan leave."""
    uncertainty = outcome.farm.range.half_width if outcome.farm and change.plan.unit == USD else 0.0
    return _known_to(change.plan, uncertainty), _known_to(change.baseline, uncertainty)


def _known_to(estimate: Estimate, uncertainty: float) -> str:
    """A figure that is known to `uncertainty` at best; its own interval where that is wider."""
    return rounded(estimate.value, uncertainty) if uncertainty > estimate.half_width else bare(estimate)


def _named(change: Change) -> str:
    """What changes, with its unit where the name does not say it: "cost, USD/month", but "racks"."""
    unit = change.plan.unit
    return change.name if unit in change.name else f"{change.name}, {unit}"


def _measures(outcome: Outcome) -> Table:
    results, standing = outcome.results, outcome.results.standing
    table = titled_table("One server", (("", "left"), ("value", "right"), *([("", "left")] if standing else [])))
    for name, measure in results.measures.items():
        told = isinstance(measure, Refused)
        if standing:
            table.add_row(results.label(name), cell(measure), measure.reason if told else standing[name])
        else:
            table.add_row(results.label(name), measure.reason if told else text(measure))
    return table


def _limits(outcome: Outcome) -> Table:
    """The limits as bars, and in use with the spares gone where there are some; only the description may break into
    lines, so that the figures stay whole at 80 columns."""
    gone = {limit.name: bare(limit.utilisation) for one in outcome.as_bought[1:] for limit in one.limits}
    where = " of the farm as bought" if outcome.as_bought else ""
    table = titled_table(f"Limits of one server{where}, the most used first", (("limit", "left"),))
    further = (("spares gone, %", "right"),) if gone else ()
    for name, justify in (("in use, %", "right"), ("", "left"), *further, ("full at x load", "right")):
        table.add_column(name, justify=justify, no_wrap=True)
    table.add_column("what it is")
    for limit in outcome.limits:
        used = [bare(limit.utilisation), bar(limit.utilisation.value), *([gone.get(limit.name, "-")] if gone else [])]
        table.add_row(limit.name, *used, times_the_load(limit.growth), escape(limit.limit))
    return table


def _targets(console: Console, outcome: Outcome) -> None:
    when = " with the spares gone" if len(outcome.as_bought) > 1 else ""
    for verdict in outcome.verdicts:
        colour = "green" if verdict.met else "red"
        console.print(f"[{colour}]{judged(verdict)}[/]{when}: {escape(against_target(verdict))}")


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
