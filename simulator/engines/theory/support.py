"""What theory cannot say, part by part, in the words of the scenario, and what to use instead."""

import math
from collections.abc import Iterator
from functools import lru_cache

from simulator.engines.engine import Unsupported, unsupported_together
from simulator.engines.theory.bottleneck import offered_rate
from simulator.engines.theory.node.node import TheoryNode
from simulator.engines.theory.node.refusals import has_leaks, resident_bytes
from simulator.engines.theory.node.traffic import planned_requests
from simulator.engines.theory.programs import (
    TheoryPrograms,
    largest_holdings_of_sessions,
    read_programs,
    unreleased_holdings,
)
from simulator.engines.theory.wire import NO_RESPONSE, class_response, mean_demand, square_demand
from simulator.errors import USE_KERNEL
from simulator.messages.stages import theory_gaps
from simulator.network.cache_policies import LRU, TINY_LFU
from simulator.network.distribution import Family
from simulator.network.network import Background, Network
from simulator.network.resources import MemoryRegion
from simulator.network.steps import Allocate, Leak, ProbeCache, Seize, Serve, Step, flatten

# So many standard deviations above its mean is never reached by what requests hold.
_NEVER = 6.0
# The mean square of an exponential service over its squared mean, with room for rounding.
_MEMORYLESS = 2.0 * (1.0 + 1e-9)


# Who asks theory for a figure has asked before whether it knows any, and the search for a load does so again.
@lru_cache(maxsize=64)
def why_unsupported(network: Network) -> Unsupported | None:
    """Why theory cannot solve a network, or None where it can."""
    return unsupported_together(network) or next(_refusals(network), None)


def _refusals(network: Network) -> Iterator[Unsupported]:
    """Everything that theory cannot say, the parts that need no arithmetic first."""
    yield from _source(network)
    for jobs in network.background:
        if jobs.profile or any(_holds(network, jobs, step) for step in flatten(jobs.steps)):
            yield _because(jobs.name, theory_gaps.OTHER_JOBS)
    yield from _programs(network)
    for station in network.shared:
        if station.slice is not None:
            yield _because(station.name, theory_gaps.TIME_SLICES)
    for cache in network.caches:
        if network.lives_end and cache.policy != LRU:
            yield _because(cache.name, theory_gaps.POLICY_AND_LIVES)
        if cache.policy == TINY_LFU and (cache.time_to_live is not None or cache.admission_window > 0.0):
            yield _because(cache.name, theory_gaps.COUNTS_AND_RULES)
    for region in network.regions:
        if region.collect is not None and has_leaks(network, region):
            yield _because(region.name, theory_gaps.COLLECTED_HEAP)
    if network.source.returns:
        yield from _population(network)
    yield from _memory(network)


def _holds(network: Network, jobs: Background, step: Step) -> bool:
    """Whether a step of background jobs takes what sessions need: those of a load like this one may wait for it as
    sessions do, and look into caches that are like the node's own."""
    match step:
        case Seize(pool=name):
            return not jobs.of_load or any(pool.name == name and pool.when_short != "wait" for pool in network.pools)
        case ProbeCache():
            return not jobs.of_load
        case _:
            return isinstance(step, Allocate)


def _because(part: str, why: str) -> Unsupported:
    return Unsupported(part, why, USE_KERNEL)


def _source(network: Network) -> Iterator[Unsupported]:
    source = network.source
    if source.profile:
        yield _because("workload.ramp", theory_gaps.STEADY_LOADS)
    if source.rate <= 0.0 and not (source.returns and source.open_at_start):
        yield _because("workload.offered = 0 /s", theory_gaps.NOBODY_COMES)
    if source.rate > 0.0 and source.returns:
        yield _because("workload.population", theory_gaps.RETURN_OR_ARRIVE)
    if source.patience is not None and source.returns:
        yield _because("workload.patience", theory_gaps.POPULATION_GIVES_UP)
    if source.requests.kind not in (Family.GEOMETRIC, Family.CONSTANT):
        yield _because("workload.session.requests_distribution", theory_gaps.NUMBERS_OF_REQUESTS)


