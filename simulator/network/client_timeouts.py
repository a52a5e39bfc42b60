"""How long clients wait, and what they do when nothing comes: they give up, try again, or are kept from asking."""

from dataclasses import dataclass
from math import inf

from simulator.messages.stages import network_rules

# Why a client gave up on a connection or on an answer, and why a request was not even sent.
CONNECT_TIMED_OUT = "connecting timed out"
RESPONSE_TIMED_OUT = "response timed out"
BREAKER_OPEN = "circuit breaker open"


@dataclass(frozen=True)
class RetryAllowance:
    """How many retries the clients of a node may send: each request that they ask for the first time earns `share` of a
    retry, up to `most` that are saved, as many as there are at the start; a retry costs 1. Raises ValueError for what
    is negative, and where not even one can be saved."""

    share: float
    most: float = 10.0

    def __post_init__(self) -> None:
        if self.share < 0.0 or self.most < 1.0:
            raise ValueError(f"{network_rules.RETRY_ALLOWANCE}, got {self}")


@dataclass(frozen=True)
class RetryPolicy:
    """What clients do whose request timed out or failed, or whose connection timed out: each request is tried again
    `count` times at the most.

    The first pause is `back_off` seconds, each further one `factor` times as long, `longest` at the most; of each pause
    a share `jitter` is drawn evenly from 0 to all of it. Raises ValueError for pauses that are no pauses.
    """

    count: int = 0
    back_off: float = 1.0
    factor: float = 1.0
    longest: float = inf
    jitter: float = 0.0
    budget: RetryAllowance | None = None

    def __post_init__(self) -> None:
        if self.count < 0 or not (0.0 <= self.back_off <= self.longest and 1.0 <= self.factor < inf):
            raise ValueError(f"{network_rules.RETRY_PAUSES}, got {self}")
        if not 0.0 <= self.jitter <= 1.0:
            raise ValueError(f"{network_rules.JITTER}, got {self}")

    @property
    def shortest(self) -> float:
        """The shortest pause that may be drawn, seconds; without end where nobody tries again."""
        return self.back_off * (1.0 - self.jitter) if self.count else inf


@dataclass(frozen=True)
class Breaker:
    """What keeps clients from asking a node that does not answer.

    It looks at windows of `window` seconds: once at least `least` requests have come to an end in one and a `share` of
    them or more timed out or failed, it opens, and requests fail at once. After `rest` seconds one is let through:
    its answer closes the breaker, otherwise that rests again. Raises ValueError for a breaker that never rests or
    opens at anything.
    """

    share: float
    window: float
    least: int
    rest: float

    def __post_init__(self) -> None:
        if not (0.0 < self.share <= 1.0 and self.window > 0.0 and self.least >= 1 and self.rest > 0.0):
            raise ValueError(f"{network_rules.BREAKER}, got {self}")


@dataclass(frozen=True)
class ClientTimeouts:
    """How long clients wait: `connect` seconds for a connection, `response` seconds for the whole answer of a request,
    inf for ever. Raises ValueError for no time at all.

    Who waits no more leaves. What it left behind goes on without it (nobody tells the server) to the end of its
    program, but that no answer is sent to nobody, and then gives back what it holds.
    """

    connect: float = inf
    response: float = inf
    retries: RetryPolicy = RetryPolicy()
    breaker: Breaker | None = None

    def __post_init__(self) -> None:
        if not (self.connect > 0.0 and self.response > 0.0):
            raise ValueError(f"{network_rules.TIMEOUTS}, got {self}")

    @property
    def causes(self) -> tuple[str, ...]:
        """What it makes sessions be refused or requests fail for."""
        connect = (CONNECT_TIMED_OUT,) if self.connect < inf else ()
        response = (RESPONSE_TIMED_OUT,) if self.response < inf else ()
        return connect + response + ((BREAKER_OPEN,) if self.breaker is not None else ())
