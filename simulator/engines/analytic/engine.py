"""The analytic engine: what theory says of a network, at once."""

import math

from simulator.engines.analytic.bottleneck import offered_rate
from simulator.engines.analytic.closed import population
from simulator.engines.analytic.contradictions import contradiction
from simulator.engines.analytic.known_errors import doubtful
from simulator.engines.analytic.node.equilibrium import COARSE, FINE, Equilibrium, equilibrium
from simulator.engines.analytic.node.node import TheoryNode
from simulator.engines.analytic.overload import overloaded
from simulator.engines.analytic.programs import programs
from simulator.engines.analytic.solution import Solution
from simulator.engines.analytic.steady import solution, solution_of_population
from simulator.engines.analytic.supports import refusal
from simulator.engines.engine import Refusal
from simulator.errors import UnsupportedByEngine, surely
from simulator.network.network import Network

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
            raise UnsupportedByEngine(f"the {self.name} engine cannot solve this network: {refused}")
        if network.source.returns:
            return solution_of_population(*settled_population(network))
        rate = offered_rate(network) if rate is None else rate
        found = steady_state(network, rate)
        if found.full:
            return overloaded(found, rate)
        if not found.settled:
            why = "theory finds no steady state; use --engine kernel"
            raise UnsupportedByEngine(f"{rate:,.4g} requests a second: {why}")
        said = solution(found, rate)
        doubt = doubtful(found) or contradiction(found, said)
        if doubt:
            raise UnsupportedByEngine(f"{rate:,.4g} requests a second: {doubt}; use --engine kernel")
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
        if found.full or found.traffic.requests <= 0.0:
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
