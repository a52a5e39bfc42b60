"""How long clients wait for a connection or an answer, and what they do then."""

from typing import Annotated

from models.quantities.fields import Part, Switch, number, optional, parameter, quantity, whole
from models.quantities.units import DURATION, SHARE


class RetryBudget(Part):
    """How many retries the clients of a server may send, all together."""

    share: Annotated[float, quantity(SHARE)] = parameter(
        "Retries that may be sent in the long run, as a fraction of the requests that are asked for the first time."
    )
    most: Annotated[float, number(1.0, 1e6)] = parameter(
        "Retries that are saved at the most while none are needed; as many are there at the start.",
        default=10,
        source="gRPC, retry throttling: a bucket of 10 tokens in its example",
    )


class AnswerRetries(Part):
    """What a client does that has waited too long, or whose request failed."""

    count: Annotated[int, whole(0, 100)] = parameter(
        "How many times a request is tried again.", default=0, source="who has waited too long gives up"
    )
    back_off: Annotated[float, quantity(DURATION, "1 ms", "1 days")] = parameter(
        "Pause in seconds before the first retry.", default="1 s", source="gRPC, connection back-off: 1 s at first"
    )
    factor: Annotated[float, number(1.0, 100.0)] = parameter(
        "How much longer each further pause is; 1 keeps it constant.", default=1, source="a constant pause"
    )
    longest: Annotated[float, quantity(DURATION, "1 ms", "1 days")] = parameter(
        "The longest pause, seconds.", default="120 s", source="gRPC, connection back-off: 120 s at the most"
    )
    jitter: Annotated[float, quantity(SHARE)] = parameter(
        "Fraction of each pause that is drawn evenly from nothing to all of it.",
        default="0 %",
        source="a pause as it is stated",
    )
    budget: Annotated[RetryBudget | None, optional()] = parameter(
        "A limit to all retries together; none means that every client retries as if it were alone.",
        default="none",
        source="every client retries as if it were alone",
    )


class CircuitBreaker(Part):
    """What keeps requests from a server that does not answer: they fail at once until it has rested."""

    share: Annotated[float, quantity(SHARE, "0.01 %", "100 %")] = parameter(
        "Fraction of the requests of a window that time out or fail, at which it opens.",
        default="50 %",
        source="Resilience4j, failureRateThreshold: 50 %",
    )
    window: Annotated[float, quantity(DURATION, "1 ms", "1 h")] = parameter(
        "Seconds over which they are counted, window after window.",
        default="10 s",
        source="Hystrix, metrics.rollingStats.timeInMilliseconds: 10 s",
    )
    least: Annotated[int, whole(1, 1_000_000)] = parameter(
        "Requests that must have ended in a window before it can open.",
        default=20,
        source="Hystrix, circuitBreaker.requestVolumeThreshold: 20",
    )
    rest: Annotated[float, quantity(DURATION, "1 ms", "1 h")] = parameter(
        "Seconds until one request is let through, whose answer closes it.",
        default="5 s",
        source="Hystrix, circuitBreaker.sleepWindowInMilliseconds: 5 s",
    )

    around: Switch = parameter(
        "Whether the balancer sends sessions to other nodes as long as the breaker of a node is open.",
        default=False,
        source="the balancer knows nothing of breakers",
    )


class ClientPatience(Part):
    """How long a client, or the proxy that asks for it, waits, and what it does then."""

    connect: Annotated[float | None, optional(quantity(DURATION, "1 ms", "1 days"))] = parameter(
        "Seconds for which a client waits until it is connected; none waits for ever.",
        default="none",
        source="waits for ever",
    )
    response: Annotated[float | None, optional(quantity(DURATION, "1 ms", "1 days"))] = parameter(
        "Seconds for which a client waits for an answer, up to its last byte; none waits for ever. The server works on"
        " for who has left.",
        default="none",
        source="waits for ever",
    )
    retries: AnswerRetries = parameter(
        "What a client does that has waited too long, or whose request failed.", default=AnswerRetries()
    )
    breaker: Annotated[CircuitBreaker | None, optional()] = parameter(
        "What keeps requests from a server that does not answer; none means that there is no such thing.",
        default="none",
        source="nothing keeps requests back",
    )
