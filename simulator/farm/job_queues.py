"""What is posted to the queues of a farm at the demand, how fast its workers catch up, and how long a broker has room.

While workers are away jobs come and none is done; when they are back, what is not done shrinks by what the fullest of
the limits that jobs use has to spare. Of A jobs a second that use a share j of it, with u in use in all, T seconds
leave A T jobs, which that limit does at A (1 - u) / j a second beside those that come:

    T j / (1 - u)   seconds, and T u / (1 - u) = backlog / (capacity - A) where nobody else uses it.

Processors, disks, log and cards are used by the utilisation law. Connections are by Little's law, for as long as a call
has one where all others of its server are taken too, as they are while workers catch up, and share its processors.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from models.cached_keys import call_cpu, key_miss_ratio
from models.capacity_curve import capacity_curve
from models.message_queue import most_messages
from models.parts.tier import Tier, TierCall
from models.scenario import Scenario
from models.tier_flows import (
    Flows,
    as_tier_server,
    asked_of_tier,
    tier_flows,
    tiers_called_on_misses,
)
from models.tier_room import calls_in_hand
from simulator.experiment.estimate import exact
from simulator.experiment.verdicts import Verdict, judge
from simulator.farm.apply_time import apply_moments
from simulator.farm.costs.origin_traffic import miss_shares
from simulator.farm.farm import Farm
from simulator.farm.tier_work import tier_works, work_of
from simulator.messages.stages.farm import JOB_ALONE
from simulator.network.transport import TCP, Transport
from simulator.targets import Target

MINUTE = 60.0
# What a server of a tier can run out of, as `tier_works` has it, and the calls that it has in hand.
PLACES = ("CPU", "disks", "disk bandwidth", "log", "network cards", "appliers")
CONNECTIONS = "connections"
_ROUNDING = 1e-9

# The share in use of what the servers of each tier can run out of, by tier and place.
Uses = Mapping[tuple[str, str], float]


@dataclass(frozen=True)
class JobQueue:
    """A queue of the busiest unit. jobs: posted there a second; at, place: the tier, and what of it holds up workers
    that catch up; used: the share of that which is in use; by_jobs: the part of it that jobs are; messages: how many
    may wait; each: bytes of one; alone: seconds of a job that nobody is in the way of."""

    tier: str
    jobs: float
    at: str
    place: str
    used: float
    by_jobs: float
    messages: float
    each: float
    alone: float = 0.0

    @property
    def capacity(self) -> float:
        """Jobs a second that its workers can do beside all that others ask of them."""
        return self.jobs * (1.0 - self.used + self.by_jobs) / self.by_jobs if self.by_jobs > 0.0 else inf

    def catch_up(self, away: float) -> float:
        """Seconds in which workers do what has come while they were away for so many; inf where they never do."""
        return inf if self.used >= 1.0 else away * self.by_jobs / (1.0 - self.used)

    def backlog(self, away: float) -> float:
        """Jobs that are not done when workers come back that were away for so many seconds."""
        return self.jobs * away

    @property
    def full_after(self) -> float:
        """Seconds without workers after which there is no room for a further message."""
        return self.messages / self.jobs if self.jobs > 0.0 else inf


def job_queues(farm: Farm) -> tuple[JobQueue, ...]:
    """The queues of a farm, in its busiest unit at the demand."""
    scenario, sizing = farm.scenario, farm.sizing
    requests = sizing.demanded.requests * sizing.busiest_unit / sizing.working_units
    misses = miss_shares(farm.carried) if tiers_called_on_misses(scenario) else {}
    return job_queues_at(scenario, requests, misses, farm.carried.network.transport)


def job_queues_at(
    scenario: Scenario, requests: float, misses: Mapping[str, float] | None = None, transport: Transport = TCP
) -> tuple[JobQueue, ...]:
    """Those of a unit that gets so many requests a second; misses: as `tier_works` has them."""
    found, flows = list[JobQueue](), tier_flows(scenario)
    for tier in (tier for tier in scenario.tiers if tier.queue is not None):
        jobs = requests * sum(flow.calls for flow in flows[tier.name].flows)
        whole = _uses(scenario, requests, misses or {}, transport)
        idle = _uses(_without_jobs(scenario, tier), requests, misses or {}, transport)
        by_jobs = {key: share - idle.get(key, 0.0) for key, share in whole.items()}
        slowest = max(by_jobs, key=lambda key: _strain(whole[key], by_jobs[key]))
        message = tier.queue.message + tier.queue.software.overhead if tier.queue is not None else 0.0
        use = whole[slowest], by_jobs[slowest]
        found.append(
            JobQueue(tier.name, jobs, *slowest, *use, most_messages(tier), message, _alone(scenario, flows, tier))
        )
    return tuple(found)


def room_verdicts(farm: Farm) -> tuple[Verdict, ...]:
    """Whether the broker that is full first has room for as long without workers as is asked, where that is."""
    asked = farm.scenario.targets.queue_room
    queues = job_queues(farm) if asked is not None else ()
    if asked is None or not queues:
        return ()
    return (judge(Target.QUEUE_ROOM, asked, "s", exact(min(each.full_after for each in queues), "s")),)


def job_verdicts(farm: Farm) -> tuple[Verdict, ...]:
    """That jobs cannot be done as soon as is asked, where the slowest takes longer with nobody in its way: no interval
    of a simulation reaches below that, and no further server shortens it. Nothing where they may be."""
    asked = farm.scenario.targets.done_in
    alone = max((each.alone for each in job_queues(farm)), default=0.0) if asked is not None else 0.0
    if asked is None or alone <= asked:
        return ()
    return (replace(judge(Target.DONE_IN, asked, "s", exact(alone, "s")), name=JOB_ALONE),)


def _alone(scenario: Scenario, flows: Flows, queue: Tier) -> float:
    """Seconds of a job that nobody else is in the way of."""
    return sum(each.share * each.times * (each.latency + _call_seconds(scenario, flows, each)) for each in queue.calls)


def _strain(used: float, by_jobs: float) -> float:
    """How long a limit takes to catch up, for a second away; 0 of one that jobs do not use."""
    if by_jobs <= _ROUNDING:
        return 0.0
    return inf if used >= 1.0 else by_jobs / (1.0 - used)


def _uses(scenario: Scenario, requests: float, misses: Mapping[str, float], transport: Transport) -> Uses:
    """How much is used of all tiers of a unit that gets so many requests a second."""
    found, flows = dict[tuple[str, str], float](), tier_flows(scenario)
    for name, flow in flows.items():
        servers = flow.tier.servers
        for place, work in zip(PLACES, tier_works(scenario, flow, requests, misses, transport), strict=False):
            found[name, place] = work_of((work,), servers) / servers
        if (each := calls_in_hand(flow.tier)) is not None:
            asked = asked_of_tier(flow, partial(_held, scenario, flows, each), misses)
            found[name, CONNECTIONS] = requests * asked / (each * servers)
    return found


def _held(scenario: Scenario, flows: Flows, connections: int, call: TierCall) -> float:
    """Seconds for which a call has one of so many connections of a server where all of them are taken, at the least."""
    flow = flows[call.tier]
    farm = as_tier_server(scenario, flow.tier)
    curve = capacity_curve(farm)
    together = curve[min(connections, len(curve)) - 1] if curve else float(min(connections, farm.server.cores))
    slower = max(1.0, connections / together) - 1.0
    return _call_seconds(scenario, flows, call) + slower * farm.work_asked(call_cpu(scenario, flow.tier, call))


def _call_seconds(scenario: Scenario, flows: Flows, call: TierCall) -> float:
    """Seconds of a call that nobody else is in the way of, without its own way there: it works, reads and commits, and
    waits for its further calls."""
    flow = flows[call.tier]
    further = sum(
        each.share * each.times * (each.latency + _call_seconds(scenario, flows, each)) * key_miss_ratio(flow.tier)
        for each in flow.tier.awaited
    )
    return apply_moments(scenario, flow, call)[0] + further


def _without_jobs(scenario: Scenario, queue: Tier) -> Scenario:
    """The scenario where nobody works on what is posted to a queue."""
    idle = queue.model_copy(update={"calls": ()})
    return scenario.model_copy(update={"tiers": tuple(idle if each is queue else each for each in scenario.tiers)})
