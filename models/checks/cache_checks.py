"""Checks of tiers that keep items in RAM: how often these are found, that they have room, and what a call is."""

from collections.abc import Callable, Iterator

from models.cached_keys import item_room, items_held, kept_bytes
from models.messages import caches
from models.parts.tier import CACHE, ON_MISS, QUEUE
from models.quantities.units import SIZE, format_memory, format_quantity
from models.ram_ledger import RAM_OF_SYSTEM
from models.reading.finding import Finding
from models.scenario import FarmParts
from models.shield import is_known, is_shield
from models.tier_flows import calls_by_path


def _caches_are_whole(farm: FarmParts) -> Iterator[Finding]:
    """A cache says what it keeps and how often that is found; what is none keeps nothing."""
    for number, tier in enumerate(farm.tiers):
        if tier.kind == CACHE and tier.cache is None:
            yield Finding(("tiers", number, "kind"), *caches.NEEDS_CACHE)
        elif tier.kind != CACHE and tier.cache is not None:
            yield Finding(("tiers", number, "cache"), *caches.no_cache_has(tier.name))
        elif not is_known(tier) and not is_shield(farm, tier):
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


def _shields_stand_before_the_origin(farm: FarmParts) -> Iterator[Finding]:
    """Every miss asks a shield once, which answers with what is asked for; what it finds follows from which objects the
    nodes miss, where these are asked for alike at any load."""
    shields = {tier.name: tier for tier in farm.tiers if is_shield(farm, tier)}
    for path, call in calls_by_path(farm):
        shield = shields.get(call.tier)
        if shield is None or call.when != ON_MISS:
            continue
        if call.times > 1 or call.share < 1.0:
            key, whole = ("times", "1") if call.times > 1 else ("share", "100 %")
            yield Finding((*path, key), *caches.asked_once(shield.name, key, whole), (whole,))
        if call.answer is None:
            size = _request_size(farm, path)
            yield Finding((*path, "answer"), *caches.answer_of_shield(shield.name, size), (size,))
    for number, tier in enumerate(farm.tiers):
        if tier.name in shields and not is_known(tier):
            for wrong in _depends_on_the_load(farm):
                remedies = ({f"tiers[{number}].cache.hit_ratio": "50 %"},)
                yield Finding(("tiers", number, "cache"), *caches.load_decides(tier.name, wrong), remedies)


def _request_size(farm: FarmParts, path: tuple[str | int, ...]) -> str:
    """Mean bytes of the requests whose calls have that path."""
    classes, request = farm.workload.classes, farm.workload.request
    asked = classes[int(path[2])] if path[1] == "classes" else request
    assert asked is not None
    return format_quantity(asked.size.mean, SIZE)


def _depends_on_the_load(farm: FarmParts) -> Iterator[str]:
    """What makes what the nodes miss hang on how often they are asked, in a way that shields do not know."""
    server = farm.web_server
    if server.time_to_live is not None:
        yield "web_server.time_to_live"
    if server.admission_window > 0.0:
        yield "web_server.admission_window"
    if server.disk_cache is not None and server.disk_cache.admission_window > 0.0:
        yield "web_server.disk_cache.admission_window"


def _items_on_disks_have_room(farm: FarmParts) -> Iterator[Finding]:
    for number, tier in enumerate(farm.tiers):
        cache, room = tier.cache, tier.server.disks.room
        if cache is None or cache.disk is None:
            continue
        path = ("tiers", number, "cache", "disk")
        if cache.memory is not None:
            yield Finding(path, *caches.IN_RAM_OR_ON_DISKS, ("none", {f"tiers[{number}].cache.memory": "none"}))
        if room is not None and cache.disk > room:
            most = format_quantity(room, SIZE)
            yield Finding(path, *caches.no_room_on_disks(format_quantity(cache.disk, SIZE), most), (most,))


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
            told = caches.items_do_not_fit(format_memory(whole), format_memory(tier.servers * kept_bytes(tier, cache)))
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
    _shields_stand_before_the_origin,
    _items_on_disks_have_room,
    _items_have_room,
    _calls_have_work,
)
