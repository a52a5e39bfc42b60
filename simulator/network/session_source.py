"""The sessions that come to a network: when, how many requests each sends, and what who is refused does."""

from dataclasses import dataclass
from math import inf

from simulator.messages.stages import network_rules
from simulator.network.client_timeouts import ClientTimeouts
from simulator.network.distribution import Distribution, Family
from simulator.network.open_sessions import OpenSessions
from simulator.network.steps import Step
from simulator.network.trace import SessionTrace


@dataclass(frozen=True)
class SessionSource:
    """Partly-open load: sessions arrive at `rate` a second (Poisson, for all nodes together).

    A session connects, sends `requests` requests with a think time between them, closes and leaves. A refused one
    tries again after `back_off` seconds, `attempts` times at the most; one whose request fails leaves. Clients fall
    into rate classes by `client_shares`. `open_at_start` sessions are connected and thinking when the clock starts, for
    which they take the steps `opened` in place of those of connecting, where it is not None:
    their first pause is a think time, or evenly drawn from 0 to `spread` seconds where that is stated, for clients with
    constant times and a common start would march in step for ever.
    `profile` multiplies the rate: corners (seconds, factor) joined by straight lines, the last factor for ever after.
    Who is sent to a dead node, or had a request there when it died, comes again after `reconnect` seconds, which is one
    of the attempts; who was thinking then finds out with the next request, and connects anew.
    `patience` is how long clients wait for a connection or an answer, and what they do then; None waits for ever.
    Where it `returns`, who leaves comes again with a new session: after a think time if all requests of the last one
    were completed, else after `back_off`. So a population is `open_at_start` sessions that return, and a rate of 0.
    With a `trace` its sessions come when they came, `rate` a second with so many `requests` on average, and ask for
    what they asked for: a request begins when it did, or as soon as the one before it has ended.
    After its first `startup` responses a session does not think, unless it was open at the start: a player fills its
    buffer.
    As many `streams` share a connection, of which each is one of these sessions.
    `midway` is how far on those are that are open at the start; None lets them think and send as many as any session.
    """

    rate: float
    requests: Distribution
    think_time: Distribution
    client_shares: tuple[float, ...]
    connect: tuple[Step, ...] = ()
    close: tuple[Step, ...] = ()
    attempts: int = 0
    back_off: float = 0.0
    open_at_start: int = 0
    profile: tuple[tuple[float, float], ...] = ()
    returns: bool = False
    spread: float = 0.0
    reconnect: float = 1.0
    patience: ClientTimeouts | None = None
    trace: SessionTrace | None = None
    opened: tuple[Step, ...] | None = None
    midway: OpenSessions | None = None
    startup: int = 0
    streams: int = 1

    def __post_init__(self) -> None:
        check_profile(self.profile)
        if self.midway is not None and len(self.midway.client_shares) != len(self.client_shares):
            raise ValueError(network_rules.OPEN_RATE_CLASSES)
        if self.midway is not None and (self.returns or self.spread > 0.0 or self.trace is not None):
            raise ValueError(network_rules.NOT_MIDWAY)

    @property
    def think_times(self) -> float:
        """How many times a session thinks, on average: after every response but the last and the first `startup`."""
        return think_times(self.requests, self.startup)

    @property
    def thinking(self) -> float:
        """The share of the responses but the last that a session thinks after."""
        requests = self.requests.mean
        return self.think_times / (requests - 1.0) if self.startup and requests > 1.0 else 1.0

    @property
    def leaving(self) -> float:
        """How many sessions there are in a steady state beside those open at the start that are midway: they read their
        last response (Little's law)."""
        if self.midway is None:
            return 0.0
        return self.rate * sum(s * r for s, r in zip(self.client_shares, self.midway.readings, strict=True))

    @property
    def pauses(self) -> tuple[float, ...]:
        """The first pauses, before anything is drawn, of who was refused, and of who timed out or failed, as far as
        they come again."""
        refused = (self.back_off,) if self.attempts > 0 else ()
        if self.patience is None or self.patience.retries.count == 0:
            return refused
        return (*refused, self.patience.retries.back_off)

    @property
    def shortest_pause(self) -> float:
        """The shortest pause before who is refused, timed out or failed comes again; without end where nobody does."""
        refused = self.back_off if self.attempts > 0 else inf
        return refused if self.patience is None else min(refused, self.patience.retries.shortest)


def think_times(requests: Distribution, startup: int) -> float:
    """How many times a session of so many requests thinks, on average, if not after its first `startup` responses:
    E[max(0, n - 1 - startup)], which is (E[n] - 1) (1 - 1 / E[n])^startup of a geometric number."""
    if not startup:
        return requests.mean - 1.0
    if requests.kind is Family.GEOMETRIC:
        return (requests.mean - 1.0) * (1.0 - 1.0 / max(1.0, requests.mean)) ** startup
    return max(0.0, requests.mean - 1.0 - startup)


def check_profile(profile: tuple[tuple[float, float], ...]) -> None:
    """The corners of a profile begin at time 0 and ascend in time, and no factor is negative."""
    times = [time for time, _ in profile]
    if profile and (times[0] != 0.0 or times != sorted(set(times)) or min(factor for _, factor in profile) < 0.0):
        raise ValueError(f"{network_rules.PROFILE}, got {profile}")
