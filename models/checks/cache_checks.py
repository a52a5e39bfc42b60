"""Checks of tiers that keep items in RAM: how often these are found, that they have room, and what a call is."""

from collections.abc import Callable, Iterator

from models.cached_keys import item_room, items_held
from models.messages import caches
from models.parts.tier import CACHE, QUEUE
from models.quantities.units import format_memory
from models.ram_ledger import RAM_OF_SYSTEM
from models.reading.finding import Finding
from models.scenario import FarmParts
from models.tier_flows import calls_by_path


def _caches_are_whole(farm: FarmParts) -> Iterator[Finding]:
    """A cache says what it keeps and how often that is found; what is none keeps nothing."""
    for number, tier in enumerate(farm.tiers):
        if tier.kind == CACHE and tier.cache is None:
            yield Finding(("tiers", number, "kind"), *caches.NEEDS_CACHE)
        elif tier.kind != CACHE and tier.cache is not None:
            yield Finding(("tiers", number, "cache"), *caches.no_cache_has(tier.name))
        elif tier.cache is not None and tier.cache.items is None and tier.cache.hit_ratio is None:
            yield Finding(("tiers", number, "cache"), *caches.HITS_UNKNOWN)


def _keys_lie_at_one_server(farm: FarmParts) -> Iterator[Finding]:
    for number, tier in enumerate(farm.tiers):
        if tier.cache is not None and tier.prefer_zone:
            yield Finding(("tiers", number, "prefer_zone"), *caches.NO_ZONE_PREFERRED, ("false",))
        if tier.cache is not None and tier.pods is not None:
            yield Finding(("tiers", number, "pods"), *caches.NO_PODS, ("none",))
        for place, call in enumerate(tier.calls if tier.cache is not None else ()):
            if call.pool is not None:
                yield Finding(("tiers", number, "calls", place, "pool"), *caches.NO_POOL_OF_MISSES, ("none",))


def _items_have_room(farm: FarmParts) -> Iterator[Finding]:
    for number, tier in enumerate(farm.tiers):
        cache, room = tier.cache, max(0.0, tier.server.ram - RAM_OF_SYSTEM)
        if cache is None:
            continue
        if item_room(tier, cache) > room:
            key = ("software", "memory_share") if cache.memory is None else ("memory",)
            told = caches.no_room(format_memory(item_room(tier, cache)), format_memory(room))
            yield Finding(("tiers", number, "cache", *key), *told)
        items = cache.items
        if items is None or cache.hit_ratio is not None or items.popularity is not None:
            continue
        if items_held(tier) < items.count:
            whole = items.count * (items.size + cache.software.overhead)
            told = caches.items_do_not_fit(format_memory(whole), format_memory(tier.servers * item_room(tier, cache)))
            yield Finding(("tiers", number, "cache", "items"), *told)


def _calls_have_work(farm: FarmParts) -> Iterator[Finding]:
    tiers = {tier.name: tier for tier in farm.tiers}
    for path, call in calls_by_path(farm):
        tier = tiers.get(call.tier)
        if tier is None:
            continue
        if call.cpu is None and tier.kind not in (CACHE, QUEUE):
            yield Finding((*path, "cpu"), *caches.work_unknown(tier.name))
        if call.reads and tier.kind == CACHE:
            yield Finding((*path, "reads"), *caches.nothing_on_disks(tier.name), ("0",))


CACHE_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _caches_are_whole,
    _keys_lie_at_one_server,
    _items_have_room,
    _calls_have_work,
)