def _programs(network: Network) -> Iterator[Unsupported]:
    source, queues = network.source, {queue.name for queue in network.queues}
    queues |= {station.name for station in network.shared if station.in_turn}
    for each in network.classes:
        for name, left in unreleased_holdings(source.connect, each.steps, source.close).items():
            if left != 0.0:
                yield _because(name, f"{each.name} {theory_gaps.NEVER_GIVEN_BACK}")
    others = (source.connect, source.close, *(jobs.steps for jobs in network.background))
    asked = [(NO_RESPONSE, steps) for steps in others]
    asked += [(class_response(each, network.transport), each.steps) for each in network.classes]
    for response, step in ((response, step) for response, steps in asked for step in flatten(steps)):
        if not isinstance(step, Serve) or step.at not in queues:
            continue
        square = square_demand(step.demand, response)
        if math.isinf(square):
            yield _because(step.at, theory_gaps.UNBOUNDED_SERVICES)
        elif source.returns and square > _MEMORYLESS * mean_demand(step.demand, response) ** 2:
            yield _because(step.at, theory_gaps.VARIED_SERVICES)


def _population(network: Network) -> Iterator[Unsupported]:
    """A closed network is solved only where nobody waits for tokens and nobody is refused, wherever all clients are."""
    if network.background:
        yield _because(network.background[0].name, theory_gaps.POPULATION_AND_JOBS)
    for station in (each for each in network.shared if each.quota is not None):
        yield _because(station.name, theory_gaps.POPULATION_THROTTLED)
    clients, greatest = network.source.open_at_start, largest_holdings_of_sessions(network)
    for pool in network.pools:
        if pool.when_short == "wait" and greatest[pool.name].held > 0.0:
            yield _because(pool.name, theory_gaps.POPULATION_WAITS)
        if pool.lingers > 0.0 and greatest[pool.name].held > 0.0:
            yield _because(pool.name, theory_gaps.POPULATION_LINGERS)
    sizes = {pool.name: pool.size for pool in network.pools}
    sizes |= {region.name: region.ceiling - region.base for region in network.regions}
    for name, size in sizes.items():
        if greatest[name].held * (clients - 1) + greatest[name].wished > size:
            yield _because(name, theory_gaps.holds_too_little(clients, taking=True))
    for queue in network.queues:
        if queue.queue_limit is not None and queue.servers + queue.queue_limit < clients:
            yield _because(queue.name, theory_gaps.holds_too_little(clients))


def _memory(network: Network) -> Iterator[Unsupported]:
    """Regions that fill up or are recycled, and those that a cache leaves no room in."""
    if not network.regions:
        return
    rate = offered_rate(network) if network.source.rate > 0.0 else 1.0
    theory_programs = read_programs(network, rate)
    flow = TheoryNode(theory_programs, rate / planned_requests(network.source.requests)).unhindered.flow
    for region in network.regions:
        most = largest_holdings_of_sessions(network)[region.name].held
        held = flow.held[region.name] + _NEVER * math.sqrt(flow.spread[region.name])
        left_behind = has_leaks(network, region)
        if left_behind and region.plateau is None and region.recycle is None:
            yield _because(region.name, theory_gaps.LEAKS)
        elif region.recycle is not None and _is_recycled(
            network, region, resident_bytes(theory_programs, region) + held
        ):
            yield _because(region.name, theory_gaps.RECYCLED)
        elif most > 0.0 and resident_bytes(theory_programs, region) + most > region.ceiling:
            yield _because(region.name, theory_gaps.NO_ROOM)
        elif (
            most > 0.0
            and resident_bytes(theory_programs, region) + _more_cached(theory_programs, region) + most > region.ceiling
        ):
            yield _because(region.name, theory_gaps.CACHE_TAKES_ROOM)


def _more_cached(theory_programs: TheoryPrograms, region: MemoryRegion) -> float:
    """The bytes that the cache in a region may hold beyond their mean, where objects leave of themselves or wait to be
    let in: who is refused memory looks nothing up, so that what is held then leaves late or never."""
    network = theory_programs.network
    caches = [c for c in network.caches if c.name == region.cache and (c.time_to_live or c.admission_window)]
    room = max(0.0, region.ceiling - region.base)
    held = {each.name: each.held for each in theory_programs.caches}
    return sum(max(0.0, min(cache.capacity, _asked_for(network), room) - held[cache.name]) for cache in caches)


def _asked_for(network: Network) -> float:
    """The bytes of all objects that there are."""
    return sum(catalogue.objects * catalogue.size.mean for catalogue in network.catalogues)


def _is_recycled(network: Network, region: MemoryRegion, reached: float) -> bool:
    """Whether a region that holds up to `reached` bytes comes to an end of its process."""
    ends = any(isinstance(s, Leak) and s.region == region.name for p in network.programs() for s in flatten(p))
    recycle = region.recycle
    if not ends or recycle is None:
        return False
    grows = region.plateau is None and has_leaks(network, region)
    at = math.inf if recycle.at is None else min(recycle.at, region.ceiling)
    return recycle.requests is not None or recycle.period is not None or grows or reached >= at
