"""What whoever signs must know besides: alternatives, what stops it and when, risks, how far to trust it."""

from collections.abc import Callable, Iterator

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.questions.plan.deciding_sentences import agreement, risks, until_when
from simulator.questions.plan.money.bill import amount, ends
from simulator.questions.plan.sections.trust import in_a_line
from simulator.report.blocks import Block, Cell, Column, Heading, Table, Text
from simulator.report.language.like_for_like import WITH_BANDWIDTH, unpriced_origin
from simulator.report.language.numbers import bare, rounded
from simulator.report.language.wording import and_others
from simulator.rollup.carried import LARGEST
from simulator.rollup.deciding import BASELINE, Alternative, Deciding
from simulator.rollup.farm import Farm
from simulator.rollup.influence import AtValue, Influence
from simulator.rollup.money.like_for_like import compared_cost, compared_range, pay_alike
from simulator.rollup.outcome import Outcome
from simulator.rollup.stopped_by import stopped_by

_RECOMMENDED, _NOT_RECOMMENDED = "the plan", "the plan, not recommended"
_ASSUMED = "Values that nobody has measured here, one at a time, each with what follows at both ends of its range:"


def section(outcome: Outcome) -> list[Block]:
    """The second page that decides; nothing where there is no farm, or nobody asked."""
    farm, found = outcome.farm, outcome.deciding
    if farm is None or found is None:
        return []
    return [
        Heading("The decision", 2),
        *_alternatives(outcome, farm, found),
        Heading("What stops it, and when", 3),
        Text(until_when(outcome)),
        *([Text(found.months_ahead)] if found.months_ahead else []),
        Heading("Risks and assumptions that matter", 3),
        *map(Text, risks(outcome)),
        *_assumed(outcome, found, farm),
        Heading("How far to trust it, in short", 3),
        Text(" ".join(filter(None, (in_a_line(outcome), agreement(outcome))))),
        _sign(),
    ]


def _alternatives(outcome: Outcome, farm: Farm, found: Deciding) -> Iterator[Block]:
    alike = pay_alike((farm, *(each.farm for each in found.alternatives)))
    columns = (
        Column("farm"),
        Column("servers", numeric=True),
        Column("to buy", farm.cost.currency, numeric=True),
        Column("a month" if alike else f"a month, {WITH_BANDWIDTH}", farm.cost.currency, numeric=True),
        Column("lowest to highest", farm.cost.currency, numeric=True),
        Column("carries", "x the demand", numeric=True),
        Column("stopped by"),
        Column("known"),
    )
    by = "in theory" if outcome.results.standing else "simulated"
    own = _row(_RECOMMENDED if outcome.recommended else _NOT_RECOMMENDED, farm, by, alike)
    others = (_row(_named(each), each.farm, each.by, alike) for each in found.alternatives)
    yield Table("The plan and its alternatives, for the same demand and reserve", columns, (own, *others))
    farms = {_RECOMMENDED: farm, **{_named(each): each.farm for each in found.alternatives}}
    yield from map(Text, filter(None, (found.no_alternative, unpriced_origin(farms))))


def _named(found: Alternative) -> str:
    return f"{found.kind}, {found.name}" if found.kind == BASELINE else found.name


def _row(name: str, farm: Farm, by: str, alike: bool) -> tuple[Cell, ...]:
    farm = farm.decided
    sizing, whole, over = farm.sizing, compared_cost(farm, alike), compared_range(farm, alike)
    low, high = ends(over, whole)
    return (
        name,
        f"{bare(sizing.servers.whole)}{and_others(sizing)}" if sizing.tiers else sizing.servers.whole.times(1.0, ""),
        amount(farm.capital.total.whole, farm.capital_range),
        amount(whole, over),
        f"{low} to {high}" if low else "",
        sizing.supports,
        stopped_by(farm.carried, farm.scenario.targets).name or "not known",
        by,
    )


def _assumed(outcome: Outcome, found: Deciding, farm: Farm) -> Iterator[Block]:
    if found.influences:
        by_load = outcome.carried.way == LARGEST
        columns = (
            Column("assumed"),
            Column("value"),
            Column("range"),
            Column("a month at its ends", farm.cost.currency, numeric=True),
            *((Column("a server carries", "Mbps", numeric=True),) if by_load else ()),
        )
        rows = tuple(_influence(each, farm, by_load) for each in found.influences)
        yield Text(_ASSUMED)
        yield Table("Assumed values that move the plan most", columns, rows)
    if found.not_judged:
        yield Text(found.not_judged)


def _influence(each: Influence, farm: Farm, by_load: bool) -> tuple[Cell, ...]:
    parameter, ends, mbps = each.parameter, (each.low, each.high), farm.carried.mbps.value
    uncertain = max(farm.range.half_width, farm.whole.half_width)
    costs = [_end(end, lambda one: one.whole_cost, uncertain) for end in ends]
    carries = [_end(end, lambda one: one.capacity, mbps / 10.0) for end in ends]
    ranged = f"{parameter.low_text} to {parameter.high_text}"
    told = (costs, carries) if by_load else (costs,)
    return parameter.path, parameter.text, ranged, *(" / ".join(values) for values in told)


def _end(end: AtValue | Refused, read: Callable[[AtValue], Estimate | None], uncertain: float) -> str:
    """The answer at an end of a range, to the digits that matter; that it cannot be where it has none."""
    answer = None if isinstance(end, Refused) else read(end)
    return rounded(answer.value, uncertain) if isinstance(answer, Estimate) else "none"


def _sign() -> Table:
    columns = (Column(""), Column("name"), Column("signature"), Column("date"))
    rows = (("proposed by", "", "", ""), ("approved by", "", "", ""))
    return Table("Signed", columns, rows, to_fill=True)
