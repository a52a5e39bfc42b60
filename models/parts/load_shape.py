"""Load that is no steady stream of visits: a ramped load test, and a flood of half-open connections."""

from typing import Annotated, ClassVar

from models.quantities.fields import Name, Part, number, parameter, quantity, words
from models.quantities.units import DURATION, REQUEST_RATE, SHARE, SIZE


class HalfOpen(Part):
    """Connections that are begun and never completed: a SYN flood."""

    rate: Annotated[float, quantity(REQUEST_RATE, "0.001 /s", "1,000,000,000 /s")] = parameter(
        "Half-open connections per second that reach each server."
    )
    time_out: Annotated[float, quantity(DURATION, "1 ms", "1 h")] = parameter(
        "Seconds for which the server keeps a half-open connection."
    )
    kernel_pool: Annotated[float, quantity(SIZE, "1 B", "1 MiB")] = parameter(
        "Bytes of non-paged pool of a half-open connection."
    )


class Replay(Part):
    """An access log that is replayed: real arrivals, objects, sizes and clients in place of draws."""

    shorthand: ClassVar[str] = "file"

    file: Name = parameter(
        "An access log in the folder of the scenario or below: W3C, common, combined or JSON, packed by gzip or zstd or"
        " not."
    )
    rate: Annotated[float, number(0.0001, 10_000.0)] = parameter(
        "How many times as fast as in the log sessions come; the requests of a session keep their distance.",
        default=1,
        source="as fast as they came",
    )
    gap: Annotated[float, quantity(DURATION, "1 ms", "7 days")] = parameter(
        "Seconds of silence after which a session of a client is over.",
        default="75 s",
        source="nginx closes a connection that is silent for so long (keepalive_timeout)",
    )


class Ramp(Part):
    """A load test that adds sessions until too many fail."""

    over: Annotated[float, quantity(DURATION, "1 s", "365 days")] = parameter(
        "Seconds within which the rate of new sessions rises to the offered one, or for which it is held."
    )
    shape: Annotated[str, words("linear", "constant")] = parameter(
        "linear lets the rate of new sessions rise in a straight line from 0 to the offered one, constant keeps it.",
        default="linear",
        source="a ramp rises",
    )
    until_failed: Annotated[float, quantity(SHARE, "0.01 %", "100 %")] = parameter(
        "Fraction of failed sessions at which the server counts as saturated.",
        default="1 %",
        source="the rule of the ramped benchmarks: load rises until 1 % of the sessions fail",
    )
