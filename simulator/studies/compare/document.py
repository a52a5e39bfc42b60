"""A comparison as one list of sections: what a terminal, the page and every format of a report show of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.farm.scenario_comparison import ScenarioComparison
from simulator.farm.stamp import Stamp
from simulator.messages.compare import farm_lines
from simulator.messages.run_length import run_length_text
from simulator.output.blocks import Block, Report, Text
from simulator.output.candidates import candidate_blocks
from simulator.output.provenance import stamp_blocks
from simulator.output.sections import REPORT, Output, Section, blocks_for, report
from simulator.studies.compare.differences import (
    before_differences,
    difference_blocks,
    differences_on_terminal,
    lead_sentences,
)


@dataclass(frozen=True)
class _Shown:
    """What is shown. farms: what all scenarios are called in tables, in their order; pairs: those that have
    differences, under what they are called there; stamp: of a report."""

    compared: ScenarioComparison
    farms: Sequence[str] = ()
    pairs: Sequence[str] = ()
    stamp: Stamp | None = None


def _provenance(shown: _Shown) -> list[Block]:
    results = shown.compared.results
    return stamp_blocks(shown.stamp, run_length_text(results), results.confidence) if shown.stamp else []


def _farms(shown: _Shown) -> list[Block]:
    return candidate_blocks(shown.compared.ranking(shown.farms))


def _sentences(compared: ScenarioComparison) -> list[Block]:
    """The farms of the scenarios that state a demand, a sentence each."""
    return [Text(line) for line in farm_lines(compared)]


def _in_short(shown: _Shown) -> list[Block]:
    return [*before_differences(shown.compared), *lead_sentences(shown.pairs, shown.compared.pairs)]


def _differences(shown: _Shown) -> list[Block]:
    return difference_blocks(shown.pairs, shown.compared.pairs, shown.compared.results)


SECTIONS: tuple[Section[_Shown], ...] = (
    Section("The farms", _farms, Output.TERMINAL | REPORT),
    Section("", lambda shown: _sentences(shown.compared), Output.TERMINAL | REPORT),
    Section("", lambda shown: before_differences(shown.compared), Output.TERMINAL | Output.PAGE),
    Section("The differences", _in_short, REPORT),
    Section("", _differences, Output.PAGE | REPORT),
    Section(
        "",
        lambda shown: differences_on_terminal(shown.compared.pairs, shown.compared.results),
        Output.TERMINAL,
    ),
    Section("Provenance", _provenance, REPORT),
)


def comparison_report(scenarios: Sequence[Scenario], compared: ScenarioComparison, stamp: Stamp) -> Report:
    """The report of a comparison; the first of the scenarios is the reference, whose results and stamp these are."""
    reference, *others = scenarios
    title = f"{' and '.join(other.name for other in others)} against {reference.name}"
    pairs = compared.of_pairs([f"{other.name} ({other.file})" for other in others])
    shown = _Shown(compared, [scenario.name for scenario in scenarios], pairs, stamp)
    return report(SECTIONS, shown, title, stamp.day, stamp.origin)


def comparison_page(labels: Sequence[str], compared: ScenarioComparison) -> list[Block]:
    """What the page shows below its bars: what differs of one server; the labels are those of all scenarios, the first
    one's first."""
    return blocks_for(SECTIONS, _Shown(compared, labels, compared.of_pairs(labels[1:])), Output.PAGE)


def comparison_blocks(compared: ScenarioComparison) -> list[Block]:
    """What a terminal shows: the farms, and a table for each scenario against the first one."""
    return blocks_for(SECTIONS, _Shown(compared), Output.TERMINAL)
