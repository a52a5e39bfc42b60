"""A live start: many viewers who join within a minute, and stay."""

from typing import Annotated

from models.quantities.fields import Part, number, parameter, quantity
from models.quantities.units import DURATION


class LiveStart(Part):
    """A match, a premiere, a keynote: viewers who come at once and stay as long as sessions last."""

    at: Annotated[float, quantity(DURATION, "0 s", "24 h")] = parameter("When it begins, in seconds from midnight.")
    viewers: Annotated[float, number(0.001, 1000.0)] = parameter(
        "Viewers who join, in times those who watch at the peak of the ordinary day."
    )
    joins: Annotated[float, quantity(DURATION, "1 s", "1 h")] = parameter(
        "Seconds within which they join, evenly.",
        default="60 s",
        source="the program's default: a minute, as before a kick-off",
    )
