"""What a terminal shows of a unit whose nodes fail."""

from simulator.questions.survive.by_group import told_by_group, years_of_groups
from simulator.questions.survive.document import all_phases, by_nodes_down
from simulator.questions.survive.sentences import (
    a_year,
    answer,
    collapse,
    found_by_name,
    notes,
    survivors,
    what_breaks,
    whom_it_hurts,
)
from simulator.report.blocks import Block, Text
from simulator.survival.survive import Survived


def survival_on_terminal(found: Survived) -> list[Block]:
    """The answer, what breaks, whom it hurts, and the phases."""
    parts = told_by_group(found) if found.groups else (survivors(found), *what_breaks(found))
    told = (*parts, whom_it_hurts(found), found_by_name(found))
    shown = ("from", "to", "away", "a node completes", "times before", "lost", "mean response", "most used", "which is")
    return [
        Text(answer(found), lead=True, tone="neutral" if found.met else "bad"),
        *(Text(line) for line in told if line),
        *(table.only(*shown) for table in all_phases(found)),
        *(Text(line) for line in collapse(found)),
        *([by_nodes_down(found.year)] if found.year else []),
        *(Text(line) for line in (*a_year(found), *years_of_groups(found))),
        *(Text(line, aside=True) for line in notes(found)),
    ]
