"""Percentiles of the response time, for the one network whose distribution is known in closed form."""

import math

from simulator.engines.theory.formulas.erlang import erlang_c
from simulator.engines.theory.formulas.roots import find_root
from simulator.engines.theory.node.equilibrium import Equilibrium
from simulator.engines.theory.solution import Said, exact
from simulator.messages.stages import theory_gaps
from simulator.network.distribution import Distribution, Family
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.steps import Serve

PERCENTS = (50, 95, 99)


def percentiles(equilibrium: Equilibrium) -> dict[str, Said]:
    """`response_p50`, `response_p95` and `response_p99`: of a single queue with exponential services, else why not."""
    network = equilibrium.node.programs.network
    queue = single_queue(network)
    # Responses of those who wait no longer are no part of them.
    if queue is None or network.source.patience is not None:
        return {f"response_p{percent}": theory_gaps.NO_PERCENTILES for percent in PERCENTS}
    flow, (name, servers) = equilibrium.traffic.flow, queue
    service = flow.work[name] / flow.visits[name]
    return {
        f"response_p{percent}": exact(
            response_percentile(servers, service, equilibrium.busy[name], percent / 100.0), "s", "M/M/c"
        )
        for percent in PERCENTS
    }


def single_queue(network: Network) -> tuple[str, int] | None:
    """The queue of a network of single requests that do nothing but be served there for exponential times, if it is
    one, and its servers: sessions of several requests would come back to it. Cores that run to completion are one."""
    steps = [step for request in network.classes for step in request.steps]
    source = network.source
    single = source.requests == Distribution(Family.CONSTANT, 1.0) and not source.connect and not network.background
    if not single or len(steps) != 1 or not isinstance(steps[0], Serve):
        return None
    law = steps[0].demand
    exponential = isinstance(law, Distribution) and law.kind is Family.EXPONENTIAL
    queues = [(queue.name, queue.servers) for queue in network.queues if queue.queue_limit is None]
    queues += [
        (station.name, station.at_once)
        for station in network.shared
        if station.at_once is not None and _are_cores(station)
    ]
    named = [each for each in queues if each[0] == steps[0].at]
    return named[0] if named and exponential else None


def _are_cores(station: SharedCapacity) -> bool:
    """Whether a station serves each of its jobs at one unit a second, whoever else is served."""
    as_fast = station.at_once is not None and station.capacity == station.at_once and not station.curve
    return as_fast and station.caps == (1.0,) and station.slice is None and station.quota is None


def response_percentile(servers: int, service: float, busy: float, share: float) -> float:
    """The response time in seconds that the share `share` (below 1) of the jobs of M/M/c does not exceed.

    The root of P(T > t) = exp(-m t) (1 + C (1 - exp(-m t k)) / k) with m = 1 / service, C the share that waits and
    k = c - a - 1 (Gross and Harris 1998, Fundamentals of Queueing Theory, section 2.3.2); 1 + C m t for k = 0.
    """
    load = busy * servers
    late, spare = erlang_c(servers, load), servers - load - 1.0

    def beyond(time: float) -> float:
        x = time / service
        if x * spare < -1.0:  # exp(-x spare) may be more than a number can be.
            return math.exp(-x) + late * (math.exp(-x) - math.exp(-x * (1.0 + spare))) / spare
        waiting = -math.expm1(-x * spare) / spare if spare else x
        return math.exp(-x) * (1.0 + late * waiting)

    high = service
    while beyond(high) > 1.0 - share:
        high *= 2.0
    return find_root(lambda time: beyond(time) - (1.0 - share), 0.0, high, rtol=1e-12)
