"""Sections of a report on a page. Their charts are drawn once for an outcome, however often the page is drawn again."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Lock

from simulator.report.blocks import Block, Chart, Charts
from simulator.rollup.outcome import Outcome
from simulator.ui.charts_on_page import specification

Section = Callable[[Outcome], Sequence[Block]]
KEPT = 32  # Outcomes, of all users together.


class _Drawn:
    """The blocks of the outcomes that were shown last; from any thread."""

    def __init__(self) -> None:
        # By the identity of an outcome, which is kept beside its blocks, so that it stays that of this outcome.
        self._blocks: OrderedDict[int, tuple[Outcome, dict[Section, tuple[Block, ...]]]] = OrderedDict()
        self._lock = Lock()

    def blocks(self, outcome: Outcome, section: Section) -> tuple[Block, ...]:
        with self._lock:
            _, known = self._blocks.setdefault(id(outcome), (outcome, {}))
            self._blocks.move_to_end(id(outcome))
            while len(self._blocks) > KEPT:
                self._blocks.popitem(last=False)
        if section not in known:
            known[section] = tuple(map(_with_specification, section(outcome)))
        return known[section]


_DRAWN = _Drawn()


def drawn(outcome: Outcome, section: Section) -> tuple[Block, ...]:
    """The blocks that a section makes of an outcome, with specifications in place of charts."""
    return _DRAWN.blocks(outcome, section)


def _with_specification(block: Block) -> Block:
    if isinstance(block, Charts):
        return Charts(tuple(map(_with_specification, block.charts)))
    return replace(block, chart=specification(block.chart)) if isinstance(block, Chart) else block
