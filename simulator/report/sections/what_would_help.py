"""What each option of the catalogue would gain and what it costs, where that was searched."""

from collections.abc import Iterator

from simulator.report.blocks import Block, Column, Heading, Table, Text
from simulator.report.options import answer, notes
from simulator.rollup.option import WhatHelps
from simulator.rollup.outcome import Outcome


def section(outcome: Outcome) -> list[Block]:
    """The options; nothing where they were not searched."""
    return [Heading("What would help", 2), *help_blocks(outcome.what_helps)] if outcome.what_helps else []


def help_blocks(found: WhatHelps) -> list[Block]:
    """The answer, every option that was measured, and why the others were not."""
    columns = (
        Column("option"),
        Column("gain", "Mbps", numeric=True, signed=True),
        Column("of a"),
        Column("cost", "USD/month", numeric=True, signed=True),
        Column("for each Mbps", "USD/month", numeric=True),
        Column("then binds"),
    )
    rows = tuple(
        (_named(worth.name, worth.adapted), worth.gain.difference, worth.per, worth.cost, worth.cost_per_mbps,
         worth.binding.name)
        for worth in found.worths
    )  # fmt: skip
    measured = [Table("What would help, the cheapest Mbps first", columns, rows)] if rows else []
    ruled_out = tuple(_ruled_out(found))
    others = [Table("Not simulated", (Column("option"), Column("why")), ruled_out)] if ruled_out else []
    return [Text(answer(found), lead=True), *measured, *others, *(Text(note) for note in notes(found))]


def _named(name: str, adapted: str) -> str:
    return f"{name}; {adapted}" if adapted else name


def _ruled_out(found: WhatHelps) -> Iterator[tuple[str, str]]:
    for each in found.saturated:
        less = "less than" if each.less else "hardly more than"
        yield each.name, f"in theory the {each.station} is full at {each.mbps:,.0f} Mbps, {less} is carried now"
    for each in found.not_applicable:
        yield each.name, each.reason
