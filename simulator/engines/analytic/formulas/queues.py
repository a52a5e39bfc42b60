"""The queue with a limit that theory solves, M/M/c/K.

`rate` is arrivals a second and `service` the mean service time in seconds; their product is the offered load in
erlangs.
"""

from typing import NamedTuple

import numpy as np

from simulator.engines.analytic.formulas.checks import at_least_one, not_negative


class Limited(NamedTuple):
    """M/M/c/K. states: float64 (K + 1,), the probability of each number of jobs; refused: the share of arrivals;
    jobs: their mean number; waiting: of those, the mean number not in service; wait: mean seconds of the admitted."""

    states: np.ndarray
    refused: float
    jobs: float
    waiting: float
    wait: float


def limited(rate: float, service: float, servers: int, places: int) -> Limited:
    """M/M/c/K with K = `places`, those at the servers included: who finds them all taken is refused.

    A birth and death process cut off at K (Kleinrock 1975, chapter 3), its weights taken as
    logarithms so that they neither overflow nor vanish. Any load is stable. Raises ValueError for negative or infinite
    arguments, counts that are not whole, and fewer places than servers.
    """
    not_negative(rate=rate, service=service)
    at_least_one(servers=servers, places=places)
    if places < servers:
        raise ValueError(f"places must be at least the {servers} servers, got {places}")
    load, number = rate * service, np.arange(places + 1)
    states = np.zeros(places + 1)
    states[0] = 1.0
    if load > 0.0:
        weight = np.concatenate(([0.0], np.cumsum(np.log(load / np.minimum(number[1:], servers)))))
        states = np.exp(weight - weight.max())
        states /= states.sum()
    waiting = float((np.maximum(number - servers, 0) * states).sum())
    admitted = rate * float(states[:-1].sum())
    wait = waiting / admitted if admitted > 0.0 else 0.0
    return Limited(states, float(states[-1]), float((number * states).sum()), waiting, wait)
