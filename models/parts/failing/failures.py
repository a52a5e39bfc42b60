"""What happens to the nodes of a unit, and to servers of other tiers: failures and maintenance by a timetable, or by
how often and for how long."""

from typing import Annotated

from pydantic import ValidationInfo, field_validator, model_validator

from models.messages import failure_times
from models.parts.failing.reconnect import Reconnection
from models.parts.zones import ZONES
from models.quantities.fields import Name, Part, Switch, number, optional, parameter, problem, quantity, whole, words
from models.quantities.units import DURATION, SHARE

DIES, DRAINED, PATCHED, SLOW, CROWD = "dies", "drained", "patched", "slow", "crowd"
# What may happen to servers of other tiers.
OF_TIERS = (DIES, SLOW)
MOST_OUTAGES = 64


class Outage(Part):
    """Some nodes of a unit, or servers of another tier, go, at one time or one after the other, and come back."""

    at: Annotated[float, quantity(DURATION, "0 s", "30 days")] = parameter(
        "When it begins, in seconds from the moment at which the unit is watched; it has settled by then."
    )
    what: Annotated[str, words(DIES, DRAINED, PATCHED, SLOW, CROWD)] = parameter(
        "dies takes everything with it at once, drained gets no new sessions and keeps those that it has, patched is"
        " drained first, then shut down, slow works at a share of its speed and answers every health check; a crowd"
        " is no node, but more sessions that come for a while.",
        default=DIES,
        source="a failure unless something else is said",
    )
    tier: Annotated[Name | None, optional()] = parameter(
        "The tier to whose servers it happens, which die or are slow; they are counted as nodes are, and the tier's own"
        " balancer checks them as that of the nodes does. none means the nodes of the unit.",
        default="none",
        source="what clients reach fails",
    )
    zone: Annotated[str | None, optional(words(*ZONES))] = parameter(
        "The zone that dies: all nodes and all servers of tiers that stand in it, at once. none means the nodes or"
        " servers that are named.",
        default="none",
        source="what is named fails",
    )
    node: Annotated[int, whole(1, 1000)] = parameter(
        "The first node that it happens to; nodes are numbered from 1.", default=1, source="nodes are alike"
    )
    together: Annotated[int, whole(1, 1000)] = parameter(
        "How many nodes it happens to at once, from that one on: those of a rack or of a power feed.",
        default=1,
        source="nodes fail one by one",
    )
    lasts: Annotated[float, quantity(DURATION, "1 ms", "30 days")] = parameter(
        "Seconds until the nodes stand again, with empty caches, are taken back by the balancer if they were only"
        " drained, or are as fast as before."
    )
    drain: Annotated[float, quantity(DURATION, "0 s", "1 days")] = parameter(
        "Seconds for which a node that is patched gets no new sessions before it is shut down.",
        default="60 s",
        source="the program's default: a minute for those who are there to finish",
    )
    speed: Annotated[float, quantity(SHARE, "1 %", "100 %")] = parameter(
        "Share of its speed at which a node that is slow works: 1 % is as good as hanging.",
        default="20 %",
        source="the program's default: a fifth, as a failing disk or a throttled processor may leave",
    )
    times: Annotated[float, number(0.01, 1000.0)] = parameter(
        "How many times as many sessions come in a crowd.", default=3, source="the program's default: three times"
    )
    rolling: Switch = parameter(
        "Whether it goes on through all nodes of the unit: the next ones as soon as the last ones are back.",
        default=False,
        source="once",
    )


class HealthCheck(Part):
    """How the balancer finds out whether a node is alive."""

    interval: Annotated[float, quantity(DURATION, "1 ms", "1 h")] = parameter(
        "Seconds between two heartbeats, or probes, of a node.",
        default="1 s",
        source="Network Load Balancing: a heartbeat every second",
    )
    failures: Annotated[int, whole(1, 1000)] = parameter(
        "Heartbeats that are missed one after the other until a node is taken for dead.",
        default=5,
        source="Network Load Balancing, MembershipHeartbeatLossTolerance: 5",
    )
    successes: Annotated[int, whole(1, 1000)] = parameter(
        "Heartbeats that are heard one after the other until a node is taken for alive again.",
        default=1,
        source="Network Load Balancing: a host joins with its first heartbeat",
    )
    convergence: Annotated[float, quantity(DURATION, "0 s", "1 h")] = parameter(
        "Seconds from then until sessions are spread over the nodes that there are now.",
        default="5 s",
        low="1 s",
        high="10 s",
        source="assumed: an outage of about 10 s in all is told of Network Load Balancing, 5 s of which detect it",
    )


class Failures(Part):
    """What happens to the nodes of a unit, and how its balancer notices.

    Raises a validation error where only one of `mtbf` and `mttr` is stated, and for more than 64 outages.
    """

    timetable: tuple[Outage, ...] = parameter(
        "Failures and maintenance in the order of time; none means that one node dies after a minute, for five, or of"
        " pods a server with all that stand on it.",
        default=(),
        source="one node dies after a minute, for five minutes",
    )
    mtbf: Annotated[float | None, optional(quantity(DURATION, "1 h", "270,000 h"))] = parameter(
        "Mean time in seconds between two failures of one node, or of one server of pods; none asks nothing about a"
        " year.",
        default="none",
        source="nothing is asked about a year",
    )
    mttr: Annotated[float | None, optional(quantity(DURATION, "1 s", "365 days"))] = parameter(
        "Mean time in seconds until a node that failed stands again.",
        default="none",
        source="nothing is asked about a year",
    )
    health_check: HealthCheck = parameter("How the balancer finds out whether a node is alive.", default=HealthCheck())
    watch: Annotated[float, quantity(DURATION, "1 s", "30 days")] = parameter(
        "Seconds for which the unit is watched after everything is back.",
        default="120 s",
        source="the program's default: two minutes to recover in",
    )

    recover_within: Annotated[float, quantity(DURATION, "0 s", "1 h")] = parameter(
        "Seconds after its spares have died at once, from which on a unit has to be within its targets again: the load"
        " that it carries is no larger.",
        default="60 s",
        source="the program's default: a minute to notice it in and to serve what has piled up",
    )

    reconnect: Annotated[Reconnection | None, optional()] = parameter(
        "How all clients of a node that dies connect again, idle ones included; none tells nothing of it: in the"
        " simulation who had a request there comes after `workload.retries.reconnect`, who was idle with the next one.",
        default="none",
        source="nothing is asked about it",
    )

    @field_validator("timetable")
    @classmethod
    def _is_no_longer_than_can_be_read(cls, timetable: tuple[Outage, ...]) -> tuple[Outage, ...]:
        if len(timetable) > MOST_OUTAGES:
            raise problem(*failure_times.too_many_outages(len(timetable), MOST_OUTAGES))
        return timetable

    @field_validator("mttr")
    @classmethod
    def _is_shorter_than_the_time_between(cls, mttr: float | None, info: ValidationInfo) -> float | None:
        mtbf = info.data.get("mtbf")
        if mttr is not None and mtbf is not None and mttr >= mtbf:
            raise problem(*failure_times.DOWN_AS_LONG_AS_UP)
        return mttr

    @model_validator(mode="after")
    def _has_both_times(self) -> "Failures":
        if (self.mtbf is None) != (self.mttr is None):
            missing, there = ("mttr", "mtbf") if self.mttr is None else ("mtbf", "mttr")
            raise problem(*failure_times.one_without_other(there, missing))
        return self

    @property
    def outages(self) -> tuple[Outage, ...]:
        """The timetable, or the failure that stands for one where there is none."""
        return self.timetable or (Outage(at=60.0, lasts=300.0),)
