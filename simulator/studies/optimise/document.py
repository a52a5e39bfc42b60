"""The cheapest farm: in sentences, the same in a report and on a terminal; and as blocks of them."""

from collections.abc import Iterator

from simulator.farm.cheapest_farm import CheapestFarm
from simulator.farm.stamp import Stamp
from simulator.messages import optimise
from simulator.messages.optimise import against_winner, answer, comparison_notes, excluded_sentences, notes
from simulator.output.blocks import Block, Heading, Report, Text
from simulator.output.candidates import bars_of, candidates_table
from simulator.output.provenance import provenance
from simulator.output.sections import Output, Section, blocks_for

SHOWN, DRAWN = 12, 6  # Rows and bars of farms; the data has all.


def _prose(*sentences: str) -> list[Block]:
    return [Text(sentence) for sentence in sentences if sentence]


SECTIONS: tuple[Section[CheapestFarm], ...] = (
    Section("The answer", lambda found: [Text(answer(found), lead=True)]),
    Section("", lambda found: [*bars_of(found.ranking, DRAWN), candidates_table(found.ranking, SHOWN)]),
    Section("", lambda found: _prose(*against_winner(found), *comparison_notes(found))),
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
