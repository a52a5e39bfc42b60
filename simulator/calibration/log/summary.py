"""Everything that `calibrate log` says of some logs, with who asks: sessions, pauses, how fast responses went out,
ranges and errors; and how unevenly requests fall on objects.

That is Zipf's law by maximum likelihood, and how well it fits. Only objects that were asked for often are fitted: the
rank of one that was asked for once or twice says nothing, and those that nobody asked for are not in the log. Ranks
come from the same counts that are fitted, which bends the exponent; a parametric bootstrap (Efron and Tibshirani 1993,
section 10.3; for power laws Clauset, Shalizi and Newman 2009) ranks its own draws in the same way, so that it tells
that bias, the interval and how large a distance is usual.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from simulator.brief import short_repr
from simulator.calibration.log.addresses import Addresses, summarise_addresses
from simulator.calibration.log.arrivals import CONFIDENCE, Arrivals, summarise_arrivals
from simulator.calibration.log.day_shape import DayShape, fit_day_shape
from simulator.calibration.log.values import (
    LoggedTimes,
    LoggedValues,
    batch_mean,
    summarise_times,
    summarise_values,
)
from simulator.experiment.estimate import Estimate, student_quantile
from simulator.traffic.reading.account import Account
from simulator.traffic.requests import LogClock, LoggedRequests
from simulator.traffic.sessions import LoggedSessions, group_sessions
from simulator.traffic.working_set import WorkingSet, working_set

# Requests for an object whose rank is told, objects that a fit needs, and the most that it looks at.
OFTEN, FEWEST_RANKED, MOST = 10, 20, 20_000
DRAWS = 100
# Times the objects that are fitted, that the law is taken to go on beyond them at most.
BEYOND = 4
STEEPEST = 5.0


@dataclass(frozen=True)
class LoggedPopularity:
    """objects: different ones that were asked for; bytes: of them together, None where the log does not tell; once: the
    share of them asked for once. fitted: how many of the most popular the law was fitted to, with which share of the
    requests; zipf: its exponent, None where too few were asked for often; distance: the largest between fitted and
    observed shares, 0 to 1; usual: the share of samples from the law itself that are at least as far from it."""

    objects: int
    bytes: float | None
    once: float
    fitted: int
    share: float
    zipf: Estimate | None
    distance: float
    usual: float


def summarise_popularity(logged: LoggedRequests) -> LoggedPopularity:
    """What a log says of the popularity of its objects."""
    counts = np.bincount(logged.object, minlength=logged.size.size)
    often = counts[counts >= OFTEN][:MOST].astype(np.float64)
    once = float((counts == 1).mean())
    together = float(logged.size.sum()) if logged.sized else None
    if often.size < FEWEST_RANKED:
        return LoggedPopularity(counts.size, together, once, 0, 0.0, None, 0.0, 0.0)
    logs = np.log(np.arange(1, min(counts.size, BEYOND * often.size) + 1))
    exponent = _exponent(often, logs)
    distance = _distance(often, _shares(exponent, logs[: often.size]))
    again, far = _bootstrap(exponent, often, logs)
    value = 2.0 * exponent - float(again.mean())
    half_width = student_quantile(CONFIDENCE, DRAWS - 1) * float(again.std(ddof=1))
    zipf = Estimate(value, half_width, CONFIDENCE, int(often.sum()), "")
    share = float(often.sum() / logged.requests)
    return LoggedPopularity(
        counts.size, together, once, often.size, share, zipf, distance, float((far >= distance).mean())
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


# Responses that are large enough to tell the speed of a line rather than that of a server.
LARGE = 65_536.0
FEWEST = 100
# Groups of clients that a scenario gets, slowest first: up to which share of the responses.
GROUPS = (0.25, 0.75, 1.0)
PARTIAL = 206
WHOLE = 100.0


@dataclass(frozen=True)
class Clients:
    """clients, sessions: how many; requests: of a session; pause: s, between requests of a session, None where every
    session has one; speed: B/s of responses of at least LARGE bytes, None where the log does not tell how long requests
    took; groups: share and mean speed of the slowest quarter, the half in the middle and the fastest quarter; timed:
    how many large responses have a time above 0 in the log; addresses: whether each of them is a client."""

    clients: int
    sessions: int
    gap: float
    requests: Estimate
    pause: LoggedValues | None
    speed: LoggedValues | None
    groups: tuple[tuple[float, float], ...]
    timed: int
    addresses: Addresses


@dataclass(frozen=True)
class LoggedAnswers:
    """statuses: requests by status. ranges: % of the requests that are for a part of an object; range_size: bytes of
    these on average, None where there is none; errors: % answered by 500 or more; refused: % by 400 to 499; times: how
    long they took, None where the log does not tell."""

    statuses: tuple[tuple[int, int], ...]
    ranges: Estimate
    range_size: Estimate | None
    errors: Estimate
    refused: Estimate
    times: LoggedTimes | None


def summarise_clients(logged: LoggedRequests, sessions: LoggedSessions) -> Clients:
    """What a log says of its clients."""
    taken = logged.seconds
    large = np.isfinite(taken) & (taken > 0.0) & (logged.bytes >= LARGE)
    speeds = logged.bytes[large] / taken[large]
    known = speeds.size >= FEWEST
    return Clients(
        clients=int(logged.client.max()) + 1,
        sessions=sessions.count,
        gap=sessions.gap,
        requests=batch_mean(sessions.lengths.astype(np.float64), ""),
        pause=summarise_values(sessions.pauses(logged), "s"),
        speed=summarise_values(speeds, "B/s") if known else None,
        groups=_groups(speeds) if known else (),
        timed=int(speeds.size),
        addresses=summarise_addresses(logged),
    )


def _groups(speeds: np.ndarray) -> tuple[tuple[float, float], ...]:
    """Clients by speed: the mean of a group is that of the time that a byte takes, which is what a server feels."""
    ordered = np.sort(speeds)
    ends = [0, *(round(share * ordered.size) for share in GROUPS)]
    pieces = [(end - begin, ordered[begin:end]) for begin, end in zip(ends, ends[1:], strict=False)]
    return tuple((count / ordered.size, float(1.0 / (1.0 / piece).mean())) for count, piece in pieces)


def summarise_answers(logged: LoggedRequests) -> LoggedAnswers:
    """What a log says of how requests were answered."""
    statuses, counts = np.unique(logged.status, return_counts=True)
    partial = logged.status == PARTIAL
    return LoggedAnswers(
        statuses=tuple(zip(statuses.tolist(), counts.tolist(), strict=True)),
        ranges=_share(partial),
        range_size=batch_mean(logged.bytes[partial], "B") if partial.any() and logged.sized else None,
        errors=_share(logged.status >= 500),
        refused=_share((logged.status >= 400) & (logged.status < 500)),
        times=summarise_times(logged.seconds),
    )


def _share(which: np.ndarray) -> Estimate:
    estimate = batch_mean(which * WHOLE, "%")
    return Estimate(estimate.value, estimate.half_width, estimate.confidence, estimate.samples, "%", share=True)


@dataclass(frozen=True)
class LogSummary:
    """What logs say. files: as they were named; first: seconds since 1970 of the first whole second, in UTC; span: s;
    bytes: of all responses; size: of responses; object_size: of the different objects, by the largest response of each;
    working_set: how often caches would miss: all four None where the log tells no size; day: the shape of a day, None
    where the log has none."""

    files: tuple[str, ...]
    account: Account
    clock: LogClock
    requests: int
    bytes: float | None
    first: float
    span: float
    arrivals: Arrivals
    size: LoggedValues | None
    object_size: LoggedValues | None
    popularity: LoggedPopularity
    clients: Clients
    answers: LoggedAnswers
    working_set: WorkingSet | None
    day: DayShape | None

    __repr__ = short_repr


def summarise(files: tuple[str, ...], logged: LoggedRequests, gap: float) -> LogSummary:
    """Works out all figures; sessions end after `gap` seconds of silence."""
    sized = logged.sized
    with ThreadPoolExecutor(1) as pool:  # Beside the rest, for it takes as long as all of that.
        curve = pool.submit(working_set, logged.object, logged.size) if sized else None
        sessions = group_sessions(logged, gap)
        arrivals, popularity = summarise_arrivals(logged), summarise_popularity(logged)
        clients, answers = summarise_clients(logged, sessions), summarise_answers(logged)
    return LogSummary(
        files=files,
        account=logged.account,
        clock=logged.clock,
        requests=logged.requests,
        bytes=float(logged.bytes.sum()) if sized else None,
        first=logged.first,
        span=logged.span,
        arrivals=arrivals,
        size=summarise_values(logged.bytes, "B") if sized else None,
        object_size=summarise_values(logged.size, "B") if sized else None,
        popularity=popularity,
        clients=clients,
        answers=answers,
        working_set=curve.result() if curve is not None else None,
        day=fit_day_shape(logged),
    )
