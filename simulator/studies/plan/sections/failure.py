"""A unit of the farm when its nodes fail, where the scenario says something of failures."""

from typing import Protocol

from simulator.failover.survive import FailoverResult
from simulator.messages.survive.by_group import group_sentences
from simulator.messages.survive.failover import summary_sentences
from simulator.output.blocks import Block, Text
from simulator.output.figure import Data
from simulator.studies.survive.document import failure_blocks
from simulator.studies.survive.result import survival_data


class _Plan(Protocol):
    @property
    def survived(self) -> FailoverResult | None: ...


def shown(found: FailoverResult) -> list[Block]:
    """What becomes of a unit, in full."""
    return [*_summary(found), *failure_blocks(found)]


def _summary(found: FailoverResult) -> list[Block]:
    return [*map(Text, (*summary_sentences(found), *group_sentences(found)))]


def summary(plan: _Plan) -> list[Block]:
    """What becomes of the unit; nothing where no failure is stated."""
    return _summary(plan.survived) if plan.survived else []


def section(plan: _Plan) -> list[Block]:
    """What breaks, phase by phase and over time."""
    return failure_blocks(plan.survived) if plan.survived else []


def data(plan: _Plan) -> Data:
    """The same as data."""
    return {"survives": survival_data(plan.survived)} if plan.survived else {}
