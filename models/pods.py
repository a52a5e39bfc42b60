"""The pods of a tier: how many stand on one of its servers, and what each has of it."""

from math import ceil

from models.cached_keys import with_servers_left
from models.parts.cpu_quota import CpuQuota
from models.parts.pods import Rollout
from models.parts.tier import MOST_SERVERS, Tier
from models.parts.unit import Unit
from models.parts.zones import servers_by_zone
from models.pod_room import pods_on, quota_on
from models.zone_placement import tier_zones

_ROUNDING = 1e-9


def pods_a_server(tier: Tier) -> int:
    """How many pods of a tier stand on one of its servers, 1 at least; 1 where it has none, for it is one itself."""
    return 1 if tier.pods is None else pods_on(tier.server, tier.pods)


def left_with_one_down(unit: Unit, tier: Tier) -> int:
    """The servers of a tier in a unit, or its pods, that are left when one server has just died."""
    return max(0, tier.servers - pods_on_a_server(unit, tier))


def with_one_down(unit: Unit, tier: Tier) -> Tier:
    """A tier as it is when one of its servers has just died, with all pods that stand on that."""
    return with_servers_left(tier, left_with_one_down(unit, tier))


def replicas_with_one_down(unit: Unit, tier: Tier, needed: int) -> int:
    """The fewest servers of a tier in a unit, or pods, of which so many are left with one server down."""
    if tier.pods is None:
        return needed + 1
    counts = range(needed + 1, MOST_SERVERS)
    return next(
        (count for count in counts if left_with_one_down(unit, _with_servers(tier, count)) >= needed), MOST_SERVERS
    )


def _with_servers(tier: Tier, servers: int) -> Tier:
    return tier.model_copy(update={"servers": servers})


def servers_of_pods(unit: Unit, tier: Tier) -> int:
    """The servers that the pods of a unit stand on, each in its zone, with those of a new version; of a tier without
    pods, its servers. Where one may be down there are two at the least."""
    if tier.pods is None:
        return tier.servers
    least = 2 if unit.spare_nodes > 0 and most_pods(tier) > 1 else 1
    return max(least, sum(_servers_by_zone(unit, tier)))


def pods_on_a_server(unit: Unit, tier: Tier) -> int:
    """The most pods of a tier that stand on one of its servers, 1 of one without pods: they are spread evenly.

    So Kubernetes places them (PodTopologySpread, whose default constraints spread by host and zone); those of a server
    that died come to the others later, where these have room.
    """
    if tier.pods is None:
        return 1
    zones = tier_zones(unit, tier)
    if zones == 1:
        return ceil(tier.servers / servers_of_pods(unit, tier))
    servers = _servers_by_zone(unit, tier)
    by_zone = zip(servers_by_zone(tier.servers, zones), servers, strict=True)
    return max(ceil(pods / count) for pods, count in by_zone if count)


def _servers_by_zone(unit: Unit, tier: Tier) -> tuple[int, ...]:
    zones = servers_by_zone(most_pods(tier), tier_zones(unit, tier))
    return tuple(ceil(pods / pods_a_server(tier)) for pods in zones)


def most_pods(tier: Tier) -> int:
    """The pods of a unit that stand at a time, with those beyond its replicas while a new version is rolled out."""
    rollout = None if tier.pods is None else tier.pods.rollout
    return tier.servers if rollout is None else tier.servers + _surge(tier.servers, rollout)


def pods_left(replicas: int, rollout: Rollout) -> int:
    """The pods of so many that are up at the least while a new version is rolled out."""
    missing = int(rollout.unavailable * replicas + _ROUNDING)
    # One has to go where none may be added: Kubernetes, deployment/util, ResolveFenceposts.
    return replicas - (missing or int(_surge(replicas, rollout) == 0))


def replicas_for(left: int, rollout: Rollout) -> int | None:
    """The fewest replicas of which so many are up while a new version is rolled out; None where none ever are."""
    return next((count for count in range(left, MOST_SERVERS + 1) if pods_left(count, rollout) >= left), None)


def _surge(replicas: int, rollout: Rollout) -> int:
    return ceil(rollout.surge * replicas - _ROUNDING)


def pod_quota(tier: Tier) -> CpuQuota | None:
    """The CPU time that a pod of a tier may take; of a tier without pods, that of its server."""
    return tier.server.cpu_quota if tier.pods is None else quota_on(tier.server, tier.pods)


def pod_cards_rate(tier: Tier) -> float:
    """Bytes a second of the network cards of a server that fall to each of its pods."""
    return tier.server.cards_rate / pods_a_server(tier)
