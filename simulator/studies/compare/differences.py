"""Servers beside each other: at which load they are compared, and what differs, in sentences, a picture and tables."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Difference, Paired, Results, require_estimate
from simulator.messages.numbers import NOT_RESOLVED, bare, figure_text, is_resolved, plain_number
from simulator.messages.run_length import run_length_text
from simulator.output.blocks import Block, Cell, Chart, Column, Heading, Table, Text
from simulator.output.pictures import Gap, Gaps
from simulator.studies.compare.comparison import ComparedFarm, ScenarioComparison

AXIS = "difference, %"
REFERENCE = "current"
MANY = 1_000_000
HOW_TO_READ = (
    "Significant is a difference whose interval excludes 0. The last column is how many replications independent"
    " workloads would have needed for an interval as narrow."
)
NOT_THE_SAME = "so they may not see the same sessions, and pairing may not help: the last column says how much it did."


def before_differences(compared: ScenarioComparison) -> list[Text]:
    """At which load servers are compared, and which of them are overloaded there."""
    load = [Text(load_line(compared))] if load_line(compared) else []
    return [*load, *(Text(line, lead=True, tone="bad") for line in overloaded_lines(compared))]


def load_line(scenario_comparison: ScenarioComparison) -> str:
    """At which load the servers were compared, where that is not what all state and what sizes them, and what a server
    is where groups of nodes serve classes of their own; else ""."""
    told = []
    if scenario_comparison.load is not None:
        share = f"what falls to one of the first farm as bought: {plain_number(scenario_comparison.load)} requests/s"
        told = [f"{_why_at_its_share(scenario_comparison)} servers are compared at {share}."]
        told += [
            f"One of {side.scenario.file} carries {plain_number(float(f'{side.times:.2g}'))} times as"
            " much, so it is compared"
            f" at the same share of that, {plain_number(float(f'{100.0 * of_it:.3g}'))} %:"
            f" {plain_number(float(f'{rate:.4g}'))}"
            " requests/s."
            for side, rate, of_it in scenario_comparison.at_equal_shares
        ]
    said: dict[str, list[str]] = {}
    for side in scenario_comparison.sides:
        said.setdefault(_of_a_stated_load(scenario_comparison, side), []).append(side.scenario.file)
    told += [f"{' and '.join(dict.fromkeys(files))}: {what}" for what, files in said.items() if what]
    grouped = [side.scenario.file for side in scenario_comparison.sides if side.scenario.unit.paths]
    if grouped:
        told.append(
            f"Figures of a server of {' and '.join(grouped)} are means over all nodes of a unit in one world, whose"
            " classes are drawn group by group: other servers do not see the very same requests."
        )
    return " ".join(told)


def _why_at_its_share(scenario_comparison: ScenarioComparison) -> str:
    stated = any(side.scenario.workload.states_a_load for side in scenario_comparison.sides)
    return "As `plan` measures them," if stated else "No load is stated, so"


def _of_a_stated_load(scenario_comparison: ScenarioComparison, side: ComparedFarm) -> str:
    """What the load that a side states was good for, where it does not size its farm or where others have another."""
    workload = side.scenario.workload
    if not workload.states_a_load or (side.as_stated and scenario_comparison.load is None and not side.sizes_nothing):
        return ""
    rate = "" if workload.offered_rate is None else f" of {plain_number(workload.offered_rate)} requests/s a server"
    measured = ", at which it is measured here" if side.as_stated else ""
    nothing = "; it sizes nothing" if side.sizes_nothing else ""
    return f"a load{rate} is stated{measured}{nothing}."


def overloaded_lines(scenario_comparison: ScenarioComparison) -> Iterator[str]:
    """Of each server that does not settle under its load: what is full, and what it carries within its targets where
    that is known."""
    for at, side in enumerate(scenario_comparison.sides):
        if not side.overloaded:
            continue
        load = "" if side.offered is None else f" at {plain_number(round(side.offered, 1))} requests/s"
        most = "; `capacity` finds the load that it carries"
        if side.farm is not None:
            carried = side.farm.carried
            most = f"; within its targets it carries {figure_text(carried.mbps)} ({bare(carried.requests)} requests/s)"
        nothing = "nothing can be compared with it" if at == 0 else "it has no differences"
        full = f"{plain_number(round(side.overloaded.carried, 1))} are carried at the {side.overloaded.limit}"
        yield (
            f"{side.scenario.name} ({side.scenario.file}) is overloaded{load} ({full}{most}). A server that is"
            f" offered more than it carries does not settle, so that {nothing}."
        )


def difference_blocks(labels: Sequence[str], pairs: Sequence[Paired], results: Results) -> list[Block]:
    """What differs between each alternative and the current scenario, whose results are `results`; nothing without any.

    `labels` name the alternatives, in the order of `pairs`: the files that those carry may be the same ones.
    """
    if not pairs:
        return []
    return [
        _picture(labels, pairs),
        *(block for label, paired in zip(labels, pairs, strict=True) for block in _one(label, paired)),
        Text(how_to_read(results)),
    ]


def lead_sentences(labels: Sequence[str], pairs: Sequence[Paired]) -> list[Text]:
    """How much of each differs."""
    return [Text(f"{label}: {how_many_differ(paired)}", lead=True) for label, paired in zip(labels, pairs, strict=True)]


def _one(label: str, paired: Paired) -> list[Block]:
    differ = Text(how_many_differ(paired), lead=True)
    table, warning, told = differences_table(paired), unlike(paired), unresolved(paired)
    # Said before anyone reads the intervals.
    before = [Text(warning, tone="bad")] if warning else []
    return [Heading(label, 2), differ, *before, table, *([Text(told)] if told else [])]


def differences_on_terminal(pairs: Sequence[Paired], results: Results) -> list[Block]:
    """A table for each scenario against the first one, whose results these are; nothing without any."""
    if not pairs:
        return []
    each = (block for paired in pairs for block in _on_terminal(paired))
    return [*each, Text(how_to_read(results), aside=True)]


def _on_terminal(paired: Paired) -> Iterator[Block]:
    yield Text(headline(paired), lead=True)
    if told := unlike(paired):
        yield Text(told, tone="bad")
    yield differences_table(paired, *_names(paired))
    if told := unresolved(paired):
        yield Text(told, aside=True)


def _names(paired: Paired) -> tuple[str, str]:
    """What the columns of values are called: the files' names, or their places where those are the same."""
    names = (PurePath(paired.reference).stem, PurePath(paired.scenario).stem)
    return names if names[0] != names[1] else ("reference", "scenario")


