"""Which assumed values move the answer, where that was asked."""

from simulator.farm.outcome import Outcome
from simulator.messages.sensitivity.what_matters import measure_next
from simulator.output.blocks import Block, Text
from simulator.output.figure import Data
from simulator.studies.sensitivity.document import sensitivity_blocks
from simulator.studies.sensitivity.result import sensitivity_data


def summary(outcome: Outcome) -> list[Block]:
    """What to measure next; nothing where that was not asked."""
    found = outcome.sensitivity
    return [Text(measure_next(found, found.answers[0]))] if found else []


def section(outcome: Outcome) -> list[Block]:
    """How much the ranges of assumed values move capacity and cost."""
    return sensitivity_blocks(outcome.sensitivity) if outcome.sensitivity else []


def data(outcome: Outcome) -> Data:
    """The same as data, where that was asked."""
    return {"sensitivity": sensitivity_data(outcome.sensitivity)} if outcome.sensitivity else {}
