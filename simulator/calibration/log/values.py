"""Values of a log: their mean with its interval, their quantiles, and the distribution that fits them best; and how
long responses took."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy  # Its `stats` take a second to load: only who fits waits for them.

from simulator.calibration.log.arrivals import CONFIDENCE
from simulator.experiment.estimate import Estimate, exact, from_replications
from simulator.experiment.measures.server import BEYOND
from simulator.experiment.results import Unavailable
from simulator.messages.stages.calibration import access_log

SHARES = (0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0)
# Batches in order of time that the interval of a mean rests on (batch means: Law 2015, section 9.5.3), and what one
# needs at least.
BATCHES, FEWEST = 20, 10
# Values that a distribution is fitted to at most, evenly taken from all.
FITTED = 200_000


@dataclass(frozen=True)
class Fit:
    """A distribution fitted by maximum likelihood. parameters: as the scenario calls them; distance: the largest
    distance between its distribution function and that of the values (Kolmogorov and Smirnov), from 0 to 1; likelihood:
    mean log-likelihood of a value, by which fits are ranked."""

    name: str
    parameters: tuple[tuple[str, float], ...]
    distance: float
    likelihood: float


@dataclass(frozen=True)
class LoggedValues:
    """count: of the values; zero: the share of them that is 0; mean: of all; cv: standard deviation over mean, of all;
    quantiles: share and value, of all; fits: of those above 0, the best first."""

    count: int
    zero: float
    mean: Estimate
    cv: float
    quantiles: tuple[tuple[float, float], ...]
    fits: tuple[Fit, ...]


def summarise_values(values: np.ndarray, unit: str) -> LoggedValues | None:
    """What values in order of time say; None where there are none."""
    if not values.size:
        return None
    above = values[values > 0.0]
    mean = float(values.mean())
    return LoggedValues(
        count=int(values.size),
        zero=1.0 - above.size / values.size,
        mean=batch_mean(values, unit),
        cv=float(values.std() / mean) if mean > 0.0 else 0.0,
        quantiles=tuple(zip(SHARES, np.quantile(values, SHARES).tolist(), strict=True)),
        fits=_fits(above) if np.unique(above[:FITTED]).size > 2 else (),
    )


def batch_mean(values: np.ndarray, unit: str) -> Estimate:
    """The mean of values in order of time. Values near each other in time are alike, so its interval rests on
    batches."""
    batches = min(BATCHES, values.size // FEWEST)
    if batches < 2:
        return Estimate(float(values.mean()), math.inf, CONFIDENCE, int(values.size), unit)
    each = values[: values.size // batches * batches].reshape(batches, -1).mean(axis=1)
    if np.ptp(each) == 0.0:
        return exact(float(values.mean()), unit)
    estimate = from_replications(each.tolist(), CONFIDENCE, unit)
    return Estimate(float(values.mean()), estimate.half_width, CONFIDENCE, batches, unit)


# Percentiles of response times.
PERCENTILES = (0.5, 0.95, 0.99)


@dataclass(frozen=True)
class LoggedTimes:
    """How long responses took, s. count: those of which the log tells it; told: the share of all requests that they
    are; zero: the share of them told as 0; percentiles: each with its share, 0 to 1."""

    count: int
    told: float
    zero: float
    mean: Estimate
    percentiles: tuple[tuple[float, Estimate | Unavailable], ...]


def summarise_times(seconds: np.ndarray) -> LoggedTimes | None:
    """Of the seconds that requests took in order of time, nan where the log does not tell; None where it never does."""
    told = seconds[np.isfinite(seconds)].astype(np.float64)
    if not told.size:
        return None
    percentiles = tuple((share, _percentile(told, share)) for share in PERCENTILES)
    zero = float((told == 0.0).mean())
    return LoggedTimes(int(told.size), told.size / seconds.size, zero, batch_mean(told, "s"), percentiles)


def _percentile(values: np.ndarray, share: float) -> Estimate | Unavailable:
    """Of all values; its interval is that of batches in order of time. Each batch has BEYOND values beyond it, as a
    replication of a simulation must; refused where two have not."""
    fewest = math.ceil(BEYOND / (1.0 - share) - 1e-6)
    batches = min(BATCHES, values.size // fewest)
    if batches < 2:
        return Unavailable(access_log.too_few_times(values.size, 2 * fewest))
    each = np.quantile(values[: values.size // batches * batches].reshape(batches, -1), share, axis=1)
    estimate = from_replications(each.tolist(), CONFIDENCE, "s")
    return Estimate(float(np.quantile(values, share)), estimate.half_width, CONFIDENCE, batches, "s")


def _fits(values: np.ndarray) -> tuple[Fit, ...]:
    some = np.sort(values[:: max(1, values.size // FITTED)])
    found = [fit(some) for fit in (_lognormal, _gamma, _exponential, _pareto)]
    return tuple(sorted((each for each in found if each is not None), key=lambda each: -each.likelihood))


def _lognormal(values: np.ndarray) -> Fit | None:
    logs = np.log(values)
    sigma = float(logs.std())
    law = scipy.stats.lognorm(sigma, scale=math.exp(float(logs.mean())))
    return _fit("lognormal", law, values, mean=float(law.mean()), cv=math.sqrt(math.expm1(sigma**2)))


def _gamma(values: np.ndarray) -> Fit | None:
    """The usual approximation of the maximum, off by less than 1.5 % (Minka 2002), and one step of Newton's."""
    mean = float(values.mean())
    s = math.log(mean) - float(np.log(values).mean())
    if s <= 0.0:
        return None
    shape = (3.0 - s + math.sqrt((s - 3.0) ** 2 + 24.0 * s)) / (12.0 * s)
    return _fit("gamma", scipy.stats.gamma(shape, scale=mean / shape), values, mean=mean, cv=1.0 / math.sqrt(shape))


