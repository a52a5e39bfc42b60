"""Who asks: sessions, pauses, how fast responses went out, ranges and errors."""

from dataclasses import dataclass

import numpy as np

from simulator.measure.estimate import Estimate
from simulator.questions.calibrate.log.values import LoggedValues, mean_of, values_of
from simulator.traffic.logged import Logged
from simulator.traffic.sessions import LoggedSessions

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
    took; groups: share and mean speed of the slowest quarter, the half in the middle and the fastest quarter."""

    clients: int
    sessions: int
    gap: float
    requests: Estimate
    pause: LoggedValues | None
    speed: LoggedValues | None
    groups: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class LoggedAnswers:
    """statuses: requests by status. ranges: % of the requests that are for a part of an object; range_size: bytes of
    these on average, None where there is none; errors: % answered by 500 or more; refused: % by 400 to 499."""

    statuses: tuple[tuple[int, int], ...]
    ranges: Estimate
    range_size: Estimate | None
    errors: Estimate
    refused: Estimate


def clients_of(logged: Logged, sessions: LoggedSessions) -> Clients:
    """What a log says of its clients."""
    taken = logged.seconds
    large = np.isfinite(taken) & (taken > 0.0) & (logged.bytes >= LARGE)
    speeds = logged.bytes[large] / taken[large]
    known = speeds.size >= FEWEST
    return Clients(
        clients=int(logged.client.max()) + 1,
        sessions=sessions.count,
        gap=sessions.gap,
        requests=mean_of(sessions.lengths.astype(np.float64), ""),
        pause=values_of(sessions.pauses(logged), "s"),
        speed=values_of(speeds, "B/s") if known else None,
        groups=_groups(speeds) if known else (),
    )


def _groups(speeds: np.ndarray) -> tuple[tuple[float, float], ...]:
    """Clients by speed: the mean of a group is that of the time that a byte takes, which is what a server feels."""
    ordered = np.sort(speeds)
    ends = [0, *(round(share * ordered.size) for share in GROUPS)]
    pieces = [(end - begin, ordered[begin:end]) for begin, end in zip(ends, ends[1:], strict=False)]
    return tuple((count / ordered.size, float(1.0 / (1.0 / piece).mean())) for count, piece in pieces)


def answers_of(logged: Logged) -> LoggedAnswers:
    """What a log says of how requests were answered."""
    statuses, counts = np.unique(logged.status, return_counts=True)
    partial = logged.status == PARTIAL
    return LoggedAnswers(
        statuses=tuple(zip(statuses.tolist(), counts.tolist(), strict=True)),
        ranges=_share(partial),
        range_size=mean_of(logged.bytes[partial], "B") if partial.any() else None,
        errors=_share(logged.status >= 500),
        refused=_share((logged.status >= 400) & (logged.status < 500)),
    )


def _share(which: np.ndarray) -> Estimate:
    found = mean_of(which * WHOLE, "%")
    return Estimate(found.value, found.half_width, found.confidence, found.samples, "%", share=True)
