"""Checks of memory: that of connections, a ledger of the RAM, and a heap against its system and objects."""

from collections.abc import Callable, Iterator
from math import inf

from models.messages import memory_room
from models.parts.heap import heap_ceiling
from models.quantities.units import format_memory, memory_at_least, memory_at_most
from models.ram_ledger import RAM_OF_SYSTEM, LedgerEntry, RamLedger, connection_memory, keeps_ledger, ram_ledger
from models.reading.finding import Finding
from models.scenario import FarmParts
from models.unit_pods import as_node

_POOL = ("kernel_pool", "pool_per_idle_connection", "pool_per_sending_connection")


def _connections_have_memory(farm: FarmParts) -> Iterator[Finding]:
    system = farm.operating_system
    for key in _POOL:
        if getattr(system, key) is None and system.socket_memory is None:
            yield Finding(("operating_system", key), *memory_room.memory_of_connections_unknown(key))
        if getattr(system, key) is not None and system.socket_memory is not None:
            yield Finding(("operating_system", key), *memory_room.memory_of_connections_twice(key), ("none",))


def _sockets_have_room(farm: FarmParts) -> Iterator[Finding]:
    if farm.operating_system.socket_memory is None:
        return
    held = connection_memory(farm)
    if held.size < held.sending:
        yield Finding(
            ("operating_system", "socket_memory", "sending"),
            *memory_room.no_socket_could_send(format_memory(held.size)),
        )


def _pages_are_in_a_ledger(farm: FarmParts) -> Iterator[Finding]:
    if farm.operating_system.page_cache and not keeps_ledger(farm):
        yield Finding(
            ("operating_system", "page_cache"),
            *memory_room.NO_LEDGER_OF_RAM,
            ("false", {"operating_system.kernel_base_memory": "500 MiB"}),
        )


def _ledger_fits(farm: FarmParts) -> Iterator[Finding]:
    ledger = ram_ledger(as_node(farm))
    if ledger is None or (ledger.left < 0.0 and farm.unit.pods is not None):
        return  # What a pod holds is told of the pod.
    asked = farm.web_server.file_cache
    if ledger.left < 0.0:
        largest = max(ledger.entries, key=lambda entry: entry.bytes)
        yield Finding(
            ("server", "ram"),
            *memory_room.ram_too_small(
                _entries_text(ledger.entries, ledger), memory_at_least(ram_needed(farm, ledger)), largest.path
            ),
            (memory_at_least(ram_needed(farm, ledger)),),
        )
    elif not asked.fit and asked.size * ledger.caches > ledger.left:
        copies = f", {ledger.caches} copies" if ledger.caches > 1 else ""
        cache = LedgerEntry(f"{ledger.cache}{copies}", asked.size * ledger.caches, "web_server.file_cache")
        yield Finding(
            ("web_server", "file_cache", "size"),
            *memory_room.cache_too_large(
                ledger.cache, _entries_text((*ledger.entries, cache), ledger), memory_at_most(ledger.a_copy)
            ),
            (memory_at_most(ledger.a_copy), {"web_server.file_cache": f"{{up_to: {format_memory(asked.size)}}}"}),
        )


def ram_needed(farm: FarmParts, ledger: RamLedger) -> float:
    """The least RAM in bytes that holds the entries of a ledger. What connections may hold grows with it, up to a
    limit."""
    system = farm.operating_system
    fixed = ledger.taken - connection_memory(farm).size
    share = system.kernel_pool_per_ram if system.socket_memory is None else system.socket_memory.share_of_ram
    grown = fixed / (1.0 - share) if share is not None and share < 1.0 else inf
    return min(fixed + system.connection_memory(inf).size, grown)


def _entries_text(entries: tuple[LedgerEntry, ...], ledger: RamLedger) -> str:
    """The sum, entry by entry: "kernel 1 GiB + sockets 2 GiB = 3 GiB of 2 GiB"."""
    parts = " + ".join(f"{entry.what} {format_memory(entry.bytes)}" for entry in entries)
    return f"{parts} = {format_memory(sum(entry.bytes for entry in entries))} of {format_memory(ledger.ram)}"


def _heap_is_possible(farm: FarmParts) -> Iterator[Finding]:
    if farm.runtime is None:
        return
    ceiling = heap_ceiling(farm.runtime, farm.operating_system)
    if ceiling.bytes == 0.0:
        yield Finding(("runtime", "pointers"), ceiling.reason, ceiling.remedy)
    elif farm.runtime.heap > ceiling.bytes:
        yield Finding(
            ("runtime", "heap"),
            *memory_room.heap_beyond_ceiling(
                format_memory(ceiling.bytes), ceiling.reason, memory_at_most(ceiling.bytes), ceiling.remedy
            ),
            (memory_at_most(ceiling.bytes),),
        )


def _heap_fits_the_ram(farm: FarmParts) -> Iterator[Finding]:
    heaps = sum(pool.processes for pool in farm.web_server.pools) or 1
    largest = max(0.0, farm.server.ram - RAM_OF_SYSTEM) / heaps
    if not keeps_ledger(farm) and farm.runtime is not None and farm.runtime.heap > largest:
        each = memory_room.for_each_process(heaps) if heaps > 1 else ""
        yield Finding(
            ("runtime", "heap"),
            *memory_room.heap_beyond_ram(each, format_memory(farm.server.ram), memory_at_most(largest)),
            (memory_at_most(largest),),
        )


def _heap_holds_the_live_data(farm: FarmParts) -> Iterator[Finding]:
    runtime = farm.runtime
    if runtime is not None and runtime.heap < runtime.live_size + runtime.garbage_size:
        yield Finding(
            ("runtime", "heap"),
            *memory_room.heap_below_live_data(
                runtime.pointers,
                format_memory(runtime.live_size + runtime.garbage_size),
                memory_at_least(runtime.live_size + runtime.garbage_size),
            ),
            (memory_at_least(runtime.live_size + runtime.garbage_size),),
        )


MEMORY_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _connections_have_memory,
    _sockets_have_room,
    _pages_are_in_a_ledger,
    _ledger_fits,
    _heap_is_possible,
    _heap_fits_the_ram,
    _heap_holds_the_live_data,
)