def _exponential(values: np.ndarray) -> Fit | None:
    mean = float(values.mean())
    return _fit("exponential", scipy.stats.expon(scale=mean), values, mean=mean)


def _pareto(values: np.ndarray) -> Fit | None:
    """None where its mean would be infinite."""
    least = float(values[0])
    excess = float(np.log(values / least).mean())
    shape = 1.0 / excess if excess > 0.0 else math.inf
    if not 1.01 < shape < 100.0:
        return None
    return _fit(
        "pareto", scipy.stats.pareto(shape, scale=least), values, mean=least * shape / (shape - 1.0), shape=shape
    )


def _fit(name: str, law: "scipy.stats.rv_continuous", ordered: np.ndarray, **parameters: float) -> Fit:
    below: Callable[[np.ndarray], np.ndarray] = law.cdf
    fitted = below(ordered)
    ranks = np.arange(ordered.size + 1) / ordered.size
    distance = float(max(np.abs(fitted - ranks[1:]).max(), np.abs(fitted - ranks[:-1]).max()))
    return Fit(name, tuple(parameters.items()), distance, float(law.logpdf(ordered).mean()))


# Different values that a file of an empirical distribution has at most.
MOST = 4_096


def values_file(values: np.ndarray, heading: str) -> str:
    """A CSV file of values as an empirical distribution reads it; of very many different ones neighbours stand
    together, with their mean, so that the mean of all is exact."""
    different, counts = np.unique(values, return_counts=True)
    if different.size > MOST:
        edges = np.unique(np.searchsorted(np.cumsum(counts), np.linspace(0, values.size, MOST + 1)[1:-1]))
        begins = np.concatenate([[0], edges[(edges > 0) & (edges < different.size)]])
        sums, counts = np.add.reduceat(different * counts, begins), np.add.reduceat(counts, begins)
        different = sums / counts
    rows = (f"{value:.12g},{count}" for value, count in zip(different.tolist(), counts.tolist(), strict=True))
    return "\n".join((f"{heading},count", *rows, ""))
