"""What a comparison found, as blocks: the report of it, and what a terminal shows."""

from collections.abc import Sequence

from models.scenario import Scenario
from simulator.farm.stamp import Stamp
from simulator.messages.run_length import run_length_text
from simulator.output.blocks import Block, Heading, Report, Text
from simulator.output.provenance import provenance
from simulator.studies.compare.comparison import ScenarioComparison
from simulator.studies.compare.differences import (
    before_differences,
    difference_blocks,
    differences_on_terminal,
    lead_sentences,
)
from simulator.studies.compare.farms import farm_lines, farms_section


def comparison_report(scenarios: Sequence[Scenario], compared: ScenarioComparison, stamp: Stamp) -> Report:
    """The report of a comparison; the first of the scenarios is the reference, whose results and stamp these are."""
    pairs, results = compared.pairs, compared.results
    reference, *others = scenarios
    title = f"{' and '.join(other.name for other in others)} against {reference.name}"
    labels = compared.of_pairs([f"{other.name} ({other.file})" for other in others])
    found = difference_blocks(labels, pairs, results)
    told: list[Block] = [Heading("The differences", 2), *before_differences(compared)]
    blocks = (Heading(title, 1), *farms_section(compared), *told, *lead_sentences(labels, pairs), *found)
    return Report((*blocks, *provenance(stamp, run_length_text(results), results.confidence)), stamp.day, stamp.origin)


def comparison_blocks(scenario_comparison: ScenarioComparison) -> list[Block]:
    """The farms, and a table for each scenario against the first one."""
    return [
        *(Text(line, lead=True) for line in farm_lines(scenario_comparison)),
        *before_differences(scenario_comparison),
        *differences_on_terminal(scenario_comparison.pairs, scenario_comparison.results),
    ]
