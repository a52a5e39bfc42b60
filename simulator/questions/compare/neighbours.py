"""Farms that follow each other by what they cost a month: what lies between them is told to its own digits, where two
bills with wide ranges read alike."""

from collections.abc import Sequence
from itertools import pairwise

from simulator.questions.compare.compared import Side
from simulator.report.figure import Data
from simulator.rollup.farm import Farm
from simulator.rollup.money.like_for_like import compared_cost, costs_more, pay_alike

# Demands that differ by less are the same one, in times it.
_SAME = 1e-9


def neighbours(farms: Sequence[Side]) -> list[tuple[Side, Side]]:
    """The pairs of sides that follow each other by cost, the dearer one first, of the farms that carry what the first
    one's does. What each costs more than the first one is told with it, so that no pair has that."""
    first = farms[0].farm if farms else None
    known = [(side, side.farm) for side in farms if side.farm is not None and _as_much(side.farm, first)]
    alike = pay_alike(farm for _, farm in known)
    ordered = [side for side, _ in sorted(known, key=lambda each: compared_cost(each[1], alike).value)]
    return [(dearer, cheaper) for cheaper, dearer in pairwise(ordered) if farms[0] not in (cheaper, dearer)]


def neighbours_data(farms: Sequence[Side]) -> list[Data]:
    """A row for each of these pairs: what the first one costs more, with its range over the prices of both."""
    rows: list[Data] = []
    for side, other in neighbours(farms):
        if side.farm is not None and other.farm is not None:
            found = costs_more(side.farm, other.farm)
            over = {"cost_more_low": found.over.low, "cost_more_high": found.over.high}
            names = {"scenario": side.scenario.file, "against": other.scenario.file}
            rows.append({**names, "cost_more": found.amount.value, **over, "pays_traffic_alike": found.alike})
    return rows


def _as_much(farm: Farm, first: Farm | None) -> bool:
    if first is None:
        return True
    return abs(farm.sizing.demand.value / first.sizing.demand.value - 1.0) <= _SAME
