"""The policies of clouds and of Kubernetes by which servers come and go."""

from typing import Annotated, ClassVar

from pydantic import model_validator

from models.messages import growth_rates
from models.quantities.fields import Part, parameter, problem, quantity, whole
from models.quantities.units import DURATION, SHARE

HOURS = 24


class TargetTracking(Part):
    """Target tracking of AWS: more after 3 minutes above the target, fewer after 15 below nine tenths of it."""

    shorthand: ClassVar[str] = "target"

    target: Annotated[float, quantity(SHARE, "1 %", "99 %")] = parameter(
        "Use of the limit that is followed which servers are kept at."
    )
    cooldown_out: Annotated[float, quantity(DURATION, "0 s", "1 h")] = parameter(
        "Seconds after more were asked for in which these count as there: only a larger need asks for more.",
        default="5 min",
        source="AWS Application Auto Scaling: ScaleOutCooldown, default 300",
    )
    cooldown_in: Annotated[float, quantity(DURATION, "0 s", "1 h")] = parameter(
        "Seconds after any change before servers are given back.",
        default="5 min",
        source="AWS Application Auto Scaling: ScaleInCooldown, default 300",
    )


class HorizontalPods(Part):
    """The Horizontal Pod Autoscaler of Kubernetes, a pod a server."""

    shorthand: ClassVar[str] = "target"

    target: Annotated[float, quantity(SHARE, "1 %", "99 %")] = parameter(
        "Use of the limit that is followed which pods are kept at."
    )
    tolerance: Annotated[float, quantity(SHARE, "0 %", "50 %")] = parameter(
        "Share by which the use may be off the target before anything changes.",
        default="10 %",
        source="Kubernetes: --horizontal-pod-autoscaler-tolerance, default 0.1",
    )
    look_every: Annotated[float, quantity(DURATION, "5 s", "10 min")] = parameter(
        "Seconds from one count to the next; whole steps of 5 s.",
        default="15 s",
        source="Kubernetes: --horizontal-pod-autoscaler-sync-period, default 15 s",
    )
    window_more: Annotated[float, quantity(DURATION, "0 s", "1 h")] = parameter(
        "Seconds in which the fewest that were wanted are what more is asked for.",
        default="0 s",
        source="Kubernetes: scaleUp.stabilizationWindowSeconds, default 0",
    )
    window_fewer: Annotated[float, quantity(DURATION, "0 s", "1 h")] = parameter(
        "Seconds in which the most that were wanted are what stays.",
        default="5 min",
        source="Kubernetes: scaleDown.stabilizationWindowSeconds, default 300",
    )
    surge: Annotated[float, quantity(SHARE, "0 %", "1000 %")] = parameter(
        "Share of the pods that may be added in `surge_every`; the larger of this and `surge_pods` counts.",
        default="100 %",
        source="Kubernetes: the default policy of scaleUp, 100 % in 15 s",
    )
    surge_pods: Annotated[int, whole(1, 100_000)] = parameter(
        "Pods that may be added in `surge_every`.",
        default=4,
        source="Kubernetes: the default policy of scaleUp, 4 pods in 15 s",
    )
    surge_every: Annotated[float, quantity(DURATION, "5 s", "30 min")] = parameter(
        "Seconds for which `surge` and `surge_pods` are the most.",
        default="15 s",
        source="Kubernetes: the default policy of scaleUp",
    )


class ScalingStep(Part):
    """A use, and how many servers more or fewer it asks for."""

    use: Annotated[float, quantity(SHARE, "1 %", "99 %")] = parameter("Use of the limit that is followed.")
    servers: Annotated[int, whole(1, 100_000)] = parameter("Servers that are added, or given back.", default=1)


class ScalingSteps(Part):
    """Steps: so many servers more above some use, so many fewer below another.

    Raises a validation error where a use asks for more and for fewer at once.
    """

    more: tuple[ScalingStep, ...] = parameter("Above each use, servers that are added; the highest one passed counts.")
    fewer: tuple[ScalingStep, ...] = parameter(
        "Below each use, servers that are given back; the lowest one passed counts."
    )
    look_every: Annotated[float, quantity(DURATION, "5 s", "1 h")] = parameter(
        "Seconds whose mean use is compared; whole steps of 5 s.",
        default="5 min",
        source="CloudWatch: basic monitoring, a value in five minutes",
    )
    cooldown: Annotated[float, quantity(DURATION, "0 s", "6 h")] = parameter(
        "Seconds after a change in which nothing changes.",
        default="5 min",
        source="AWS EC2 Auto Scaling: default cooldown, 300 s",
    )

    @model_validator(mode="after")
    def _apart(self) -> "ScalingSteps":
        if not self.more or not self.fewer:
            raise problem(*growth_rates.NO_STEPS)
        above, below = min(step.use for step in self.more), max(step.use for step in self.fewer)
        if above <= below:
            raise problem(*growth_rates.steps_overlap(100.0 * above, 100.0 * below))
        return self


class ServersAtHour(Part):
    """Servers of an hour of the day."""

    shorthand: ClassVar[str] = "servers"

    servers: Annotated[int, whole(1, 1_000_000)] = parameter("Servers that serve in this hour.")
