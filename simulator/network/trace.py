"""Sessions that have really come: when, with which requests for which objects. A source that has a trace replays it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class SessionTrace:
    """Sessions in order of their arrival, each with its requests; numbers stand in arrays, which nobody changes.

    start: float64 (sessions,), seconds from the beginning; first: int64 (sessions + 1,), where the requests of a
    session begin, and the end; at: float64 (requests,), seconds from the start of the session; object: int32
    (requests,), by number, the most popular is 0; payload: float64 (requests,), bytes; client: float64 (sessions,),
    the share of all clients that are slower than this one, negative where nobody knows; count, size: float64
    (objects,), requests for each object and its bytes. misses: the share of the requests that miss in an LRU cache of
    so many bytes that starts empty.

    span: seconds, after which the trace begins anew: run for longer than it lasts, it is replayed again. rate: how much
    faster sessions come than in the log; requests of a session keep their distance. digest: of all this, by which two
    traces are told apart.
    """

    digest: str
    span: float
    rate: float
    start: Sequence[float] = field(repr=False, compare=False)
    first: Sequence[int] = field(repr=False, compare=False)
    at: Sequence[float] = field(repr=False, compare=False)
    object: Sequence[int] = field(repr=False, compare=False)
    payload: Sequence[float] = field(repr=False, compare=False)
    client: Sequence[float] = field(repr=False, compare=False)
    count: Sequence[float] = field(repr=False, compare=False)
    size: Sequence[float] = field(repr=False, compare=False)
    misses: Callable[[float], float] = field(repr=False, compare=False)

    @property
    def sessions(self) -> int:
        """How many there are before the trace begins anew."""
        return len(self.start)

    @property
    def requests(self) -> int:
        """How many they send."""
        return len(self.at)

    @property
    def objects(self) -> int:
        """How many different objects they ask for."""
        return len(self.size)

    def faster(self, times: float) -> "SessionTrace":
        """The same with sessions that come so many times faster."""
        return replace(self, rate=self.rate * times)
