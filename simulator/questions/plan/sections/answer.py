"""The answer first: how much is needed, what it costs, what stops it, and whether the targets are met."""

from collections.abc import Iterator

from models.quantities.writing import counted
from simulator.errors import surely
from simulator.measure.results import Refused
from simulator.questions.plan.foreseen import contradiction
from simulator.questions.plan.money.bill import amount, between, money_table, share
from simulator.report.blocks import Block, Heading, KeyFigure, KeyFigures, Text, tone_of
from simulator.report.language.besides import besides
from simulator.report.language.decision import (
    TRAFFIC,
    at_work,
    enough,
    failing,
    headline,
    or_others,
    servers_and_people,
    sized,
    what_stops,
)
from simulator.report.language.measured_core import core_of_cpu_times
from simulator.report.language.numbers import bare, cell, rounded, text
from simulator.report.language.sentences import asked, compared, judged, like_for_like
from simulator.report.language.wording import and_others, money_of, verb
from simulator.rollup.carried import LARGEST
from simulator.rollup.comparison import Bill
from simulator.rollup.farm import Farm, PaidFor
from simulator.rollup.limits import SATURATED
from simulator.rollup.outcome import Outcome
from simulator.rollup.verdicts import Verdict


def section(outcome: Outcome) -> list[Block]:
    """Key figures, the same in sentences, and what it costs."""
    cards = [*(_farm(outcome.bought) if outcome.farm else ()), _capacity(outcome), _stops(outcome)]
    if outcome.comparison:
        cards += _against_baseline(outcome)
    cards += [_target(verdict) for verdict in outcome.verdicts]
    texts = [Text(sentence) for sentence in _sentences(outcome) if sentence]
    costs = [money_table(outcome.bought)] if outcome.farm else []
    lead = Text(headline(outcome), lead=True)
    core = core_of_cpu_times(outcome.scenario)
    first = [lead, *([Text(core, lead=True, tone="bad")] if core else [])]
    return [Heading("The answer", 2), *first, KeyFigures(tuple(cards)), *costs, *texts]


def _sentences(outcome: Outcome) -> tuple[str, ...]:
    first = contradiction(outcome), enough(outcome), sized(outcome), what_stops(outcome)
    return *first, at_work(outcome), besides(outcome), failing(outcome), compared(outcome)


def _farm(farm: Farm) -> Iterator[KeyFigure]:
    sizing, units = farm.sizing, farm.sizing.units
    within = or_others(sizing.units_between, units.whole.value)
    yield KeyFigure("Units to buy", units.whole, f"{text(units.exact)} exactly{within}")
    rented = farm.scenario.server.is_rented
    where = "rented" if rented else f"in {counted(sizing.racks.value, 'rack')}"
    others = f"{and_others(sizing).strip()}, " if sizing.tiers else ""
    yield KeyFigure("Servers", sizing.servers.whole, f"{others}{where}; the demand needs {text(sizing.needed_servers)}")
    spares = sizing.capacity.spare_nodes or sizing.spare_units
    yield KeyFigure("The farm carries", sizing.supports, "with its spares gone" if spares else "")
    capital, once = farm.capital_range, farm.capital.total.whole
    yield KeyFigure("To buy", amount(once, capital), between(capital, once))
    of = money_of(farm.cost.currency, farm.cost.year)
    yield _cost("Cost in all", farm.in_all, f"; {of}")
    for name, each in farm.paid_for.items() if len(farm.paid_for) > 1 else ():
        of_it = TRAFFIC.get(name, servers_and_people(farm))
        yield _cost(f"{of_it[:1].upper()}{of_it[1:]}", each)
    if farm.carbon is not None:
        over = farm.carbon_range
        yield KeyFigure("Carbon", amount(farm.carbon.whole, over), "of its electricity, cooling with it")


def _cost(label: str, found: PaidFor, note: str = "") -> KeyFigure:
    return KeyFigure(label, amount(found.amount, found.over), f"{between(found.over, found.amount)}{note}")


def _capacity(outcome: Outcome) -> KeyFigure:
    capacity = outcome.capacity
    spares = f", {capacity.spare_nodes} of them spare" if capacity.spare_nodes else ""
    note = f"{counted(capacity.nodes, 'server')}{spares}, {bare(capacity.server_mbps)} Mbps each"
    return KeyFigure("One unit carries", capacity.unit_mbps, note)


def _against_baseline(outcome: Outcome) -> list[KeyFigure]:
    comparison, farm = surely(outcome.comparison, "comparison"), outcome.farm
    if isinstance(comparison.footprint, Refused) or farm is None:
        return [KeyFigure("Capacity of the baseline's", comparison.capacity)]
    saving = comparison.saving(like_for_like(outcome))
    which = "without" if saving.of is Bill.COST else "with"
    footprint = f"{cell(comparison.footprint)} in exact units"
    money = saving.money.whole
    saved = f"{rounded(money.value, max(farm.range.half_width, money.half_width))} {farm.cost.currency} a month"
    return [
        KeyFigure("Footprint of the baseline's", comparison.whole_footprint, footprint),
        KeyFigure(f"Saved, {which} bandwidth", share(saving.whole_percent), f"{saved}, in whole units"),
    ]


def _stops(outcome: Outcome) -> KeyFigure:
    """The limit that stops the largest load; at a stated one the limit that binds there, or is used most."""
    binding = outcome.binding
    first, following = binding.limit, binding.next
    note = "no other limit is near"
    if following is not None:
        note = f"next: {following.name}, {text(following.utilisation)}"
    used = f"{text(first.utilisation)} in use"
    if outcome.carried.way == LARGEST and outcome.carried.stop is not None:
        return KeyFigure("What stops a server", first.name, f"{used} at its largest load; {note} there")
    full = binding.turned_away_at is not None or first.utilisation.value >= SATURATED
    return KeyFigure(
        f"{verb(first, 'binds').capitalize()} first" if full else "Used most", first.name, f"{used}; {note}"
    )


def _target(verdict: Verdict) -> KeyFigure:
    note = f"{asked(verdict)}: {judged(verdict)}"
    return KeyFigure(f"Target: {verdict.name}", verdict.measured, note, tone_of(verdict.met))
