"""How far the replicas of a database lag behind what was written, and how long they take to catch up.

A replica applies what its primary wrote by so many appliers, in order: an M/G/c queue. Its wait is that of M/M/c times
half of 1 + the squared coefficient of variation of applying (Allen 1990, Probability, Statistics and Queueing Theory,
section 5.2), which for one applier is Pollaczek and Khinchine's exactly. To that come applying itself and the way from
the primary. What was written while a replica was away is caught up by what its appliers have to spare.
"""

from dataclasses import dataclass
from math import inf, sqrt

from models.parts.database import Replication
from models.scenario import Scenario
from models.tier_flows import TierFlow, tier_flows
from simulator.engines.theory.formulas.erlang import erlang_c
from simulator.experiment.estimate import exact
from simulator.experiment.verdicts import Verdict, judge
from simulator.farm.apply_time import apply_moments
from simulator.farm.farm import Farm
from simulator.targets import Target

HOUR = 3600.0


@dataclass(frozen=True)
class ReplicaLag:
    """Replicas that follow a primary. writes: what each applies a second; apply: seconds of an applier for one of them,
    on average, and its coefficient of variation; appliers: writes at a time; latency: seconds on the way."""

    tier: str
    primary: str
    writes: float
    apply: float
    variation: float
    appliers: int
    latency: float

    @property
    def used(self) -> float:
        """The share of its appliers that is used; 1 or more where a replica falls behind for ever."""
        return self.writes * self.apply / self.appliers

    @property
    def waiting(self) -> float:
        """Seconds that a write waits for an applier, on average; inf where they fall behind."""
        if self.used >= 1.0:
            return inf
        delayed = erlang_c(self.appliers, self.writes * self.apply) * self.apply / self.appliers / (1.0 - self.used)
        return delayed * (1.0 + self.variation**2) / 2.0

    @property
    def lag(self) -> float:
        """Seconds from a commit at the primary to when a replica has applied it, on average."""
        return self.latency + self.waiting + self.apply

    def catch_up(self, away: float) -> float:
        """Seconds in which a replica catches up that was away for so many: what has come meanwhile, by what its
        appliers have to spare."""
        return inf if self.used >= 1.0 else away * self.used / (1.0 - self.used)


def replica_lags(farm: Farm) -> tuple[ReplicaLag, ...]:
    """The replicas of each database of a farm, in its busiest unit at the demand."""
    scenario, sizing = farm.scenario, farm.sizing
    requests = sizing.demanded.requests * sizing.busiest_unit / sizing.working_units
    flows = tier_flows(scenario)
    return tuple(replica_lag(scenario, flow, requests) for flow in flows.values() if flow.applied)


def lag_verdicts(farm: Farm) -> tuple[Verdict, ...]:
    """Whether the replicas that lag most keep to the target, where there is one."""
    asked, lags = farm.scenario.targets.replica_lag, replica_lags(farm)
    if asked is None or not lags:
        return ()
    return (judge(Target.REPLICA_LAG, asked, "s", exact(max(each.lag for each in lags), "s")),)


def replica_lag(scenario: Scenario, flow: TierFlow, requests: float) -> ReplicaLag:
    """The replicas of a tier in a unit that gets so many requests a second. Raises ValueError for other tiers."""
    following, total = flow.tier.replica_of, sum(many for many, _ in flow.applied)
    if following is None or not total:
        raise ValueError(f"{flow.tier.name} applies nothing")
    kinds = [(many / total, *apply_moments(scenario, flow, call)) for many, call in flow.applied]
    mean = sum(share * each for share, each, _ in kinds)
    square = sum(share * (spread + each**2) for share, each, spread in kinds)
    return _lag(flow.tier.name, following, requests * total, mean, sqrt(max(0.0, square / mean**2 - 1.0)))


def _lag(tier: str, following: Replication, writes: float, apply: float, variation: float) -> ReplicaLag:
    return ReplicaLag(tier, following.tier, writes, apply, variation, following.appliers, following.latency)
