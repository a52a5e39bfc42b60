"""The answer first: how much is needed, what it costs, what binds, and whether the targets are met."""

from simulator.measure.results import Refused
from simulator.report.blocks import Block, Card, Heading, KeyFigures, Text
from simulator.report.numbers import bare, cell, plain, text
from simulator.report.sentences import asked, compared, headline, judged, what_binds
from simulator.rollup.comparison import Comparison
from simulator.rollup.cost import Cost
from simulator.rollup.outcome import Outcome
from simulator.rollup.sizing import Sizing
from simulator.rollup.verdicts import Verdict


def section(outcome: Outcome) -> list[Block]:
    """Key figures, and the same in sentences."""
    cards = [_capacity(outcome)]
    if outcome.sizing and outcome.cost:
        cards = [*_farm(outcome.sizing, outcome.cost), *cards]
    if outcome.comparison:
        cards += _against_baseline(outcome.comparison)
    cards += [_binding(outcome), *(_target(verdict) for verdict in outcome.verdicts)]
    texts = [Text(sentence) for sentence in (what_binds(outcome), compared(outcome)) if sentence]
    lead = Text(headline(outcome), lead=True)
    return [Heading("The answer", 2), lead, KeyFigures(tuple(cards)), *texts]


def _farm(sizing: Sizing, cost: Cost) -> list[Card]:
    units, racks = sizing.units, sizing.racks
    per_rack = f"{plain(sizing.servers_per_rack)} servers a rack, by its {sizing.rack_limit}"
    return [
        Card("Units to buy", units.whole, f"{text(units.exact)} exactly"),
        Card("Servers", sizing.servers.whole, f"of which {text(sizing.spare_servers)} beyond the need"),
        Card("Racks", racks, per_rack),
        Card("Cost", cost.total.whole, f"in US dollars of {cost.year}; {text(cost.per_mbps.whole)}"),
    ]


def _capacity(outcome: Outcome) -> Card:
    capacity = outcome.capacity
    spares = f", {capacity.spare_nodes} of them spare" if capacity.spare_nodes else ""
    note = f"{capacity.nodes} servers{spares}, {bare(capacity.server_mbps)} Mbps each"
    return Card("One unit carries", capacity.unit_mbps, note)


def _against_baseline(comparison: Comparison) -> list[Card]:
    if isinstance(comparison.footprint, Refused):
        return [Card("Capacity of the baseline's", comparison.capacity)]
    saving = next(saving for saving in comparison.savings if saving.name == "cost without bandwidth")
    return [
        Card(
            "Footprint of the baseline's",
            comparison.footprint,
            f"{cell(comparison.whole_footprint)} in whole units",
        ),
        Card(
            "Saved, without bandwidth",
            saving.exact_percent,
            f"{text(saving.usd.whole)} and {cell(saving.whole_percent)} in whole units",
        ),
    ]


def _binding(outcome: Outcome) -> Card:
    binding = outcome.binding
    following = binding.next
    if following is None:
        note = "no other limit is near"
    elif isinstance(following.growth, Refused):
        note = f"next: {following.name}, {text(following.utilisation)}"
    else:
        note = f"next: {following.name}, at {text(following.growth)}"
    return Card("Binds first", binding.limit.name, f"{text(binding.limit.utilisation)} in use; {note}")


def _target(verdict: Verdict) -> Card:
    tone = "neutral" if verdict.met is None else "good" if verdict.met else "bad"
    return Card(f"Target: {verdict.name}", verdict.measured, f"{asked(verdict)}: {judged(verdict)}", tone)
