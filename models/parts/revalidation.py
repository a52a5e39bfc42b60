"""Copies that a cache asks its origin about once they are old."""

from typing import Annotated

from models.quantities.fields import Part, parameter, quantity
from models.quantities.units import DURATION, SHARE, SIZE


class Revalidation(Part):
    """How long a copy may be used, and what its origin is asked then (RFC 9111, 4.3): whether it has changed, by
    If-None-Match or If-Modified-Since."""

    max_age: Annotated[float, quantity(DURATION, "1 s", "365 days")] = parameter(
        "Seconds for which a copy may be used since it was fetched, or asked for again: `max-age` or `s-maxage` of its"
        " answers. The first request after that asks the origin. Other requests use the old copy"
        " meanwhile."
    )
    unchanged: Annotated[float, quantity(SHARE, "0 %", "100 %")] = parameter(
        "Share of these questions that are answered by 304 Not Modified: only its header crosses. The rest is fetched"
        " whole."
    )
    answer: Annotated[float, quantity(SIZE, "1 B", "64 KiB")] = parameter(
        "Bytes of an answer 304.",
        default="200 B",
        source="the fields that RFC 9110, 15.4.5, asks for, with Server and Connection, as nginx writes them: 200 B",
    )
