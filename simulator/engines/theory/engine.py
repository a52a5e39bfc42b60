"""Theory: what theory says of a network, at once.

Where it contradicts itself it says nothing: each mechanism that its formulas leave out breaks an identity before it
breaks a figure, so that what is found in two ways is further apart than it states, or cannot be.

On a node that is offered more than it can do, and that turns too few away, sessions pile up for as long as that lasts:
there are bounds, and no more to say. Only what comes to the overloaded place has a limit there, by the work that it can
do (the bottleneck law, Denning and Buzen 1978); requests that need nothing of it may all be served.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from simulator.engines.engine import Unsupported
from simulator.engines.theory.abandonment import MOST, failed_share, find_abandonment, opens
from simulator.engines.theory.bottleneck import offered_rate
from simulator.engines.theory.error_bounds import (
    AGAIN,
    DEVIATIONS,
    NEVER,
    UNLIKELY,
    loss_bounds,
    throttled_stations,
    unequal_demand_limits,
)
from simulator.engines.theory.formulas.percentiles import PERCENTS
from simulator.engines.theory.node.equilibrium import COARSE, FINE, Equilibrium, solve_equilibrium
from simulator.engines.theory.node.flows import Flow, is_exponential_place
from simulator.engines.theory.node.nested_limits import shared_stations
from simulator.engines.theory.node.node import TheoryNode
from simulator.engines.theory.node.traffic import planned_requests
from simulator.engines.theory.population import solve_population
from simulator.engines.theory.programs import ROUNDS, SETTLED, read_programs
from simulator.engines.theory.solution import (
    ClassFigures,
    KnownValue,
    ResourceUse,
    Said,
    Solution,
    UseKind,
    approximate,
    at_least,
    at_most,
    exact,
)
from simulator.engines.theory.steady_state import hit_ratios, node_solution, population_solution
from simulator.engines.theory.support import why_unsupported
from simulator.engines.theory.visits import depends_on_rate
from simulator.errors import USE_KERNEL, UnsupportedByEngine, require
from simulator.messages.stages import theory_gaps, theory_laws
from simulator.network.lines import MBPS_PER_BYTE
from simulator.network.network import Network
from simulator.network.resources import TokenPool
from simulator.network.waiting import cause_of
from simulator.targets import PERCENT

# So few who hold different amounts of what is limited are no crowd: theory says nothing of them.
FEW = 20.0
# From this load on it matters how a station is divided between those behind a limit and those before it, both within
# another one, each of whom has more than this share of it.
CROWDED, MINOR = 0.8, 0.02
# No more of a pool is ever held than there is: beyond this share more theory contradicts itself.
OVER = 0.1
# Rounding of what theory finds in two ways, as a share.
_ROUNDING = 1e-6
OFFERED = "what is offered"
# How far a full pool that lets wait may be off: holding times vary, and failures shorten them.
POOL = 0.1


class TheoryEngine:
    """Solves networks by formulas: bottlenecks, sharing, queues, losses, caches and populations."""

    name = "theory"

    def supports(self, network: Network) -> Unsupported | None:
        """Why theory cannot solve the network, or None if it can."""
        return why_unsupported(network)

    def solve(self, network: Network, rate: float | None = None, node: TheoryNode | None = None) -> Solution:
        """What a node does in the steady state: at `rate` requests a second that clients mean to send it, or else at
        what the network says; `node` as `steady_state` has it. A population makes its own rate.

        Raises UnsupportedByEngine where `supports` refuses, or no steady state is found, and ValueError for a rate that
        is not above 0.
        """
        refused = self.supports(network)
        if refused is not None:
            raise refused.raised(theory_gaps.BEFORE)
        if network.source.returns:
            return population_solution(*solve_population(network))
        rate = offered_rate(network) if rate is None else rate
        equilibrium = steady_state(network, rate, node=node)
        if equilibrium.full:
            if late := why_unknown_in_overload(equilibrium.node, rate):
                raise UnsupportedByEngine(theory_gaps.at_rate(rate, late), USE_KERNEL)
            return overload_bounds(equilibrium, rate)
        if not equilibrium.settled:
            raise UnsupportedByEngine(theory_gaps.at_rate(rate, theory_gaps.NO_STEADY_STATE), USE_KERNEL)
        solution = node_solution(equilibrium, rate)
        doubt = why_uncertain(equilibrium) or contradiction(equilibrium, solution)
        if doubt:
            raise UnsupportedByEngine(theory_gaps.at_rate(rate, doubt), USE_KERNEL)
        return solution


def steady_state(network: Network, rate: float, relieved: bool = True, node: TheoryNode | None = None) -> Equilibrium:
    """The equilibrium of a node that is offered `rate` requests a second; `node` is that one where somebody has made it
    (see `offered_node`). Unless it may be `relieved`, a place that is offered more than it can do is full, even if what
    is limited turns enough away.

    How often caches hit depends on how long what they miss is read, and with a time to live or an admission window on
    the rate that is carried: found by repetition. Raises ValueError as `read_programs` does.
    """
    sessions, carried, found = rate / network.source.requests.mean, rate, None
    known = read_programs(network, rate) if node is None else node.programs
    for round_ in range(ROUNDS):
        closely = math.inf if not relieved else COARSE if network.caches and round_ == 0 else FINE
        made = node is not None and round_ == 0 and node.unhindered.came == sessions
        here = node if node is not None and made else TheoryNode(known, sessions)
        found = solve_equilibrium(here, sessions, found, closely)
        if found.full or found.traffic.requests <= 0.0 or not network.caches:
            break
        before, known = known, read_programs(network, found.traffic.requests, miss_read_times(found))
        moved = [abs(new.hit_ratio - old.hit_ratio) for new, old in zip(known.caches, before.caches, strict=True)]
        same_rate = not depends_on_rate(network) or abs(found.traffic.requests - carried) <= SETTLED * carried
        carried = found.traffic.requests
        found_closely = closely != COARSE or not found.relieved
        if max(moved, default=0.0) <= SETTLED and same_rate and found_closely:
            break
    return require(found, "equilibrium")


def miss_read_times(equilibrium: Equilibrium) -> dict[str, float]:
    """By cache, the mean seconds that what misses there goes on to take, as if it came in at the end of that."""
    flow = equilibrium.traffic.flow
    return {cache: flow.reading[cache] / missed for cache, missed in flow.missed.items()}


def why_uncertain(equilibrium: Equilibrium) -> str:
    """Why what is turned away, or kept waiting, is not known well enough to say anything, or ""."""
    if line := _held_up_in_line(equilibrium):
        return line
    if late := why_abandoned(equilibrium):
        return late
    if loss_bounds(equilibrium).again > AGAIN:
        return theory_gaps.MANY_RETRIES
    few = [
        cause
        for cause, places in unequal_demand_limits(equilibrium).items()
        if places < FEW and equilibrium.refused[cause] > UNLIKELY
    ]
    if few:
        return f"{few[0]} {theory_gaps.FEW_PLACES}"
    for outer, inner, station, share in shared_stations(equilibrium.node.behind, equilibrium.traffic.flow):
        both = equilibrium.refused[outer] > NEVER and equilibrium.refused[inner] > UNLIKELY
        if both and equilibrium.busy.get(station, 0.0) > CROWDED and MINOR < share < 1.0 - MINOR:
            return theory_gaps.shared_station(station, inner, outer)
    held = {
        pool.name: equilibrium.node.share_held(pool, equilibrium.traffic.flow)
        for pool in equilibrium.node.programs.network.pools
    }
    over = [name for name, share in held.items() if share > 1.0 + OVER]
    return theory_gaps.overfull_pool(over[0]) if over else ""


def why_abandoned(equilibrium: Equilibrium) -> str:
    """Why so many may give up, or come again, that nothing is known, or ""."""
    network, found = equilibrium.node.programs.network, find_abandonment(equilibrium)
    patience, most = network.source.patience, PERCENT * MOST
    if found.lost > MOST:
        cause = max(found.by, key=found.by.__getitem__)
        if patience is None or cause not in patience.causes:
            return theory_gaps.too_late(network.limit_names[cause])
        return theory_gaps.gives_up(PERCENT * found.lost, most)
    if found.again > MOST:
        return theory_gaps.sends_again(PERCENT * found.again, most)
    bad = found.lost + failed_share(equilibrium)
    if patience is not None and patience.breaker is not None and opens(patience.breaker, bad):
        return theory_gaps.breaker_opens(PERCENT * bad)
    return ""


def _held_up_in_line(equilibrium: Equilibrium) -> str:
    """Why nothing is known of jobs behind a limit or in a pool that come to cores which have a quota or serve in turn,
    or "": a product form has the latter only for exponential work of one mean. A pool that
    those never fill who wait for a quota keeps nobody waiting; of one that is taken elsewhere see `ResponseBounds`.
    Nor does one that is taken elsewhere than behind who serves in turn, and has room for many more than hold it."""
    network, flow = equilibrium.node.programs.network, equilibrium.traffic.flow
    stations = [s.name for s in network.shared if s.in_turn and not is_exponential_place(network, s.name, flow)]
    limited = throttled_stations(network, flow)
    waiting = [pool for pool in network.pools if pool.when_short == "wait" and flow.visits[pool.name] > 0.0]
    turned_away = [cause for cause, refused in equilibrium.refused.items() if refused > UNLIKELY]
    around = {name for (path, place) in flow.paths if place in limited for name in path}
    longest = max(limited.values(), default=0.0)
    full = [pool.name for pool in waiting if pool.name in around and not _is_roomy(pool, flow, longest)]
    if limited and (full or turned_away):
        return theory_gaps.throttled(next(iter(limited)), (full + turned_away)[0])
    inside = {name for station in stations for path, place in flow.paths if place == station for name in path}
    filled = [pool.name for pool in waiting if pool.name in inside or not _is_roomy(pool, flow, 0.0)]
    pools = [*filled, *turned_away]
    return theory_gaps.serves_in_turn(stations[0], pools[0]) if stations and pools else ""


def _is_roomy(pool: TokenPool, flow: Flow, period: float) -> bool:
    """Whether a pool has room for those who hold some of it, and for all who come within a period of a quota at which
    everybody waits for its end, many deviations of their number included: nobody waits for it."""
    most = flow.spread[pool.name] / flow.held[pool.name] if flow.held[pool.name] > 0.0 else 1.0
    there = flow.held[pool.name] / most + flow.visits[pool.name] * period
    return most * (there + DEVIATIONS * math.sqrt(there)) <= pool.size


def contradiction(equilibrium: Equilibrium, solution: Solution) -> str:
    """Why what was found is no steady state, or ""."""
    return next(_contradictions(equilibrium, solution), "")


def _contradictions(equilibrium: Equilibrium, solution: Solution) -> Iterator[str]:
    node, flow = equilibrium.node, equilibrium.traffic.flow
    for place, used in node.used(flow).items():
        if used > 1.0 + _ROUNDING:
            yield theory_gaps.does_too_much(place)
    if not equilibrium.traffic.completed > 0.0 and not any(
        _holds_none(equilibrium, cause) for cause in node.held_causes
    ):
        yield theory_gaps.CARRIES_NOTHING
    stated = {use.name: use.utilisation.standing.error for use in solution.uses if use.kind == "pool"}
    for limit, behind, held in node.behind_limits(flow, equilibrium.refused, UNLIKELY):
        if abs(behind - held) > stated.get(limit, float("inf")) * held + _ROUNDING * behind:
            yield theory_gaps.other_number(limit, behind, held, lets_wait=False)
    for pool, inside, held in node.in_pools(flow):
        if abs(inside - held) > stated[pool] * held + _ROUNDING * inside:
            yield theory_gaps.other_number(pool, inside, held, lets_wait=True)


def _holds_none(equilibrium: Equilibrium, cause: str) -> bool:
    """Whether a limit has no room for anybody."""
    return equilibrium.node.places_of(cause, equilibrium.traffic.flow) < 1.0


def overload_bounds(equilibrium: Equilibrium, rate: float) -> Solution:
    """The bounds of a node that is offered `rate` requests a second, more than its place `found.full` can do."""
    node, network = equilibrium.node, equilibrium.node.programs.network
    why = f"{equilibrium.full} {theory_gaps.PILES_UP}"
    busy, work = node.busy(node.unhindered.flow), node.unhindered.flow.work
    nothing = at_least(0.0, "%", theory_laws.BOTTLENECK)
    used = {name: min(100.0, 100.0 * busy[name]) if name in node.stations else 100.0 for name in _limits(node)}
    return Solution(
        rate,
        dict(_bounds(node, rate, throughput_bound(node, rate), why)),
        tuple(
            ClassFigures(name, at_most(each.share / each.ways.number * rate, "/s", OFFERED), why)
            for each in node.programs.classes
            for name in each.names
        ),
        dict.fromkeys(network.causes, why),
        dict.fromkeys(network.causes, why),
        tuple(
            ResourceUse(name, kind, at_most(used[name], "%", theory_laws.BOTTLENECK), nothing)
            for name, kind in _limits(node).items()
        ),
        {s.name: at_most(min(work[s.name], s.capacity), "/s", theory_laws.BOTTLENECK) for s in network.shared},
        {jobs.name: why for jobs in network.background},
        equilibrium.full,
    )


class Overload(NamedTuple):
    """The limit that is offered more than it can do, and the requests a second that are completed at the most."""

    limit: str
    carried: float


def offered_node(network: Network, rate: float) -> TheoryNode:
    """A node that is offered `rate` requests a second."""
    return TheoryNode(read_programs(network, rate), rate / planned_requests(network.source.requests))


def overload(node: TheoryNode, rate: float) -> Overload | None:
    """What a node that is offered `rate` requests a second cannot do, whatever is turned away; None where it can, and
    where those who wait too long may make up for it."""
    network = node.programs.network
    busy, names = node.busy(node.unhindered.flow), network.limit_names
    if max(busy.values(), default=0.0) <= 1.0 or why_unknown_in_overload(node, rate):
        return None
    used = {names[place]: busy[place] for place in sorted(busy, key=busy.__getitem__)}
    return Overload(cause_of(used, network.held_around), throughput_bound(node, rate).value)


def why_unknown_in_overload(node: TheoryNode, rate: float) -> str:
    """Why it is not known that sessions pile up at a place that is offered more than it can do, or "": so many may give
    up waiting for a timed pool around it, or on the way to it, that the others are no more than it can do."""
    patience = node.programs.network.source.patience
    if patience is not None and min(patience.connect, patience.response) < math.inf:
        return theory_gaps.IMPATIENT_OVERLOAD
    late = node.late_requests(node.unhindered)
    if max(late.values(), default=0.0) <= UNLIKELY or _piling_up(node, rate, throughput_bound(node, rate)) > 0.0:
        return ""
    return theory_gaps.too_late(node.programs.network.limit_names[max(late, key=late.__getitem__)])


def _piling_up(node: TheoryNode, rate: float, carried: KnownValue) -> float:
    """The least share of all requests that are neither completed nor given up."""
    return max(0.0, 1.0 - carried.value / rate - sum(node.late_requests(node.unhindered).values()))


def throughput_bound(node: TheoryNode, rate: float) -> KnownValue:
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
            bounds.append(approximate(bound, "/s", POOL, theory_laws.ADMITTED))
        elif not _varies_much(node, place):
            bounds.append(at_most(bound, "/s", theory_laws.BOTTLENECK))
    return min(bounds, key=lambda figure: figure.value)


def _bounds(node: TheoryNode, rate: float, carried: KnownValue, why: str) -> Iterator[tuple[str, Said]]:
    classes = node.programs.classes
    yield "offered_requests", exact(rate, "/s", "given")
    yield "requests", at_most(rate, "/s", OFFERED)
    yield "completed_requests", carried
    yield "goodput_mbps", _times(carried, MBPS_PER_BYTE * sum(each.share * each.payload for each in classes))
    yield "wire_mbps", _times(carried, MBPS_PER_BYTE * sum(each.share * each.wire for each in classes))
    percentiles = [f"response_p{percent}" for percent in PERCENTS]
    if node.programs.network.comes_in_pieces:
        percentiles += ["first_piece_mean", *(f"first_piece_p{percent}" for percent in PERCENTS)]
    for name in ("response_mean", "client_speed", *percentiles, "connections"):
        yield name, why
    yield from hit_ratios(node.programs)
    for region in node.programs.network.regions:
        yield region.name, at_most(region.ceiling, "B", "its ceiling")
    for name in ("refused_sessions", "failed_requests", "errors"):
        yield name, why if node.programs.network.causes else exact(0.0, "%", "nothing is limited")
    yield "piling_up", at_least(100.0 * _piling_up(node, rate, carried), "%", theory_laws.BOTTLENECK)


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
