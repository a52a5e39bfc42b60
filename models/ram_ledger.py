"""One ledger of the RAM: kernel, sockets, processes, heaps and caches, and what they leave of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.parts.application_pool import ApplicationPool
from models.quantities.writing import counted
from models.scenario import FarmParts


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


def ram_ledger(farm: FarmParts) -> RamLedger | None:
    """The ledger of a server of a farm; None where its operating system keeps none."""
    system = farm.operating_system
    if system.kernel_base_memory is None:
        return None
    entries = (LedgerEntry("kernel", system.kernel_base_memory, "operating_system.kernel_base_memory"), *_entries(farm))
    copies = 1 if system.page_cache else sum(pool.processes for _, pool in used_pools(farm)) or 1
    return RamLedger(farm.server.ram, entries, copies, "page cache" if system.page_cache else "file cache")


def used_pools(farm: FarmParts) -> Iterator[tuple[int, ApplicationPool]]:
    """The application pools that some class of requests enters, with their positions: others start no process."""
    used = {asked.pool for asked in farm.workload.classes}
    return ((position, pool) for position, pool in enumerate(farm.web_server.pools) if pool.name in used)


def most_of(pool: ApplicationPool) -> float:
    """The most bytes that a process of a pool comes to, as far as that is bounded: its base, what all its threads hold,
    and the plateau of what requests leave behind."""
    at_work = (pool.threads or 1) * pool.request_memory
    left_behind = pool.growth.plateau if pool.growth.per_request > 0.0 else None
    return pool.base_memory + at_work + (left_behind or 0.0)


def _entries(farm: FarmParts) -> Iterator[LedgerEntry]:
    """Sockets, processes and heaps."""
    system, web = farm.operating_system, farm.web_server
    held = system.connection_memory(farm.server.ram).size
    if system.socket_memory is not None:
        yield LedgerEntry("sockets, at most", held, "operating_system.socket_memory")
    else:
        yield LedgerEntry("kernel pool, at most", held, "operating_system.kernel_pool")
    if web.pools:
        for position, pool in used_pools(farm):
            path = f"web_server.pools[{position}].base_memory"
            what = f"{pool.name}, {counted(pool.processes, 'process', 'processes')}"
            yield LedgerEntry(what, pool.processes * most_of(pool), path)
    else:
        number = web.processes_on(farm.server.cores)
        base = number * web.process_base_memory
        yield LedgerEntry(counted(number, "worker process", "worker processes"), base, "web_server.process_base_memory")
    if farm.runtime is not None:
        heaps = sum(pool.processes for pool in web.pools) or 1
        yield LedgerEntry(counted(heaps, "heap"), heaps * farm.runtime.heap, "runtime.heap")
