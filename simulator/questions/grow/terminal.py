"""What a terminal shows of the months ahead."""

from simulator.growth.grown import Grown
from simulator.questions.grow.document import limits, months_around, orders, quarters
from simulator.questions.grow.hourly import hourly_on_terminal
from simulator.questions.grow.sentences import against, answer, money, notes, risk, then, what_is_full
from simulator.report.blocks import Block, Text


def growth_on_terminal(found: Grown) -> list[Block]:
    """The answer, the orders, when each limit is reached, and the money by quarter."""
    told = (then(found), what_is_full(found), risk(found), money(found), against(found))
    return [
        Text(answer(found), lead=True),
        *(Text(line) for line in told if line),
        orders(found),
        *([months_around(found)] if found.around else []),
        limits(found),
        quarters(found).only("quarter", "demand, low", "likely", "high", "units", "capital", "together"),
        *hourly_on_terminal(found),
        *(Text(line, aside=True) for line in notes(found)),
    ]
