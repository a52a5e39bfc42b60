"""What each option of the catalogue would gain and what it costs, where that was searched."""

from simulator.questions.helps.document import help_blocks
from simulator.report.blocks import Block, Heading
from simulator.rollup.outcome import Outcome


def section(outcome: Outcome) -> list[Block]:
    """The options; nothing where they were not searched."""
    return [Heading("What would help", 2), *help_blocks(outcome.what_helps)] if outcome.what_helps else []
