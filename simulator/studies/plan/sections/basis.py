"""What the figures of a plan or of a run rest on, in small print."""

from simulator.farm.outcome import Outcome
from simulator.messages.plan.basis import basis_sentences
from simulator.output.blocks import Block, Text

# Theory knows rates and distributions, and no single request.


def section(outcome: Outcome) -> list[Block]:
    """How long was simulated and how often, or that theory answers; how far off theory was."""
    return [Text(sentence, aside=True) for sentence in basis_sentences(outcome)]
