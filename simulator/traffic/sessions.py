"""Who asks several times in a row: requests of a client put together to connections, as a browser would send them."""

from dataclasses import dataclass

import numpy as np

from simulator.engines.compiling import entry
from simulator.traffic.logged import Logged

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

    def pauses(self, logged: Logged) -> np.ndarray:
        """Seconds from the end of a request, or its start where the log does not tell how long it took, to the start of
        the next one of its session: float64 (requests - sessions,)."""
        start, taken = logged.start[self.order], np.nan_to_num(logged.seconds[self.order])
        pauses = np.maximum(0.0, start[1:] - start[:-1] - taken[:-1])
        within = np.ones(pauses.size, dtype=bool)
        within[self.first[1:-1] - 1] = False
        paused: np.ndarray = pauses[within]
        return paused


def sessions_of(logged: Logged, gap: float) -> LoggedSessions:
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
