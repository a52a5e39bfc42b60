"""Stations that theory solves as birth and death processes, for an offered load that has a steady state.

Shared with a cap: `capacity` units a second are shared evenly, but no job gets more than `cap` of them. With R =
capacity / cap, whole or not, n jobs are served at the rate cap * min(n, R) together. The station is symmetric, so the
number of jobs depends on the mean of their sizes alone (Kelly 1979, Reversibility and Stochastic Networks, chapter 3;
for links Bonald and Proutiere 2003, Insensitive Bandwidth Sharing in Data Networks): it is that of M/M/R. There, a =
rate * mean / cap is the load in jobs at full speed.

With a curve: the total rate depends on how many jobs are served, shared evenly or so many at once and the rest in line.
With n jobs it does rates[n - 1] of work a second, and ever after as the last. Shared evenly it is symmetric too; in
line it is the same process where work is exponential (Kleinrock 1975, Queueing Systems 1).

With a limit: M/M/c/K. `rate` is arrivals a second and `service` the mean service time in seconds; their product is the
offered load in erlangs.

A limit to which jobs come back a while after they have left it, as a session's next request does: who comes back soon
finds the place that it has left, for only what came in between can have taken it. Erlang's formula and its kin know
nothing of that, for they take all who come to come at random.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from simulator.engines.theory.formulas.checks import (
    require_at_least_one,
    require_not_negative,
    require_positive,
    require_stable,
)
from simulator.engines.theory.formulas.erlang import erlang_b
from simulator.messages.stages import formula_arguments


class LossQueue(NamedTuple):
    """M/M/c/K. states: float64 (K + 1,), the probability of each number of jobs; refused: the share of arrivals;
    jobs: their mean number; waiting: of those, the mean number not in service; wait: mean seconds of the admitted."""

    states: np.ndarray
    refused: float
    jobs: float
    waiting: float
    wait: float


def loss_queue(rate: float, service: float, servers: int, places: int) -> LossQueue:
    """M/M/c/K with K = `places`, those at the servers included: who finds them all taken is refused.

    A birth and death process cut off at K (Kleinrock 1975, chapter 3), its weights taken as
    logarithms so that they neither overflow nor vanish. Any load is stable. Raises ValueError for negative or infinite
    arguments, counts that are not whole, and fewer places than servers.
    """
    require_not_negative(rate=rate, service=service)
    require_at_least_one(servers=servers, places=places)
    if places < servers:
        raise ValueError(formula_arguments.too_few_places(servers, places))
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
    return LossQueue(states, float(states[-1]), float((number * states).sum()), waiting, wait)


class JobNumbers(NamedTuple):
    """jobs: their mean number; waiting: of these, the mean number that are not served."""

    jobs: float
    waiting: float


def job_numbers(load: float, rates: Sequence[float] | np.ndarray, at_once: float = math.inf) -> JobNumbers:
    """The steady state of a station that is asked for `load` of work a second and serves `at_once` jobs at a time.

    P(n) is in proportion to the product of load / rates, and geometric where the rates end. Raises ValueError for
    negative or infinite loads and for rates that are none, Unstable for a load of the last rate or more.
    """
    require_not_negative(load=load)
    require_positive(first=rates[0], last=rates[-1])
    require_stable(load, rates[-1])
    if load == 0.0:
        return JobNumbers(0.0, 0.0)
    most = len(rates) if math.isinf(at_once) else max(len(rates), int(at_once))
    served = np.append(np.asarray(rates, dtype=np.float64), np.full(most - len(rates), rates[-1]))
    logs = np.concatenate(([0.0], np.cumsum(np.log(load / served))))
    states = np.exp(logs - logs.max())
    number, decay = np.arange(states.size), load / rates[-1]
    # Beyond the last rate each state weighs `decay` times the one before.
    beyond, further = states[-1] * decay / (1.0 - decay), 1.0 / (1.0 - decay)
    total = states.sum() + beyond
    jobs = float((number * states).sum() + beyond * (most + further))
    line = 0.0 if math.isinf(at_once) else float((np.maximum(number - at_once, 0.0) * states).sum())
    line += 0.0 if math.isinf(at_once) else beyond * (most - at_once + further)
    return JobNumbers(jobs / float(total), line / float(total))


def longest_excess(load: float, rates: np.ndarray) -> float:
    """How much more a unit of work takes on average than any time that it takes longer than, s, at the most, of a job
    that shares such a station evenly.

    With n others it takes (n + 1) / rates[n]. From any number on, further ones are there in proportion to the product
    of load / rates; where the rates end each is one more at the last rate, geometrically: 1 / (last - load).
    """
    last = float(rates[-1])
    require_stable(load, last)
    beyond = 1.0 / (last - load)
    if load == 0.0 or rates.size < 2:
        return beyond
    logs = np.concatenate(([0.0], np.cumsum(np.log(load / rates))))
    states = np.exp(logs - logs.max())
    states[-1] *= last * beyond
    as_many = np.cumsum(states[::-1])[::-1][1:]
    steps = np.append(np.diff(np.arange(1, rates.size + 1) / rates), beyond)
    further = np.cumsum((as_many * steps)[::-1])[::-1]
    found = np.divide(further, as_many, out=np.zeros(as_many.size), where=as_many > 0.0)
    return max(beyond, float(found.max()))


class SharedState(NamedTuple):
    """jobs: mean number; response: mean seconds in the station; slowed: how much of the time, from 0 to 1, jobs get
    less than their cap; stretch: mean response over size / cap, the same for every size."""

    jobs: float
    response: float
    slowed: float
    stretch: float


# A station is asked again in the next round if it is as busy, and for what is known of its errors.
@lru_cache(maxsize=256)
def capped_sharing(rate: float, mean: float, capacity: float, cap: float) -> SharedState:
    """The steady state of a shared station whose jobs all have the same cap (`SharedState`); `rate` is arrivals a
    second, `mean` their mean size.

    With m = floor(R) and r = a / R, state n <= m weighs a**n / n! and each further one r times the one before. So
    P(m) = 1 / (1 / B(m, a) + r / (1 - r)), and the mean number is a + E[(N - R)+] because a = E[min(N, R)] is the work
    that is done. For whole R this is M/M/R (Kleinrock 1975, Queueing Systems 1, section 3.5); for R <= 1, M/G/1 PS.
    Raises ValueError for negative or infinite arguments, Unstable for an offered rate * mean of `capacity` or more.
    """
    require_not_negative(rate=rate, mean=mean)
    require_positive(capacity=capacity, cap=cap)
    require_stable(rate * mean, capacity)
    wide, load = capacity / cap, rate * mean / cap
    if load == 0.0:
        return SharedState(0.0, mean / min(cap, capacity), 0.0, max(1.0, 1.0 / wide))
    full, r = math.floor(wide), rate * mean / capacity
    geometric = r / (1.0 - r)
    blocked = erlang_b(full, load)
    at_full = blocked / (1.0 + blocked * geometric)
    excess = at_full * geometric * (1.0 / (1.0 - r) - (wide - full))
    stretch = (load + excess) / load
    return SharedState(load + excess, stretch * mean / cap, at_full * geometric, stretch)


class ReturningJobs(NamedTuple):
    """How jobs come back to a limit. comes: jobs that come to it a second, first or again; again: the chance that one
    that has left it comes again; after: the mean seconds until it does."""

    comes: float
    again: float
    after: float


class StayingJobs(NamedTuple):
    """A limit to which some jobs come back as if they had never left. times: the load that it is then offered, as a
    share of what it is if all come at random; at_random: the share of those who come that still do."""

    times: float
    at_random: float


def staying_jobs(own: float, again: float, full: float) -> StayingJobs:
    """A limit that turns away the share `full` of those who come at random, to whom those it served come again with the
    chance `again`, of whom the share `own` finds its place as it left it and is never turned away."""
    served = 1.0 - full
    keep = again * own
    # Of all who come, the share x is served of a share y at random: x = y served + keep x.
    at_random = (1.0 - keep) / (1.0 - keep + keep * served)
    return StayingJobs(at_random / (1.0 - keep), at_random)


def own_place_share(states: np.ndarray, returns: ReturningJobs) -> float:
    """The share of those who come back that find things as they left them, 0 to 1.

    states: float64 (places + 1,), how likely each number of jobs is. As many others come and go meanwhile as do in the
    long run, which makes their number a birth and death process, after a pause taken as exponential: its resolvent
    says how likely it is full again (Karlin and Taylor 1975, A First Course in Stochastic Processes, chapter 4).
    """
    full = states[-1] / states.sum()
    if not full > 0.0 or states.size < 2 or returns.again <= 0.0:
        return 0.0
    left = states[:-1] / states[:-1].sum()
    come = np.full(states.size - 1, returns.comes * returns.after)
    go = come * np.minimum(states[:-1] / np.maximum(states[1:], 1e-300), 1e12)
    bands = np.zeros((3, states.size))
    bands[1, :-1] += come
    bands[1, 1:] += go
    bands[1] += 1.0
    bands[2, :-1], bands[0, 1:] = -come, -go
    from scipy.linalg import solve_banded  # Loads for longer than theory takes to answer.

    again = solve_banded((1, 1), bands, np.append(left, 0.0))
    return float(np.clip(1.0 - again[-1] / full, 0.0, 1.0))
