"""What disks keep: of what is fetched from an origin, and of the tiers that keep data."""

from models.object_store import servers_for_bytes
from models.parts.hardware import Server
from models.parts.tier import EVEN, Tier
from models.scenario import FarmParts

SMALL = 400e9  # Bytes: the smallest disks that servers of today are sold with; who needs no more need not be told.


def disk_cache_bytes(farm: FarmParts) -> float | None:
    """Size in bytes of the disk cache: exactly what was asked for, or with `up_to` as much of it as the disks have room
    for; None where there is none."""
    asked, room = farm.web_server.disk_cache, farm.server.disks.room
    if asked is None:
        return None
    return min(asked.size, room) if asked.fit and room is not None else asked.size


def with_same_disk_size(server: Server, present: Server) -> Server:
    """A server with disks of the size in bytes that those of the present one have, where nobody states its own: who
    buys both chooses their drives. The server as it is where its disks have a size or are of another kind (hard disks
    are sold in other sizes than flash), and where one of the two is rented: its provider chooses, or bills by size."""
    mine, others = server.disks, present.disks
    bought = not (server.is_rented or present.is_rented)
    if not bought or mine.size is not None or others.size is None or mine.is_flash != others.is_flash:
        return server
    return server.model_copy(update={"disks": mine.model_copy(update={"size": others.size})})


def stored_bytes(tier: Tier) -> float:
    """Bytes that each server of a tier keeps on its disks: pieces of objects, tables, or items of a cache."""
    if tier.objects is not None:
        return tier.objects.kept / max(tier.servers, servers_for_bytes(tier))
    if tier.data is not None:
        return tier.data.size / (tier.servers if tier.sharding == EVEN else 1)
    return 0.0 if tier.cache is None else tier.cache.disk or 0.0


def unproven_bytes(tier: Tier) -> float:
    """Bytes that each disk of a tier has to keep, where nobody has looked at whether it has the room: its size is not
    stated, and not all that are sold have as much. 0 elsewhere."""
    disks = tier.server.disks
    each = stored_bytes(tier) / disks.count
    return 0.0 if disks.size is not None or each <= SMALL else each


def needs_other_disks(tier: Tier, present: Tier) -> float:
    """Bytes that each disk of a tier has to keep where nobody knows that it does: on other servers than the present
    ones, whose disks are of the same kind and keep as much. 0 where that is known."""
    each, disks = unproven_bytes(tier), present.server.disks
    alike = disks.is_flash == tier.server.disks.is_flash
    known = disks.size if disks.size is not None else stored_bytes(present) / disks.count
    return 0.0 if alike and each <= known else each
