"""How far theory is off at single places: where jobs wait in a line for servers whose services are not exponential, and
where sessions take a pool in two steps.

The kernel takes for an open connection first and more as it begins to send. Theory has all who are turned away turned
away at one of the steps (see programs.py), which is so while those who are between the two fit into what is left.
"""

import math
from collections import defaultdict
from collections.abc import Mapping

from simulator.engines.analytic.node.delays import waiting
from simulator.engines.analytic.node.equilibrium import Equilibrium
from simulator.engines.analytic.node.flows import Flow
from simulator.engines.analytic.programs import Stages, left_by_most, most_of_all
from simulator.network.distribution import TABLED, Distribution
from simulator.network.network import Network
from simulator.network.steps import BySize, Serve, Step, flat

# At a moderate load, of the seconds that jobs wait.
QUEUE = 0.1
# What is added for several servers whose services vary more than exponential ones (see _rough).
ROUGH = 0.8
# From this load on a queue remembers that its arrivals come in sessions: in the end as if services were exponential.
MODERATE = 0.8


def queue_error(found: Equilibrium, name: str, servers: int) -> float:
    """The error of the seconds that jobs wait for one of `servers` servers, or cores that serve in turn."""
    flow, busy = found.traffic.flow, found.busy[name]
    if is_exponential(found.node.programs.network, name, flow):
        return 0.0
    visits = flow.visits[name]
    mean, square = flow.work[name] / visits, flow.square[name] / visits
    expected = waiting(float(servers), mean, square, min(busy, 0.999))
    remembering = waiting(float(servers), mean, 2.0 * mean**2, min(busy, 0.999))
    late = max(0.0, busy - MODERATE) / (1.0 - MODERATE)
    error = QUEUE + _rough(servers, square / mean**2 - 1.0, busy)
    return error + late * abs(remembering / expected - 1.0) if expected > 0.0 else error


def _rough(servers: int, variation: float, busy: float) -> float:
    """What is added where services vary more than exponential ones: two moments say the less of the wait for several
    servers the more these have to spare, in units of the spread of what they are asked for."""
    if servers == 1 or variation <= 1.0:
        return 0.0
    return min(1.0, ROUGH * (1.0 - 1.0 / variation) * math.sqrt(servers) * max(0.0, 1.0 - busy))


def is_exponential(network: Network, name: str, flow: Flow) -> bool:
    """Whether a place serves exponential times, of one mean.

    By two moments: a mixture that happens to have those of an exponential distribution is not told apart, but a
    distribution that is named by them is.
    """
    if any(_serves_of_a_table(step, name) for program in network.programs() for step in flat(program)):
        return False
    visits = flow.visits[name]
    return visits == 0.0 or math.isclose(flow.square[name] * visits, 2.0 * flow.work[name] ** 2)


def _serves_of_a_table(step: Step, station: str) -> bool:
    drawn = step.demand if isinstance(step, Serve) and step.at == station else None
    law = drawn.each if isinstance(drawn, BySize) else drawn
    return isinstance(law, Distribution) and law.kind in TABLED


def step_errors(found: Equilibrium) -> Mapping[str, float]:
    """By station, the share of its work that theory counts, and that is not done, or the other way round: that between
    the two steps, of those turned away who are so at the other one."""
    network, flow = found.node.programs.network, found.traffic.flow
    errors: dict[str, float] = defaultdict(float)
    for pool in (pool for pool in network.pools if found.refused.get(pool.name, 0.0) > 0.0):
        amounts, work, first = _steps(found.node.programs.connect, pool.name)
        if len(amounts) != 2 or not work:
            continue
        left = left_by_most(pool.size, most_of_all(network)[pool.name])
        elsewhere = _at_other_step(pool.name, left, amounts, first, flow)
        lost = found.refused[pool.name] * elsewhere * flow.tried[pool.name]
        for station, amount in work.items():
            errors[station] += lost * amount / flow.work[station]
    return errors


def _steps(stages: Stages, pool: str) -> tuple[tuple[float, ...], Mapping[str, float], bool]:
    """What a session takes of a pool, step by step; its work between the first and the last one, by station; whether
    it is turned away at the first."""
    taken = [k for k, stage in enumerate(stages) if stage.held == pool and stage.amount > 0.0]
    work: dict[str, float] = defaultdict(float)
    for stage in stages[taken[0] : taken[-1]] if taken else ():
        if stage.work > 0.0:
            work[stage.at] += stage.work
    return tuple(stages[k].amount for k in taken), work, bool(taken and stages[taken[0]].cause)


def _at_other_step(pool: str, left: float, amounts: tuple[float, ...], first: bool, flow: Flow) -> float:
    """The chance that those between the two steps do not fit into what is `left` of a pool where as many as fit are
    beyond both: a Poisson number of them, beside the one who comes."""
    (idle, _), most = amounts, sum(amounts)
    between = max(0.0, most * flow.held[pool] - flow.spread[pool]) / (idle * (most - idle))
    fit = max(0, math.floor((left - (most - idle if first else 0.0)) / idle))
    if fit == 0:
        return 1.0
    from scipy.special import gammainc  # Loads for longer than theory takes to answer.

    return float(gammainc(fit, between))
