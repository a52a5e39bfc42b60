"""Farms of which one is chosen, in words: the cheapest, and why another one is not chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from models.messages.template import sentence
from models.quantities.formatting import count_text, listed
from simulator.experiment.estimate import Estimate
from simulator.farm.candidates import (
    Candidate,
    CostsMore,
    EndsOf,
    FullTooSoon,
    MissesAsBought,
    MissesTarget,
    NotJudged,
    TooSmall,
    WhyNot,
)
from simulator.farm.prediction import PREDICTED
from simulator.messages.numbers import is_resolved, plain_number, range_texts
from simulator.messages.prediction import money
from simulator.messages.wording import and_so_many
from simulator.targets import LABELS, Target, why_missed

CHEAPEST = "cheapest"
TOTAL, HEADROOM = "Total a month", "Headroom, times the demand"
TIMES = "times the demand"
MORE_IN_TABLE = "the table has the others"
FARMS = "Farms"
WHY_NOT = f"{CHEAPEST}, or why not"
_PARTS = {"server.ram": "RAM", "server.disks.size": "disks"}
RANGES: Mapping[EndsOf, str] = {
    "prediction": f"{100.0 * PREDICTED:g} % interval",
    "prices": "over its prices",
    "units": "lowest to highest",
}
AS_DEAR = "carries it; the difference in cost is not significant"
JUST_AS_DEAR = "carries it at the same cost"
few_of_many = sentence("Bars: {shown} of {every:,} farms.")
needs_has = sentence("needs {needs} of {part}, has {has}")
misses = sentence("misses its targets as bought: {targets}")
not_known = sentence("not known whether it meets its targets: {targets}")
full_at = sentence("{limit} full at {times} times the demand")
carries_for_more = sentence("carries it, {amount} {currency} a month {side}")
totals = sentence("Bars of the total a month{carrying}, the cheapest first: {each}.")
headrooms = sentence(
    "Bars of the headroom, how many times the demand is carried{carrying}, the cheapest farm first: {each}."
)


def why_not_text(why_not: WhyNot | None) -> str:
    """Why a farm is not chosen, in a short sentence; "" of the one that is."""
    match why_not:
        case None:
            return ""
        case CostsMore(more):
            return _costs_more(more)
        case FullTooSoon(limit, times):
            return full_at(limit, plain_number(float(f"{times:.2g}")))
        case MissesTarget(nearest):
            return why_missed(replace(nearest, spent=None))
        case MissesAsBought(targets):
            return misses(listed([LABELS[Target(each)] for each in targets]))
        case NotJudged(targets):
            return not_known(listed([LABELS[Target(each)] for each in targets]))
        case TooSmall(path, needs, has):
            return needs_has(needs, _PARTS.get(path, path), has or "less")
        case _:
            return why_not.why.rstrip(".")


def _costs_more(more: Estimate) -> str:
    if not more.value:
        return JUST_AS_DEAR
    if not is_resolved(more):
        return AS_DEAR
    side = "less" if more.value < 0.0 else "more"
    return carries_for_more(money(abs(more.value)), currency(more), side)


def verdict_text(candidate: Candidate) -> str:
    """That a farm is the cheapest, for its demand where others carry another one; else why it is not chosen."""
    return CHEAPEST if candidate.is_cheapest else why_not_text(candidate.why_not)


def currency(amount: Estimate) -> str:
    """The currency of money a month."""
    return amount.unit.removesuffix("/month")


def total_text(candidate: Candidate) -> str:
    """What a farm costs a month in all, and between what that lies: "8,600 USD (4,000-14,600)"."""
    total = candidate.total
    if total is None:
        return ""
    if candidate.between is None:
        return f"{money(total.value)} {currency(total)}"
    low, value, high = total_parts(candidate)
    return f"{value} {currency(total)} ({low}-{high})"


def total_parts(candidate: Candidate) -> tuple[str, str, str]:
    """The same in three: the low end, the amount and the high end, with as many digits as they deserve."""
    total, (low, high) = candidate.total, candidate.between or (0.0, 0.0)
    if total is None or candidate.between is None:
        return "", money(total.value) if total else "", ""
    return range_texts(low, total.value, high, total.half_width)


def headroom_text(candidate: Candidate) -> str:
    """How many times the demand a farm carries: "1.27 x"; "" where that is not known."""
    return "" if candidate.headroom is None else f"{plain_number(float(f'{candidate.headroom.value:.3g}'))} x"


def marked(text: str, candidate: Candidate) -> str:
    """A figure of a farm, marked where that is the cheapest."""
    return f"{text}, {CHEAPEST}" if candidate.is_cheapest else text


def total_beside(candidate: Candidate) -> str:
    """What a farm costs in all, and that it is the cheapest or how much more that is: the digits that its range leaves
    may be the same of all."""
    told, why_not = total_text(candidate), candidate.why_not
    if isinstance(why_not, CostsMore) and why_not.more.value > 0.0 and is_resolved(why_not.more):
        return f"{told}, {money(why_not.more.value)} more"
    return marked(told, candidate)


def servers_text(candidate: Candidate) -> str:
    """How many servers a farm has, with those of other tiers."""
    return f"{plain_number(candidate.servers)}{and_so_many(candidate.of_other_tiers)}"


def cheapest_sentence(candidates: Sequence[Candidate]) -> str:
    """The cheapest farm of each demand with its bill and its headroom; "" where none is."""
    found = [each for each in candidates if each.is_cheapest]
    return " ".join(_cheapest(each, len(found) > 1) for each in found)


def _cheapest(candidate: Candidate, is_one_of_several: bool) -> str:
    of = f" for {candidate.demand}" if is_one_of_several else ""
    bought = f"{count_text(candidate.servers, 'server')}{and_so_many(candidate.of_other_tiers)}"
    return (
        f"Cheapest{of}: {candidate.name}, {bought}, {total_text(candidate)} a month in all,"
        f" {headroom_text(candidate)} the demand."
    )
