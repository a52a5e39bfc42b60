"""A station that jobs of a closed network share with others that come at random: what it does for the closed ones.

The numbers of both at a station of product form are known together, so that the others can be summed out: what is left
is a station of the closed jobs alone, whose rate depends on how many of them are there (Bruell, Balbo and Afshari 1984,
Mean Value Analysis of Mixed, Multiple Class BCMP Networks with Load Dependent Service Stations, Performance Evaluation
4, 241-260).
"""

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
