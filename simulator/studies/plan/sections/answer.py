"""The answer first: what to buy, what it costs, why, and whether the targets are met."""

from collections.abc import Iterator, Mapping

from models.quantities.formatting import count_text
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.comparison import Bill, FigureChange
from simulator.farm.farm import Farm
from simulator.farm.outcome import Outcome
from simulator.messages.decision import (
    baseline_failure,
    headline,
    larger_cache_sentence,
    last_unit_sentence,
    likely,
    more_units_sentence,
    need_sentence,
    node_down,
    operating_point_sentence,
    other_unit_numbers,
    other_units,
    page_headline,
    parts_of_bill,
    sizing_sentence,
    spares_in_units,
    stopping_sentence,
)
from simulator.messages.farm_notes import farm_notes
from simulator.messages.numbers import range_texts, short_text
from simulator.messages.plan.notes import LATER
from simulator.messages.plan.theory import contradiction
from simulator.messages.prediction import enough_text
from simulator.messages.sentences import measured_against_target, verdict_text
from simulator.messages.settings_to_write import needed_settings_sentence, setting_first_sentence
from simulator.messages.wording import and_others, nodes_in_short
from simulator.output.blocks import Block, KeyFigure, KeyFigures, Text, verdict_tone
from simulator.studies.plan.money.bill import amount, money_table

SERVERS, COST, ENOUGH, BOTTLENECK, CARRIES = "Servers", "Cost a month", "Enough with", "Bottleneck", "Can carry"
ONE_SERVER, ONE_UNIT, LOST, WITHIN = "Capacity of a server", "Capacity of a unit", "Not completed", "p95 response"
# The labels of the key figures, with a demand and without one.
FARM, SERVER = (SERVERS, COST, ENOUGH, BOTTLENECK, CARRIES), (ONE_SERVER, ONE_UNIT, LOST, WITHIN)


def answer(outcome: Outcome) -> list[Block]:
    """What to buy, or why nothing."""
    return [Text(headline(outcome), lead=True)]


def answer_in_short(outcome: Outcome) -> list[Block]:
    """The same in a few words, for a place where the key figures stand below it."""
    return [Text(page_headline(outcome), lead=True)]


def reasons(outcome: Outcome) -> list[Block]:
    """What the demand needs, the bottleneck, how near its limits the farm will be, and what else one must know."""
    said = (
        contradiction(outcome), need_sentence(outcome), more_units_sentence(outcome),
        larger_cache_sentence(outcome), last_unit_sentence(outcome), other_units(outcome), sizing_sentence(outcome),
        setting_first_sentence(outcome), stopping_sentence(outcome), needed_settings_sentence(outcome),
        operating_point_sentence(outcome), *farm_notes(outcome).splitlines(),
    )  # fmt: skip
    wrong = baseline_failure(outcome)
    return [*map(Text, filter(None, said)), *([Text(wrong, tone="bad")] if wrong else [])]


def targets(outcome: Outcome) -> list[Block]:
    """Each target with what was measured, in its colour."""
    return list(_targets(outcome))


def _targets(outcome: Outcome) -> Iterator[Text]:
    for verdict in outcome.verdicts:
        when, word = "" if verdict.state else node_down(outcome), verdict_text(verdict)
        told = f"{word[0].upper()}{word[1:]}{when}: {measured_against_target(verdict)}."
        yield Text(told, tone=verdict_tone(verdict.met))


def money(outcome: Outcome) -> list[Block]:
    """What the farm costs once and a month; nothing without a demand."""
    return [money_table(outcome.bought)] if outcome.farm else []


def key_figures(outcome: Outcome) -> list[Block]:
    """The figures that a planner reads first."""
    found = outcome.comparison.changes if outcome.comparison else ()
    changes = {change.name: change for change in found}
    return [KeyFigures((_of_farm if outcome.farm else _of_server)(outcome, changes))]


def _of_farm(outcome: Outcome, changes: Mapping[str, FigureChange]) -> tuple[KeyFigure, ...]:
    farm = outcome.bought
    over, whole, servers = farm.in_all.over, farm.in_all.amount, farm.sizing.servers.whole
    low, _, high = range_texts(over.low, whole.value, over.high, whole.half_width)
    within = f"{likely(farm)}{low}-{high}" if farm.is_predicted else f"{low}-{high} over its prices"
    prices = f"{within}; " if farm.has_interval else ""
    return (
        KeyFigure(SERVERS, servers.times(1.0, ""), _units(farm), change=_percent(changes, "servers")),
        KeyFigure(
            COST, amount(whole.times(1.0, farm.cost.currency), over), f"{prices}{parts_of_bill(farm)}",
            change=_percent(changes, Bill.WITH_BANDWIDTH.value),
        ),
        KeyFigure(
            ENOUGH, _enough(outcome), f"probability, for {farm.sizing.demanded.stated}"
        ),
        _bottleneck(outcome),
        KeyFigure(CARRIES, farm.supports, node_down(outcome).strip()),
    )  # fmt: skip


def _enough(outcome: Outcome) -> str:
    """How likely the farm is enough: not at all where it misses a target for sure."""
    return enough_text(outcome.bought.prediction) or "not known" if outcome.recommended else "no"


def _units(farm: Farm) -> str:
    sizing = farm.sizing
    whole = sizing.units.whole.value
    others = "" if farm.is_predicted else other_unit_numbers(sizing.units_between, whole)
    where = "rented" if farm.scenario.server.is_rented else count_text(sizing.racks.value, "rack")
    units = f"{count_text(whole, 'unit')} of {nodes_in_short(sizing.capacity)}{others}{spares_in_units(sizing)}"
    return f"{units}{and_others(sizing)}; {where}"


def _bottleneck(outcome: Outcome) -> KeyFigure:
    """What stops a server, and what would come next."""
    limit, following = outcome.carried.stop or outcome.binding.limit, outcome.binding.next
    after = f"; next the {following.name}, {short_text(following.utilisation)}" if following else ""
    stops, used = outcome.bottleneck, f", {short_text(limit.utilisation)} used at capacity"
    note = f"{stops.limit}{'' if stops.is_target else used}{after}"
    return KeyFigure(BOTTLENECK, f"{stops.name[:1].upper()}{stops.name[1:]}", note)


def _of_server(outcome: Outcome, changes: Mapping[str, FigureChange]) -> tuple[KeyFigure, ...]:
    capacity, measures = outcome.capacity, outcome.results.measures
    one, unit = (_percent(changes, f"one {name} carries") for name in ("server", "unit"))
    return (
        KeyFigure(ONE_SERVER, capacity.server_mbps, change=one, more_is_better=True),
        KeyFigure(ONE_UNIT, capacity.unit_mbps, change=unit, more_is_better=True),
        _measured(LOST, measures["errors"]),
        _measured(WITHIN, measures["response_p95"], LATER if outcome.results.standing else ""),
    )


def _measured(label: str, measure: Estimate | Unavailable, later: str = "") -> KeyFigure:
    """One figure; why it is not known, or that it is `later`."""
    return KeyFigure(label, measure, (later or measure.reason) if isinstance(measure, Unavailable) else "")


def _percent(changes: Mapping[str, FigureChange], name: str) -> Estimate | None:
    percent = changes[name].percent if name in changes else None
    return percent if isinstance(percent, Estimate) else None
