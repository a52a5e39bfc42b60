"""Closed networks of one class: exact mean values, by convolution (Buzen 1973, Computational Algorithms for Closed
Queueing Networks with Exponential Servers, CACM 16, 527-531)."""

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from simulator.engines.analytic.formulas.checks import at_least_one, not_negative

DELAY = math.inf  # The number of servers of a station where nobody waits: thinking, or another machine.


class Closed(NamedTuple):
    """A closed network by population: row n - 1 is that of n customers.

    throughput: float64 (population,), cycles a second; response: float64 (population, stations), seconds a cycle that
    a customer spends at a station; jobs: the same shape, mean number there, those in service included.
    """

    throughput: np.ndarray
    response: np.ndarray
    jobs: np.ndarray


# By station, what it does with 1, 2, ... customers, in times what it does with one.
Curves = Mapping[int, Sequence[float]]


def mean_values(
    demands: Sequence[float], servers: Sequence[float], population: int, curves: Curves | None = None
) -> Closed:
    """Every station's mean values for 1 to `population` customers.

    demands: (stations,), seconds of service a cycle; servers: (stations,), 1 or more, whole or not, or DELAY: n
    customers are served at the rate min(n, c) together; a station in `curves` serves n at the n-th of its rates, and
    more at the last one. Of n customers j are at station k with the chance f(j) G'(n - j) / G(n): f(j) is its demand to
    the power of j over the product of its rates up to j, G the sum over all states, and G' that of the other stations.
    All terms are positive, so that no digits cancel, and kept as logarithms, so that none leaves the range of numbers.
    Costs stations * population^2. Raises ValueError for demands that are negative, or all 0, and for fewer servers
    than 1.
    """
    weights = _weights(demands, servers, population, curves or {})
    before = list(accumulate(weights[:-1], _convolved, initial=_nobody(population)))
    behind = list(accumulate(weights[:0:-1], _convolved, initial=_nobody(population)))[::-1]
    states = _convolved(before[-1], weights[-1])
    jobs = np.empty((population, len(weights)))
    here = np.arange(population + 1.0)
    for k, weight in enumerate(weights):
        chances = np.exp(_terms(_convolved(before[k], behind[k]), weight) - states[:, None])
        jobs[:, k] = (chances @ here)[1:]
    throughput = _throughput(states)
    return Closed(throughput, jobs / throughput[:, None], jobs)


def throughputs(
    demands: Sequence[float], servers: Sequence[float], population: int, curves: Curves | None = None
) -> np.ndarray:
    """The throughput alone, G(n - 1) / G(n) for 1 to `population` customers: float64 (population,).

    Arguments and errors are those of `mean_values`.
    """
    *others, last = accumulate(_weights(demands, servers, population, curves or {}), _convolved)
    return _throughput(last)


def _weights(
    demands: Sequence[float], servers: Sequence[float], population: int, curves: Curves
) -> list[np.ndarray]:
    """By station, the logarithm of f(j) for j from 0 to the population. Raises ValueError."""
    at_least_one(population=population)
    if len(demands) != len(servers) or not sum(demands) > 0.0:
        raise ValueError(f"a closed network needs demands above 0 and servers for each, got {demands} and {servers}")
    number = np.arange(1.0, population + 1.0)
    found = []
    for k, (demand, count) in enumerate(zip(demands, servers, strict=True)):
        not_negative(demand=demand)
        if not count >= 1.0:
            raise ValueError(f"a station must have at least 1 server, got {count}")
        curve = np.asarray(curves.get(k, ()), dtype=np.float64)
        rates = curve[np.minimum(number.astype(int), curve.size) - 1] if curve.size else np.minimum(number, count)
        with np.errstate(divide="ignore"):  # Nobody is where there is nothing to do.
            found.append(np.concatenate(([0.0], np.cumsum(np.log(demand) - np.log(rates)))))
    return found


def _nobody(population: int) -> np.ndarray:
    """The weights of no stations: all customers are elsewhere."""
    return np.concatenate(([0.0], np.full(population, -math.inf)))


def _terms(others: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The logarithms of f(j) G'(n - j), row n and column j: float64 (population + 1, population + 1)."""
    padded = np.concatenate((np.full(others.size - 1, -math.inf), others))
    shifted: np.ndarray = np.lib.stride_tricks.sliding_window_view(padded, others.size)[:, ::-1]
    return np.asarray(shifted + weight)


def _convolved(others: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The logarithm of the sum over j of f(j) G'(n - j), by n."""
    terms = _terms(others, weight)
    largest = terms.max(axis=1)
    base = np.where(np.isfinite(largest), largest, 0.0)
    with np.errstate(divide="ignore"):
        return np.asarray(base + np.log(np.exp(terms - base[:, None]).sum(axis=1)))


def _throughput(states: np.ndarray) -> np.ndarray:
    return np.asarray(np.exp(states[:-1] - states[1:]))
