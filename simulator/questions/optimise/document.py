"""The cheapest farm, as blocks."""

from simulator.questions.optimise.cheapest import Cheapest
from simulator.questions.optimise.sentences import against, answer, notes, places, ruled_out
from simulator.report.blocks import Block, Column, Heading, KeyFigure, KeyFigures, Report, Table, Text
from simulator.report.provenance import provenance
from simulator.rollup.stamp import Stamp

SHOWN = 12  # Of what is not the cheapest; the data has all.


def cheapest_report(name: str, found: Cheapest, stamp: Stamp, samples: int) -> Report:
    """The report of a search; `name` is the scenario's."""
    blocks: list[Block] = [
        Heading(f"{name}: the cheapest farm", 1),
        Heading("The answer", 2),
        Text(answer(found), lead=True),
        _cards(found),
        Text(against(found)),
        offers(found),
        Heading("What is not the cheapest, and why", 2),
        *(Text(line) for line in ruled_out(found)),
        _pruned_table(found),
        *(Text(note) for note in notes(found)),
    ]
    how = f"{found.simulated} servers searched, {samples} replications each" if samples else "by theory"
    return Report((*blocks, *provenance(stamp, how, found.winner.server_mbps.confidence)), stamp.day, stamp.origin)


def _cards(found: Cheapest) -> KeyFigures:
    winner = found.winner
    return KeyFigures(
        (
            KeyFigure("Cost a month", winner.whole, "whole units"),
            KeyFigure("Units", winner.whole_units, f"of {winner.nodes} servers"),
            KeyFigure("One server carries", winner.server_mbps),
            KeyFigure("Headroom", winner.supports, "with the spares gone"),
            KeyFigure("Binds there", winner.binding, winner.limit),
        )
    )


def offers(found: Cheapest) -> Table:
    """The farms that are told, each with its place."""
    unit = found.winner.whole.unit
    columns = (
        Column(""),
        Column("server"),
        Column("units", numeric=True),
        Column("of", numeric=True),
        Column("servers", numeric=True),
        Column("a server carries", "Mbps", numeric=True),
        Column("the farm carries", "x the demand", numeric=True),
        Column("cost, whole units", unit, numeric=True),
        Column("cost, exact units", unit, numeric=True),
        Column("binds"),
    )
    rows = tuple(
        (
            place, each.name, each.whole_units.times(1.0, ""), each.nodes, each.servers.times(1.0, ""),
            each.server_mbps, each.supports, each.whole, each.exact, each.binding,
        )
        for place, each in places(found)
    )  # fmt: skip
    return Table("Farms that carry the demand", columns, rows)


def _pruned_table(found: Cheapest) -> Table:
    """Those that might have been cheapest longest, first."""
    columns = (Column("server"), Column("reason"), Column("why"))
    ordered = sorted(found.pruned, key=lambda each: (each.bound is None, each.bound or 0.0, each.name))
    rows = tuple((each.name, each.kind, each.why) for each in ordered[:SHOWN])
    more = f", the {SHOWN} that came nearest of {len(ordered):,}" if len(ordered) > SHOWN else ""
    return Table(f"Not the cheapest{more}", columns, rows)


def cheapest_blocks(found: Cheapest) -> list[Block]:
    """The winner, the runner-up, the present farm, what was pruned and why."""
    told, table = against(found), offers(found)
    short = ("", "server", "units", "of", "a server carries", "the farm carries", "cost, whole units", "binds")
    return [
        Text(answer(found), lead=True),
        *([Text(told)] if told else []),
        table.only(*short),
        *(Text(line, aside=True) for line in (*ruled_out(found), *notes(found))),
    ]
