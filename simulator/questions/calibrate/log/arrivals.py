"""When requests arrive: how many in each hour, how unevenly within it, and how far peaks are above the mean."""

from dataclasses import dataclass
from statistics import fmean

import numpy as np

from simulator.measure.estimate import Estimate, from_replications, given
from simulator.traffic.logged import Logged

DAY, HOUR = 86_400, 3_600
CONFIDENCE = 0.95
# Spans of time that a figure is worked out in, each by itself, and counts that one needs at least.
SPANS, FEWEST = 20, 30


@dataclass(frozen=True)
class Peak:
    """The busiest time of a log: its length, s; requests and bytes of it; how often the mean of the log that is."""

    seconds: int
    begins: float
    requests: int
    bytes: float
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


def arrivals_of(logged: Logged) -> Arrivals:
    """What a log says of its arrivals."""
    place = (logged.start - logged.first).astype(np.int64)
    counts = np.bincount(place, minlength=int(logged.span)).astype(np.float64)
    sent = np.bincount(place, weights=logged.bytes, minlength=counts.size)
    return Arrivals(
        mean=_mean(counts),
        by_hour=_by_hour(logged, counts.size),
        dispersion=tuple((width, found) for width in (1, 10, 60) if (found := _dispersion(counts, width)) is not None),
        peaks=tuple(_peak(logged, counts, sent, width) for width in (1, 60, HOUR) if width <= counts.size),
    )


def _mean(counts: np.ndarray) -> Estimate:
    """The mean rate; its interval is that of SPANS spans of equal length."""
    if counts.size < 2 * SPANS:
        return given(float(counts.mean()), "/s")
    each = counts[: counts.size // SPANS * SPANS].reshape(SPANS, -1).mean(axis=1)
    found = from_replications(each.tolist(), CONFIDENCE, "/s")
    return Estimate(float(counts.mean()), found.half_width, CONFIDENCE, SPANS, "/s")


def _by_hour(logged: Logged, seconds: int) -> tuple[tuple[int, float], ...]:
    """For each hour of the day that the log has: requests/s of all such hours together."""
    local = (logged.start + logged.clock.offset) % DAY // HOUR
    requests = np.bincount(local.astype(np.int64), minlength=24)
    hours = (logged.first + logged.clock.offset + np.arange(seconds)) % DAY // HOUR
    logged_seconds = np.bincount(hours.astype(np.int64), minlength=24)
    return tuple((h, float(requests[h] / logged_seconds[h])) for h in range(24) if logged_seconds[h])


def _dispersion(counts: np.ndarray, width: int) -> Estimate | None:
    """Each span of time by itself, so that the rise and fall of the day is no burst; None for too short a log."""
    windows = counts[: counts.size // width * width].reshape(-1, width).sum(axis=1)
    spans = min(SPANS, windows.size // FEWEST)
    if spans < 2:
        return None
    pieces = windows[: windows.size // spans * spans].reshape(spans, -1)
    busy = pieces[pieces.mean(axis=1) > 0.0]
    if busy.shape[0] < 2:
        return None
    return from_replications((busy.var(axis=1, ddof=1) / busy.mean(axis=1)).tolist(), CONFIDENCE, "")


def _peak(logged: Logged, counts: np.ndarray, sent: np.ndarray, width: int) -> Peak:
    """The busiest of the windows that follow one another from the first second on; the last may be cut off."""
    begins = np.arange(0, counts.size, width)
    requests = np.add.reduceat(counts, begins)
    busiest = int(requests.argmax())
    mean = fmean(counts) * width
    carried = float(np.add.reduceat(sent, begins)[busiest])
    return Peak(width, logged.first + float(begins[busiest]), int(requests[busiest]), carried,
                float(requests[busiest] / mean))  # fmt: skip
