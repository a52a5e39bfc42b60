"""Who asks several times in a row: requests of a client put together to connections, as a browser would send them; and
a log of such sessions as a trace that drives a simulation."""

import hashlib
import os
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from simulator.engines.compiling import entry
from simulator.errors import ReportError
from simulator.messages.stages import traffic
from simulator.network.trace import SessionTrace
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import LoggedRequests, sort_requests
from simulator.traffic.working_set import working_set

UNKNOWN = -1.0
# Responses of at least so many bytes tell how fast a client reads.
LARGE = 65_536.0

# Connections of a client at the same time that are told apart: six of each browser behind one address.
SIDE_BY_SIDE = 64


@dataclass(frozen=True)
class LoggedSessions:
    """Sessions in order of their first request, and their requests one session after the other.

    first: int64 (sessions + 1,), where the requests of each begin in `order`, and the end; order: int64 (requests,),
    the number of each request in the log; gap: seconds of silence after which a session is over.
    """

    first: np.ndarray
    order: np.ndarray
    gap: float

    @property
    def count(self) -> int:
        return int(self.first.size) - 1

    @property
    def lengths(self) -> np.ndarray:
        """Requests of each session: int64 (sessions,)."""
        lengths: np.ndarray = np.diff(self.first)
        return lengths

    def pauses(self, logged: LoggedRequests) -> np.ndarray:
        """Seconds from the end of a request, or its start where the log does not tell how long it took, to the start of
        the next one of its session: float64 (requests - sessions,)."""
        start, taken = logged.start[self.order], np.nan_to_num(logged.seconds[self.order])
        pauses = np.maximum(0.0, start[1:] - start[:-1] - taken[:-1])
        within = np.ones(pauses.size, dtype=bool)
        within[self.first[1:-1] - 1] = False
        paused: np.ndarray = pauses[within]
        return paused


def group_sessions(logged: LoggedRequests, gap: float) -> LoggedSessions:
    """The sessions of a log: the requests of a client on a connection that is never silent for more than `gap` seconds.

    A request goes onto the connection of its client that was used last and is free; if none is, onto a new one. Whether
    one is free is known where the log tells how long requests took; else all are taken to be over at once.
    """
    by_client = np.argsort(logged.client, kind="stable")
    session = np.empty(logged.requests, dtype=np.int64)
    until, number = np.empty(SIDE_BY_SIDE), np.empty(SIDE_BY_SIDE, dtype=np.int64)
    taken = np.nan_to_num(logged.seconds).astype(np.float64)
    count = _assign(by_client, logged.client, logged.start, taken, gap, session, until, number)
    # A session is named by its first request: in the order of these, and its requests in the order of the log.
    begins = np.full(count, logged.requests, dtype=np.int64)
    np.minimum.at(begins, session, np.arange(logged.requests))
    rank = np.empty(count, dtype=np.int64)
    rank[np.argsort(begins)] = np.arange(count)
    session = rank[session]
    first = np.concatenate([[0], np.cumsum(np.bincount(session, minlength=count))])
    return LoggedSessions(first, np.argsort(session, kind="stable"), gap)


@entry
def _assign(by_client, client, start, taken, gap, session, until, number):  # type: ignore[no-untyped-def]
    """Gives each request its session; changes `session`, `until` and `number` in place. How many there are."""
    count = 0
    connections = 0
    before = -1
    for k in range(by_client.size):
        i = by_client[k]
        if client[i] != before:
            before = client[i]
            connections = 0
        best = -1
        for c in range(connections):
            free = until[c] <= start[i] <= until[c] + gap
            if free and (best < 0 or until[c] > until[best]):
                best = c
        if best < 0:
            best = connections
            if connections == SIDE_BY_SIDE:
                best = 0
                for c in range(1, connections):
                    if until[c] < until[best]:
                        best = c
            else:
                connections += 1
            number[best] = count
            count += 1
        session[i] = number[best]
        until[best] = start[i] + taken[i]
    return count


def log_trace(path: str, gap: float, rate: float) -> SessionTrace:
    """The trace of a log, whose sessions end after `gap` seconds of silence and come `rate` times as fast. Read once as
    long as the file stays what it is. Raises ReportError as `read_logs` does, and OSError where there is no file."""
    found = os.stat(path)
    return _trace(os.path.abspath(path), found.st_mtime_ns, found.st_size, gap).faster(rate)


@lru_cache(maxsize=4)
def _trace(path: str, changed: int, size: int, gap: float) -> SessionTrace:
    logged = sort_requests(read_logs([path]))
    if not logged.sized:
        raise ReportError(path, *traffic.NO_SIZES)
    return to_trace(logged, group_sessions(logged, gap))


def to_trace(logged: LoggedRequests, sessions: LoggedSessions) -> SessionTrace:
    """What has been read, at the rate at which it came."""
    order, begins = sessions.order, sessions.first[:-1]
    time = logged.start[order] - logged.first
    start = time[begins]
    at = time - np.repeat(start, sessions.lengths)
    objects, payload = logged.object[order], logged.bytes[order]
    client = _ranks(logged)[logged.client[order[begins]]]
    digest = hashlib.sha256()
    for part in (start, sessions.first, at, objects, payload, client, logged.size):
        digest.update(np.ascontiguousarray(part).tobytes())
    curve = _Curve(logged.object, logged.size)
    count: Any = np.bincount(logged.object, minlength=logged.size.size).astype(np.float64)
    first: Any = sessions.first
    size: Any = logged.size
    return SessionTrace(
        digest=digest.hexdigest()[:16], span=logged.span, rate=1.0, start=start, first=first, at=at,
        object=objects, payload=payload, client=client, count=count, size=size, misses=curve,
    )  # fmt: skip


class _Curve:
    """The misses of a cache of some size; each size is worked out once."""

    def __init__(self, objects: np.ndarray, size: np.ndarray) -> None:
        self._objects, self._size = objects, size
        self._known: dict[float, float] = {}

    def __call__(self, capacity: float) -> float:
        if capacity <= 0.0:
            return 1.0
        if capacity not in self._known:
            self._known[capacity] = float(working_set(self._objects, self._size, np.array([capacity])).misses[0])
        return self._known[capacity]


def _ranks(logged: LoggedRequests) -> np.ndarray:
    """For each client the share of the clients that are slower, UNKNOWN where the log does not tell its speed."""
    large = np.isfinite(logged.seconds) & (logged.seconds > 0.0) & (logged.bytes >= LARGE)
    clients = int(logged.client.max()) + 1
    sent = np.bincount(logged.client[large], logged.bytes[large], minlength=clients)
    taken = np.bincount(logged.client[large], logged.seconds[large], minlength=clients)
    known = np.flatnonzero(taken > 0.0)
    ranks = np.full(clients, UNKNOWN)
    by_speed = np.argsort(sent[known] / taken[known], kind="stable")
    ranks[known[by_speed]] = (np.arange(known.size) + 0.5) / max(1, known.size)
    return ranks
