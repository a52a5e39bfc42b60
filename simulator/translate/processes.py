"""Worker processes: one that serves every request, or those of the application pools, and what each of them owns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.parts.application_pool import ApplicationPool, Recycling
from models.parts.web_server import Allocator
from models.quantities.formatting import count_text
from models.quantities.units import format_memory
from models.ram_ledger import RAM_OF_SYSTEM, RamLedger, file_cache_bytes, largest_process, memory_path, ram_ledger
from models.scenario import Scenario
from simulator.errors import require
from simulator.messages.stages import resource_origins
from simulator.network.resources import Cache, MemoryRegion, ProcessRecycling, TokenPool
from simulator.network.roles import Role
from simulator.translate.page_faults import FREE_LISTS, caching_allocator, free_lists
from simulator.translate.resources import CPU, SETTING, Origin, Placed
from simulator.translate.runtime import HEAP, heap

MEMORY, CACHE, PAGES = "process memory", "file cache", "page cache"


@dataclass(frozen=True)
class ServingProcess:
    """A worker process: of a pool, the `number`-th of `pool.processes`, or the only one of a server without pools.

    path: where the scenario describes it, "web_server" or e.g. "web_server.pools[0]".
    """

    path: str
    base_memory: float
    recycling: Recycling | None
    pool: ApplicationPool | None = None
    number: int = 1

    @property
    def memory(self) -> str:
        """The name of its memory region."""
        return MEMORY if self.pool is None else self.own("memory")

    @property
    def recycled(self) -> str | None:
        """The name of its memory region if it is recycled, for steps that a cold process slows down."""
        return None if self.recycling is None else self.memory

    @property
    def queue(self) -> str:
        """The name of its pool's request queue, which the processes of the pool share."""
        return f"{require(self.pool, 'pool').name} queue"

    @property
    def owner(self) -> str:
        """What the process is called beside others: "ASP", "ASP 2"; "" for the only one."""
        if self.pool is None:
            return ""
        return self.pool.name if self.pool.processes == 1 else f"{self.pool.name} {self.number}"

    def own(self, what: str) -> str:
        """The name of something of which every process has its own: "threads" is "ASP threads", "ASP 2 threads"."""
        return f"{self.owner} {what}" if self.owner else what


class _Kept(NamedTuple):
    """What is so of all processes of a server.

    ledger: of its RAM, None where none is kept; cache: bytes of files that each process caches in memory of its own,
    None where it caches none; allocator: the one that keeps what is freed, None where none does.
    """

    ledger: RamLedger | None
    cache: float | None
    allocator: Allocator | None


class _Room(NamedTuple):
    """What bounds the memory of a process: the path of the scenario that says so, bytes, and what they are in words."""

    path: str
    size: float
    what: str


def serving_processes(scenario: Scenario) -> tuple[ServingProcess, ...]:
    """The worker processes that requests enter: the only one, or classes those of their pools.

    A pool that no class names has none, because processes are started by their first request.
    """
    web = scenario.web_server
    if scenario.one_process_serves_all:
        return (ServingProcess("web_server", web.process_base_memory, web.recycling),)
    used = {asked.pool for asked in scenario.workload.classes}
    return tuple(
        ServingProcess(f"web_server.pools[{position}]", pool.base_memory, pool.recycling, pool, number)
        for position, pool in enumerate(web.pools)
        if pool.name in used
        for number in range(1, pool.processes + 1)
    )


def resources_of(scenario: Scenario, everywhere: Sequence[ServingProcess]) -> Iterator[Placed]:
    """What belongs to worker processes, of which there is one at least: the kernel's cache of the files that they serve
    where it has one, and what each of them owns."""
    ledger = ram_ledger(scenario)
    cached = file_cache_bytes(scenario) if scenario.workload.content is not None else None
    if cached is not None and pages_are_cached(scenario):
        yield _page_cache(scenario, cached)
        cached = None
    kept = _Kept(ledger, cached, caching_allocator(scenario))
    for process in everywhere:
        yield from _owned(scenario, process, kept)


def _owned(scenario: Scenario, process: ServingProcess, kept: _Kept) -> Iterator[Placed]:
    """What a process owns; the first one of a pool also declares what its pool shares."""
    room = _room(scenario, process, kept)
    if process.pool is not None:
        yield from _pool(process, process.pool)
    if process.pool is not None or kept.cache is not None or process.recycling is not None:
        # In the memory of any other process nothing would change.
        yield _memory(scenario, process, kept, room)
    if kept.cache is not None:
        yield _cache(scenario, process, kept.cache, room)
    if kept.allocator is not None:
        yield free_lists(kept.allocator, process.own(FREE_LISTS), process.owner)
    if scenario.runtime is not None:
        yield heap(scenario.runtime, process.own(HEAP), process.owner)


def pages_are_cached(scenario: Scenario) -> bool:
    """Whether the kernel caches the files that processes serve, one cache for all of them; where there are some."""
    return scenario.operating_system.page_cache and scenario.workload.content is not None


