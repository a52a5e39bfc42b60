"""Variants that meet their targets at no load, that failed, and that cannot be."""

from collections.abc import Iterator, Sequence

from simulator.messages.sweep import FIRST, LEFT_OUT, NO_LOAD
from simulator.output.blocks import Block, Column, Table, Text
from simulator.studies.sweep.pareto import AnswerSet, VariantAnswer


def section(swept: AnswerSet) -> list[Block]:
    """A table for each kind of them; nothing where there are none."""
    blocks: list[Block] = []
    if swept.hopeless:
        rows = tuple((answer.name, answer.reason) for answer in swept.hopeless)
        blocks.append(Table(NO_LOAD, (Column("variant"), Column("reason")), rows))
    if swept.failed:
        rows = tuple((answer.name, answer.reason) for answer in swept.failed)
        blocks.append(Table("No answer", (Column("variant"), Column("reason")), rows))
    if swept.left_out:
        parts = tuple((each.problem, each.variants, each.first) for each in swept.left_out)
        columns = (Column("problem"), Column("variants", numeric=True), Column(FIRST))
        blocks.append(Table(LEFT_OUT, columns, parts))
    return blocks


def in_short(swept: AnswerSet) -> list[Block]:
    """A line for each reason and each problem."""
    return [Text(line, tone="bad") for line in _lines(swept)]


def _lines(swept: AnswerSet) -> Iterator[str]:
    """What meets its targets at no load, and what has no answer, by reason; what could not be, by problem."""
    for reason, answers in group_by_reason(swept.hopeless).items():
        yield f"Targets missed by {_who([each.name for each in answers])}: {reason}"
    for reason, answers in group_by_reason(swept.failed).items():
        yield f"No answer for {_who([each.name for each in answers])}: {reason}"
    for each in swept.left_out:
        yield f"Left out {each.variants:,}, first {each.first}: {each.problem}"


def group_by_reason(failed: Sequence[VariantAnswer]) -> dict[str, list[VariantAnswer]]:
    """Variants without an answer by their reason: many fail for one."""
    found: dict[str, list[VariantAnswer]] = {}
    for answer in failed:
        found.setdefault(answer.reason, []).append(answer)
    return found


def _who(names: Sequence[str]) -> str:
    others = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
    return f"{names[0]}{others}"
