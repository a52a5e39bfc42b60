"""The cheapest farm: in sentences, the same in a report and on a terminal; and as blocks of them."""

from collections.abc import Iterator, Mapping

from simulator.farm.cheapest_farm import CheapestFarm, FarmOffer
from simulator.farm.prediction import PREDICTED, CostBeside
from simulator.farm.stamp import Stamp
from simulator.messages import optimise
from simulator.messages.optimise import against_winner, answer, comparison_notes, excluded_sentences, notes
from simulator.messages.prediction import (
    dearer_text,
    enough_text,
    money,
    probability,
)
from simulator.output.blocks import Block, Column, Heading, Report, Table, Text
from simulator.output.provenance import provenance
from simulator.output.sections import Output, Section, blocks_for

SHOWN = 12  # Of what is not the cheapest; the data has all.

WHOLE = "cost in all"


def _prose(*sentences: str) -> list[Block]:
    return [Text(sentence) for sentence in sentences if sentence]


SECTIONS: tuple[Section[CheapestFarm], ...] = (
    Section("The answer", lambda found: [Text(answer(found), lead=True)]),
    Section("", lambda found: _prose(*against_winner(found), *comparison_notes(found))),
    Section("", lambda found: [offers_table(found)]),
    Section("", lambda found: _other_server_tables(found)),
    Section(optimise.NOT_CHEAPEST, lambda found: _asides(excluded_sentences(found))),
    Section("", lambda found: _asides(notes(found))),
)


def _asides(sentences: Iterator[str]) -> list[Block]:
    return [Text(sentence, aside=True) for sentence in sentences]


def cheapest_report(name: str, cheapest_farm: CheapestFarm, stamp: Stamp, samples: int) -> Report:
    """The report of a search; `name` is the scenario's."""
    how = optimise.searched(cheapest_farm.simulated, samples) if samples else "by theory"
    stamped = provenance(stamp, how, cheapest_farm.winner.server_mbps.confidence)
    shown = blocks_for(SECTIONS, cheapest_farm, Output.HTML)
    return Report((Heading(f"{name}: the cheapest farm", 1), *shown, *stamped), stamp.day, stamp.origin)


def offers_table(cheapest_farm: CheapestFarm) -> Table:
    """The farms that are told, each with its place."""
    unit = cheapest_farm.winner.whole.unit
    columns = (
        Column(""),
        Column("server"),
        Column("servers", numeric=True),
        Column("units", numeric=True, detail=True),
        Column("nodes of a unit", numeric=True, detail=True),
        Column("capacity of a server", "Mbps", numeric=True, detail=True),
        Column("can carry", "x demand", numeric=True),
        Column("enough", numeric=True),
        Column(WHOLE, unit, numeric=True),
        Column(optimise.EXACT_COST, unit, numeric=True, detail=True),
        Column("bottleneck"),
    )
    rows = tuple(
        (
            place, each.name, each.servers.times(1.0, ""), each.whole_units.times(1.0, ""), each.nodes,
            each.server_mbps, each.supports, _enough(each), each.whole, each.exact, each.binding,
        )
        for place, each in cheapest_farm.ranked
    )  # fmt: skip
    return Table(optimise.FARMS, columns, rows)


def _enough(offer: FarmOffer) -> str:
    """How likely a farm is enough; "" where that is not known."""
    return enough_text(offer.farm.prediction) if offer.farm is not None else ""


def _other_server_tables(cheapest_farm: CheapestFarm) -> list[Table]:
    """Why the other servers of the catalogue are not chosen, counted over the worlds; no table where none was."""
    counted = cheapest_farm.others.servers
    if not counted:
        return []
    columns = (
        Column("server"),
        Column("servers", numeric=True, detail=True),
        Column("units", numeric=True, detail=True),
        Column("nodes of a unit", numeric=True, detail=True),
        Column("enough", numeric=True),
        Column(f"more, {100.0 * PREDICTED:g} %", cheapest_farm.winner.whole.unit, numeric=True),
        Column("dearer", numeric=True),
        Column("stopped by"),
    )
    every = tuple(
        (
            each.name, each.servers, each.units, each.nodes, probability(each.enough), _more_within(each.beside),
            dearer_text(each.beside), _stops(each.stops),
        )
        for each in counted
    )  # fmt: skip
    title = optimise.other_servers(counted[0].worlds)
    return [Table(title, columns, every[:SHOWN], every=every if len(every) > SHOWN else ())]


def _more_within(beside: CostBeside) -> str:
    """Between what lies what a farm costs more than the cheapest, for a column that has the unit."""
    return f"{money(beside.more.low)} to {money(beside.more.high)}"


def _stops(stops: Mapping[str, float]) -> str:
    """What stops a server, with how often where that is not one limit."""
    (first, share), *others = stops.items()
    return first if not others else f"{first} ({probability(share)})"
