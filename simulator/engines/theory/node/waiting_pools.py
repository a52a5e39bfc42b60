"""Pools that let wait: worker threads. Who holds some of one is served inside it, and only so many are at a time.

The stations inside are replaced by one that serves n jobs at the rate at which they would go round among themselves
(the flow-equivalent server of Chandy, Herzog and Woo 1975, Parametric Analysis of Queuing Networks). The number of jobs
before and inside the pool is then a birth and death process. Exact for jobs that come at random where all inside is of
product form and nobody else uses it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simulator.engines.theory.formulas.closed import DELAY, throughputs
from simulator.engines.theory.node.delays import mean_wait

# A pool of more places is taken not to limit how many jobs meet inside: then it is M/M/c.
MOST_PLACES = 256


class PoolState(NamedTuple):
    """A pool's places. rates: float64 (places,), jobs a second that leave when 1, 2, ... are inside, empty for a large
    pool; alone: seconds that a job takes inside if it meets nobody; full: jobs a second that leave a full pool."""

    places: float
    rates: np.ndarray
    alone: float
    full: float


class Passage(NamedTuple):
    """wait: mean seconds before a pool; inside: mean seconds in it, or None where the pool does not change them."""

    wait: float
    inside: float | None


def pool_state(places: float, alone: float, stations: Sequence[tuple[float, Sequence[float]]]) -> PoolState:
    """A pool whose jobs take `alone` seconds each. stations: for each one that they share, their seconds of service
    there, and what it does for 1, 2, ... of them, in times what one can get; the last one for more of them, too."""
    number = int(places)
    if number > MOST_PLACES or number < 1 or alone <= 0.0:
        return PoolState(places, np.empty(0), alone, places / alone if alone > 0.0 else np.inf)
    paused = max(0.0, alone - sum(demand for demand, _ in stations))
    # One job takes longer where others are beside it.
    demands = [demand / rates[0] for demand, rates in stations]
    curves = {k: [rate / rates[0] for rate in rates] for k, (_, rates) in enumerate(stations, 1)}
    servers = (DELAY, *(curve[-1] for curve in curves.values()))
    rates = throughputs((paused, *demands), servers, number, curves)
    return PoolState(places, rates, alone, float(rates[-1]))


def interpolated_pool_state(low: PoolState, high: PoolState, part: float) -> PoolState:
    """A pool on the way from one to another one of as many places, `part` of it from the first."""
    rates = low.rates + part * (high.rates - low.rates)
    return PoolState(low.places, rates, low.alone, low.full + part * (high.full - low.full))


def pool_passage(pool: PoolState, busy: float) -> Passage:
    """How jobs pass a pool that come at the share `busy` (0 to below 1) of the rate of a full one."""
    if busy == 0.0 or pool.alone <= 0.0:
        return Passage(0.0, None)
    if pool.rates.size == 0:
        return Passage(mean_wait(pool.places, pool.alone, 2.0 * pool.alone**2, busy), None)
    rate = busy * pool.full
    logs = np.concatenate(([0.0], np.cumsum(np.log(rate / pool.rates))))
    states = np.exp(logs - logs.max())
    number = np.arange(states.size)
    # Beyond a full pool each state weighs `busy` times the one before.
    beyond = states[-1] * busy / (1.0 - busy)
    total = states.sum() + beyond
    wait = beyond / (1.0 - busy) / total / rate
    return Passage(float(wait), float(((number * states).sum() + pool.rates.size * beyond) / total / rate))
