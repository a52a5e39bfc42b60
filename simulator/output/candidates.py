"""Farms of which one is chosen, as blocks and as data: bars of their totals and of their headroom, and one table."""

from collections.abc import Callable, Sequence

from simulator.experiment.estimate import exact
from simulator.farm.candidates import (
    Candidate,
    CostsMore,
    FullTooSoon,
    MissesAsBought,
    MissesTarget,
    NotJudged,
    OtherReason,
    TooSmall,
    WhyNot,
)
from simulator.messages import candidates as texts
from simulator.messages.prediction import probability
from simulator.output.blocks import Block, Cell, Chart, Charts, Column, Linked, Table, Text
from simulator.output.figure import Data, figure_data
from simulator.output.pictures import NamedBar, NamedBars

MOST_BARS, SPOKEN = 10, 3
ALTERNATIVE = "alternative"


def candidate_blocks(candidates: Sequence[Candidate], most: int | None = None) -> list[Block]:
    """The cheapest in a sentence, bars, and the table; nothing without a candidate."""
    if not candidates:
        return []
    lead = texts.cheapest_sentence(candidates)
    table = candidates_table(candidates, most)
    return [*([Text(lead, lead=True)] if lead else []), *bars_of(candidates), table]


def bars_of(candidates: Sequence[Candidate], most: int = MOST_BARS) -> list[Block]:
    """Bars of the total a month and of the headroom, one a farm, `most` of them: a chart for each demand and currency,
    the cheapest first. Nothing without a farm."""
    farms = [each for each in candidates if each.is_a_farm]
    shown = farms[:most]
    if not shown:
        return []
    alike: dict[tuple[str, str], list[Candidate]] = {}
    for each in shown:
        alike.setdefault((each.demand, _units([each])), []).append(each)
    demands = {each.demand for each in shown}
    charts = [
        chart
        for (demand, _), group in alike.items()
        for chart in _charts(group, f", {demand}" if len(demands) > 1 else "")
    ]
    few = [Text(texts.few_of_many(len(shown), len(farms)), aside=True)] if len(farms) > len(shown) else []
    return [Charts(tuple(charts)), *few]


def _charts(farms: Sequence[Candidate], carrying: str) -> list[Chart]:
    """Bars of farms that carry one demand, whose bills are in one currency."""
    totals = tuple(
        NamedBar(each.name, texts.total_beside(each), each.total.value, each.between, each.is_cheapest)
        for each in farms
        if each.total is not None
    )
    headrooms = tuple(
        NamedBar(
            each.name, texts.marked(texts.headroom_text(each), each), each.headroom.value, None, each.is_cheapest
        )
        for each in farms
        if each.headroom is not None
    )  # fmt: skip
    bill = Chart(f"{texts.TOTAL}{carrying}", NamedBars(totals, _units(farms)), texts.totals(carrying, _spoken(totals)))
    if not headrooms:
        return [bill]
    times = NamedBars(headrooms, texts.TIMES)
    return [bill, Chart(f"{texts.HEADROOM}{carrying}", times, texts.headrooms(carrying, _spoken(headrooms)))]


def _spoken(bars: Sequence[NamedBar]) -> str:
    """The first of them, as they are read aloud; a page says it at each button of a chart too."""
    first = "; ".join(f"{bar.label}: {bar.text}" for bar in bars[:SPOKEN])
    return f"{first}; {texts.MORE_IN_TABLE}" if len(bars) > SPOKEN else first


def candidates_table(candidates: Sequence[Candidate], most: int | None = None, of: str = ALTERNATIVE) -> Table:
    """A row for each farm: its bill, servers, bottleneck, headroom, how likely it is enough, and why it is not chosen;
    the first `most` where it is read in few lines. of: what they are. A column in which none has anything to say is
    left out."""
    heads = [(column, cell) for column, cell in _columns(candidates, of) if any(cell(each) for each in candidates)]
    every = tuple(tuple(cell(each) for _, cell in heads) for each in candidates)
    rows = every[:most]
    return Table(
        texts.FARMS, tuple(column for column, _ in heads), rows, every=every if len(every) > len(rows) else ()
    )  # fmt: skip


