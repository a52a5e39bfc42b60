"""What a server carries at other loads, where that was searched."""

from simulator.experiment.largest_load import LargestLoad
from simulator.farm.outcome import Outcome
from simulator.messages.capacity import answer, basis_sentences, stopping_target
from simulator.output.blocks import Block, Text
from simulator.output.figure import Data
from simulator.studies.capacity.document import curve_blocks
from simulator.studies.capacity.result import capacity_data


def summary(outcome: Outcome) -> list[Block]:
    """The capacity of a server and of a unit; nothing where it was not searched."""
    return [Text(answer(outcome.largest_load), lead=True)] if outcome.largest_load else []


def section(outcome: Outcome) -> list[Block]:
    """What ends the capacity, and what a server does at loads around it."""
    found = outcome.largest_load
    if found is None:
        return []
    _, *curve = searched(found, outcome.scenario.workload.offered_rate)
    return [*curve, Text(" ".join(basis_sentences(found)))]


def searched(largest_load: LargestLoad, offered: float | None) -> list[Block]:
    """The capacity in sentences, and what a server does at loads around it; `offered` is the present load."""
    lead, ends = Text(answer(largest_load), lead=True), Text(stopping_target(largest_load))
    return [lead, ends, *curve_blocks(largest_load, offered)]


def data(outcome: Outcome) -> Data:
    """The same as data, where it was searched."""
    return {"capacity": capacity_data(outcome.largest_load)} if outcome.largest_load else {}
