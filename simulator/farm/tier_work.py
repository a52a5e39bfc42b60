"""What a demand asks of the servers of a tier: work that they divide among them, and writes that each repeats."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from models.buffer_pool import disk_reads, page_bytes, page_writes, repeated_share
from models.cached_keys import answer_bytes, call_cpu
from models.checkpoints import log_factor, written_share
from models.log_flush import log_seconds
from models.object_store import bytes_between_servers, disk_seconds
from models.parts.tier import Tier, TierCall
from models.pods import pod_cards_rate
from models.quantities.rounding import round_up
from models.replication import divides_writes
from models.scenario import Scenario
from models.tier_flows import TierFlow, asked_of_tier, tier_core_capacity
from simulator.farm.apply_time import apply_seconds
from simulator.network.transport import Transport

# What asks for something: the sum over calls of what each of them asks for.
_Asked = Callable[[Callable[[TierCall], float]], float]
# What the works of a tier are of, in their order; replicas have one more.
LIMITS = ("processors", "disks", "disk bandwidth", "log", "network cards", "appliers")
# Nobody gets an answer to what is done again.
_NO_ANSWER = 0.0


@dataclass(frozen=True)
class TierWork:
    """What is asked of one thing that servers of a tier have, such as their disks, in servers of which all of it is
    taken. own: by all calls, each at one server; again: what each further server does again."""

    own: float
    again: float

    def of(self, servers: int) -> float:
        """What is asked of so many servers in all."""
        return self.own + max(0, servers - 1) * self.again


def work_of(works: Sequence[TierWork], servers: int) -> float:
    """What is asked of so many servers, of what is asked for most."""
    return max(work.of(servers) for work in works)


def repeated_work(works: Sequence[TierWork]) -> tuple[str, float]:
    """What each further server does again, of what it takes most of, with what that is called."""
    return max(zip(LIMITS, (work.again for work in works), strict=False), key=lambda each: each[1])


def servers_needed(works: Sequence[TierWork], share: float, allowed: float) -> int | None:
    """The fewest servers for such a share of the demand, of which so much may be used; None where each of them has to
    do too much again, so that more do not help."""
    found = 1
    for work in works:
        left = allowed - work.again * share
        if work.own * share > allowed and left <= 0.0:
            return None
        found = max(found, round_up((work.own - work.again) * share / left) if left > 0.0 else 1)
    return found


def tier_works(
    scenario: Scenario, flow: TierFlow, requests: float, misses: Mapping[str, float], transport: Transport
) -> tuple[TierWork, ...]:
    """What so many requests a second ask of the processors of a tier, first, then of its disks, its cards and its log.
    misses: as `asked_of_tier` has them."""

    def all_calls(each: Callable[[TierCall], float]) -> float:
        return asked_of_tier(flow, each, misses)

    def repeated(each: Callable[[TierCall], float]) -> float:
        return all_calls(lambda call: repeated_share(call) * each(call))

    tier, alone = flow.tier, divides_writes(flow.tier) or bool(flow.readers)
    # Pages are written back, and commits logged, by each server as often.
    work = _WrittenWork(written_share(flow), log_factor(flow))
    own = _asked(scenario, flow, work, all_calls, all_calls, transport)
    nothing = (0.0,) * len(own)
    again = nothing if alone else (*_asked(scenario, flow, work, repeated, all_calls, transport)[:-1], _NO_ANSWER)
    applied = _applied(scenario, flow, work, transport) if flow.applied else nothing
    capacities = _capacities(scenario, tier)
    found = [
        TierWork(requests * (one + more) / capacity, requests * (other + more) / capacity)
        for one, other, more, capacity in zip(own, again, applied, capacities, strict=True)
    ]
    if tier.replica_of is not None:
        busy = requests * apply_seconds(scenario, flow) / tier.replica_of.appliers
        found.append(TierWork(busy, busy))
    return tuple(found)


def _applied(scenario: Scenario, flow: TierFlow, work: "_WrittenWork", transport: Transport) -> tuple[float, ...]:
    """What a request asks of each server of a tier of replicas for what others wrote: nothing crosses its cards."""

    def applied(each: Callable[[TierCall], float]) -> float:
        return sum(many * each(call) for many, call in flow.applied)

    return (*_asked(scenario, flow, work, applied, applied, transport)[:-1], _NO_ANSWER)


class _WrittenWork(NamedTuple):
    """pages: that are written back for each that commits change; log: bytes logged for each that commits write."""

    pages: float
    log: float


def _asked(
    scenario: Scenario, flow: TierFlow, work: _WrittenWork, of: _Asked, of_writes: _Asked, transport: Transport
) -> tuple[float, ...]:
    """What a request asks of processors, disks, their bandwidth, the log and the cards of a tier: seconds or bytes."""
    tier = flow.tier
    pages = of(lambda call: disk_reads(tier, call))
    pages += of_writes(lambda call: page_writes(tier, call)) * work.pages
    commits = of_writes(lambda call: call.writes.commits if call.writes else 0.0)
    logged = of_writes(lambda call: call.writes.commits * call.writes.log if call.writes else 0.0)
    return (
        scenario.work_asked(of(lambda call: call_cpu(scenario, tier, call)), tier.server),
        pages * tier.server.disks.read_time + of(lambda call: disk_seconds(tier, call)),
        pages * page_bytes(tier),
        log_seconds(tier, commits, logged * work.log),
        of(lambda call: transport.wire_rate((answer_bytes(tier, call) or 0.0) + bytes_between_servers(tier, call))),
    )


def _capacities(scenario: Scenario, tier: Tier) -> tuple[float, ...]:
    """What a server has of each of them in a second."""
    disks = tier.server.disks
    bandwidth = disks.count * (disks.bandwidth or inf)
    cores, reads = tier_core_capacity(scenario, tier), disks.count * disks.at_once
    return cores, float(reads), bandwidth, 1.0, pod_cards_rate(tier)
