"""A farm that follows the hour of the day: how many servers it has at least and at most, and when it takes more."""

from typing import Annotated

from pydantic import field_validator, model_validator

from models.messages import growth_rates
from models.parts.growth.factor import Factor
from models.quantities.fields import Part, parameter, problem, quantity, whole
from models.quantities.units import DURATION, SHARE

HOURS = 24


class Autoscaling(Part):
    """Servers that come and go with the load of the hour.

    Raises a validation error for other than 24 hours, and for a maximum below the minimum.
    """

    hours: tuple[Factor, ...] = parameter(
        "Twenty-four factors, midnight first: the demand at each full hour of the day in times any measure that they"
        " share, straight lines between them. The largest is the demand of the peak."
    )
    minimum: Annotated[int, whole(1, 1_000_000)] = parameter("Servers that always serve.")
    maximum: Annotated[int, whole(1, 1_000_000)] = parameter("Servers that serve at most.")
    target: Annotated[float, quantity(SHARE, "1 %", "99 %")] = parameter(
        "Use of the limit that is used most which the farm is kept at: so many servers are asked for as would bring the"
        " measured use to it.",
        default="60 %",
        source="the program's default: room for what comes until a further server serves",
    )
    look_every: Annotated[float, quantity(DURATION, "10 s", "1 h")] = parameter(
        "Seconds over which the use is measured before servers are counted anew; whole steps of 10 s.",
        default="1 min",
        source="the program's default: metrics of a cloud come each minute",
    )
    until_serving: Annotated[float, quantity(DURATION, "0 s", "1 h")] = parameter(
        "Seconds from asking for a server until it serves: boot, start, health checks.",
        default="5 min",
        source="the program's default, a prior: measure yours",
        low="1 min",
        high="10 min",
    )
    wait_before_less: Annotated[float, quantity(DURATION, "0 s", "6 h")] = parameter(
        "Seconds for which fewer servers would have done before any is given back.",
        default="15 min",
        source="the program's default: clouds wait for fifteen measurements of a minute",
    )

    @field_validator("hours")
    @classmethod
    def _a_day(cls, hours: tuple[Factor, ...]) -> tuple[Factor, ...]:
        if len(hours) != HOURS:
            raise problem(*growth_rates.hours_of_day(len(hours), HOURS))
        return hours

    @model_validator(mode="after")
    def _room(self) -> "Autoscaling":
        if self.maximum < self.minimum:
            raise problem(*growth_rates.maximum_below_minimum(self.maximum, self.minimum))
        return self
