"""What a server carries at other loads, where that was searched."""

from simulator.experiment.largest_load import LargestLoad
from simulator.farm.outcome import Outcome
from simulator.output.blocks import Block, Heading, Text
from simulator.studies.capacity.document import curve_blocks
from simulator.studies.capacity.sentences import answer, basis_sentences, stopping_target


def section(outcome: Outcome) -> list[Block]:
    """The capacity of a server and of a unit, and the load curve around it; nothing where it was not searched."""
    found = outcome.largest_load
    if found is None:
        return []
    searched = load_curve_blocks(found, outcome.scenario.workload.offered_rate)
    return [Heading("Load curve", 2), *searched, Text(" ".join(basis_sentences(found)))]


def load_curve_blocks(largest_load: LargestLoad, offered: float | None) -> list[Block]:
    """The capacity in sentences, and what a server does at loads around it; `offered` is the present load."""
    return [
        Text(answer(largest_load), lead=True),
        Text(stopping_target(largest_load)),
        *curve_blocks(largest_load, offered),
    ]
