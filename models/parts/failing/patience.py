"""Clients that do not wait for ever: when they give up, how often they try again, and what keeps them from asking."""

from typing import Annotated

from pydantic import ValidationInfo, field_validator

from models.quantities.fields import Part, number, optional, parameter, problem, quantity, whole
from models.quantities.units import DURATION, SHARE


class Retrying(Part):
    """What clients do whose request timed out or failed, or whose connection timed out.

    Raises a validation error where the longest pause is shorter than the first.
    """

    count: Annotated[int, whole(0, 100)] = parameter(
        "How often a request is tried again at the most.", default=0, source="who has waited long enough leaves"
    )
    back_off: Annotated[float, quantity(DURATION, "1 ms", "1 days")] = parameter(
        "Pause in seconds before the first retry.", default="1 s", source="the program's default: a second"
    )
    factor: Annotated[float, number(1.0, 10.0)] = parameter(
        "How many times as long each further pause is.", default=1, source="pauses of one length"
    )
    longest: Annotated[float, quantity(DURATION, "1 ms", "1 days")] = parameter(
        "Longest pause in seconds.", default="60 s", source="the program's default: a minute"
    )
    jitter: Annotated[float, quantity(SHARE, "0 %", "99 %")] = parameter(
        "Share of each pause that is drawn evenly from 0 to all of it.", default="0 %", source="no jitter"
    )
    budget: Annotated[float | None, optional(quantity(SHARE, "0 %", "100 %"))] = parameter(
        "Retries that each request earns for the clients of a node, as a share of one; none does not count them.",
        default="none",
        source="retries are not counted",
    )
    saved: Annotated[float, number(1.0, 1e6)] = parameter(
        "Retries that a budget saves at most, as many as there are at the start.",
        default=10,
        source="the program's default: ten retries",
    )

    @field_validator("longest")
    @classmethod
    def _is_no_shorter_than_the_first(cls, longest: float, info: ValidationInfo) -> float:
        if longest < info.data.get("back_off", 0.0):
            raise problem("shorter than the first pause, `back_off`", "write at least as long a pause")
        return longest


class Breaker(Part):
    """What keeps clients from asking a node that does not answer: it opens, rests, and lets one request through."""

    share: Annotated[float, quantity(SHARE, "1 %", "100 %")] = parameter(
        "Share of the requests of a window, timed out or failed, at which it opens.",
        default="50 %",
        source="the program's default: half of them",
    )
    window: Annotated[float, quantity(DURATION, "10 ms", "1 h")] = parameter(
        "Seconds of a window.", default="10 s", source="the program's default: ten seconds"
    )
    least: Annotated[int, whole(1, 1_000_000)] = parameter(
        "Requests that must have ended in a window before it opens.", default=20, source="the program's default: twenty"
    )
    rest: Annotated[float, quantity(DURATION, "10 ms", "1 h")] = parameter(
        "Seconds for which it stays open before one request is let through.",
        default="5 s",
        source="the program's default: five seconds",
    )


class Patience(Part):
    """How long clients wait, and what they do when nothing comes. Work that is done for who has left is still work."""

    connect: Annotated[float | None, optional(quantity(DURATION, "1 ms", "1 days"))] = parameter(
        "Seconds that a client waits for a connection; none waits for ever.", default="none", source="waits for ever"
    )
    response: Annotated[float | None, optional(quantity(DURATION, "1 ms", "1 days"))] = parameter(
        "Seconds that a client waits for the whole answer of a request; none waits for ever.",
        default="none",
        source="waits for ever",
    )
    retries: Retrying = parameter("What they do then.", default=Retrying())
    breaker: Annotated[Breaker | None, optional()] = parameter(
        "What keeps clients from asking a node that does not answer; none lets them ask.",
        default="none",
        source="nothing keeps them from asking",
    )
