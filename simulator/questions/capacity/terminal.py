"""What a terminal shows of the largest load of a server."""

from simulator.questions.capacity.document import limits, points
from simulator.questions.capacity.sentences import answer, how_found, what_ends_it
from simulator.report.blocks import Block, Text
from simulator.report.language.decision import bought
from simulator.rollup.carried import LARGEST
from simulator.rollup.farm import Farm
from simulator.rollup.largest_load import LargestLoad


def capacity_blocks(found: LargestLoad, farm: Farm | None) -> list[Block]:
    """The capacity of a server and of a unit, the farm for the demand if there is one, what ends the capacity, the
    limits in order, and the load curve."""
    return [
        Text(answer(found), lead=True),
        *([Text(_farm(farm))] if farm else []),
        Text(what_ends_it(found)),
        limits(found).only("limit", "in use", "binds at requests/s", "x the one before", "which is"),
        points(found),
        *(Text(line, aside=True) for line in how_found(found)),
    ]


def _farm(farm: Farm) -> str:
    stated = "" if farm.carried.way == LARGEST else " It is sized by the load that the scenario states."
    return f"{bought(farm)}{stated}"
