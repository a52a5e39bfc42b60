"""What matters, where that was asked."""

from simulator.farm.outcome import Outcome
from simulator.output.blocks import Block, Heading
from simulator.studies.sensitivity.document import sensitivity_blocks


def section(outcome: Outcome) -> list[Block]:
    """How much the ranges of assumed values move capacity and cost; nothing where that was not asked."""
    return [Heading("What matters", 2), *sensitivity_blocks(outcome.sensitivity)] if outcome.sensitivity else []
