"""The sessions of a trace, one after the other, again and again: session S + s is session s, a span later."""

from collections.abc import Iterator
from itertools import count

from simulator.network.trace import SessionTrace


class Replayed:
    """What sessions of a trace do, by their number and that of their request."""

    def __init__(self, trace: SessionTrace) -> None:
        self._trace = trace

    def arrivals(self) -> Iterator[tuple[int, float]]:
        """Every session, and when it comes."""
        for session in count():
            yield session, self.arrives(session)

    def arrives(self, session: int) -> float:
        """When a session comes, seconds."""
        trace = self._trace
        again, logged = divmod(session, trace.sessions)
        return float((trace.start[logged] + again * trace.span) / trace.rate)

    def length(self, session: int) -> int:
        """How many requests it sends."""
        logged = session % self._trace.sessions
        return int(self._trace.first[logged + 1] - self._trace.first[logged])

    def client(self, session: int, otherwise: float) -> float:
        """The share of all clients that are slower than its own; what is drawn, where the log does not tell."""
        share = float(self._trace.client[session % self._trace.sessions])
        return share if share >= 0.0 else otherwise

    def begins(self, session: int, request: int) -> float:
        """When a request begins if its connection is free, seconds."""
        return self.arrives(session) + float(self._trace.at[self._number(session, request)])

    def payload(self, session: int, request: int) -> float:
        """The bytes of its response."""
        return float(self._trace.payload[self._number(session, request)])

    def object(self, session: int, request: int) -> int:
        """The object that it asks for."""
        return int(self._trace.object[self._number(session, request)])

    def _number(self, session: int, request: int) -> int:
        return int(self._trace.first[session % self._trace.sessions]) + request
