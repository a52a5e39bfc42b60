"""One ledger of the RAM: kernel, sockets, processes, heaps and caches, and what they leave of it for a cache of files.

Where no system keeps a ledger, a file cache has what its worker process and the RAM can hold.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from models.messages import memory_room
from models.parts.application_pool import ApplicationPool
from models.parts.sockets import ConnectionMemory
from models.quantities.formatting import count_text
from models.scenario import FarmParts

# What the kernel, its drivers and the system's own services keep of the RAM, whatever the web server does, where the
# system says nothing of it (see ram_ledger).
RAM_OF_SYSTEM = 256 * 1024.0**2
# What a file cache that takes what fits leaves of the RAM for buffers: 4,096 reads of 64 KiB at a time, or half of what
# there is. One that left none would turn nearly all requests away.
RAM_OF_BUFFERS = 256 * 1024.0**2


@dataclass(frozen=True)
class LedgerEntry:
    """What holds RAM: what it is called, its bytes, and the scenario's path that says so."""

    what: str
    bytes: float
    path: str


@dataclass(frozen=True)
class RamLedger:
    """All that holds the `ram` bytes of a machine whatever its load is, file caches aside; sockets at their most.

    caches: how many copies of a file cache share what is left; cache: what they are called.
    """

    ram: float
    entries: tuple[LedgerEntry, ...]
    caches: int
    cache: str

    @property
    def taken(self) -> float:
        """The bytes of all entries together."""
        return sum(entry.bytes for entry in self.entries)

    @property
    def left(self) -> float:
        """The bytes that file caches may have; below 0 where the entries do not fit."""
        return self.ram - self.taken

    @property
    def a_copy(self) -> float:
        """The bytes that each copy of a file cache may have."""
        return max(0.0, self.left) / self.caches


def ram_ledger(farm: FarmParts) -> RamLedger | None:
    """The ledger of a server of a farm; None where its operating system keeps none."""
    system = farm.operating_system
    if system.kernel_base_memory is None:
        return None
    entries = (LedgerEntry("kernel", system.kernel_base_memory, "operating_system.kernel_base_memory"), *_entries(farm))
    copies = 1 if system.page_cache else sum(pool.processes for _, pool in pools_in_use(farm)) or 1
    return RamLedger(farm.server.ram, entries, copies, "page cache" if system.page_cache else "file cache")


def keeps_ledger(farm: FarmParts) -> bool:
    """Whether `ram_ledger` has a ledger."""
    return farm.operating_system.kernel_base_memory is not None


def memory_path(farm: FarmParts) -> str:
    """The path of what one writes for more RAM of a node."""
    return "server.ram" if farm.unit.pods is None else "unit.pods.memory"


def pools_in_use(farm: FarmParts) -> Iterator[tuple[int, ApplicationPool]]:
    """The application pools that some class of requests enters, with their positions: others start no process."""
    used = {asked.pool for asked in farm.workload.classes}
    return ((position, pool) for position, pool in enumerate(farm.web_server.pools) if pool.name in used)


def largest_process(pool: ApplicationPool) -> float:
    """The most bytes that a process of a pool comes to, as far as that is bounded: its base, what all its threads hold,
    and the plateau of what requests leave behind."""
    at_work = (pool.threads or 1) * pool.request_memory
    left_behind = pool.growth.plateau if pool.growth.per_request > 0.0 else None
    return pool.base_memory + at_work + (left_behind or 0.0)


def connection_memory(farm: FarmParts) -> ConnectionMemory:
    """What connections hold of a server of a farm, in whole bytes: what is taken and given back leaves nothing. Where
    its system is set to let them have what the rest leaves of the RAM, and no files are cached, each counts with what
    its process holds for it too, encryption included."""
    system, session = farm.operating_system, farm.workload.session
    held = system.connection_memory(farm.server.ram)
    if not takes_what_is_left(farm):
        return replace(held, idle=float(round(held.idle)), sending=float(round(held.sending)))
    rest = (system.kernel_base_memory or 0.0) + sum(entry.bytes for entry in _processes(farm))
    beside = farm.web_server.connection_memory + (session.tls.memory if session.tls is not None else 0.0)
    beside += session.transport.memory
    size = max(held.size, farm.server.ram - rest)
    sending = held.sending + farm.web_server.response_buffers
    return replace(held, size=size, idle=float(round(held.idle + beside)), sending=float(round(sending + beside)))


def takes_what_is_left(farm: FarmParts) -> bool:
    """Whether connections may have all the RAM that the rest leaves: where no files are cached, and no pool of worker
    processes takes as much for its requests as it needs."""
    sockets, system = farm.operating_system.socket_memory, farm.operating_system
    is_setting = sockets is not None and sockets.is_setting and system.kernel_base_memory is not None
    return is_setting and farm.workload.content is None and not farm.web_server.pools


def _entries(farm: FarmParts) -> Iterator[LedgerEntry]:
    """Sockets, processes and heaps."""
    held = connection_memory(farm).size
    if farm.operating_system.socket_memory is not None:
        yield LedgerEntry("sockets, at most", held, "operating_system.socket_memory")
    else:
        yield LedgerEntry(memory_room.KERNEL_POOL, held, "operating_system.kernel_pool")
    yield from _processes(farm)


def _processes(farm: FarmParts) -> Iterator[LedgerEntry]:
    """Processes and heaps."""
    web = farm.web_server
    if web.pools:
        for position, pool in pools_in_use(farm):
            path = f"web_server.pools[{position}].base_memory"
            what = f"{pool.name}, {count_text(pool.processes, 'process', 'processes')}"
            yield LedgerEntry(what, pool.processes * largest_process(pool), path)
    else:
        number = web.processes_on(farm.server.cores)
        base = number * web.process_base_memory
        yield LedgerEntry(
            count_text(number, "worker process", "worker processes"), base, "web_server.process_base_memory"
        )
    if farm.runtime is not None:
        heaps = sum(pool.processes for pool in web.pools) or 1
        yield LedgerEntry(count_text(heaps, "heap"), heaps * farm.runtime.heap, "runtime.heap")


def file_cache_bytes(scenario: FarmParts) -> float:
    """Size in bytes of the file cache: exactly what was asked for, or with `up_to` as much of it as fits beside the
    buffers of reads. A page cache needs none: what is read lies in it at once."""
    asked = scenario.web_server.file_cache
    if not asked.fit:
        return asked.size
    ledger = ram_ledger(scenario)
    in_ram = _in_ram(scenario) if ledger is None else ledger.a_copy
    buffers = 0.0 if ledger is not None and scenario.operating_system.page_cache else min(RAM_OF_BUFFERS, in_ram / 2.0)
    return min(asked.size, _largest(scenario, ledger), max(0.0, in_ram - buffers))


def largest_file_cache(scenario: FarmParts) -> float:
    """The largest file cache in bytes that fits: what a ledger of the RAM leaves for each copy of it; without one, what
    both the address space of the process and the RAM hold."""
    return _largest(scenario, ram_ledger(scenario))


def _largest(scenario: FarmParts, ledger: RamLedger | None) -> float:
    if ledger is not None:
        return ledger.a_copy
    space = scenario.process_address_space
    in_process = min(scenario.operating_system.cache_share * space, space - scenario.web_server.process_base_memory)
    return max(0.0, min(in_process, _in_ram(scenario)))


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
    return (*ledger.entries, *cache, LedgerEntry("free", max(0.0, ledger.left - cached), memory_path(scenario)))