def differences_table(paired: Paired, reference: str = REFERENCE, alternative: str = "alternative") -> Table:
    """A row for each measure of one server; those do not matter that do not differ. The names are of the two sides."""
    columns = (
        Column("measure"),
        Column(reference, numeric=True),
        Column(alternative, numeric=True),
        Column("difference", numeric=True, signed=True),
        Column("difference, %", numeric=True, signed=True, beneath=True),
        Column("significant"),
        Column("replications if independent", numeric=True),
    )
    muted = tuple(place for place, found in enumerate(paired.differences) if not found.significant)
    return Table("One server", columns, tuple(map(_row, paired.differences)), muted=muted, row_units=True)


def _row(difference: Difference) -> tuple[Cell, ...]:
    return (
        difference.label,
        difference.reference,
        difference.other,
        difference.difference,
        difference.percent if is_resolved(difference.difference) else NOT_RESOLVED,
        "yes" if difference.significant else "no",
        _needed(difference.replications_if_independent),
    )


def _needed(replications: int | None) -> Cell:
    """How many replications independent workloads would have needed; beyond a million only that."""
    if replications is None:
        return "-"
    return replications if replications <= MANY else f"> {MANY:,}"


def _picture(labels: Sequence[str], pairs: Sequence[Paired]) -> Chart:
    description = (
        "Differences of each alternative from the current scenario in per cent, with intervals, for every measure; the"
        " tables below have the figures."
    )
    title = "Differences from the current scenario in per cent, with their intervals"
    gaps = (_gap(label, each) for label, paired in zip(labels, pairs, strict=True) for each in _drawn(paired))
    return Chart(title, Gaps(tuple(gaps), AXIS), description)


def _drawn(paired: Paired) -> list[Difference]:
    """The differences that are known in per cent; of the others the table says why not."""
    return [found for found in paired.differences if isinstance(found.percent, Estimate)]


def _gap(label: str, difference: Difference) -> Gap:
    percent = require_estimate(difference.percent)
    return Gap(label, difference.label, percent.value, percent.low, percent.high, difference.significant)


def headline(paired: Paired) -> str:
    """How many measures differ, in a sentence."""
    return f"{paired.scenario} against {paired.reference}: {how_many_differ(paired)}"


def how_many_differ(paired: Paired) -> str:
    """The same without the names."""
    found = sum(difference.significant for difference in paired.differences)
    return f"{found} of {len(paired.differences)} measures differ significantly."


def unlike(paired: Paired) -> str:
    """That their workloads differ, so that pairing may not help; "" where they do not."""
    return f"Their workloads differ ({', '.join(paired.workload)}), {NOT_THE_SAME}" if paired.workload else ""


def unresolved(paired: Paired) -> str:
    """Which differences are not resolved, and how many replications would resolve them; empty where all are."""
    open_ones = [found for found in paired.differences if not is_resolved(found.difference)]
    needed = [(found.difference.samples_to_resolve, found.label) for found in open_ones]
    known = sorted((number, label) for number, label in needed if number is not None)
    if not open_ones:
        return ""
    told = "Not resolved: the interval of the difference is wider than the difference."
    if not known or known[0][0] > MANY:
        return f"{told} No number of replications that can be waited for would resolve it."
    (least, first), (most, last) = known[0], known[-1]
    now = f"against {plain_number(open_ones[0].difference.samples)} now"
    if len(known) == 1:
        return f"{told} About {plain_number(least)} replications would resolve that of {first}, {now}."
    upto = f"more than {MANY:,}" if most > MANY else f"about {plain_number(most)}"
    return (
        f"{told} About {plain_number(least)} replications would resolve that of {first}, {upto} that of {last}, {now}."
    )


def how_to_read(results: Results) -> str:
    """What the figures rest on, and how to read them."""
    told = (
        f"{run_length_text(results)}, intervals at {results.confidence * 100:g} %, seed {results.seed}, the same in all"
    )
    return f"{told} scenarios. {HOW_TO_READ}"