def _page_cache(scenario: Scenario, size: float) -> Placed:
    """The cache of files in the kernel: what a ledger of the RAM leaves, or as much of it as it may have."""
    cache = _cache_of(scenario, PAGES, size, "")
    return cache, Origin("operating_system.page_cache", format_memory(cache.capacity))


def file_cache_name(scenario: Scenario, process: ServingProcess) -> str:
    """The name of the cache that a process serves files from."""
    return PAGES if pages_are_cached(scenario) else process.own(CACHE)


def _pool(process: ServingProcess, pool: ApplicationPool) -> Iterator[Placed]:
    if pool.queue_limit is not None and process.number == 1:
        queue = TokenPool(process.queue, float(pool.queue_limit), "refuse", "requests", role=Role.REQUEST_QUEUE)
        yield queue, Origin(f"{process.path}.queue_limit", count_text(pool.queue_limit, "request"), category=SETTING)
    if pool.threads is not None:
        threads = TokenPool(process.own("threads"), float(pool.threads), "wait", "threads", role=Role.THREADS)
        yield (
            threads,
            Origin(
                f"{process.path}.threads",
                f"{count_text(pool.threads, 'thread')} a process",
                plural=True,
                category=SETTING,
            ),
        )


def _memory(scenario: Scenario, process: ServingProcess, kept: _Kept, room: _Room) -> Placed:
    region = MemoryRegion(
        process.memory,
        room.size,
        process.base_memory,
        _cached(process, kept),
        None if process.pool is None else process.pool.growth.plateau,
        None if process.recycling is None else _recycle(scenario, process.recycling),
        role=Role.MEMORY,
        owner=process.owner,
    )
    return region, Origin(room.path, f"{format_memory(room.size)} {room.what}")


def _recycle(scenario: Scenario, settings: Recycling) -> ProcessRecycling:
    """How a process is recycled: in seconds of this server's cores, and bytes of the process's address space."""
    return ProcessRecycling(
        CPU,
        at=settings.threshold(scenario.process_address_space),
        requests=settings.requests,
        period=settings.period,
        initialise=scenario.work(settings.initialise),
        start_up_work=scenario.work(settings.start_up_work),
        start_up_jobs=settings.start_up_threads,
        cold_factor=settings.cold_factor,
        warm_time=settings.warm_time,
        start_limit=settings.start_limit,
        stop_limit=settings.stop_limit,
    )


def _room(scenario: Scenario, process: ServingProcess, kept: _Kept) -> _Room:
    """What one worker process may use: its address space, or the RAM that the system leaves if that is less.

    A ledger of the RAM leaves it what nobody else has; no address space bounds a file cache there.
    """
    space, ledger = scenario.process_address_space, kept.ledger
    if ledger is None:
        ram, others = scenario.server.ram - RAM_OF_SYSTEM, "the system"
    else:
        own = process.base_memory if process.pool is None else largest_process(process.pool)
        ram, others = ledger.a_copy + own, "all others"
    if ram < space or (ledger is not None and kept.cache is not None):
        return _Room(memory_path(scenario), ram, f"of RAM beside {others}")
    return _Room(f"operating_system.address_space.{_kind(scenario)}", space, resource_origins.ADDRESS_SPACE)


def _kind(scenario: Scenario) -> str:
    """The entry of the address-space table that the worker processes fall under."""
    if scenario.process_bits == 64:
        return "process_64"
    return "process_32_large_aware" if scenario.web_server.process.large_address_aware else "process_32"


def _cached(process: ServingProcess, kept: _Kept) -> str | None:
    """The cache that lies in a process's memory, and so is lost with it."""
    if kept.cache is not None:
        return process.own(CACHE)
    return process.own(FREE_LISTS) if kept.allocator is not None else None


def _cache(scenario: Scenario, process: ServingProcess, size: float, room: _Room) -> Placed:
    """The file cache: every process of a pool has a copy of its own, as far as its own base memory leaves room."""
    if process.pool is not None:
        size = max(0.0, min(size, room.size - process.base_memory - process.pool.request_memory))
    cache = _cache_of(scenario, process.own(CACHE), size, process.owner)
    return cache, Origin("web_server.file_cache", format_memory(cache.capacity))


def _cache_of(scenario: Scenario, name: str, capacity: float, owner: str) -> Cache:
    """A cache of files by the rules of the web server."""
    server = scenario.web_server
    return Cache(
        name,
        capacity,
        time_to_live=server.time_to_live,
        largest_object=server.largest_cached_file,
        admission_window=server.admission_window,
        warm=can_start_warm(scenario),
        role=Role.CACHE,
        owner=owner,
        policy=server.file_cache.policy,
    )


def can_start_warm(scenario: Scenario) -> bool:
    """Whether the steady state of the cache can be drawn: with expiry or an admission rule it must fill by itself."""
    server = scenario.web_server
    return scenario.run.start == "warm" and server.time_to_live is None and server.admission_window == 0.0
