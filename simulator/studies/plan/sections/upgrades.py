"""What each option of the catalogue would gain and what it costs, where that was searched."""

from simulator.farm.outcome import Outcome
from simulator.messages.upgrades import answer
from simulator.output.blocks import Block, Text
from simulator.output.figure import Data
from simulator.studies.upgrades.data import options_data
from simulator.studies.upgrades.document import option_blocks


def summary(outcome: Outcome) -> list[Block]:
    """The best option; nothing where they were not searched."""
    return [Text(answer(outcome.what_helps), lead=True)] if outcome.what_helps else []


def section(outcome: Outcome) -> list[Block]:
    """Every option, and why others were not measured."""
    return option_blocks(outcome.what_helps) if outcome.what_helps else []


def data(outcome: Outcome) -> Data:
    """The same as data, where options were searched."""
    return {"what_would_help": options_data(outcome.what_helps)} if outcome.what_helps else {}
