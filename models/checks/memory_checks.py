"""Checks of the memory of connections, and of a ledger of the RAM against the RAM."""

from collections.abc import Callable, Iterator
from math import inf

from models.quantities.units import format_memory, memory_at_least, memory_at_most
from models.ram_ledger import LedgerEntry, RamLedger, ram_ledger
from models.reading.finding import Finding
from models.scenario import FarmParts

_POOL = ("kernel_pool", "pool_per_idle_connection", "pool_per_sending_connection")


def _connections_have_memory(farm: FarmParts) -> Iterator[Finding]:
    system = farm.operating_system
    for key in _POOL:
        if getattr(system, key) is None and system.socket_memory is None:
            yield Finding(
                ("operating_system", key),
                "connections hold memory of the kernel, and nothing says how much",
                f"write {key}, or socket_memory: {{share: ..., idle: ..., sending: ...}}",
            )
        if getattr(system, key) is not None and system.socket_memory is not None:
            yield Finding(
                ("operating_system", key),
                "connections hold socket_memory already, which is stated too",
                f"write `{key}: none`, or `socket_memory: none`",
            )


def _sockets_have_room(farm: FarmParts) -> Iterator[Finding]:
    if farm.operating_system.socket_memory is None:
        return
    held = farm.operating_system.connection_memory(farm.server.ram)
    if held.size < held.sending:
        yield Finding(
            ("operating_system", "socket_memory", "sending"),
            f"all sockets of this machine may hold {format_memory(held.size)}, so that not one could send",
            "write less, or a larger share or limit",
        )


def _pages_are_in_a_ledger(farm: FarmParts) -> Iterator[Finding]:
    if farm.operating_system.page_cache and ram_ledger(farm) is None:
        yield Finding(
            ("operating_system", "page_cache"),
            "a page cache takes what a ledger of the RAM leaves, and this system keeps none",
            "write operating_system.kernel_base_memory, e.g. 500 MiB, or `page_cache: false`",
        )


def _ledger_fits(farm: FarmParts) -> Iterator[Finding]:
    ledger = ram_ledger(farm)
    if ledger is None:
        return
    asked = farm.web_server.file_cache
    if ledger.left < 0.0:
        largest = max(ledger.entries, key=lambda entry: entry.bytes)
        yield Finding(
            ("server", "ram"),
            f"the RAM does not hold what must be in it: {_told(ledger.entries, ledger)}",
            f"write at least {memory_at_least(_ram_needed(farm, ledger))}, or less for the largest of them,"
            f" {largest.path}",
        )
    elif not asked.fit and asked.size * ledger.caches > ledger.left:
        copies = f", {ledger.caches} copies" if ledger.caches > 1 else ""
        cache = LedgerEntry(f"{ledger.cache}{copies}", asked.size * ledger.caches, "web_server.file_cache")
        yield Finding(
            ("web_server", "file_cache", "size"),
            f"this {ledger.cache} does not fit into the RAM: {_told((*ledger.entries, cache), ledger)}",
            f"write at most {memory_at_most(ledger.left / ledger.caches)}, or `{{up_to: ...}}` to take what is left",
        )


def _ram_needed(farm: FarmParts, ledger: RamLedger) -> float:
    """The least RAM in bytes that holds the entries of a ledger. What connections may hold grows with it, up to a
    limit."""
    system = farm.operating_system
    fixed = ledger.taken - system.connection_memory(ledger.ram).size
    share = system.kernel_pool_per_ram if system.socket_memory is None else system.socket_memory.share
    grown = fixed / (1.0 - share) if share is not None and share < 1.0 else inf
    return min(fixed + system.connection_memory(inf).size, grown)


def _told(entries: tuple[LedgerEntry, ...], ledger: RamLedger) -> str:
    """The sum, entry by entry: "kernel 1 GiB + sockets 2 GiB = 3 GiB of 2 GiB"."""
    parts = " + ".join(f"{entry.what} {format_memory(entry.bytes)}" for entry in entries)
    return f"{parts} = {format_memory(sum(entry.bytes for entry in entries))} of {format_memory(ledger.ram)}"


MEMORY_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _connections_have_memory,
    _sockets_have_room,
    _pages_are_in_a_ledger,
    _ledger_fits,
)
