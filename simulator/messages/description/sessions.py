"""The sessions of a network in words: how they arrive or are replayed from a log, how long their clients wait and what
these do then, and who is there when the clock starts."""

from collections.abc import Iterator
from math import inf

from models.quantities.formatting import count_text, duration, listed, number
from simulator.messages.description.readable import profile, random_quantity, share, speed
from simulator.network.client_timeouts import ClientTimeouts, RetryPolicy
from simulator.network.network import Network
from simulator.network.open_sessions import OpenSessions
from simulator.network.session_source import SessionSource
from simulator.network.trace import SessionTrace


def sessions(network: Network, load_is_stated: bool) -> Iterator[str]:
    """Who comes; load_is_stated: whether anybody has said how many."""
    source = network.source
    requests = source.rate * source.requests.mean
    together = "" if network.nodes == 1 else " for all nodes together"
    length = random_quantity(source.requests, number)
    if not load_is_stated:
        yield f"no load is stated; what follows is at {number(requests / network.nodes)} request a second of each node"
    if source.trace is not None:
        yield from _replayed(source.trace)
    elif source.rate > 0.0:
        yield f"arrivals: {number(source.rate)} a second{together}, at random (Poisson){profile(source.profile)}"
        yield f"requests a session: {length}; {number(requests)} requests a second are offered"
    else:
        yield "arrivals: none after the start"
        yield f"requests a session: {length}"
    if source.returns:
        yield "who leaves comes again: after a think time, or after the back-off if anything was refused or failed"
    yield f"think time after a response: {random_quantity(source.think_time, duration)}"
    if source.patience is not None:
        yield from _impatience(source.patience)
    yield from _opened(source)
    if len(source.client_shares) == 1:
        yield "all clients are alike"
    else:
        for client, part in enumerate(source.client_shares):
            yield f"clients of class {client + 1}: {share(part)} of the sessions{_client_caps(network, client)}"


def _replayed(trace: SessionTrace) -> Iterator[str]:
    """What comes of a log, and where that ends."""
    faster = "" if trace.rate == 1.0 else f", {trace.rate:g} times as fast"
    yield f"arrivals: {trace.sessions:,} sessions of a log with {trace.requests:,} requests, when they came{faster}"
    yield f"they ask for {trace.objects:,} objects; after {duration(trace.span / trace.rate)} the log begins anew"


def _impatience(patience: ClientTimeouts) -> Iterator[str]:
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


def _retries(retries: RetryPolicy) -> Iterator[str]:
    if retries.count == 0:
        return
    often, pause = count_text(retries.count, "time"), duration(retries.back_off)
    grows = f", each {number(retries.factor)} times as long, {duration(retries.longest)} at most"
    drawn = f"; {share(retries.jitter)} of a pause are drawn" if retries.jitter else ""
    then = f"{pause}{grows if retries.factor > 1.0 else ''}{drawn}"
    yield f"what timed out or failed is tried again up to {often}, after {then}"
    if retries.budget is not None:
        saved = number(retries.budget.most)
        yield f"of all requests at most {share(retries.budget.share)} are tried again, and {saved} more at once"


def _opened(source: SessionSource) -> Iterator[str]:
    """Who is there when the clock starts, and how far on."""
    if source.midway is not None:
        yield from _found_midway(source, source.midway)
    elif source.open_at_start:
        yield f"{number(source.open_at_start)} sessions are connected and thinking when the clock starts"
        if source.spread:
            yield f"these come to their first request evenly within {duration(source.spread)}"


def _found_midway(source: SessionSource, midway: OpenSessions) -> Iterator[str]:
    """Those who are open at the start as in a steady state, and what that lacks."""
    if source.open_at_start:
        yield f"{number(source.open_at_start)} sessions are connected, in the middle of a cycle, when the clock starts"
        yield f"requests that they have left: {number(midway.left_on_average)} on average"
    if longest := max(midway.readings):
        yield f"no rest of a response is sent: loads are those of a steady state {duration(longest)} after the start"


def _client_caps(network: Network, client: int) -> str:
    caps = [f"at most {speed(s)(s.caps[client])} at {s.name}" for s in network.shared if len(s.caps) > 1]
    return "".join(f", {cap}" for cap in caps)
