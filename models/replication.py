"""Replicas of a database: which of its calls go to the one that takes what is written, and which to those that read."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from models.buffer_pool import repeated_share
from models.parts.tier import EVEN, Tier, TierCall

NO_REPLICAS: tuple["ReplicaReaders", ...] = ()


class ReplicaReaders(NamedTuple):
    """A tier of replicas, and the share of what is read that it reads."""

    tier: str
    share: float


class RoutedCall(TierCall):
    """A call that has found the tier of a database which answers it, and for sure writes or does not."""


def readers_by_primary(tiers: Sequence[Tier]) -> Mapping[str, tuple[ReplicaReaders, ...]]:
    """The tiers of replicas of each database that has some."""
    found = dict[str, tuple[ReplicaReaders, ...]]()
    for tier in tiers:
        if tier.replica_of is not None:
            primary = tier.replica_of.tier
            found[primary] = (*found.get(primary, NO_REPLICAS), ReplicaReaders(tier.name, tier.replica_of.reads))
    return found


def shards(tier: Tier) -> int:
    """Into how many parts the servers of a tier divide what it keeps."""
    return tier.servers if tier.sharding == EVEN else 1


def divides_writes(tier: Tier) -> bool:
    """Whether each server of a tier writes what it is called for, and none of what others are: shards, and the servers
    of a queue."""
    return shards(tier) > 1 or tier.queue is not None


def lock_share(tier: Tier) -> float:
    """The share of the calls of a tier that need one lock: each of its shards has its own."""
    return 0.0 if tier.lock is None else tier.lock.share / shards(tier)


# A translation asks for the same call again and again.
@lru_cache(maxsize=1024)
def call_routes(readers: tuple[ReplicaReaders, ...], call: TierCall) -> tuple[tuple[float, TierCall], ...]:
    """Where a call goes, each way with the share of such calls: the call itself where there are no replicas, else what
    it writes, and what it reads of the primary and of each tier of replicas."""
    if not readers or isinstance(call, RoutedCall):
        return ((1.0, call),)
    written, own = repeated_share(call), 1.0 - sum(each.share for each in readers)
    ways = [(written, certain_write(call))] if call.writes is not None else []
    ways.append(((1.0 - written) * own, _routed(call, writes=None)))
    ways += [((1.0 - written) * each.share, _routed(call, tier=each.tier, writes=None)) for each in readers]
    return tuple((share, way) for share, way in ways if share > _ROUNDING)


def route_of(readers: tuple[ReplicaReaders, ...], call: TierCall, drawn: float) -> TierCall:
    """Where a call goes that has drawn a number from 0 to 1."""
    ways, passed = call_routes(readers, call), 0.0
    for share, way in ways:
        passed += share
        if drawn < passed:
            return way
    return ways[-1][1]


def route_edges(readers: tuple[ReplicaReaders, ...], call: TierCall) -> tuple[float, ...]:
    """The numbers from 0 to 1 at which the next way begins."""
    passed, found = 0.0, list[float]()
    for share, _ in call_routes(readers, call):
        passed += share
        found.append(min(passed, 1.0))
    return tuple(found)


_ROUNDING = 1e-12


def certain_write(call: TierCall) -> TierCall:
    """The same of those that write: of calls that commit less than once on average, one commit each."""
    writes = call.writes and call.writes.model_copy(update={"commits": max(1.0, call.writes.commits)})
    return _routed(call, writes=writes)


def _routed(call: TierCall, **changes: object) -> TierCall:
    return RoutedCall.model_construct(**{**dict(call), **changes})
