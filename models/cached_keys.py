"""How often a cache of keys finds what calls ask for: in the long run, and while it fills after it was empty.

Keys are spread over the servers of a tier, so that their room adds up: as one store that drops what was not used for
longest, for what is asked for at each is as mixed. A server that is down takes its share of the keys along.
"""

from math import inf

from models.least_recently_used import filling_time, miss_ratio_after, time_to_hit
from models.parts.key_cache import KeyCache, ShieldCache
from models.parts.tier import Tier, TierCall
from models.scenario import FarmParts

# A cache with room for everything is taken to be warm once it misses no more than this.
WARM = 1e-3
# Extra misses, as a share of calls, below which a cache that was empty counts as full again.
REFILLED_WITHIN = 0.01
# Corners of the hit ratio of a cache that fills, the closer together the emptier it is.
_CORNERS, _CLOSER = 48, 3


def item_room(tier: Tier, cache: KeyCache) -> float:
    """Bytes of RAM that a server keeps items in; 0 of one that keeps them on its disks."""
    if cache.disk is not None:
        return 0.0
    return tier.server.ram * cache.software.memory_share if cache.memory is None else cache.memory


def kept_bytes(tier: Tier, cache: KeyCache) -> float:
    """Bytes of items that a server keeps, on its disks or in RAM."""
    return item_room(tier, cache) if cache.disk is None else cache.disk


def items_held(tier: Tier) -> float:
    """The items that all servers of a tier hold when they are full, or all that there are; 0 where nothing is known of
    them."""
    cache = tier.cache
    if cache is None or cache.items is None:
        return 0.0
    each = cache.items.size + cache.software.overhead
    return min(float(cache.items.count), tier.servers * kept_bytes(tier, cache) / each)


def key_miss_ratio(tier: Tier, kind: str = "") -> float:
    """The share of the calls of a tier that do not find what they ask for, where it is known of those that misses of a
    class make; 1 of one that is no cache, so that all of its calls of further tiers are made."""
    cache = tier.cache
    if cache is None:
        return 1.0
    if isinstance(cache, ShieldCache) and kind in (known := dict(cache.by_class)):
        return 1.0 - known[kind]
    if cache.hit_ratio is not None:
        return 1.0 - cache.hit_ratio
    if cache.items is None or items_held(tier) >= cache.items.count:
        return 0.0
    return miss_ratio_after(cache.items.count, _zipf(cache), _filling_time(tier, cache))


def with_hits(cache: KeyCache, hits: float, by_class: tuple[tuple[str, float], ...] = ()) -> KeyCache:
    """The cache that finds such a share of all that it is asked for, and of what requests of each class miss."""
    fields = {name: getattr(cache, name) for name in KeyCache.model_fields}
    return ShieldCache.model_construct(**fields | {"hit_ratio": hits, "by_class": by_class})


def miss_ratio_one_down(tier: Tier) -> float:
    """The same when one of its servers has just died: what lay there is missed."""
    return 1.0 - (1.0 - key_miss_ratio(tier)) * (tier.servers - 1) / tier.servers


def with_servers_left(tier: Tier, left: int) -> Tier:
    """A tier of which all servers but so many have just died. Of a cache, whoever asks for what lay there asks those
    that are left, which do not have it as yet; where none is left it has one that finds nothing."""
    if tier.cache is None:
        return tier.model_copy(update={"servers": left})
    share, of = left / tier.servers, tier.cache
    by_class = of.by_class if isinstance(of, ShieldCache) else ()
    cache = with_hits(of, (1.0 - key_miss_ratio(tier)) * share, tuple((kind, hits * share) for kind, hits in by_class))
    return tier.model_copy(update={"servers": max(1, left), "cache": cache})


def calls_to_warm(tier: Tier) -> float:
    """The calls of a tier after which servers that were empty are as full as ever; 0 where nothing is known of the
    items, and of a tier that is no cache."""
    cache = tier.cache
    if cache is None or cache.items is None:
        return 0.0
    if cache.hit_ratio is not None:
        return time_to_hit(cache.items.count, _zipf(cache), min(cache.hit_ratio, 1.0 - WARM))
    time = _filling_time(tier, cache)
    return time_to_hit(cache.items.count, _zipf(cache), 1.0 - WARM) if time == inf else time


def calls_to_refill(tier: Tier) -> float:
    """The calls of a tier after which servers that were empty miss no more of them than ever, but for
    REFILLED_WITHIN: where keys that are hardly asked for are the last to come, far fewer than fill them. 0 as
    `calls_to_warm` has it."""
    cache, hits = tier.cache, 1.0 - key_miss_ratio(tier) - REFILLED_WITHIN
    if cache is None or cache.items is None or hits <= 0.0:
        return 0.0
    return min(calls_to_warm(tier), time_to_hit(cache.items.count, _zipf(cache), hits))


def warming(tier: Tier) -> tuple[tuple[float, float], ...]:
    """The share of calls that a server of a tier hits that was empty, after so many calls of its own; () where nothing
    is known of the items."""
    cache, whole = tier.cache, calls_to_warm(tier)
    if cache is None or cache.items is None or whole == 0.0:
        return ()
    points = (whole * (n / _CORNERS) ** _CLOSER for n in range(_CORNERS + 1))
    found = ((at, 1.0 - miss_ratio_after(cache.items.count, _zipf(cache), at)) for at in points)
    return tuple((at / tier.servers, max(0.0, hits)) for at, hits in found)


def call_cpu(farm: FarmParts, tier: Tier, call: TierCall) -> float:
    """Seconds of work of one call on average, on the core of `workload.cpu_measured_on`: of a cache, of looking up and,
    where that misses, of storing."""
    get, put = get_and_set(farm, tier, call)
    return get + (key_miss_ratio(tier) * put if tier.cache is not None else 0.0)


def get_and_set(farm: FarmParts, tier: Tier, call: TierCall) -> tuple[float, float]:
    """Seconds of work of a call, and of storing what it missed, on the same core."""
    if call.cpu is not None:
        return call.cpu, call.cpu
    measured = farm.workload.cpu_measured_on
    of_speed_1 = measured.operating_system.cpu_factor / measured.server.core_speed
    if tier.queue is not None:
        return of_speed_1 * tier.queue.software.message, 0.0
    if tier.cache is None:
        return 0.0, 0.0
    return of_speed_1 * tier.cache.software.get, of_speed_1 * tier.cache.software.set


def answer_bytes(tier: Tier, call: TierCall) -> float | None:
    """Bytes that a call moves through the cards of a server: as stated, the item that it gets or stores, or the message
    that a queue hands to a worker."""
    if tier.queue is not None:
        return tier.queue.message
    if call.answer is not None or tier.cache is None or tier.cache.items is None:
        return call.answer
    return tier.cache.items.size


def _zipf(cache: KeyCache) -> float:
    popularity = cache.items.popularity if cache.items is not None else None
    return popularity.zipf if popularity is not None else 0.0


def _filling_time(tier: Tier, cache: KeyCache) -> float:
    count = float(cache.items.count) if cache.items is not None else 0.0
    return filling_time(count, items_held(tier), _zipf(cache))
