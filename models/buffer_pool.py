"""The buffer pool of a database: how many bytes of pages it holds, and which share of the pages that calls touch it
misses, for pages that are dropped when they were not used for longest. Databases drop pages nearly so: InnoDB keeps
scans out of the larger part of its list, PostgreSQL turns a clock.
"""

from models.least_recently_used import miss_ratio
from models.parts.tier import EVEN, Tier, TierCall


def buffer_pool_bytes(tier: Tier) -> float:
    """Bytes of RAM that a server of a tier keeps pages in; 0 of one that is no database."""
    if tier.software is None:
        return 0.0
    stated = tier.software.buffer_pool
    return tier.server.ram * tier.software.buffer_pool_share if stated is None else stated


def page_miss_ratio(tier: Tier) -> float:
    """The share of the pages touched that the buffer pool of a server does not hold; 0 of a tier that is no
    database."""
    if tier.software is None or tier.data is None:
        return 0.0
    return miss_ratio(pages_kept(tier), buffer_pool_bytes(tier) / tier.software.page, tier.data.popularity.zipf)


def pages_kept(tier: Tier) -> float:
    """The pages of the tables and indexes that a server of a database keeps; 0 of a tier that is none."""
    if tier.software is None or tier.data is None:
        return 0.0
    return tier.data.size / (tier.servers if tier.sharding == EVEN else 1) / tier.software.page


def disk_reads(tier: Tier, call: TierCall) -> float:
    """Reads of the disks of a tier that a call makes on average: as stated, or of the pages that it misses."""
    return call.reads or call.pages * page_miss_ratio(tier)


def repeated_share(call: TierCall) -> float:
    """The share of the calls of a kind that change something, which each other server of the database does again."""
    return min(1.0, call.writes.commits) if call.writes is not None else 0.0


def page_bytes(tier: Tier) -> float:
    """Bytes of a page that are transferred beside the time of a read or a write; 0 where nothing says how large what is
    read is, or where the time of a read has its transfer in it."""
    return tier.software.page if tier.software is not None and tier.server.disks.transfers_beside else 0.0


def page_writes(tier: Tier, call: TierCall) -> float:
    """Writes of the disks of a tier that follow from a call on average, while nobody waits for them, as if each page
    that it changes were written back for it alone (see models/checkpoints.py)."""
    if call.writes is None or tier.software is None:
        return 0.0
    return call.writes.commits * call.writes.pages * tier.software.page_writes
