"""Checks of tiers that keep data: what they need to be a database, and what only a database can be asked for."""

from collections.abc import Callable, Iterator

from models.buffer_pool import buffer_pool_bytes, page_miss_ratio
from models.messages import databases
from models.object_store import servers_for_bytes
from models.parts.tier import DATABASE, ON_MISS, QUEUE, STORE, WHOLE_COPIES, Tier, TierCall
from models.quantities.formatting import number
from models.quantities.units import SIZE, format_memory, format_quantity
from models.ram_ledger import RAM_OF_SYSTEM
from models.reading.finding import Finding
from models.scenario import FarmParts
from models.tier_flows import calls_by_path

_EXAMPLES = {"software": "`software: mysql-8`", "data": "`data: {size: 200 GB, popularity: {zipf: 0.8}}`"}
_CallPath = tuple[str | int, ...]


def _databases_are_whole(farm: FarmParts) -> Iterator[Finding]:
    """A database has software and data; what is none has none of them."""
    for number_, tier in enumerate(farm.tiers):
        parts: dict[str, object] = {
            "software": tier.software,
            "data": tier.data,
            "log": None if tier.kind == QUEUE else tier.log,
            "lock": tier.lock,
            "replica_of": tier.replica_of,
            "sharding": None if tier.sharding == WHOLE_COPIES else tier.sharding,
        }
        if tier.kind == DATABASE:
            missing = [key for key in _EXAMPLES if parts[key] is None]
            if missing:
                told = f"a database needs its {' and its '.join(f'`{key}`' for key in missing)}"
                remedy = f"write e.g. {' and '.join(_EXAMPLES[key] for key in missing)}"
                yield Finding(("tiers", number_, "kind"), told, remedy)
            continue
        for key in (key for key, part in parts.items() if part is not None):
            yield Finding(("tiers", number_, key), *databases.no_database_has(tier.name, key))


def _stores_are_whole(farm: FarmParts) -> Iterator[Finding]:
    """An object store has objects, and servers for all of their pieces and bytes where several are stated."""
    for place, tier in enumerate(farm.tiers):
        if tier.kind == STORE and tier.objects is None:
            yield Finding(("tiers", place, "kind"), *databases.NO_OBJECTS)
        if tier.kind != STORE and tier.objects is not None:
            yield Finding(("tiers", place, "objects"), *databases.no_store_has(tier.name))
        fewest = servers_for_bytes(tier)
        # A single one is what stands there until they are counted.
        if tier.kind == STORE and tier.objects is not None and 1 < tier.servers < fewest:
            kept = format_quantity(tier.objects.kept, SIZE)
            told = databases.too_few_for_objects(tier.servers, kept, tier.objects.pieces, fewest)
            yield Finding(("tiers", place, "servers"), *told, (str(fewest),))


def _only_stores_store(farm: FarmParts) -> Iterator[Finding]:
    for path, call, tier in _calls(farm):
        if call.stores is None:
            continue
        if tier.kind != STORE:
            yield Finding((*path, "stores"), *databases.no_store_is_asked(tier.name))
        elif call.answer is not None:
            yield Finding((*path, "answer"), *databases.STORES_AND_READS, ("none",))


def _buffer_pools_fit(farm: FarmParts) -> Iterator[Finding]:
    for number_, tier in enumerate(farm.tiers):
        software, room = tier.software, max(0.0, tier.server.ram - RAM_OF_SYSTEM)
        if software is None or buffer_pool_bytes(tier) <= room:
            continue
        key = "buffer_pool_share" if software.buffer_pool is None else "buffer_pool"
        told, remedy = databases.buffer_pool_too_large(format_memory(buffer_pool_bytes(tier)), format_memory(room))
        yield Finding(("tiers", number_, "software", key), told, remedy)


def _only_databases_have_pages(farm: FarmParts) -> Iterator[Finding]:
    for path, call, tier in _calls(farm):
        for key, stated in (("pages", call.pages > 0.0), ("writes", call.writes is not None)):
            if stated and tier.kind != DATABASE:
                yield Finding((*path, key), *databases.no_database_is_asked(tier.name, key))


def _reads_are_said_once(farm: FarmParts) -> Iterator[Finding]:
    for path, call, tier in _calls(farm):
        if call.pages and call.reads:
            reads = f"{number(call.pages * page_miss_ratio(tier))} of {number(call.pages)} pages"
            yield Finding((*path, "reads"), *databases.reads_twice(reads), ("0",))


def _commits_are_logged(farm: FarmParts) -> Iterator[Finding]:
    for path, call, tier in _calls(farm):
        if call.writes is not None and tier.kind == DATABASE and tier.log is None:
            yield Finding((*path, "writes"), *databases.no_log_for_commits(tier.name))


def _misses_write_nothing(farm: FarmParts) -> Iterator[Finding]:
    """Neither a call on a miss writes, nor one that follows from it."""
    tiers = {tier.name: tier for tier in farm.tiers}
    left, missed = [call.tier for _, call, _ in _calls(farm) if call.when == ON_MISS], set[str]()
    while left:
        name = left.pop()
        left += [call.tier for call in tiers[name].calls if name not in missed and call.tier in tiers]
        missed.add(name)
    for path, call, tier in _calls(farm):
        follows = path[0] == "tiers" and farm.tiers[int(path[1])].name in missed
        if call.writes is not None and tier.kind == DATABASE and (call.when == ON_MISS or follows):
            yield Finding((*path, "writes"), *databases.MISSES_WRITE_UNKNOWN, ("none",))


def _calls(farm: FarmParts) -> Iterator[tuple[_CallPath, TierCall, Tier]]:
    """Every call of a tier that is there, with its path and the tier."""
    tiers = {tier.name: tier for tier in farm.tiers}
    return ((path, call, tiers[call.tier]) for path, call in calls_by_path(farm) if call.tier in tiers)


DATABASE_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _databases_are_whole,
    _stores_are_whole,
    _only_stores_store,
    _buffer_pools_fit,
    _only_databases_have_pages,
    _reads_are_said_once,
    _commits_are_logged,
    _misses_write_nothing,
)
