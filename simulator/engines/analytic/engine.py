"""The analytic engine: what theory says of a network, at once.

Where it contradicts itself it says nothing: each mechanism that its formulas leave out breaks an identity before it
breaks a figure, so that what is found in two ways is further apart than it states, or cannot be.

Populations, clients that come back for ever, are solved by mean value analysis. A request and the thinking after it are
a cycle of a closed network, for every response is followed by thinking, the last one of a session too. Exact where all
stations are shared, with one cap, or queues of exponential services of one mean (Baskett, Chandy, Muntz and Palacios
1975), and clients are all on one node. Elsewhere as if they were.
"""

import math
from collections.abc import Iterator

from simulator.engines.analytic.bottleneck import offered_rate
from simulator.engines.analytic.formulas.mva import DELAY, Curves, mean_values
from simulator.engines.analytic.known_errors import CLOSED, UNLIKELY, doubtful, exponential, misses
from simulator.engines.analytic.node.equilibrium import COARSE, FINE, Equilibrium, equilibrium
from simulator.engines.analytic.node.flows import Conditions, Delay, Flow
from simulator.engines.analytic.node.node import TheoryNode
from simulator.engines.analytic.node.traffic import planned, traffic
from simulator.engines.analytic.overload import overloaded
from simulator.engines.analytic.programs import Programs, programs
from simulator.engines.analytic.solution import Solution
from simulator.engines.analytic.steady import solution, solution_of_population
from simulator.engines.analytic.supports import refusal
from simulator.engines.engine import Refusal
from simulator.errors import USE_KERNEL, UnsupportedByEngine, surely
from simulator.network.network import Network

# Up to so many clients of a node are analysed. More of them come near to the bounds of Muntz and Wong 1974.
MOST = 2000
# Rounding of what theory finds in two ways, as a share.
_ROUNDING = 1e-6
# How often hits that depend on the rest are found again, and the change of the rate carried, as a share of it, and of a
# hit ratio at which they have settled.
_ROUNDS, _SETTLED = 60, 3e-4


class Analytic:
    """Solves networks by formulas: bottlenecks, sharing, queues, losses, caches and populations."""

    name = "analytic"

    def supports(self, network: Network) -> Refusal | None:
        """Why theory cannot solve the network, or None if it can."""
        return refusal(network)

    def solve(self, network: Network, rate: float | None = None) -> Solution:
        """What a node does in the steady state: at `rate` requests a second that clients mean to send it, or else at
        what the network says. A population makes its own rate.

        Raises UnsupportedByEngine where `supports` refuses, or no steady state is found, and ValueError for a rate that
        is not above 0.
        """
        refused = self.supports(network)
        if refused is not None:
            raise refused.raised(f"the {self.name} engine cannot solve this network: ")
        if network.source.returns:
            return solution_of_population(*settled_population(network))
        rate = offered_rate(network) if rate is None else rate
        found = steady_state(network, rate)
        if found.full:
            return overloaded(found, rate)
        if not found.settled:
            raise UnsupportedByEngine(f"{rate:,.4g} requests a second: theory finds no steady state", USE_KERNEL)
        said = solution(found, rate)
        doubt = doubtful(found) or contradiction(found, said)
        if doubt:
            raise UnsupportedByEngine(f"{rate:,.4g} requests a second: {doubt}", USE_KERNEL)
        return said


def steady_state(network: Network, rate: float, relieved: bool = True) -> Equilibrium:
    """The equilibrium of a node that is offered `rate` requests a second. Unless it may be `relieved`, a place that is
    offered more than it can do is full, even if what is limited turns enough away.

    How often caches hit depends on how long what they miss is read, and with a time to live or an admission window on
    the rate that is carried: found by repetition. Raises ValueError as `programs` does.
    """
    sessions, carried, found = rate / network.source.requests.mean, rate, None
    known = programs(network, rate)
    for round_ in range(_ROUNDS):
        closely = math.inf if not relieved else COARSE if network.caches and round_ == 0 else FINE
        found = equilibrium(TheoryNode(known, sessions), sessions, found, closely)
        if found.full or found.traffic.requests <= 0.0 or not network.caches:
            break
        before, known = known, programs(network, found.traffic.requests, read_times(found))
        moved = [abs(new.hit_ratio - old.hit_ratio) for new, old in zip(known.caches, before.caches, strict=True)]
        same_rate = not depends_on_rate(network) or abs(found.traffic.requests - carried) <= _SETTLED * carried
        carried = found.traffic.requests
        found_closely = closely != COARSE or not found.relieved
        if max(moved, default=0.0) <= _SETTLED and same_rate and found_closely:
            break
    return surely(found, "equilibrium")


def settled_population(network: Network) -> tuple[Equilibrium, float]:
    """The steady state of a node whose clients come back, and its known error, at the rate that they make themselves:
    found by repetition where caches hit the more often the higher it is. Raises ValueError as `programs` does."""
    rate = 1.0
    for _ in range(_ROUNDS):
        found, error = population(programs(network, rate))
        before, rate = rate, found.traffic.requests
        if not depends_on_rate(network) or abs(rate - before) <= _SETTLED * rate:
            break
    return found, error


