"""What a terminal shows of a plan: first what to buy, then against what, then why; and of a run."""

from collections.abc import Iterator

from simulator.measure.results import Refused
from simulator.questions.capacity.sentences import answer as capacity_answer
from simulator.questions.helps.sentences import answer as options_answer
from simulator.questions.plan.foreseen import contradiction
from simulator.questions.plan.sections.against_baseline import changes
from simulator.questions.plan.sections.limits import limits_table
from simulator.questions.plan.sections.one_server import by_class, measures
from simulator.questions.sensitivity.sentences import measure_next
from simulator.questions.survive.by_group import told_by_group
from simulator.questions.survive.sentences import in_short
from simulator.report.blocks import Block, Cell, Column, Table, Text
from simulator.report.language.besides import besides
from simulator.report.language.decision import at_work, failing, headline, sized, what_stops
from simulator.report.language.how_long import how_long
from simulator.report.language.measured_core import core_of_cpu_times
from simulator.report.language.numbers import NOT_KNOWN
from simulator.report.language.sentences import against_target, compared, judged, what_binds
from simulator.rollup.outcome import Outcome
from simulator.survival.survive import Survived

# Theory knows rates and distributions, and no single request.
_IN_PLACE_OF_A_REPLAY = (
    "Theory does not replay the log: it takes the log's sessions a second, requests a session and cache hits, and "
    "sizes and pauses as the scenario states them. `run` without `--engine analytic` replays the log."
)


def plan_blocks(outcome: Outcome, theory: str = "", survived: Survived | None = None) -> list[Block]:
    """The answer, the change against the baseline, the limits, the targets, what happens when nodes fail, and how far
    off `theory` was."""
    core = core_of_cpu_times(outcome.scenario)
    said = (
        *(contradiction(outcome), sized(outcome), what_stops(outcome), at_work(outcome)),
        *(besides(outcome), failing(outcome)),
    )
    return [
        Text(headline(outcome), lead=True),
        *([Text(core, lead=True, tone="bad")] if core else []),
        *(Text(sentence) for sentence in said if sentence),
        *_against_baseline(outcome),
        *by_class(outcome),
        _limits(outcome),
        *_targets(outcome),
        *(map(Text, (*in_short(survived), *told_by_group(survived))) if survived else ()),
        *map(Text, _searched(outcome)),
        *_basis(outcome, theory),
    ]


def run_blocks(outcome: Outcome) -> list[Block]:
    """What one server does: its measures, its limits, its targets."""
    table = _in_theory(outcome) if outcome.results.standing else measures(outcome)
    return [Text(what_binds(outcome), lead=True), table, _limits(outcome), *_targets(outcome), *_basis(outcome)]


def _against_baseline(outcome: Outcome) -> list[Block]:
    if outcome.baseline is None or outcome.comparison is None:
        return []
    stops = Text(f"In {outcome.baseline.scenario.name}: {what_stops(outcome.baseline)}", aside=True)
    return [Text(compared(outcome)), changes(outcome), stops]


def _searched(outcome: Outcome) -> Iterator[str]:
    """What was searched besides, in a sentence each; the report has the rest."""
    if outcome.largest_load is not None:
        yield capacity_answer(outcome.largest_load)
    if outcome.what_helps is not None:
        yield options_answer(outcome.what_helps)
    if outcome.sensitivity is not None:
        yield measure_next(outcome.sensitivity, outcome.sensitivity.answers[0])


def _in_theory(outcome: Outcome) -> Table:
    """The measures that theory knows, each with how exact it is, or why it is not known."""
    standing = outcome.results.standing
    columns = (Column(""), Column("value", numeric=True), Column("how exact theory is"))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (outcome.results.label(name), NOT_KNOWN, found.reason)
        if isinstance(found, Refused)
        else (outcome.results.label(name), found, standing[name])
        for name, found in outcome.results.measures.items()
    )
    return Table("One server", columns, rows)


def _limits(outcome: Outcome) -> Table:
    """The limits, with the spares gone too where there are some."""
    states = {"": outcome.limits} | {one.state: one.limits for one in outcome.as_bought[1:]}
    where = " of the farm as bought" if outcome.as_bought else ""
    title = f"Limits of one server{where}, the most used first"
    # Where spares are gone a server has the larger share: what it is full at is told of that, here as in a report.
    full, shown = "full at", outcome.limits
    if len(states) > 1:
        full, shown = "full at, spares gone", outcome.as_bought[-1].limits
    table = limits_table(title, states, (full, "x load", shown))
    name, which, *figures = (column.name for column in table.columns)
    return table.only(name, *figures, which)


def _targets(outcome: Outcome) -> Iterator[Text]:
    when = " with the spares gone" if len(outcome.as_bought) > 1 else ""
    for verdict in outcome.verdicts:
        told = f"{judged(verdict)}{'' if verdict.state else when}: {against_target(verdict)}"
        yield Text(told, tone="good" if verdict.met else "bad")


def _basis(outcome: Outcome, theory: str = "") -> Iterator[Text]:
    """What the figures rest on."""
    results = outcome.results
    if results.replications:
        simulated = f"{how_long(results)}, {results.simulated_requests:,} requests in all, warm-up included"
        told = f"{simulated}, intervals at {results.confidence * 100:g} %, seed {results.seed}.{_of_baseline(outcome)}"
        yield Text(told, aside=True)
    else:
        yield Text("By theory, with nothing simulated; an interval is the known error of an approximation.", aside=True)
        if outcome.scenario.workload.trace is not None:
            yield Text(_IN_PLACE_OF_A_REPLAY, aside=True)
    if theory:
        yield Text(theory, aside=True)


def _of_baseline(outcome: Outcome) -> str:
    """How long the baseline was simulated, where that is not the same."""
    baseline = outcome.baseline
    if baseline is None or how_long(baseline.results) == how_long(outcome.results):
        return ""
    return f" Baseline: {how_long(baseline.results)}."
