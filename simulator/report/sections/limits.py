"""Which limit binds first."""

from simulator.report.blocks import Block, Chart, Column, Heading, Table, Text
from simulator.report.pictures import Bar, Bars
from simulator.report.sentences import what_binds
from simulator.report.sides import sides
from simulator.rollup.outcome import Outcome


def section(outcome: Outcome) -> list[Block]:
    """A chart of all limits and a table for each side."""
    blocks: list[Block] = [Heading("Which limit binds first", 2)]
    shown = sides(outcome)
    for side, one in shown.items():
        blocks.append(Text(f"{side.capitalize()}: {what_binds(one)}" if len(shown) > 1 else what_binds(one)))
    blocks.append(_chart(outcome))
    return [*blocks, *(_table(side, one) for side, one in shown.items()), Text(_NOTE)]


_NOTE = (
    "Of limits that are full, one that does work comes before a pool, because a full pool is the consequence of slow"
    " service. Growth is the load at which a limit binds, in times the present load: 1 / utilisation, exact for what"
    " works at a rate, and for pools as long as they are held equally long."
)


def _chart(outcome: Outcome) -> Chart:
    found = tuple(
        Bar(limit.name, side, limit.utilisation.value, limit.utilisation.half_width)
        for side, one in sides(outcome).items()
        for limit in one.limits
    )
    alt = "Bars of how much of each limit of a server is in use, with intervals; the table below has the figures."
    return Chart("Utilisation of the limits of one server", Bars(found, "utilisation, %", rule=100.0), alt)


def _table(side: str, outcome: Outcome) -> Table:
    columns = (
        Column("limit"),
        Column("which is"),
        Column("from"),
        Column("in use", "%", numeric=True),
        Column("binds at", "x the load", numeric=True),
        Column("turned away", "%", numeric=True),
    )
    rows = tuple(
        (limit.name, limit.limit, limit.origin, limit.utilisation, limit.growth, limit.turned_away)
        for limit in outcome.limits
    )
    return Table(f"Limits of one server, {side}", columns, rows)
