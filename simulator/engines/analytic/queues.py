"""Queues that theory solves: M/M/c, M/M/c/K, M/G/1 processor sharing, M/G/infinity.

`rate` is arrivals a second and `service` the mean service time in seconds throughout; their product is the offered load
in erlangs. All raise ValueError for negative or infinite arguments and counts that are not whole.
"""

from typing import NamedTuple

import numpy as np

from simulator.engines.analytic.checks import at_least_one, not_negative, positive, stable
from simulator.engines.analytic.erlang import erlang_c


def mean_queue(rate: float, service: float, servers: int) -> float:
    """The mean number of jobs that wait in M/M/c, those in service not counted.

    C a / (c - a) (Kleinrock 1975, Queueing Systems 1, section 3.5). Raises Unstable for a load of `servers` or more.
    """
    not_negative(rate=rate, service=service)
    at_least_one(servers=servers)
    load = rate * service
    stable(load, servers)
    return erlang_c(servers, load) * load / (servers - load)


def mean_wait(rate: float, service: float, servers: int) -> float:
    """The mean time that a job waits before its service in M/M/c, seconds.

    C s / (c - a) (Kleinrock 1975, section 3.5, and Little's law). Raises Unstable for a load of `servers` or more.
    """
    not_negative(rate=rate, service=service)
    at_least_one(servers=servers)
    load = rate * service
    stable(load, servers)
    return erlang_c(servers, load) * service / (servers - load)


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
    logarithms so that they neither overflow nor vanish. Any load is stable. Raises ValueError for fewer places than
    servers.
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


def sharing_response(rate: float, mean: float, capacity: float, size: float | np.ndarray) -> float | np.ndarray:
    """The mean response time of a job of `size` in M/G/1 processor sharing, seconds; of the shape of `size`.

    size / (capacity (1 - load)), for any spread of sizes (Kleinrock 1976, Queueing Systems 2, section 4.4). `mean` is
    the mean size and `capacity` what is served a second, in the unit of sizes. Raises Unstable for a load of 1 or more.
    """
    not_negative(rate=rate, mean=mean, smallest_size=float(np.min(size)))
    positive(capacity=capacity)
    stable(rate * mean, capacity)
    return size / (capacity - rate * mean)


def delay_states(rate: float, service: float, number: np.ndarray) -> np.ndarray:
    """The probability of each `number` of jobs in M/G/infinity, where nobody waits: float64, of the shape of `number`.

    Poisson with the offered load as its mean and variance, for any spread of service times (Takacs 1962, Introduction
    to the Theory of Queues).
    """
    from scipy.special import gammaln, xlogy  # Loads for longer than theory takes to answer.

    not_negative(rate=rate, service=service)
    load = rate * service
    return np.exp(xlogy(number, load) - load - gammaln(np.asarray(number) + 1.0))
