"""When requests arrive: how many in each hour, how unevenly within it, and how far peaks are above the mean."""

from dataclasses import dataclass

import numpy as np

from simulator.experiment.estimate import Estimate, exact, from_replications
from simulator.traffic.requests import LoggedRequests

DAY, HOUR = 86_400, 3_600
CONFIDENCE = 0.95
# Spans of time that a figure is worked out in, each by itself, and counts that one needs at least.
SPANS, FEWEST = 20, 30


@dataclass(frozen=True)
class Peak:
    """The busiest time of a log: its length, s; requests of it; bytes, None where the log does not tell them; how often
    the mean of the log that is."""

    seconds: int
    begins: float
    requests: int
    bytes: float | None
    to_mean: float


@dataclass(frozen=True)
class Arrivals:
    """mean: requests/s. by_hour: requests of each hour of the day on the clock of the log, and how many such hours, or
    parts of them, the log has. dispersion: variance over mean of the counts in windows of so many seconds, 1 for
    arrivals at random (Cox and Lewis 1966, The Statistical Analysis of Series of Events, section 4.5)."""

    mean: Estimate
    by_hour: tuple[tuple[int, float], ...]
    dispersion: tuple[tuple[int, Estimate], ...]
    peaks: tuple[Peak, ...]


def summarise_arrivals(logged: LoggedRequests) -> Arrivals:
    """What a log says of its arrivals. Only seconds with a request are kept: a log may have years without one."""
    place, span = (logged.start - logged.first).astype(np.int64), int(logged.span)
    return Arrivals(
        mean=_mean(place, span),
        by_hour=_by_hour(logged, span),
        dispersion=tuple((w, estimate) for w in (1, 10, 60) if (estimate := _dispersion(place, span, w)) is not None),
        peaks=tuple(_peak(logged, place, span, width) for width in (1, 60, HOUR) if width <= span),
    )


def _mean(place: np.ndarray, span: int) -> Estimate:
    """The mean rate; its interval is that of SPANS spans of equal length."""
    mean = place.size / span
    if span < 2 * SPANS:
        return exact(mean, "/s")
    length = span // SPANS
    each = np.bincount(place // length, minlength=SPANS)[:SPANS] / length
    estimate = from_replications(each.tolist(), CONFIDENCE, "/s")
    return Estimate(mean, estimate.half_width, CONFIDENCE, SPANS, "/s")


def _by_hour(logged: LoggedRequests, span: int) -> tuple[tuple[int, float], ...]:
    """For each hour of the day that the log has: requests/s of all such hours together."""
    local = (logged.start + logged.clock.offset) % DAY // HOUR
    requests = np.bincount(local.astype(np.int64), minlength=24)
    first = int(logged.first + logged.clock.offset) % DAY
    # What each hour has of the whole days, and of the rest, which ends within the second day at the latest.
    begins = np.arange(48) * HOUR
    rest = np.clip(np.minimum(begins + HOUR, first + span % DAY) - np.maximum(begins, first), 0, None)
    seconds = span // DAY * HOUR + rest.reshape(2, 24).sum(axis=0)
    return tuple((h, float(requests[h] / seconds[h])) for h in range(24) if seconds[h])


def _windows(place: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray]:
    """The windows of `width` seconds that have requests, by their number, and where the first of each stands."""
    window = place // width
    begins = np.flatnonzero(np.diff(window, prepend=-1))
    return window[begins], begins


def _dispersion(place: np.ndarray, span: int, width: int) -> Estimate | None:
    """Each span of time by itself, so that the rise and fall of the day is no burst; None for too short a log."""
    spans = min(SPANS, span // width // FEWEST)
    if spans < 2:
        return None
    each = span // width // spans
    window, begins = _windows(place, width)
    counts = np.diff(begins, append=place.size)[window < spans * each].astype(np.float64)
    piece = window[window < spans * each] // each
    total, squares = np.bincount(piece, counts, minlength=spans), np.bincount(piece, counts**2, minlength=spans)
    busy = total > 0.0
    if busy.sum() < 2:
        return None
    mean = total[busy] / each
    variance = (squares[busy] - each * mean**2) / (each - 1)
    return from_replications((variance / mean).tolist(), CONFIDENCE, "")


def _peak(logged: LoggedRequests, place: np.ndarray, span: int, width: int) -> Peak:
    """The busiest of the windows that follow one another from the first second on; the last may be cut off."""
    window, begins = _windows(place, width)
    counts = np.diff(begins, append=place.size)
    busiest = int(counts.argmax())
    requests = int(counts[busiest])
    sent = logged.bytes[begins[busiest] : begins[busiest] + requests]
    return Peak(
        width, logged.first + float(window[busiest] * width), requests, float(sent.sum()) if logged.sized else None,
        requests / (place.size / span * width),
    )  # fmt: skip
