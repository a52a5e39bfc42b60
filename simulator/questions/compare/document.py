"""What a comparison found, as blocks: the report of it, and what a terminal shows."""

from collections.abc import Sequence

from models.scenario import Scenario
from simulator.questions.compare.compared import Compared
from simulator.questions.compare.differences import (
    before_differences,
    difference_blocks,
    differences_on_terminal,
    leads,
)
from simulator.questions.compare.farms import farm_lines, farms_section
from simulator.report.blocks import Block, Heading, Report, Text
from simulator.report.language.how_long import how_long
from simulator.report.provenance import provenance
from simulator.rollup.stamp import Stamp


def comparison_report(scenarios: Sequence[Scenario], compared: Compared, stamp: Stamp) -> Report:
    """The report of a comparison; the first of the scenarios is the reference, whose results and stamp these are."""
    pairs, results = compared.pairs, compared.results
    reference, *others = scenarios
    title = f"{' and '.join(other.name for other in others)} against {reference.name}"
    labels = compared.of_pairs([f"{other.name} ({other.file})" for other in others])
    found = difference_blocks(labels, pairs, results)
    told: list[Block] = [Heading("The differences", 2), *before_differences(compared)]
    blocks = (Heading(title, 1), *farms_section(compared), *told, *leads(labels, pairs), *found)
    return Report((*blocks, *provenance(stamp, how_long(results), results.confidence)), stamp.day, stamp.origin)


def compared_blocks(found: Compared) -> list[Block]:
    """The farms, and a table for each scenario against the first one."""
    return [
        *(Text(line, lead=True) for line in farm_lines(found)),
        *before_differences(found),
        *differences_on_terminal(found.pairs, found.results),
    ]
