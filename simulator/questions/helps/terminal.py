"""What a terminal shows of what would help."""

from simulator.questions.helps.document import options, ruled_out
from simulator.questions.helps.sentences import answer, dropped, notes
from simulator.report.blocks import Block, Table, Text
from simulator.report.language.decision import bought
from simulator.rollup.option import UNIT, WhatHelps


def options_blocks(found: WhatHelps) -> list[Block]:
    """What helps most for its cost, every option that was measured in that order, and why others were not."""
    farm = found.present.farm
    return [
        Text(answer(found), lead=True),
        *([Text(f"Now: {bought(farm)}")] if farm else []),
        *(_short(table, found) for table in options(found)),
        *ruled_out(found),
        *(Text(note, aside=True) for note in (dropped(found), *notes(found)) if note),
    ]


def _short(table: Table, found: WhatHelps) -> Table:
    """What it gains and costs, the servers of the farm if there is one, and what binds; of a unit where one differs."""
    per = ("of",) if any(each.per == UNIT for each in found.worths) else ()
    farm = () if found.present.scenario.demand is None else ("servers then", "than now")
    return table.only("option", "gain", *per, "cost", "lowest to highest", "for each Mbps", *farm, "then binds")
