"""What whoever signs must know besides: alternatives, what stops it and when, risks, how far to trust it."""

from collections.abc import Callable, Iterator

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.alternatives import Alternative, DecisionBasis
from simulator.farm.farm import Farm
from simulator.farm.influence import AnswerAtValue, Influence
from simulator.farm.outcome import Outcome
from simulator.farm.prediction import CostBeside
from simulator.farm.stopping_limit import stopping_limit
from simulator.messages.cost_difference import unpriced_origin
from simulator.messages.decision import interval_head
from simulator.messages.numbers import TRAFFIC, bare, rounded, unit_for
from simulator.messages.plan import notes, titles
from simulator.messages.plan.risks import agreement, growth_headroom, risks
from simulator.messages.prediction import dearer_text, enough_text
from simulator.messages.wording import and_others, node_word
from simulator.output.blocks import Block, Cell, Column, Heading, Table, Text
from simulator.output.data import farm_data
from simulator.output.figure import Data
from simulator.output.prediction_data import beside_data
from simulator.studies.plan.money.bill import amount, range_ends
from simulator.studies.plan.sections.trust import trust_sentence
from simulator.studies.sensitivity.result import influence_data

_RECOMMENDED, _NOT_RECOMMENDED = "the plan", notes.NOT_RECOMMENDED
_IN_THEORY = "in theory"


def section(outcome: Outcome) -> list[Block]:
    """The second page that decides; nothing where there is no farm, or nobody asked."""
    farm, found = outcome.farm, outcome.deciding
    if farm is None or found is None:
        return []
    return [
        *_alternatives(outcome, farm, found),
        Heading(titles.STOPS, 3),
        Text(growth_headroom(outcome)),
        *([Text(found.months_ahead)] if found.months_ahead else []),
        Heading(titles.RISKS, 3),
        *map(Text, risks(outcome)),
        *_assumed(outcome, found, farm),
        Heading(titles.TRUST_IN_SHORT, 3),
        Text(" ".join(filter(None, (trust_sentence(outcome), agreement(outcome))))),
        _sign(),
    ]


def _alternatives(outcome: Outcome, farm: Farm, decision_basis: DecisionBasis) -> Iterator[Block]:
    every = (farm, *(each.farm for each in decision_basis.alternatives))
    columns = (
        Column("farm"),
        Column("servers", numeric=True),
        Column("to buy", farm.cost.currency, numeric=True),
        Column("a month in all", farm.cost.currency, numeric=True),
        Column(interval_head(every), farm.cost.currency, numeric=True),
        Column("enough with", numeric=True),
        Column("dearer with", numeric=True),
        Column("carries", "x the demand", numeric=True),
        Column("stopped by"),
        Column("known"),
    )
    predicted = any(each.is_predicted for each in every)
    by = _IN_THEORY if outcome.results.standing else "simulated"
    name = _RECOMMENDED if outcome.recommended else _NOT_RECOMMENDED
    own = _row(name, farm, by, None, predicted, outcome.recommended)
    others = (_row(each.name, each.farm, _IN_THEORY, each.beside, predicted) for each in decision_basis.alternatives)
    yield Table(titles.ALTERNATIVES, columns, (own, *others))
    farms = {_RECOMMENDED: farm, **{each.name: each.farm for each in decision_basis.alternatives}}
    yield from map(Text, filter(None, (decision_basis.no_alternative, unpriced_origin(farms))))


def _row(
    name: str, farm: Farm, by: str, beside: CostBeside | None, predicted: bool, is_enough: bool = True
) -> tuple[Cell, ...]:
    """A farm; predicted: whether the intervals of the column are predictions."""
    farm = farm.decided
    sizing, whole, over = farm.sizing, farm.in_all.amount, farm.in_all.over
    low, high = range_ends(over, whole) if farm.is_predicted or not predicted else ("", "")
    return (
        name,
        f"{bare(sizing.servers.whole)}{and_others(sizing)}" if sizing.tiers else sizing.servers.whole.times(1.0, ""),
        amount(farm.capital.total.whole, farm.capital_range),
        amount(whole, over),
        f"{low} to {high}" if low else "",
        enough_text(farm.prediction) if is_enough else "no",
        dearer_text(beside),
        farm.supports,
        stopping_limit(farm.carried, farm.scenario.targets).name or "not known",
        by,
    )


def _assumed(outcome: Outcome, decision_basis: DecisionBasis, farm: Farm) -> Iterator[Block]:
    if decision_basis.influences:
        _, traffic = _traffic_unit(farm)
        by_load = outcome.carried.way == LARGEST
        columns = (
            Column("assumed"),
            Column("value"),
            Column("range"),
            Column(notes.COST_AT_ENDS, farm.cost.currency, numeric=True),
            *((Column(f"a {node_word(farm.scenario)} carries", traffic, numeric=True),) if by_load else ()),
        )
        rows = tuple(_influence(each, farm, by_load) for each in decision_basis.influences)
        yield Text(notes.ASSUMED)
        yield Table(titles.INFLUENCES, columns, rows)
    if decision_basis.not_judged:
        yield Text(decision_basis.not_judged)


def _influence(each: Influence, farm: Farm, by_load: bool) -> tuple[Cell, ...]:
    parameter, ends, (size, unit) = each.parameter, (each.low, each.high), _traffic_unit(farm)
    uncertain = max(farm.range.half_width, farm.whole.half_width)
    costs = [_end(end, lambda one: one.whole_cost, uncertain) for end in ends]
    uncertain = farm.carried.mbps.value / size / 10.0
    carries = [_end(end, lambda one: one.capacity.times(1.0 / size, unit), uncertain) for end in ends]
    ranged = f"{parameter.low_text} to {parameter.high_text}"
    told = (costs, carries) if by_load else (costs,)
    return parameter.path, parameter.text, ranged, *(" / ".join(values) for values in told)


def _traffic_unit(farm: Farm) -> tuple[float, str]:
    return unit_for(farm.carried.mbps.value, TRAFFIC)


def _end(end: AnswerAtValue | Unavailable, read: Callable[[AnswerAtValue], Estimate | None], uncertain: float) -> str:
    """The answer at an end of a range, to the digits that matter; that it cannot be where it has none."""
    answer = None if isinstance(end, Unavailable) else read(end)
    return rounded(answer.value, uncertain) if isinstance(answer, Estimate) else "none"


def _sign() -> Table:
    columns = (Column(""), Column("name"), Column("signature"), Column("date"))
    rows = (("proposed by", "", "", ""), ("approved by", "", "", ""))
    return Table("Signed", columns, rows, to_fill=True)


def data(outcome: Outcome) -> Data:
    """The same as data, where it was asked."""
    return decision_data(outcome.deciding) if outcome.deciding else {}


def decision_data(decision_basis: DecisionBasis) -> Data:
    """The alternatives with their farms, and the assumed values at the ends of their ranges."""
    return {
        "alternatives": [_alternative(each) for each in decision_basis.alternatives],
        "no_alternative": decision_basis.no_alternative or None,
        "assumed_values": [influence_data(each, ("cost", "capacity")) for each in decision_basis.influences],
        "not_judged": decision_basis.not_judged or None,
    }


def _alternative(alternative: Alternative) -> Data:
    return {
        "name": alternative.name,
        "stopped_by": stopping_limit(alternative.farm.carried, alternative.farm.scenario.targets).name or None,
        **beside_data(alternative.beside, "plan"),
        **farm_data(alternative.farm),
    }
