"""The assumed values that may move capacity or cost most: those that are worth solving a server for at both ends.

Theory solves a scenario once; at the ends of ranges the laws of its limits say what a server carries
(uncertainty/limit_laws.py), for a small part of what solving it there takes.
"""

from collections.abc import Sequence

from models.errors import ScenarioError
from models.scenario import Scenario
from models.variations.assumptions import AssumedRange, with_values
from simulator.errors import NoCapacity, UnsupportedByEngine
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.farm import buy_farm
from simulator.uncertainty.capacities import capacities


def likely_influences(scenario: Scenario, ranges: Sequence[AssumedRange], most: int) -> Sequence[AssumedRange]:
    """At most so many ranges, those that move the capacity or the cost of whole units most by the laws, and those whose
    ends they say nothing of; all of them where the laws do not hold."""
    if len(ranges) <= most:
        return ranges
    ends = [[_with(scenario, each, text) for text in (each.low_text, each.high_text)] for each in ranges]
    possible = [end for pair in ends for end in pair if end is not None]
    try:
        found = capacities(possible, scenario, [0.0] * len(possible), search=False)
    except (UnsupportedByEngine, NoCapacity, ValueError):
        return ranges
    if isinstance(found, Unavailable):
        return ranges
    servers = iter(found.each)
    known = [[(end, next(servers)) if end is not None else (scenario, None) for end in pair] for pair in ends]
    moves = {each.path: _moves(pair) for each, pair in zip(ranges, known, strict=True)}
    return sorted(ranges, key=lambda each: -moves[each.path])[:most]


def _with(scenario: Scenario, each: AssumedRange, text: str) -> Scenario | None:
    try:
        return with_values(scenario, {each.path: text})
    except ScenarioError:
        return None


def _moves(ends: Sequence[tuple[Scenario, ServerCapacity | None]]) -> float:
    """By what share a range moves what a server carries, or what its farm costs; inf where an end is not known."""
    carried, costs = list[float](), list[float]()
    for scenario, server in ends:
        if server is None:
            return float("inf")
        carried.append(server.mbps.value)
        costs += [] if scenario.demand is None else [buy_farm(scenario, server).decided.whole.value]
    return max((max(each) / min(each) - 1.0 for each in (carried, costs) if each and min(each) > 0.0), default=0.0)
