"""How unevenly requests fall on objects: Zipf's law by maximum likelihood, and how well it fits.

Only objects that were asked for often are fitted: the rank of one that was asked for once or twice says nothing, and
those that nobody asked for are not in the log. Ranks come from the same counts that are fitted, which bends the
exponent; a parametric bootstrap (Efron and Tibshirani 1993, section 10.3; for power laws Clauset, Shalizi and Newman
2009) ranks its own draws in the same way, so that it tells that bias, the interval and how large a distance is usual.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from simulator.measure.estimate import Estimate, student_quantile
from simulator.questions.calibrate.log.arrivals import CONFIDENCE
from simulator.traffic.logged import Logged

# Requests for an object whose rank is told, objects that a fit needs, and the most that it looks at.
OFTEN, FEWEST, MOST = 10, 20, 20_000
DRAWS = 100
# Times the objects that are fitted, that the law is taken to go on beyond them at most.
BEYOND = 4
STEEPEST = 5.0


@dataclass(frozen=True)
class LoggedPopularity:
    """objects: different ones that were asked for; bytes: of them together; once: the share of them asked for once.
    fitted: how many of the most popular the law was fitted to, with which share of the requests; zipf: its exponent,
    None where too few were asked for often; distance: the largest between fitted and observed shares, 0 to 1; usual:
    the share of samples from the law itself that are at least as far from it."""

    objects: int
    bytes: float
    once: float
    fitted: int
    share: float
    zipf: Estimate | None
    distance: float
    usual: float


def popularity_of(logged: Logged) -> LoggedPopularity:
    """What a log says of the popularity of its objects."""
    counts = np.bincount(logged.object, minlength=logged.size.size)
    often = counts[counts >= OFTEN][:MOST].astype(np.float64)
    once = float((counts == 1).mean())
    if often.size < FEWEST:
        return LoggedPopularity(counts.size, float(logged.size.sum()), once, 0, 0.0, None, 0.0, 0.0)
    logs = np.log(np.arange(1, min(counts.size, BEYOND * often.size) + 1))
    exponent = _exponent(often, logs)
    distance = _distance(often, _shares(exponent, logs[: often.size]))
    again, far = _bootstrap(exponent, often, logs)
    value = 2.0 * exponent - float(again.mean())
    half_width = student_quantile(CONFIDENCE, DRAWS - 1) * float(again.std(ddof=1))
    zipf = Estimate(value, half_width, CONFIDENCE, int(often.sum()), "")
    share = float(often.sum() / logged.requests)
    return LoggedPopularity(
        counts.size, float(logged.size.sum()), once, often.size, share, zipf, distance, float((far >= distance).mean())
    )


def _exponent(counts: np.ndarray, logs: np.ndarray) -> float:
    """The root of the derivative of the log-likelihood: the mean logarithm of the rank is that of the law."""
    logs = logs[: counts.size]
    observed = float((counts * logs).sum() / counts.sum())

    def excess(exponent: float) -> float:
        return float((_shares(exponent, logs) * logs).sum()) - observed

    if excess(0.0) <= 0.0:
        return 0.0
    if excess(STEEPEST) >= 0.0:
        return STEEPEST
    return float(brentq(excess, 0.0, STEEPEST, xtol=1e-6))


def _shares(exponent: float, logs: np.ndarray) -> np.ndarray:
    weights = np.exp(-exponent * logs)
    shares: np.ndarray = weights / weights.sum()
    return shares


def _distance(counts: np.ndarray, law: np.ndarray) -> float:
    return float(np.abs(np.cumsum(counts) / counts.sum() - np.cumsum(law)).max())


def _bootstrap(exponent: float, often: np.ndarray, logs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Exponents and distances of samples from the law, each ranked, cut off and fitted as the log was. The law goes on
    beyond the objects that were fitted, for some of those are among these by chance. The same for the same log."""
    law = _shares(exponent, logs)
    requests = round(float(often.sum() / law[: often.size].sum()))
    draws = np.random.default_rng(18)
    found = np.empty((DRAWS, 2))
    for place in range(DRAWS):
        counts = np.sort(draws.multinomial(requests, law))[::-1].astype(np.float64)
        counts = counts[counts >= often[-1]][:MOST]
        again = _exponent(counts, logs)
        found[place] = again, _distance(counts, _shares(again, logs[: counts.size]))
    return found[:, 0], found[:, 1]
