"""Why rows tell no working set, and what is wrong with what they say of a cache."""

from models.messages.template import sentence

CACHE_UNKNOWN = 'nobody says how large the cache was; add a column "cache GB", or name the server with --server'
CACHE_OF_NOTHING = "a cache that is smaller than one response holds none"
ALL_MISSED = "everything missed: the working set is far larger than the cache, and rows with some hits would tell it"
# What misses are told by.
BY_RATIO = "the ratio that was counted"
BY_READS = "reads of the disks, one for each miss"
BY_BYTES = "bytes that the disks read"
# What cannot be true in a row, and what to write instead.
OVER_WHOLE = ("over 100 %", "write the share of all lookups")
EMPTY_CACHE = (
    "a cache of 0 bytes holds nothing, so that it tells no working set",
    "write the memory that it could fill, or leave it empty",
)
READS_ALONE = (
    "reads without requests: how many of them are misses of one request is not known",
    'fill in "requests/s", or leave the disk reads out',
)
BYTES_ALONE = (
    "bytes that disks read, without the bytes that were served",
    'fill in "Mbps", or "requests/s" and "kB", or leave the disk bytes out',
)


def not_whole(hits: float) -> tuple[str, str]:
    """Of a miss ratio beside a hit ratio, 0 to 1, with which it is not 100 % together."""
    return f"with a hit ratio of {100.0 * hits:.4g} % that is not 100 % together", "write one of them, or correct it"


far_larger = sentence(
    "the misses are those of a working set of more than {times:,.0f} times the cache, which rows do not tell"
)


def more_than_misses(mean: float, of_bytes: bool) -> str:
    """Why what disks do, so many times what was asked for, tells no misses; in bytes, or in reads."""
    of = "times the bytes that were served" if of_bytes else "reads for each request"
    remedy = 'add "hit ratio %"' if of_bytes else 'add "disk MB/s" and "Mbps", or "hit ratio %"'
    return f"the disks did {mean:.2g} {of}, so that not all of them are misses of what was asked for; {remedy}"


smaller_than_object = sentence("a working set holds one object at least, got {working_set} B and objects of {size} B")