def read_times(found: Equilibrium) -> dict[str, float]:
    """By cache, the mean seconds that what misses there goes on to take, as if it came in at the end of that."""
    flow = found.traffic.flow
    return {cache: flow.reading[cache] / missed for cache, missed in flow.missed.items()}


def depends_on_rate(network: Network) -> bool:
    """Whether how often caches hit depends on the rate of requests."""
    return any(cache.time_to_live is not None or cache.admission_window > 0.0 for cache in network.caches)


def contradiction(found: Equilibrium, said: Solution) -> str:
    """Why what was found is no steady state, or ""."""
    return next(_contradictions(found, said), "")


def _contradictions(found: Equilibrium, said: Solution) -> Iterator[str]:
    node, flow = found.node, found.traffic.flow
    why = "theory finds no steady state"
    for place, used in node.used(flow).items():
        if used > 1.0 + _ROUNDING:
            yield f"{place} would do more than it can: {why}"
    if not found.traffic.completed > 0.0 and not any(_holds_none(found, cause) for cause in node.held_causes):
        yield f"nothing would be carried although there is room: {why}"
    stated = {use.name: use.utilisation.standing.error for use in said.uses if use.kind == "pool"}
    for limit, behind, held in node.behind_limits(flow, found.refused, UNLIKELY):
        if abs(behind - held) > stated.get(limit, float("inf")) * held + _ROUNDING * behind:
            yield f"as many are turned away by {limit} as if {behind:,.3g} were there, not {held:,.3g}: {why}"
    for pool, inside, held in node.in_pools(flow):
        if abs(inside - held) > stated[pool] * held + _ROUNDING * inside:
            yield f"as many wait for {pool} as if {inside:,.3g} had got in, not {held:,.3g}: {why}"


def _holds_none(found: Equilibrium, cause: str) -> bool:
    """Whether a limit has no room for anybody."""
    return found.node.places_of(cause, found.traffic.flow) < 1.0


def population(known: Programs) -> tuple[Equilibrium, float]:
    """The steady state of a node with its share of the clients, and the known error of its rates and times."""
    network, source = known.network, known.network.source
    each = 1.0 / planned(source.requests)
    node = TheoryNode(known, each)
    flow = node.unhindered.flow
    clients = max(1, round(source.open_at_start / network.nodes))
    widths = node.widths()
    demands = [flow.work[name] * alone / min(1.0, width) for name, width, alone in widths]
    cycle = flow.seconds + each * source.think_time.mean
    paused = max(0.0, cycle - sum(flow.work[name] * alone for name, _, alone in widths))
    bent = {k: node.curves[name] for k, (name, _, _) in enumerate(widths, 1) if name in node.curves}
    rate, times = _cycles(paused, demands, [max(1.0, width) for _, width, _ in widths], clients, bent)
    met = _conditions(node, flow, dict(zip((name for name, _, _ in widths), times, strict=True)))
    found = traffic(known, rate * each, met)
    exact = clients <= MOST and network.nodes == 1 and exponential(network, flow)
    exact = exact and not any(len(station.caps) > 1 for station in network.shared) and misses(known) == 0.0
    settled = Equilibrium(node, found, met, node.busy(found.flow), met.refusals, "", True)
    return settled, 0.0 if exact else CLOSED


def _cycles(
    paused: float, demands: list[float], servers: list[float], clients: int, curves: Curves
) -> tuple[float, list[float]]:
    """Cycles a second, and the seconds of each at the stations."""
    if clients <= MOST:
        found = mean_values((paused, *demands), (DELAY, *servers), clients, curves)
        return float(found.throughput[-1]), found.response[-1, 1:].tolist()
    alone = paused + sum(demands)
    busiest = max(range(len(demands)), key=lambda k: demands[k] / servers[k])
    rate = min(clients / alone, servers[busiest] / demands[busiest])
    times = list(demands)
    times[busiest] += clients / rate - alone
    return rate, times


def _conditions(node: TheoryNode, flow: Flow, times: dict[str, float]) -> Conditions:
    """What jobs meet where a request spends `times` seconds at the stations, and is held up in proportion to its work
    at those that are shared."""
    free = node.free()
    network = node.programs.network
    queues = {queue.name for queue in network.queues}
    in_line = {station.name for station in network.shared if station.in_turn}
    delays = dict(free.delays)
    for name, time in times.items():
        work, alone = flow.work[name], free.delays[name].alone
        if name in queues and flow.visits[name] > 0.0:
            delays[name] = Delay((time - work) / flow.visits[name], 1.0, 1.0)
        elif name in in_line and flow.visits[name] > 0.0:
            delays[name] = Delay((time - work * alone) / flow.visits[name], alone, alone)
        elif work > 0.0:
            delays[name] = Delay(0.0, time / work, alone)
    return Conditions(delays, free.refusals, free.eases)
