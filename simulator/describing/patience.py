"""Clients that do not wait for ever, in words."""

from collections.abc import Iterator
from math import inf

from models.quantities.writing import counted, duration, number
from simulator.describing.readable import listed, share
from simulator.network.cluster import NODE_DOWN
from simulator.network.patience import BREAKER_OPEN, CONNECT_TIMED_OUT, RESPONSE_TIMED_OUT, Patience, Retrying

# What the causes mean that no resource is short of.
SAID_OF_CLIENTS = {
    CONNECT_TIMED_OUT: "sessions are refused",
    RESPONSE_TIMED_OUT: "requests fail",
    BREAKER_OPEN: "requests fail",
    NODE_DOWN: "sessions are refused and requests fail",
}


def impatience(patience: Patience) -> Iterator[str]:
    """How long clients wait, and what they do then."""
    times = {"a connection": patience.connect, "a response": patience.response}
    waited = listed([f"{duration(time)} for {what}" for what, time in times.items() if time < inf])
    if waited:
        yield f"a client waits at most {waited}; the server works on for who has left, and sends nothing"
    yield from _retries(patience.retries)
    if patience.breaker is not None:
        breaker = patience.breaker
        yield (
            f"a circuit breaker opens once {share(breaker.share)} of {number(breaker.least)} requests or more within"
            f" {duration(breaker.window)} have timed out or failed, for {duration(breaker.rest)}"
        )


def _retries(retries: Retrying) -> Iterator[str]:
    if retries.count == 0:
        return
    often, pause = counted(retries.count, "time"), duration(retries.back_off)
    grows = f", each {number(retries.factor)} times as long, {duration(retries.longest)} at most"
    drawn = f"; {share(retries.jitter)} of a pause are drawn" if retries.jitter else ""
    then = f"{pause}{grows if retries.factor > 1.0 else ''}{drawn}"
    yield f"what timed out or failed is tried again up to {often}, after {then}"
    if retries.budget is not None:
        saved = number(retries.budget.most)
        yield f"of all requests at most {share(retries.budget.share)} are tried again, and {saved} more at once"
