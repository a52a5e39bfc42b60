"""How likely what is limited refuses: pools, memory regions and queues with a limit.

So also where the requests of one session come to a limit in turn, each a while after the one before has left it; and
what is in a memory region whoever is there.
"""

import math

from simulator.engines.theory.formulas.erlang import erlang_b
from simulator.engines.theory.formulas.losses import LossLimit, LossState, loss_state
from simulator.engines.theory.formulas.stations import (
    ReturningJobs,
    StayingJobs,
    loss_queue,
    own_place_share,
    staying_jobs,
)
from simulator.engines.theory.node.flows import Flow
from simulator.engines.theory.node.traffic import planned_requests
from simulator.engines.theory.programs import TheoryPrograms
from simulator.network.network import Network
from simulator.network.resources import MemoryRegion, MultiServer
from simulator.network.steps import Leak, flatten

# Where fewer than this come back to the place that they left, it matters nobody.
_MATTERS = 1e-3
# How often the crowd is found again beside those who come back to their own place.
_ROUNDS = 4
# A refusal more likely than this is taken for this one: what is offered must follow from what is let in.
_CERTAIN = 1.0 - 1e-6


def fitting_jobs(room: float, most: float, each: float) -> float:
    """How many jobs fit that hold `each`, `most` at the most: a whole number if all are alike.

    room: what there is, less the largest wish with its reserve; a job is let in while no more than that is in use.
    """
    if room < 0.0:
        return 0.0
    number = room / each + 1.0
    return float(math.floor(number * (1.0 + 1e-12))) if math.isclose(most, each, rel_tol=1e-9) else number


def refusal_chance(number: float, most: float, each: float, held: float, refused: float) -> float:
    """The chance that the largest wish, `most`, is refused where `number` jobs that hold `each` fit, and `held` is what
    they hold after the largest wish was refused with the chance `refused`.

    Erlang's loss formula, exact for jobs that come at random and hold alike. Else `each` is their mean weighted by
    what they hold, and who asks for more is refused in proportion (Fredericks 1980, Congestion in Blocking Systems - a
    Simple Approximation Technique, after Hayward).
    """
    return erlang_b(number, held / each / (1.0 - lost_share(refused, each, most))) * most / each


def lost_share(refused: float, each: float, most: float) -> float:
    """The share of all wishes that is refused, of which the largest, `most`, is with the chance `refused`."""
    return min(refused * each / most, _CERTAIN) if most > 0.0 else 0.0


def limited_queue(station: MultiServer, flow: Flow) -> tuple[float, float]:
    """The chance of being refused by a queue with a limit that a flow comes to, and the mean wait of those who are not,
    s: as if services were exponential (M/M/c/K)."""
    visits = flow.visits[station.name]
    if not visits:
        return 0.0, 0.0
    service = flow.work[station.name] / visits
    found = loss_queue(flow.tried[station.name], service, station.servers, station.servers + (station.queue_limit or 0))
    return found.refused, found.wait


def returning_jobs(programs: TheoryPrograms, name: str, flow: Flow, inside: float) -> ReturningJobs | None:
    """How requests come back to a limit that `inside` of them hold, or None where sessions hold it, or send only one.

    A session that goes on with the chance r asks for it again in the next request that does, of which the share u do:
    with the chance r u / (1 - r (1 - u)), after 1 / u times what passes between two requests that do not wait for it.
    """
    source, tried = programs.network.source, flow.tried[name]
    goes_on = 1.0 - 1.0 / planned_requests(source.requests)
    connecting = any(name in (stage.held, stage.cause) for stage in programs.connect)
    if connecting or goes_on <= 0.0 or not 0.0 < tried <= flow.requests * (1.0 + 1e-9):
        return None
    share = min(1.0, tried / flow.requests)
    outside = max(0.0, flow.responding - inside) / flow.requests
    pause = source.thinking * source.think_time.mean + outside
    return ReturningJobs(tried, goes_on * share / (1.0 - goes_on * (1.0 - share)), pause / share)


def loss_state_with_returns(limit: LossLimit, coming: ReturningJobs) -> LossState:
    """The jobs behind a limit to which they come back: those who find their own place have stayed, as it were."""
    found, share = loss_state(limit), StayingJobs(1.0, 1.0)
    for _ in range(_ROUNDS):
        likely = found.numbers[: math.floor(limit.places) + 1]
        own = own_place_share(likely, coming._replace(comes=coming.comes * share.at_random))
        if own < _MATTERS:
            return loss_state(limit)
        share = staying_jobs(own, coming.again, found.full[limit.name])
        lines = tuple(line._replace(load=line.load * share.times) for line in limit.lines)
        found = loss_state(limit._replace(lines=lines))
    return found._replace(full={limit.name: found.full[limit.name] * share.at_random})


def resident_bytes(programs: TheoryPrograms, region: MemoryRegion) -> float:
    """The bytes of a region that are in use whoever is there: base, cache, and what was left behind up to a plateau."""
    cached = sum(cache.held for cache in programs.caches if cache.name == region.cache)
    plateau = region.plateau if region.plateau is not None and has_leaks(programs.network, region) else 0.0
    return region.base + cached + plateau


def has_leaks(network: Network, region: MemoryRegion) -> bool:
    """Whether requests leave bytes behind in a region."""
    steps = [step for program in network.programs() for step in flatten(program)]
    return any(isinstance(step, Leak) and step.region == region.name and step.amount > 0.0 for step in steps)
