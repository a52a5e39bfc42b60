"""A log as a trace that drives a simulation."""

import hashlib
import os
from functools import lru_cache
from typing import Any

import numpy as np

from simulator.network.trace import SessionTrace
from simulator.traffic.logged import Logged, in_order
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.sessions import LoggedSessions, sessions_of
from simulator.traffic.working_set import working_set

UNKNOWN = -1.0
# Responses of at least so many bytes tell how fast a client reads.
LARGE = 65_536.0


def trace_of(path: str, gap: float, rate: float) -> SessionTrace:
    """The trace of a log, whose sessions end after `gap` seconds of silence and come `rate` times as fast. Read once as
    long as the file stays what it is. Raises ReportError as `read_logs` does, and OSError where there is no file."""
    found = os.stat(path)
    return _trace(os.path.abspath(path), found.st_mtime_ns, found.st_size, gap).faster(rate)


@lru_cache(maxsize=4)
def _trace(path: str, changed: int, size: int, gap: float) -> SessionTrace:
    logged = in_order(read_logs([path]))
    return as_trace(logged, sessions_of(logged, gap))


def as_trace(logged: Logged, sessions: LoggedSessions) -> SessionTrace:
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


def _ranks(logged: Logged) -> np.ndarray:
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
