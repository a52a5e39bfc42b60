"""Checks of databases with replicas and shards: who takes what is written, and who reads."""

from collections.abc import Callable, Iterator

from models.messages import databases
from models.parts.tier import DATABASE, WHOLE_COPIES
from models.quantities.formatting import number
from models.reading.finding import Finding
from models.replication import readers_by_primary
from models.scenario import FarmParts
from models.suggest import did_you_mean, nearest_names
from models.tier_flows import calls_by_path


def _replicas_have_a_primary(farm: FarmParts) -> Iterator[Finding]:
    """What a tier of replicas follows is a database that follows none itself."""
    tiers = {tier.name: tier for tier in farm.tiers}
    primaries = [tier.name for tier in farm.tiers if tier.kind == DATABASE and tier.replica_of is None]
    for place, tier in enumerate(farm.tiers):
        if tier.replica_of is None or tier.kind != DATABASE or tier.replica_of.tier in primaries:
            continue
        named = tier.replica_of.tier
        told = databases.NO_PRIMARY if named not in tiers else databases.no_primary(named)
        remedy = did_you_mean(named, primaries) if primaries else databases.ADD_A_PRIMARY
        yield Finding(("tiers", place, "replica_of", "tier"), told, remedy, nearest_names(named, primaries))


def _one_server_takes_writes(farm: FarmParts) -> Iterator[Finding]:
    """Of a database with replicas of its own, but for one in shards."""
    followed = readers_by_primary(farm.tiers)
    for place, tier in enumerate(farm.tiers):
        if tier.kind == DATABASE and tier.name in followed and tier.servers > 1 and tier.sharding == WHOLE_COPIES:
            yield Finding(("tiers", place, "servers"), *databases.several_writers(tier.servers), ("1",))


def _reads_are_shared_out_once(farm: FarmParts) -> Iterator[Finding]:
    for primary, readers in readers_by_primary(farm.tiers).items():
        total = sum(each.share for each in readers)
        if total > 1.0 + 1e-9:
            place = next(n for n, tier in enumerate(farm.tiers) if tier.name == readers[-1].tier)
            left = max(0.0, 1.0 - (total - readers[-1].share))
            told, remedy = databases.too_many_reads(primary, _percent(total), _percent(left))
            yield Finding(("tiers", place, "replica_of", "reads"), told, remedy, (_percent(left),))


def _replicas_take_no_writes(farm: FarmParts) -> Iterator[Finding]:
    primaries = {tier.name: tier.replica_of.tier for tier in farm.tiers if tier.replica_of is not None}
    for path, call in calls_by_path(farm):
        if call.writes is not None and call.tier in primaries:
            yield Finding((*path, "writes"), *databases.replica_writes(call.tier, primaries[call.tier]), ("none",))


def _percent(share: float) -> str:
    return f"{number(100.0 * share)} %"


REPLICA_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _replicas_have_a_primary,
    _one_server_takes_writes,
    _reads_are_shared_out_once,
    _replicas_take_no_writes,
)
