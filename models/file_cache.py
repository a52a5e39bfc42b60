"""How much of the file cache that was asked for a worker process, or what a ledger of the RAM leaves, can hold."""

from models.ram_ledger import LedgerEntry, RamLedger, ram_ledger
from models.scenario import FarmParts

# What the kernel, its drivers and the system's own services keep of the RAM, whatever the web server does, where the
# system says nothing of it (see ram_ledger.py).
RAM_OF_SYSTEM = 256 * 1024.0**2
# What a file cache that takes what fits leaves of the RAM for buffers: 4,096 reads of 64 KiB at a time, or half of what
# there is. One that left none would turn nearly all requests away.
RAM_OF_BUFFERS = 256 * 1024.0**2


def file_cache_bytes(scenario: FarmParts) -> float:
    """Size in bytes of the file cache: exactly what was asked for, or with `up_to` as much of it as fits beside the
    buffers of reads. A page cache needs none: what is read lies in it at once."""
    asked = scenario.web_server.file_cache
    if not asked.fit:
        return asked.size
    ledger = ram_ledger(scenario)
    in_ram = _in_ram(scenario) if ledger is None else _a_copy(ledger)
    buffers = 0.0 if ledger is not None and scenario.operating_system.page_cache else min(RAM_OF_BUFFERS, in_ram / 2.0)
    return min(asked.size, largest_file_cache(scenario), max(0.0, in_ram - buffers))


def largest_file_cache(scenario: FarmParts) -> float:
    """The largest file cache in bytes that fits: what a ledger of the RAM leaves for each copy of it; without one, what
    both the address space of the process and the RAM hold."""
    ledger = ram_ledger(scenario)
    if ledger is not None:
        return _a_copy(ledger)
    space = scenario.process_address_space
    in_process = min(scenario.operating_system.cache_share * space, space - scenario.web_server.process_base_memory)
    return max(0.0, min(in_process, _in_ram(scenario)))


def _a_copy(ledger: RamLedger) -> float:
    """What a ledger leaves for each copy of a file cache, bytes."""
    return max(0.0, ledger.left) / ledger.caches


def _in_ram(scenario: FarmParts) -> float:
    """What the process and the system leave of the RAM, bytes."""
    return scenario.server.ram - scenario.web_server.process_base_memory - RAM_OF_SYSTEM


def ram_table(scenario: FarmParts) -> tuple[LedgerEntry, ...]:
    """What holds the RAM of a server, its cache of files and what stays free included; empty without a ledger."""
    ledger = ram_ledger(scenario)
    if ledger is None:
        return ()
    cached = file_cache_bytes(scenario) * ledger.caches if scenario.workload.content is not None else 0.0
    copies = f", {ledger.caches} copies" if ledger.caches > 1 else ""
    path = "operating_system.page_cache" if scenario.operating_system.page_cache else "web_server.file_cache"
    cache = (LedgerEntry(f"{ledger.cache}{copies}", cached, path),) if scenario.workload.content is not None else ()
    return (*ledger.entries, *cache, LedgerEntry("free", max(0.0, ledger.left - cached), "server.ram"))
