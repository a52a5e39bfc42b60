"""What a server carries at other loads, where that was searched."""

from simulator.questions.capacity.document import curve_blocks
from simulator.questions.capacity.sentences import answer, how_found, what_ends_it
from simulator.report.blocks import Block, Heading, Text
from simulator.rollup.largest_load import LargestLoad
from simulator.rollup.outcome import Outcome


def section(outcome: Outcome) -> list[Block]:
    """The capacity of a server and of a unit, and the load curve around it; nothing where it was not searched."""
    found = outcome.largest_load
    if found is None:
        return []
    searched = searched_blocks(found, outcome.scenario.workload.offered_rate)
    return [Heading("Load curve", 2), *searched, Text(" ".join(how_found(found)))]


def searched_blocks(found: LargestLoad, offered: float | None) -> list[Block]:
    """The capacity in sentences, and what a server does at loads around it; `offered` is the present load."""
    return [Text(answer(found), lead=True), Text(what_ends_it(found)), *curve_blocks(found, offered)]
