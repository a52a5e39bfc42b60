"""What a terminal shows of checked plans: a line each, which a program may read too."""

from collections.abc import Sequence

from models.visible import visible
from simulator.questions.check.checked import Checked
from simulator.questions.check.sentences import lines
from simulator.report.blocks import Block, Preformatted


def check_blocks(found: Sequence[Checked]) -> list[Block]:
    """A line for each scenario, and what they come to, which is also what the exit code says."""
    return [Preformatted("\n".join(map(visible, lines(found))))]
