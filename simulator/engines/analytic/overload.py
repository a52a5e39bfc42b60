"""A node that is offered more than it can do, and that turns too few away: bounds, and why there is no more to say.

Sessions pile up for as long as that lasts. Only what comes to the overloaded place has a limit there, by the work that
it can do (the bottleneck law, Denning and Buzen 1978); requests that need nothing of it may all be served.
"""

from collections.abc import Iterator

from simulator.engines.analytic.formulas.percentiles import PERCENTS
from simulator.engines.analytic.node.equilibrium import Equilibrium
from simulator.engines.analytic.node.node import TheoryNode
from simulator.engines.analytic.solution import (
    KnownValue,
    OfClass,
    Said,
    Solution,
    Use,
    UseKind,
    approximate,
    at_least,
    at_most,
    exact,
)
from simulator.engines.analytic.steady import MBPS, hit_ratios

BOTTLENECK = "bottleneck law (Denning and Buzen 1978)"
OFFERED = "what is offered"
# How far a full pool that lets wait may be off: holding times vary, and failures shorten them.
POOL = 0.1


def overloaded(found: Equilibrium, rate: float) -> Solution:
    """The bounds of a node that is offered `rate` requests a second, more than its place `found.full` can do."""
    node, network = found.node, found.node.programs.network
    why = f"{found.full} is offered more than it can do, so sessions pile up for as long as that lasts"
    busy, work = node.busy(node.unhindered.flow), node.unhindered.flow.work
    nothing = at_least(0.0, "%", BOTTLENECK)
    used = {name: min(100.0, 100.0 * busy[name]) if name in node.stations else 100.0 for name in _limits(node)}
    return Solution(
        rate,
        dict(_figures(node, rate, carried_at_most(node, rate), why)),
        tuple(OfClass(each.name, at_most(each.share * rate, "/s", OFFERED), why) for each in node.programs.classes),
        dict.fromkeys(network.causes, why),
        dict.fromkeys(network.causes, why),
        tuple(Use(name, kind, at_most(used[name], "%", BOTTLENECK), nothing) for name, kind in _limits(node).items()),
        {s.name: at_most(min(work[s.name], s.capacity), "/s", BOTTLENECK) for s in network.shared},
        {jobs.name: why for jobs in network.background},
        found.full,
    )


def carried_at_most(node: TheoryNode, rate: float) -> KnownValue:
    """The requests a second that a node completes at the most, of `rate` that it is offered.

    The share of them that need an overloaded place gets what it can do, and the others get all they ask for. A queue
    serves in order, so that those it serves are like all others. A shared station serves small jobs first, the more
    so the more they vary: where they vary more than exponential ones, it sets no bound.
    """
    flow, busy = node.unhindered.flow, node.busy(node.unhindered.flow)
    bounds = [at_most(rate, "/s", OFFERED)]
    for place in (name for name in node.places if busy[name] > 1.0):
        connecting = any(stage.at == place for stage in node.programs.connect)
        share = 1.0 if connecting else min(1.0, flow.visits[place] / node.unhindered.requests)
        others = node.used_by_others().get(place, 0.0)
        bound = rate * (1.0 - share) + rate * share * max(0.0, 1.0 - others) / (busy[place] - others)
        if place not in node.stations:
            bounds.append(approximate(bound, "/s", POOL, "closed network of those whom the pool lets in"))
        elif not _varies_much(node, place):
            bounds.append(at_most(bound, "/s", BOTTLENECK))
    return min(bounds, key=lambda figure: figure.value)


def _figures(node: TheoryNode, rate: float, carried: KnownValue, why: str) -> Iterator[tuple[str, Said]]:
    classes = node.programs.classes
    yield "offered_requests", exact(rate, "/s", "given")
    yield "requests", at_most(rate, "/s", OFFERED)
    yield "completed_requests", carried
    yield "goodput_mbps", _times(carried, MBPS * sum(each.share * each.payload for each in classes))
    yield "wire_mbps", _times(carried, MBPS * sum(each.share * each.wire for each in classes))
    for name in ("response_mean", "client_speed", *(f"response_p{percent}" for percent in PERCENTS), "connections"):
        yield name, why
    yield from hit_ratios(node.programs)
    for region in node.programs.network.regions:
        yield region.name, at_most(region.ceiling, "B", "its ceiling")
    for name in ("refused_sessions", "failed_requests", "errors"):
        yield name, why if node.causes else exact(0.0, "%", "nothing is limited")
    yield "piling_up", at_least(100.0 * max(0.0, 1.0 - carried.value / rate), "%", BOTTLENECK)


def _limits(node: TheoryNode) -> dict[str, UseKind]:
    """The names of stations, pools and regions, and what they are."""
    network = node.programs.network
    kinds: dict[str, UseKind] = {station.name: "server" for station in network.stations}
    return kinds | {pool.name: "pool" for pool in network.pools} | {region.name: "memory" for region in network.regions}


def _times(figure: KnownValue, factor: float) -> KnownValue:
    return KnownValue(figure.value * factor, "Mbps", figure.standing)


def _varies_much(node: TheoryNode, place: str) -> bool:
    """Whether the services of a station that shares evenly vary more than exponential ones."""
    flow = node.unhindered.flow
    shared = any(station.name == place and not station.in_turn for station in node.programs.network.shared)
    return shared and flow.square[place] * flow.visits[place] > 2.0 * flow.work[place] ** 2 * (1.0 + 1e-9)
