"""A station that jobs of a closed network share with others that come at random: what it does for the closed ones.

The numbers of both at a station of product form are known together, so that the others can be summed out: what is left
is a station of the closed jobs alone, whose rate depends on how many of them are there (Bruell, Balbo and Afshari 1984,
Mean Value Analysis of Mixed, Multiple Class BCMP Networks with Load Dependent Service Stations, Performance Evaluation
4, 241-260).
"""

import math
from collections.abc import Sequence

import numpy as np

from simulator.messages.stages import formula_arguments


def rates_beside(curve: Sequence[float], others: float, most: int) -> np.ndarray:
    """What a station does for 1, 2, ... closed jobs beside `others`, the mean number of these that it keeps busy.

    curve: (k,), above 0, what it does with 1, 2, ... jobs in all, in times what one can get; the last one for more than
    k jobs too, above `others`. most: closed jobs, 1 or more. Returns float64 (k or `most`, whichever is fewer,); for
    more than k closed jobs the last one, which is what others leave.

    With n closed jobs, m others and the product C(j) of the first j rates, the states with n weigh
    b(n) = sum over m of (n + m over m) others^m / C(n + m), and the rate is b(n - 1) / b(n). From n + m = k on, the sum
    is that of a negative binomial tail.
    """
    rates = np.asarray(curve, dtype=np.float64)
    jobs = min(rates.size, most)
    if others <= 0.0:
        return rates[:jobs]
    if not others < rates[-1]:
        raise ValueError(formula_arguments.nothing_left(others, rates[-1]))
    weights = _log_weights(rates, others, jobs)
    return np.asarray(np.exp(weights[:-1] - weights[1:]))


def servers_beside(servers: float, others: float, most: int) -> np.ndarray:
    """What many equal servers, whole or not, do for 1, 2, ... closed jobs: `rates_beside` of min(n, servers) in closed
    form, for which no rate of each number of jobs is kept. Returns float64 (`most`,), for no more jobs than servers.

    With n closed jobs of c servers, the states with n + m < c weigh others^m / (n! m!), which adds up to an incomplete
    gamma function; the others are the same tail. Both are taken over exp(others), and the factorial of c by Stirling's
    series, so that nothing large cancels.
    """
    from scipy.special import betainc, gammaincc, gammaln

    number, k, share = np.arange(most + 1.0), float(math.ceil(servers)), others / servers
    if others <= 0.0:
        return number[1:]
    if not share < 1.0:
        raise ValueError(formula_arguments.nothing_left(others, servers))
    with np.errstate(divide="ignore"):
        few = np.log(gammaincc(k - number, others)) - gammaln(number + 1.0)
        tail = np.log(betainc(k - number, number + 1.0, share)) - (number + 1.0) * np.log1p(-share)
    full = (k - others) + k * math.log1p((servers - k) / k) + 0.5 * math.log(k / (2.0 * math.pi)) - 1.0 / (12.0 * k)
    weights = np.logaddexp(few, tail + full - (number + 1.0) * math.log(servers))
    return np.asarray(np.exp(weights[:-1] - weights[1:]))


def _log_weights(rates: np.ndarray, others: float, jobs: int) -> np.ndarray:
    """log b(n) for 0 to so many closed jobs, k at most: float64 (jobs + 1,)."""
    from scipy.special import betainc, gammaln, logsumexp

    k, share = rates.size, others / rates[-1]
    number, beside, factorials = np.arange(jobs + 1), np.arange(k), gammaln(np.arange(1.0, k + 2.0))
    done = np.concatenate(([0.0], np.cumsum(np.log(rates))))
    # With fewer than k jobs in all not every rate is reached: a row by closed ones, a column by others.
    closed = number[:, np.newaxis]
    together = np.minimum(closed + beside, k)
    few = factorials[together] - factorials[beside] - factorials[closed] + beside * np.log(others) - done[together]
    tail = np.where(number < k, betainc(np.maximum(k - number, 1), number + 1.0, share), 1.0)
    with np.errstate(divide="ignore"):
        many = np.log(tail) - (number + 1.0) * np.log1p(-share) - done[k] + (k - number) * np.log(rates[-1])
    return np.asarray(logsumexp(np.column_stack((np.where(closed + beside < k, few, -np.inf), many)), axis=1))
