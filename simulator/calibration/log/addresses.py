"""Whether an address is a client: a log knows addresses, and many clients may stand behind one of them."""

from dataclasses import dataclass

import numpy as np

from simulator.traffic.requests import LoggedRequests

# Requests that tell how unevenly they come from addresses; the share that few addresses send together, how many these
# are at most, and the share that one may send by itself.
ENOUGH, MOSTLY, FEW, BY_ITSELF = 100, 0.5, 10, 0.1
# The share of requests that begin while another one of their address is under way, from which that is told: now and
# then a page is asked for in two windows.
SIDE_BY_SIDE = 0.1
# What is known no better: times written to a second, and to a millisecond at both ends of a request.
SECOND, ROUNDING = 1.0, 0.002


@dataclass(frozen=True)
class Addresses:
    """count: different ones; requests: of all; senders: the fewest that together send MOSTLY of the requests, or the
    busiest alone where that sends BY_ITSELF or more and they are many; sent: the share of the requests, 0 to 1, that
    the senders send. side_by_side: the share of the requests that surely begin before an earlier one of their address
    has ended; None where the log does not tell how long requests took."""

    count: int
    requests: int
    senders: int
    sent: float
    side_by_side: float | None

    @property
    def few(self) -> bool:
        """Whether few addresses send so much that what is said of clients is said of them."""
        return self.requests >= ENOUGH and self.senders <= FEW

    @property
    def shared(self) -> bool:
        """Whether an address may well be more than one client, or one that asks side by side."""
        return self.few or (self.side_by_side or 0.0) >= SIDE_BY_SIDE


def summarise_addresses(logged: LoggedRequests) -> Addresses:
    """What a log says of the addresses that its requests come from."""
    often = np.sort(np.bincount(logged.client))[::-1]
    together = np.cumsum(often) / logged.requests
    senders = int(np.searchsorted(together, MOSTLY)) + 1
    if senders > FEW and together[0] >= BY_ITSELF:
        senders = 1
    return Addresses(int(often.size), logged.requests, senders, float(together[senders - 1]), _side_by_side(logged))


def _side_by_side(logged: LoggedRequests) -> float | None:
    """Ends are compared with later starts of the same address. A log of whole seconds orders what is less than one
    apart by chance."""
    if not np.isfinite(logged.seconds).any():
        return None
    order = np.argsort(logged.client, kind="stable")
    client, taken = logged.client[order], np.nan_to_num(logged.seconds[order]).astype(np.float64)
    start = logged.start[order] - logged.first
    # Each address has a stretch of time of its own, so that one pass finds the latest end so far of every one.
    apart = (logged.span + taken.max() + SECOND) * client
    latest = np.maximum.accumulate(start + taken + apart)
    known = SECOND if logged.clock.whole else 0.0
    overlaps = (start + apart)[1:] + known + ROUNDING < latest[:-1]
    return float((overlaps & (client[1:] == client[:-1])).sum() / logged.requests)
