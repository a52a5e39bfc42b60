"""What a terminal shows of the cheapest farm."""

from simulator.questions.optimise.cheapest import Cheapest
from simulator.questions.optimise.document import offers
from simulator.questions.optimise.sentences import against, answer, notes, ruled_out
from simulator.report.blocks import Block, Text


def cheapest_blocks(found: Cheapest) -> list[Block]:
    """The winner, the runner-up, the present farm, what was pruned and why."""
    told, table = against(found), offers(found)
    short = ("", "server", "units", "of", "a server carries", "the farm carries", "cost, whole units", "binds")
    return [
        Text(answer(found), lead=True),
        *([Text(told)] if told else []),
        table.only(*short),
        *(Text(line, aside=True) for line in (*ruled_out(found), *notes(found))),
    ]
