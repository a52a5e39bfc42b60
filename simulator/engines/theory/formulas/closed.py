"""Closed networks of one class: exact mean value analysis (Reiser and Lavenberg 1980, JACM 27, 313-322), and the
throughput alone by convolution (Buzen 1973, Computational Algorithms for Closed Queueing Networks with Exponential
Servers, CACM 16, 527-531)."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from simulator.engines.theory.formulas.checks import require_at_least_one, require_not_negative
from simulator.messages.stages import formula_arguments

DELAY = math.inf  # The number of servers of a station where nobody waits: thinking, or another machine.


class ClosedNetwork(NamedTuple):
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
) -> ClosedNetwork:
    """Every station's mean values for 1 to `population` customers.

    demands: (stations,), seconds of service a cycle; servers: (stations,), 1 or more, whole or not, or DELAY: n
    customers are served at the rate min(n, c) together. The response at a station with c servers is D / c (1 + Q(n - 1)
    + sum over j < c - 1 of (c - 1 - j) p(j | n - 1)) (Reiser and Lavenberg 1980; at c = 1 the arrival theorem; their
    formula for rates that depend on the load gives the same for c that is not whole). A station in `curves` has as many
    servers as the last of its rates a, and a response of D / c (1 + Q(n - 1) + sum over j of (j + 1) (c / a(j + 1) - 1)
    p(j | n - 1)). Costs population * stations *
    servers, and as much again for each station with several servers. Raises ValueError for demands that are negative,
    or all 0, and for fewer servers than 1.
    """
    return _mean_values(*_arrays(demands, servers, population, curves), population)


def throughputs(
    demands: Sequence[float], servers: Sequence[float], population: int, curves: Curves | None = None
) -> np.ndarray:
    """The throughput alone, for 1 to `population` customers: float64 (population,).

    X(n) = G(n - 1) / G(n), where G(n) is the sum over all ways in which n customers are at the stations, of the product
    of f(j): the demand to the power of j over the product of the rates up to j. All terms are positive, so that no
    digits cancel, and kept as logarithms, so that none leaves the range of numbers. Costs population * servers of all
    stations. Arguments and errors are those of `mean_values`.
    """
    return _throughputs(*_arrays(demands, servers, population, curves), population)


def _arrays(
    demands: Sequence[float], servers: Sequence[float], population: int, curves: Curves | None
) -> tuple[np.ndarray, np.ndarray, dict[int, np.ndarray]]:
    """Demands, servers and curves as arrays. Raises ValueError."""
    require_at_least_one(population=population)
    if len(demands) != len(servers) or not sum(demands) > 0.0:
        raise ValueError(f"{formula_arguments.CLOSED_NETWORK}, got {demands} and {servers}")
    for demand, count in zip(demands, servers, strict=True):
        require_not_negative(demand=demand)
        if not count >= 1.0:
            raise ValueError(f"{formula_arguments.STATION_SERVERS}, got {count}")
    rates = {k: np.asarray(curve, dtype=np.float64) for k, curve in (curves or {}).items()}
    return np.asarray(demands, dtype=np.float64), np.asarray(servers, dtype=np.float64), rates


def _mean_values(
    demands: np.ndarray, servers: np.ndarray, rates: Mapping[int, np.ndarray], population: int
) -> ClosedNetwork:
    stations = demands.size
    result = ClosedNetwork(np.empty(population), np.empty((population, stations)), np.empty((population, stations)))
    several = [k for k in range(stations) if k in rates or 1.0 < servers[k] < DELAY]
    states = {k: _empty(rates[k].size if k in rates else math.floor(servers[k])) for k in several}
    without = {k: _throughputs_without(k, demands, servers, rates, population) for k in several}
    queueing = servers < DELAY
    width = np.where(queueing, servers, 1.0)
    jobs = np.zeros(stations)
    for n in range(1, population + 1):
        spare = np.zeros(stations)  # The mean number of servers that an arrival finds idle, beside the one it takes.
        for k, idle in states.items():
            if k in rates:
                spare[k] = (np.arange(1.0, idle.size + 1.0) * (servers[k] / rates[k] - 1.0) * idle).sum()
            else:
                spare[k] = ((servers[k] - 1.0 - np.arange(idle.size)) * idle).sum()
        response = demands / width * np.where(queueing, 1.0 + jobs + spare, 1.0)
        throughput = n / response.sum()
        jobs = throughput * response
        result.throughput[n - 1], result.response[n - 1], result.jobs[n - 1] = throughput, response, jobs
        for k, idle in states.items():
            empty = idle[0] * throughput / without[k][n - 1]
            served = rates[k][:-1] if k in rates else np.arange(1.0, idle.size)
            idle[1:] = demands[k] * throughput / served * idle[:-1]
            idle[0] = empty
    return result


def _empty(servers: int) -> np.ndarray:
    """p(j | 0) for j < servers, a whole number: a station without customers."""
    return np.concatenate(([1.0], np.zeros(servers - 1)))


def _throughputs_without(
    station: int, demands: np.ndarray, servers: np.ndarray, rates: Mapping[int, np.ndarray], population: int
) -> np.ndarray:
    """The throughput of the network without one station, for 1 to `population` customers: float64 (population,).

    It gives p(0 | n) = p(0 | n - 1) X(n) / X without(n), a product. The usual one less the sum of the other p cancels
    all digits when the station is busy (Reiser 1981, Mean-Value Analysis and Convolution Method for Queue-Dependent
    Servers in Closed Queueing Networks).
    """
    others = np.arange(demands.size) != station
    if not demands[others].sum() > 0.0:
        return np.full(population, math.inf)
    kept = {k - (k > station): curve for k, curve in rates.items() if k != station}
    return _throughputs(demands[others], servers[others], kept, population)


def _throughputs(
    demands: np.ndarray, servers: np.ndarray, rates: Mapping[int, np.ndarray], population: int
) -> np.ndarray:
    """G begins with the stations where nobody waits, which together are one, and takes in one queue after the other."""
    number = np.arange(1.0, population + 1.0)
    with np.errstate(divide="ignore"):  # Where nothing delays, nobody is.
        delayed = np.cumsum(np.log(demands[servers == DELAY].sum()) - np.log(number))
    states = np.concatenate(([0.0], delayed))
    for k in np.flatnonzero((servers < DELAY) & (demands > 0.0)).tolist():
        curve = rates[k] if k in rates else np.minimum(np.arange(1.0, math.ceil(servers[k]) + 1.0), servers[k])
        states = _with_queue(states, np.log(demands[k]) - np.log(curve[: population + 1]))
    return np.asarray(np.exp(states[:-1] - states[1:]))


def _with_queue(states: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """log G with one more queue, by the number of customers. steps: log(f(j) / f(j - 1)) for j from 1 on, the last for
    all beyond; from there on f is a geometric series, whose sum follows from that of one customer fewer."""
    number = np.arange(states.size)
    series = np.logaddexp.accumulate(states - number * steps[-1]) + number * steps[-1]
    weights = np.concatenate(([0.0], np.cumsum(steps[:-1])))
    found: np.ndarray = _shifted(series, weights.size - 1) + weights[-1]
    for there, weight in enumerate(weights[:-1].tolist()):
        np.logaddexp(found[there:], states[: found.size - there] + weight, out=found[there:])
    return found


def _shifted(states: np.ndarray, there: int) -> np.ndarray:
    """The same with so many customers more."""
    return np.concatenate((np.full(there, -math.inf), states))[: states.size]
