"""The buffer pool of a database: how many bytes of pages it holds, and which share of the pages that calls touch it
misses.

By the approximation of Che, Tung and Wang 2002 (Hierarchical Web Caching Systems) for pages of one size that are
dropped when they were not used for longest: a page is held while its last use lies no longer back than t, the same
for all, and t is what fills the pool. Databases drop pages nearly so: InnoDB keeps scans out of the larger part of its
list, PostgreSQL turns a clock. Ranks stand together in steps of a few per cent, so that a pool of a billion pages takes
milliseconds.
"""

from functools import lru_cache
from math import exp, expm1, log

from models.parts.tier import EVEN, Tier, TierCall

# The most popular pages stand alone; the further ones in steps of this share of their rank.
_ALONE, _STEP = 64, 1.0 / 32.0
_HALVINGS = 60


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
    page, parts = tier.software.page, tier.servers if tier.sharding == EVEN else 1
    return miss_ratio(tier.data.size / parts / page, buffer_pool_bytes(tier) / page, tier.data.popularity.zipf)


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
    """Writes of the disks of a tier that follow from a call on average, while nobody waits for them."""
    if call.writes is None or tier.software is None:
        return 0.0
    return call.writes.commits * call.writes.pages * tier.software.page_writes


# A plan asks for the same pools over and over.
@lru_cache(maxsize=1024)
def miss_ratio(pages: float, held: float, zipf: float) -> float:
    """The share of requests that miss, for the k-th most popular of so many pages in proportion to k ** -zipf, where so
    many are held."""
    if held >= pages:
        return 0.0
    groups = _groups(pages, zipf)
    # The logarithm of t: no page is held for more of the time than it is asked for, and t is in requests.
    low, high = log(held), log(held)
    while _held(groups, high) < held:
        high += 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if _held(groups, middle) < held else (low, middle)
    time = exp(high)
    return sum(share * exp(-time * share / number) for number, share in groups)


def _held(groups: tuple[tuple[float, float], ...], log_time: float) -> float:
    time = exp(log_time)
    return -sum(number * expm1(-time * share / number) for number, share in groups)


@lru_cache(maxsize=64)
def _groups(pages: float, zipf: float) -> tuple[tuple[float, float], ...]:
    """Pages in it and share of the requests of each group, the most popular first."""
    edges, rank = [0.5], 1.0
    while edges[-1] < pages + 0.5:
        rank = rank + 1.0 if rank < _ALONE else rank * (1.0 + _STEP)
        edges.append(min(rank - 0.5, pages + 0.5))
    weights = [_weight(a, b, zipf) for a, b in zip(edges, edges[1:], strict=False)]
    total = sum(weights)
    return tuple((b - a, w / total) for a, b, w in zip(edges, edges[1:], weights, strict=False))


def _weight(low: float, high: float, zipf: float) -> float:
    """The sum of k ** -zipf over the ranks of a group: that of one page itself, else the integral from half a rank
    before to half a rank behind."""
    if high - low <= 1.0:
        return float((high - low) * ((low + high) / 2.0) ** -zipf)
    if zipf == 1.0:
        return log(high / low)
    return float((high ** (1.0 - zipf) - low ** (1.0 - zipf)) / (1.0 - zipf))
