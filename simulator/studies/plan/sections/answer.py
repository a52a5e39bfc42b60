"""The answer first: how much is needed, what it costs, what stops it, and whether the targets are met."""

from collections.abc import Iterator

from models.quantities.formatting import count_text
from simulator.errors import require
from simulator.experiment.limits import SATURATED
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST
from simulator.experiment.verdicts import Verdict
from simulator.farm.comparison import Bill
from simulator.farm.farm import Farm, MonthlyPayment
from simulator.farm.outcome import Outcome
from simulator.messages.decision import (
    TRAFFIC,
    baseline_failure,
    headline,
    need_sentence,
    operating_point_sentence,
    other_unit_numbers,
    servers_and_people,
    sizing_sentence,
    stopping_sentence,
)
from simulator.messages.farm_notes import farm_notes
from simulator.messages.numbers import bare, cell_text, figure_text, rounded
from simulator.messages.sentences import comparable_bill, comparison_sentence, target_text, verdict_text
from simulator.messages.wording import and_others, currency_text, verb_for_limit
from simulator.output.blocks import Block, Heading, KeyFigure, KeyFigures, Text, verdict_tone
from simulator.studies.plan.money.bill import amount, money_table, range_text, share
from simulator.studies.plan.theory_check import contradiction


def section(outcome: Outcome) -> list[Block]:
    """Key figures, the same in sentences, and what it costs."""
    cards = [*(_farm(outcome.bought) if outcome.farm else ()), _capacity(outcome), _stops(outcome)]
    if outcome.comparison:
        cards += _against_baseline(outcome)
    cards += [_target(verdict) for verdict in outcome.verdicts]
    texts = [Text(sentence) for sentence in _sentences(outcome) if sentence]
    costs = [money_table(outcome.bought)] if outcome.farm else []
    lead = Text(headline(outcome), lead=True)
    return [Heading("The answer", 2), lead, KeyFigures(tuple(cards)), *costs, *texts]


def _sentences(outcome: Outcome) -> tuple[str, ...]:
    first = contradiction(outcome), need_sentence(outcome), sizing_sentence(outcome), stopping_sentence(outcome)
    return (
        *first,
        operating_point_sentence(outcome),
        farm_notes(outcome),
        baseline_failure(outcome),
        comparison_sentence(outcome),
    )


def _farm(farm: Farm) -> Iterator[KeyFigure]:
    sizing, units = farm.sizing, farm.sizing.units
    within = other_unit_numbers(sizing.units_between, units.whole.value)
    yield KeyFigure("Units to buy", units.whole, f"{figure_text(units.exact)} exactly{within}")
    rented = farm.scenario.server.is_rented
    where = "rented" if rented else f"in {count_text(sizing.racks.value, 'rack')}"
    others = f"{and_others(sizing).strip()}, " if sizing.tiers else ""
    yield KeyFigure(
        "Servers", sizing.servers.whole, f"{others}{where}; the demand needs {figure_text(sizing.needed_servers)}"
    )
    spares = sizing.capacity.spare_nodes or sizing.spare_units
    yield KeyFigure("The farm carries", sizing.supports, "with its spares gone" if spares else "")
    capital, once = farm.capital_range, farm.capital.total.whole
    yield KeyFigure("To buy", amount(once, capital), range_text(capital, once))
    of = currency_text(farm.cost.currency, farm.cost.year)
    yield _cost("Cost in all", farm.in_all, f"; {of}")
    for name, each in farm.paid_for.items() if len(farm.paid_for) > 1 else ():
        of_it = TRAFFIC.get(name, servers_and_people(farm))
        yield _cost(f"{of_it[:1].upper()}{of_it[1:]}", each)
    if farm.carbon is not None:
        over = farm.carbon_range
        yield KeyFigure("Carbon", amount(farm.carbon.whole, over), "of its electricity, cooling with it")


def _cost(label: str, monthly_payment: MonthlyPayment, note: str = "") -> KeyFigure:
    return KeyFigure(
        label,
        amount(monthly_payment.amount, monthly_payment.over),
        f"{range_text(monthly_payment.over, monthly_payment.amount)}{note}",
    )


def _capacity(outcome: Outcome) -> KeyFigure:
    capacity = outcome.capacity
    spares = f", {capacity.spare_nodes} of them spare" if capacity.spare_nodes else ""
    note = f"{count_text(capacity.nodes, 'server')}{spares}, {bare(capacity.server_mbps)} Mbps each"
    return KeyFigure("One unit carries", capacity.unit_mbps, note)


def _against_baseline(outcome: Outcome) -> list[KeyFigure]:
    comparison, farm = require(outcome.comparison, "comparison"), outcome.farm
    if isinstance(comparison.footprint, Unavailable) or farm is None:
        return [KeyFigure("Capacity of the baseline's", comparison.capacity)]
    saving = comparison.saving(comparable_bill(outcome))
    which = "without" if saving.of is Bill.COST else "with"
    footprint = f"{cell_text(comparison.footprint)} in exact units"
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
        note = f"next: {following.name}, {figure_text(following.utilisation)}"
    used = f"{figure_text(first.utilisation)} in use"
    if outcome.carried.way == LARGEST and outcome.carried.stop is not None:
        return KeyFigure("What stops a server", first.name, f"{used} at its largest load; {note} there")
    full = binding.turned_away_at is not None or first.utilisation.value >= SATURATED
    return KeyFigure(
        f"{verb_for_limit(first, 'binds').capitalize()} first" if full else "Used most", first.name, f"{used}; {note}"
    )


def _target(verdict: Verdict) -> KeyFigure:
    note = f"{target_text(verdict)}: {verdict_text(verdict)}"
    return KeyFigure(f"Target: {verdict.name}", verdict.measured, note, verdict_tone(verdict.met))
