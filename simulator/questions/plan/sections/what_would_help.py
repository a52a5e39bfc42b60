"""What each option of the catalogue would gain and what it costs, where that was searched."""

from collections.abc import Iterator

from simulator.questions.helps.terminal import answer, dropped, notes
from simulator.report.blocks import Block, Cell, Column, Heading, Table, Text
from simulator.rollup.option import WhatHelps, Worth
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
        Column("servers then", numeric=True),
        Column("the farm then", "USD/month", numeric=True),
        Column("than now", "USD/month", numeric=True, signed=True),
        Column("then binds"),
    )
    rows = tuple(
        (_named(worth.name, worth.adapted), worth.gain.difference, worth.per, worth.cost, worth.cost_per_mbps,
         *_farm(worth), worth.binding.name)
        for worth in found.worths
    )  # fmt: skip
    measured = [Table("What would help, the cheapest Mbps first", columns, rows)] if rows else []
    ruled_out = tuple(_ruled_out(found))
    others = [Table("Not simulated", (Column("option"), Column("why")), ruled_out)] if ruled_out else []
    said = [Text(note) for note in (dropped(found), *notes(found)) if note]
    return [Text(answer(found), lead=True), *measured, *others, *said]


def _farm(worth: Worth) -> tuple[Cell, ...]:
    """Whole servers, what they cost, and how much more that is than now; nothing without a farm."""
    if worth.farm is None:
        return None, None, None
    return worth.farm.sizing.servers.whole, worth.farm.whole, worth.farm_costs_more


def _named(name: str, adapted: str) -> str:
    return f"{name}; {adapted}" if adapted else name


def _ruled_out(found: WhatHelps) -> Iterator[tuple[str, str]]:
    for each in found.saturated:
        less = "less than" if each.less else "hardly more than"
        yield each.name, f"in theory the {each.station} is full at {each.mbps:,.0f} Mbps, {less} is carried now"
    for each in found.not_applicable:
        yield each.name, each.reason
