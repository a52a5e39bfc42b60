"""How far theory is off where sessions take a pool in two steps, as the kernel takes for an open connection first and
more as it begins to send. Theory has all who are turned away turned away at one of them (see programs.py), which is so
while those who are between the two fit into what is left of the pool."""

import math
from collections import defaultdict
from collections.abc import Mapping

from scipy.special import gammainc

from simulator.engines.analytic.node.equilibrium import Equilibrium
from simulator.engines.analytic.node.flows import Flow
from simulator.engines.analytic.programs import Stages, left_by_most, most_of_all


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
    return float(gammainc(fit, between)) if fit > 0 else 1.0
