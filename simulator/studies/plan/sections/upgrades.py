"""What each option of the catalogue would gain and what it costs, where that was searched."""

from simulator.farm.outcome import Outcome
from simulator.output.blocks import Block, Heading
from simulator.studies.upgrades.document import upgrade_sections


def section(outcome: Outcome) -> list[Block]:
    """The options; nothing where they were not searched."""
    return [Heading("What would help", 2), *upgrade_sections(outcome.what_helps)] if outcome.what_helps else []