def _columns(candidates: Sequence[Candidate], of: str) -> list[tuple[Column, Callable[[Candidate], Cell]]]:
    several = len({each.demand for each in candidates if each.total is not None}) > 1
    demand = [(Column("demand"), lambda each: each.demand)] if several else []
    return [
        (Column(of), lambda each: each.name),
        *demand,
        (Column("servers", numeric=True), _servers),
        (Column("cost in all", _units(candidates), numeric=True), _total),
        (Column(_ends(candidates), numeric=True, beneath=True), _between),
        (Column("can carry", "x demand", numeric=True, short=True), lambda each: each.headroom),
        (Column("enough", numeric=True), lambda each: "" if each.enough is None else probability(each.enough)),
        (Column("bottleneck"), lambda each: each.bottleneck),
        (Column(texts.WHY_NOT, good=texts.CHEAPEST), texts.verdict_text),
    ]


def _units(candidates: Sequence[Candidate]) -> str:
    return ", ".join(dict.fromkeys(each.total.unit for each in candidates if each.total is not None))


def _ends(candidates: Sequence[Candidate]) -> str:
    """What the ends of the bills are taken over."""
    return ", ".join(dict.fromkeys(texts.RANGES[each.ends_of] for each in candidates if each.between))


def _servers(candidate: Candidate) -> Cell:
    if candidate.total is None:
        return None
    return texts.servers_text(candidate) if candidate.of_other_tiers else exact(candidate.servers, "")


def _total(candidate: Candidate) -> Cell:
    """The bill, with the digits that its range deserves."""
    if candidate.total is None or candidate.between is None:
        return candidate.total
    low, high = candidate.between
    return Linked(exact(candidate.total.value, candidate.total.unit), uncertainty=(high - low) / 2.0)


def _between(candidate: Candidate) -> str:
    low, _, high = texts.total_parts(candidate)
    return f"{low} to {high}" if low else ""


def candidate_data(candidate: Candidate) -> Data:
    """A farm among others, for `--json`: what it costs in all, its headroom, and why it is not chosen."""
    return {
        "name": candidate.name,
        "stated_demand": candidate.demand or None,
        "total_per_month": figure_data(candidate.total) if candidate.total else None,
        "total_between": candidate.between
        and {"low": candidate.between[0], "high": candidate.between[1], "over": candidate.ends_of},
        "servers": candidate.servers if candidate.total else None,
        "servers_of_other_tiers": candidate.of_other_tiers if candidate.total else None,
        "headroom": figure_data(candidate.headroom) if candidate.headroom else None,
        "enough": candidate.enough,
        "bottleneck": candidate.bottleneck or None,
        "is_cheapest": candidate.is_cheapest,
        "why_not": why_not_data(candidate.why_not) if candidate.why_not else None,
    }


def why_not_data(why_not: WhyNot) -> Data:
    """Why a farm is not chosen, as figures."""
    match why_not:
        case CostsMore(more):
            return {"kind": "costs_more", "more_per_month": figure_data(more)}
        case FullTooSoon(limit, times):
            return {"kind": "full_too_soon", "limit": limit, "times_the_demand": times}
        case MissesTarget(nearest):
            missed = {"target": nearest.target.value, "measured": nearest.measured, "asked": nearest.asked}
            return {"kind": "misses_target", **missed, "limit": nearest.limit or None}
        case MissesAsBought(targets):
            return {"kind": "misses_targets_as_bought", "targets": list(targets)}
        case NotJudged(targets):
            return {"kind": "targets_not_judged", "targets": list(targets)}
        case TooSmall(path, needs, has):
            return {"kind": "too_small", "path": path, "needs": needs, "has": has}
        case OtherReason(why):
            return {"kind": "no_farm", "why": why}
