"""Which object a full cache drops for a newcomer."""

from typing import Annotated, Any

from models.quantities.fields import parameter, words

LRU, FIFO, CLOCK, TINY_LFU = "lru", "fifo", "clock", "tiny-lfu"
CachePolicy = Annotated[str, words(LRU, FIFO, CLOCK, TINY_LFU)]


def cache_policy() -> Any:
    """The parameter, of whichever cache."""
    return parameter(
        "Which object leaves for a newcomer: lru, what was not used for longest; fifo, what came in first (Apache"
        " Traffic Server's disks); clock, what came in first, but once more behind all others where it was used since,"
        " as SIEVE and S3-FIFO do; tiny-lfu, what was not used for longest, if the newcomer was asked for more often of"
        " late, as Caffeine's W-TinyLFU.",
        default=LRU,
        source="nginx, Varnish and the page caches of systems drop what was not used for longest",
    )
