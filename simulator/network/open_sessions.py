"""How far on the sessions are that are open when the clock starts, where that is in equilibrium."""

from dataclasses import dataclass
from math import inf, isclose

from simulator.messages.stages import network_rules
from simulator.network.distribution import Distribution, Family, constant, empirical


@dataclass(frozen=True)
class OpenSessions:
    """Sessions found at a moment of a steady state, on a server with time to spare.

    A request of a client of rate class c takes `readings[c]` seconds, and a think time follows: such a cycle is found
    with the share of the time that it takes, and with an even part of it left (Cox 1962, Renewal Theory, section 5).
    `client_shares` are the rate classes of those found, who are the more the longer their cycles are; `left` is how
    many requests they will still send. The next comes once the rest of the cycle is over: that of the response and a
    think time, or that of the think time, which is a whole one where think times are memoryless, and an even part
    where they are `even`. What is left of a response at the start is not sent: the clock knows requests that begin.
    Raises ValueError for shares or times of other classes than there are, and for less than nothing.
    """

    left: Distribution
    client_shares: tuple[float, ...]
    readings: tuple[float, ...]
    even: bool = False

    def __post_init__(self) -> None:
        if len(self.client_shares) != len(self.readings) or not isclose(sum(self.client_shares), 1.0):
            raise ValueError(f"{network_rules.OPEN_SHARES}, got {self.client_shares} and {self.readings}")
        if not all(0.0 <= reading < inf for reading in self.readings):
            raise ValueError(f"{network_rules.READING_TIME}, got {self.readings}")

    @property
    def left_on_average(self) -> float:
        """The mean number of requests that are left: of a whole number that is drawn evenly, without its fraction."""
        return self.left.mean - (0.5 if self.left.kind is Family.EMPIRICAL else 0.0)


def remaining_requests(requests: Distribution) -> Distribution:
    """How many requests a session has left that is found between the beginnings of two: P(L > k) / (E[L] - 1) for k
    from 1, L those of a session (Cox 1962, section 5): of n, from 1 to n - 1, evenly. A session that sends only one is
    never found there.

    Raises ValueError for a distribution that no session of a scenario has.
    """
    if requests.kind is Family.GEOMETRIC:
        return requests  # The memoryless one.
    if requests.kind is not Family.CONSTANT:
        raise ValueError(f"{network_rules.SESSION_LENGTH}, not {requests}")
    whole = float(int(requests.mean))
    return empirical(((0.0, 1.0), (1.0, whole))) if whole > 1.0 else constant(1.0)
