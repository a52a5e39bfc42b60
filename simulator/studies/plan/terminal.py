"""What a terminal shows of a plan: first what to buy, then against what, then why; and of a run."""

from collections.abc import Iterator

from simulator.experiment.estimate import Estimate
from simulator.experiment.limits import Limit
from simulator.experiment.results import Unavailable
from simulator.failover.survive import FailoverResult
from simulator.farm.outcome import Outcome
from simulator.messages.decision import (
    baseline_failure,
    headline,
    need_sentence,
    node_down,
    operating_point_sentence,
    sizing_sentence,
    stopping_sentence,
)
from simulator.messages.farm_notes import farm_notes
from simulator.messages.numbers import NOT_KNOWN, room_for, short_estimate
from simulator.messages.run_length import run_length_text
from simulator.messages.sentences import comparison_sentence, measured_against_target, verdict_text, what_binds
from simulator.output.blocks import Block, Cell, Column, Table, Text
from simulator.studies.capacity.sentences import answer as capacity_answer
from simulator.studies.plan.sections.baseline import changes
from simulator.studies.plan.sections.one_server import by_class, measures
from simulator.studies.plan.theory_check import contradiction
from simulator.studies.sensitivity.sentences import measure_next
from simulator.studies.survive.by_group import group_sentences
from simulator.studies.survive.sentences import summary_sentences
from simulator.studies.upgrades.sentences import answer as options_answer

_NODES_DOWN = "with nodes down"
_USED = 1.0  # %. A limit that is used for less is far from anything.
# Theory knows rates and distributions, and no single request.
_IN_PLACE_OF_A_REPLAY = (
    "Theory does not replay the log: it takes the log's sessions a second, requests a session and cache hits, and "
    "sizes and pauses as the scenario states them. `run` without `--engine analytic` replays the log."
)


def plan_blocks(
    outcome: Outcome, theory: str = "", survived: FailoverResult | None = None, every_limit: bool = False
) -> list[Block]:
    """The answer, the change against the baseline, the limits (all of them, or those that are used), the targets, what
    happens when nodes fail, and how far off `theory` was."""
    said = (
        *(contradiction(outcome), need_sentence(outcome), sizing_sentence(outcome), stopping_sentence(outcome)),
        *(operating_point_sentence(outcome), farm_notes(outcome), baseline_failure(outcome)),
    )
    return [
        Text(headline(outcome), lead=True),
        *(Text(sentence) for sentence in said if sentence),
        *_against_baseline(outcome),
        *by_class(outcome),
        *_targets(outcome),
        _limits(outcome, every_limit),
        *(map(Text, (*summary_sentences(survived), *group_sentences(survived))) if survived else ()),
        *map(Text, _searched(outcome)),
        *_basis(outcome, theory),
    ]


def run_blocks(outcome: Outcome, every_limit: bool = False) -> list[Block]:
    """What one server does: its measures, its targets, its limits."""
    table = _in_theory(outcome) if outcome.results.standing else measures(outcome)
    limits = _limits(outcome, every_limit)
    return [Text(what_binds(outcome), lead=True), table, *_targets(outcome), limits, *_basis(outcome)]


def _against_baseline(outcome: Outcome) -> list[Block]:
    if outcome.baseline is None or outcome.comparison is None:
        return []
    stops = Text(f"In {outcome.baseline.scenario.name}: {stopping_sentence(outcome.baseline)}", aside=True)
    return [Text(comparison_sentence(outcome)), changes(outcome), stops]


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
        if isinstance(found, Unavailable)
        else (outcome.results.label(name), found, standing[name])
        for name, found in outcome.results.measures.items()
    )
    return Table("One server", columns, rows)


def _limits(outcome: Outcome, every: bool) -> Table:
    """The limits of a server, with nodes down too where there are spares, the most used first; those that are used for
    less than 1 %, and what each of them is, only where `every` one is asked for."""
    down = _with_nodes_down(outcome)
    states = [outcome.limits, *([down] if down else [])]
    used = [{limit.name: limit for limit in limits} for limits in states]
    names = [name for name in used[0] if every or any(_is_used(each.get(name)) for each in used)]
    columns = (
        Column("limit"),
        Column("used", "%", numeric=True, use=True),
        *([Column(_NODES_DOWN, "%", numeric=True)] if down else []),
        Column("grows to", "x load", numeric=True),
        *([Column("which is")] if every else []),
    )
    rows = tuple(
        (name, *(_used(each.get(name)) for each in used), _room(used[-1].get(name)),
         *([used[0][name].limit] if every else []))
        for name in names
    )  # fmt: skip
    left = len(used[0]) - len(names)
    less = f" (--all adds {left} under 1 %)" if left else ""
    return Table(f"Limits of one server{less}", columns, rows)


def _with_nodes_down(outcome: Outcome) -> tuple[Limit, ...]:
    return outcome.as_bought[-1].limits if len(outcome.as_bought) > 1 else ()


def _is_used(limit: Limit | None) -> bool:
    return limit is not None and (limit.utilisation.value >= _USED or limit.turns_away)


def _used(limit: Limit | None) -> Estimate | None:
    """How much of it is used, without the noise of a simulation."""
    return None if limit is None else short_estimate(limit.utilisation)


def _room(limit: Limit | None) -> Cell:
    room = room_for(limit.growth) if limit else None
    return short_estimate(room) if isinstance(room, Estimate) else room


def _targets(outcome: Outcome) -> Iterator[Text]:
    for verdict in outcome.verdicts:
        when = "" if verdict.state else node_down(outcome)
        verdict_words = verdict_text(verdict)
        told = f"{verdict_words[0].upper()}{verdict_words[1:]}{when}: {measured_against_target(verdict)}."
        yield Text(told, tone="good" if verdict.met else "bad")


def _basis(outcome: Outcome, theory: str = "") -> Iterator[Text]:
    """What the figures rest on."""
    results = outcome.results
    if results.replications:
        simulated = f"{run_length_text(results)}, {results.simulated_requests:,} requests in all, warm-up included"
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
    if baseline is None or run_length_text(baseline.results) == run_length_text(outcome.results):
        return ""
    return f" Baseline: {run_length_text(baseline.results)}."
