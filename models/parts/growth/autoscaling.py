"""A farm that follows the hour of the day: how many servers it has at least and at most, and when it takes more."""

from typing import Annotated

from pydantic import field_validator, model_validator

from models.messages import growth_rates
from models.parts.growth.factor import Factor
from models.parts.growth.scaling_policies import HOURS, HorizontalPods, ScalingSteps, ServersAtHour, TargetTracking
from models.quantities.fields import Part, optional, parameter, problem, quantity, whole, words
from models.quantities.units import DURATION, SHARE

BUSIEST, CPU = "busiest", "cpu"
POLICIES = ("target_tracking", "hpa", "steps", "schedule")


class Autoscaling(Part):
    """Servers that come and go with the load of the hour.

    Raises a validation error for other than 24 hours, for a maximum below the minimum, and for two policies.
    """

    hours: tuple[Factor, ...] = parameter(
        "Twenty-four factors, midnight first: the demand at each full hour of the day in times any measure that they"
        " share, straight lines between them. The largest is the demand of the peak. `grow` follows them; a backtest"
        " takes the demand of a record.",
        default=(),
        source="no day for `grow` to follow",
    )
    minimum: Annotated[int, whole(1, 1_000_000)] = parameter(
        "Servers that always serve; pods, where these are the nodes of the unit."
    )
    maximum: Annotated[int, whole(1, 1_000_000)] = parameter("Servers, or pods, that serve at most.")
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
    follows: Annotated[str, words(BUSIEST, CPU)] = parameter(
        "Whose use is measured: the limit that is used most, or the CPU, which most autoscalers measure.",
        default=BUSIEST,
        source="the program's default: the limit that stops a server",
    )
    cold: Annotated[float, quantity(SHARE, "1 %", "100 %")] = parameter(
        "What a server carries while its caches fill, as a share of what it carries with warm ones; for a backtest,"
        " which works it out of the caches of the server where neither this nor `warm_after` is stated.",
        default="100 %",
        source="caches that are warm at once, unless the server has some",
    )
    warm_after: Annotated[float, quantity(DURATION, "0 s", "24 h")] = parameter(
        "Seconds from when a server begins to serve until its caches are warm; for a backtest, as `cold`.",
        default="0 s",
        source="caches that are warm at once, unless the server has some",
    )
    target_tracking: Annotated[TargetTracking | None, optional()] = parameter(
        "Target tracking of AWS in place of `target`, `look_every` and `wait_before_less`.",
        default="none",
        source="the plain rule",
    )
    hpa: Annotated[HorizontalPods | None, optional()] = parameter(
        "The Horizontal Pod Autoscaler of Kubernetes in place of these.", default="none", source="the plain rule"
    )
    steps: Annotated[ScalingSteps | None, optional()] = parameter(
        "Steps of servers by the use in place of these.", default="none", source="the plain rule"
    )
    schedule: tuple[ServersAtHour, ...] = parameter(
        "Servers that serve in each of 24 hours, midnight UTC first, in place of these: asked for so early that they"
        " serve with warm caches at the full hour.",
        default=(),
        source="the plain rule",
    )

    @field_validator("hours")
    @classmethod
    def _a_day(cls, hours: tuple[Factor, ...]) -> tuple[Factor, ...]:
        if hours and len(hours) != HOURS:
            raise problem(*growth_rates.hours_of_day(len(hours), HOURS))
        return hours

    @model_validator(mode="after")
    def _room(self) -> "Autoscaling":
        if self.maximum < self.minimum:
            raise problem(*growth_rates.maximum_below_minimum(self.maximum, self.minimum))
        return self

    @model_validator(mode="after")
    def _one_policy(self) -> "Autoscaling":
        stated = [name for name in POLICIES if getattr(self, name)]
        if len(stated) > 1:
            raise problem(*growth_rates.two_policies(stated[0], stated[1]))
        return self

    @model_validator(mode="after")
    def _a_day_of_servers(self) -> "Autoscaling":
        if self.schedule and len(self.schedule) != HOURS:
            raise problem(*growth_rates.servers_of_day(len(self.schedule), HOURS))
        for each in self.schedule:
            if not self.minimum <= each.servers <= self.maximum:
                raise problem(*growth_rates.schedule_out_of_range(each.servers, self.minimum, self.maximum))
        return self
