"""The arithmetic of a workbook: which figures have names, and the formulas that are made of them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from simulator.output.blocks import Block, Cell, KeyFigures, Linked, Table

HALF_WIDTH = "_pm"  # What the name of a half-width adds to that of its figure.
FUNCTIONS = {"PMT", "ROUNDUP"}
_NAME = re.compile(r"\b[A-Za-z_]\w*")


@dataclass(frozen=True)
class Links:
    """The names that the figures of a report have in its workbook; `measured` are those with a half-width."""

    names: frozenset[str]
    measured: frozenset[str]

    def formula(self, linked: Linked) -> str:
        """The formula of a figure; "" where it has none, or a name in it stands nowhere in the report."""
        missing = set(_NAME.findall(linked.formula)) - FUNCTIONS - self.names
        return "" if missing else linked.formula

    def half_width(self, linked: Linked) -> str:
        """The formula of its half-width: the same of the half-widths of `of`; "" where none of them has any."""
        if not self.formula(linked) or self.measured.isdisjoint(linked.of):
            return ""
        return _NAME.sub(lambda found: self._half_width_of(found[0], linked.of), linked.formula)

    def _half_width_of(self, name: str, of: tuple[str, ...]) -> str:
        if name not in of:
            return name
        return f"{name}{HALF_WIDTH}" if name in self.measured else "0"


def links(blocks: Iterable[Block]) -> Links:
    """The names in the tables and key figures of a report."""
    found = [cell for block in blocks for cell in _cells(block) if isinstance(cell, Linked) and cell.name]
    measured = frozenset(linked.name for linked in found if has_half_width(linked))
    return Links(frozenset(linked.name for linked in found), measured)


def has_half_width(linked: Linked) -> bool:
    """Whether a figure has an interval that can be reckoned with."""
    return 0.0 < linked.content.half_width < float("inf")


def _cells(block: Block) -> Iterable[Cell]:
    if isinstance(block, Table):
        return (cell for row in block.in_full().rows for cell in row)
    return (card.figure for card in block.cards) if isinstance(block, KeyFigures) else ()
