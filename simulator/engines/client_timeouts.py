"""What clients do who wait no longer: budgets, pauses, breakers. Compiled for the kernel and called as it is by the
reference engine, each node with a record of its own."""

import numpy as np

from simulator.engines.compiling import shared
from simulator.engines.draws import uniforms
from simulator.network.client_timeouts import BREAKER_OPEN, CONNECT_TIMED_OUT, RESPONSE_TIMED_OUT, ClientTimeouts
from simulator.network.network import Network

# The block of a request's first pause, far above its services.
JITTER = 1 << 24
# A breaker is closed, open, or has let one request through.
CLOSED, OPEN, TRYING = range(3)
# The terms of clients, then how many retries are saved, and what the breaker has seen: since when it looks, how many
# requests have ended and how many of them badly, until when it rests, and which request it lets through.
PATIENCE = np.dtype(
    [("connect", "f8"), ("response", "f8"), ("count", "i8"), ("back_off", "f8"), ("factor", "f8"), ("longest", "f8")]
    + [("jitter", "f8"), ("earns", "f8"), ("most", "f8"), ("saved", "f8"), ("connect_cause", "i8")]
    + [("response_cause", "i8"), ("breaker_cause", "i8"), ("share", "f8"), ("window", "f8"), ("least", "i8")]
    + [("rest", "f8"), ("breaker", "i8"), ("since", "f8"), ("ended", "i8"), ("bad", "i8"), ("until", "f8")]
    + [("session", "i8"), ("request", "i8")],
    align=True,
)


def timeout_terms(network: Network) -> np.ndarray:
    """What the clients of a node do: PATIENCE (1,)."""
    terms = np.zeros(1, dtype=PATIENCE)
    patience = network.source.patience or ClientTimeouts()
    retries, breaker = patience.retries, patience.breaker
    terms["connect"], terms["response"] = patience.connect, patience.response
    for name in ("count", "back_off", "factor", "longest", "jitter"):
        terms[name] = getattr(retries, name)
    # Where nothing limits them, retries cost nothing of what is saved.
    terms["most"] = terms["saved"] = np.inf if retries.budget is None else retries.budget.most
    terms["earns"] = 0.0 if retries.budget is None else retries.budget.share
    causes = (CONNECT_TIMED_OUT, RESPONSE_TIMED_OUT, BREAKER_OPEN)
    for name, cause in zip(("connect_cause", "response_cause", "breaker_cause"), causes, strict=True):
        terms[name] = network.causes.index(cause) if cause in network.causes else -1
    if breaker is not None:
        for name in ("share", "window", "least", "rest"):
            terms[name] = getattr(breaker, name)
    return terms


@shared
def earn_retry(terms):
    """A request that is asked for the first time earns its share of a retry. Changes `terms`."""
    terms.saved = min(terms.most, terms.saved + terms.earns)


@shared
def take_retry(terms, tries):
    """Whether who has tried again `tries` times may do so once more; if so, it is paid for. Changes `terms`."""
    if tries >= terms.count or terms.saved < 1.0:
        return False
    terms.saved -= 1.0
    return True


@shared
def retry_pause(terms, key, session, request, tries):
    """Seconds until a request is tried again for the `tries`-th time, from 1."""
    pause = terms.back_off
    for _ in range(tries - 1):
        pause = min(terms.longest, pause * terms.factor)
    if terms.jitter == 0.0:
        return pause
    u, _, _, _ = uniforms(key, session, request, JITTER + tries)
    return pause * (1.0 - terms.jitter) + pause * terms.jitter * u


@shared
def breaker_admits(terms, session, request, now):
    """Whether the breaker lets a request through. Changes `terms`."""
    if terms.breaker_cause < 0 or terms.breaker == CLOSED:
        return True
    if terms.breaker == OPEN and now >= terms.until:
        terms.breaker = TRYING
        terms.session = session
        terms.request = request
        return True
    return False


@shared
def breaker_is_open(terms, now):
    """Whether whoever is sent to the node now finds its breaker open."""
    return terms.breaker_cause >= 0 and (terms.breaker == TRYING or (terms.breaker == OPEN and now < terms.until))


@shared
def record_outcome(terms, session, request, good, now):
    """The breaker hears how a request ended. Changes `terms`."""
    if terms.breaker_cause < 0:
        return
    if terms.breaker == TRYING and terms.session == session and terms.request == request:
        _begin_window(terms, now)
        terms.breaker = CLOSED if good else OPEN
        terms.until = now + terms.rest
    elif terms.breaker == CLOSED:
        if now - terms.since >= terms.window:
            _begin_window(terms, now)
        terms.ended += 1
        terms.bad += not good
        if terms.ended >= terms.least and terms.bad >= terms.share * terms.ended:
            terms.breaker = OPEN
            terms.until = now + terms.rest


@shared
def _begin_window(terms, now):
    """Nothing has been seen since `now`. Changes `terms`."""
    terms.since = now
    terms.ended = 0
    terms.bad = 0
