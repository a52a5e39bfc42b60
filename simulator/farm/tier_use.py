"""What a request of the unit asks of the disks of a tier on average, of all its servers together, and what each of them
keeps in RAM: what counters of their hosts are held beside.

Bytes of pages are counted though they may cross beside the time of a read, and pages are written at the mean rate, not
at that of a checkpoint (models/checkpoints.py).
"""

from collections.abc import Callable
from typing import NamedTuple

from models.buffer_pool import buffer_pool_bytes, disk_reads, page_writes, pages_kept, repeated_share
from models.cached_keys import item_room, items_held
from models.checkpoints import written_share
from models.object_store import disk_seconds, piece_work
from models.parts.tier import Tier, TierCall
from models.ram_ledger import RAM_OF_SYSTEM
from models.replication import divides_writes
from models.tier_flows import TierFlow, asked_of_tier

_Of = Callable[[TierCall], float]


class DiskUse(NamedTuple):
    """Accesses, bytes and seconds of disks that a request takes; None where the model does not know them: bytes of
    reads that no software has a page for, and accesses where commits share flushes of a log."""

    reads: float
    writes: float | None
    read_bytes: float | None
    written_bytes: float
    seconds: float | None


def disk_use(flow: TierFlow) -> DiskUse:
    """What a request asks of the disks of all servers of a tier. Raises KeyError for one that is asked only for what a
    cache misses."""
    tier = flow.tier
    page, spread = (0.0, 1.0) if tier.software is None else (tier.software.page, tier.software.checkpoint_spread)
    pages_read = _asked(flow, lambda call: disk_reads(tier, call), repeated_share)
    pages_written = _asked(flow, lambda call: page_writes(tier, call), _all)
    if pages_written:
        pages_written *= written_share(flow) * spread
    logged = _asked(flow, lambda call: call.writes.commits * call.writes.log if call.writes else 0.0, _all)
    has_log = tier.log is not None and logged > 0.0
    reads, writes = _pieces(flow, False), _pieces(flow, True)
    seconds = (pages_read + pages_written) * tier.server.disks.read_time
    return DiskUse(
        reads=pages_read + reads[0],
        writes=None if has_log else pages_written + writes[0],
        read_bytes=None if pages_read and not page else pages_read * page + reads[1],
        written_bytes=pages_written * page + writes[1] + (logged if has_log else 0.0),
        seconds=None if has_log else seconds + asked_of_tier(flow, lambda call: disk_seconds(tier, call)),
    )


def ram_kept(tier: Tier) -> float | None:
    """Bytes of RAM that the system, and the pages or items of a tier, take of a server; None of one that keeps none."""
    if tier.software is not None and tier.data is not None:
        kept = min(buffer_pool_bytes(tier), pages_kept(tier) * tier.software.page)
    elif tier.cache is not None and tier.cache.disk is None:
        cache, room = tier.cache, item_room(tier, tier.cache)
        of_items = 0.0 if cache.items is None else cache.items.size + cache.software.overhead
        kept = min(room, items_held(tier) * of_items / tier.servers) if of_items else room
    else:
        return None
    return RAM_OF_SYSTEM + kept


def _all(_: TierCall) -> float:
    return 1.0


def _asked(flow: TierFlow, each: _Of, repeated: _Of) -> float:
    """What a request asks of all servers of a tier: of one for its calls, of each other one for the share of a call
    that is repeated there, and of each for what others wrote."""
    alone = divides_writes(flow.tier) or bool(flow.readers)
    again = 0.0 if alone else asked_of_tier(flow, lambda call: repeated(call) * each(call) if call.writes else 0.0)
    servers = flow.tier.servers
    applied = sum(many * each(call) for many, call in flow.applied)
    return asked_of_tier(flow, each) + (servers - 1) * again + servers * applied


def _pieces(flow: TierFlow, stored: bool) -> tuple[float, float]:
    """The pieces of objects that a request reads, or stores, and their bytes."""

    def of_a_call(call: TierCall, each: bool) -> float:
        work = piece_work(flow.tier, call)
        asked = stored == (call.stores is not None)
        return work.pieces * (work.each if each else 1.0) if asked else 0.0

    return asked_of_tier(flow, lambda call: of_a_call(call, False)), asked_of_tier(
        flow, lambda call: of_a_call(call, True)
    )
