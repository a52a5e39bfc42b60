"""The resources of one server, each with its origin."""

from dataclasses import dataclass

from models.file_cache import RAM_OF_SYSTEM, file_cache_bytes
from models.quantities import DATA_RATE, SIZE, format_quantity
from models.scenario import Scenario
from simulator.network.resources import Cache, MemoryRegion, MultiServer, Resource, SharedCapacity, TokenPool
from simulator.network.wire import wire_rate

CPU, DISKS, CARDS = "CPU", "disks", "network cards"
POOL, MEMORY, CACHE, QUEUE = "kernel pool", "process memory", "file cache", "request queue"


@dataclass(frozen=True)
class Origin:
    """Where a resource comes from: the scenario's path, and what limits it in words."""

    path: str
    limit: str


Part = tuple[Resource, Origin]


def resources(scenario: Scenario) -> tuple[Part, ...]:
    """Every resource of one server of a scenario."""
    parts = [_cpu(scenario), _disks(scenario), _cards(scenario), _pool(scenario), _memory(scenario), _cache(scenario)]
    limit = scenario.web_server.queue_limit
    if limit is not None:
        queue = TokenPool(QUEUE, float(limit), "refuse", "requests")
        parts.append((queue, Origin("web_server.queue_limit", f"{limit:,} requests")))
    return tuple(parts)


def _cpu(scenario: Scenario) -> Part:
    cores = scenario.server.cores
    station = SharedCapacity(CPU, float(cores), (1.0,), "cores")
    return station, Origin("server.cores_per_socket", f"{cores} cores of relative speed {scenario.server.core_speed:g}")


def _disks(scenario: Scenario) -> Part:
    disks = scenario.server.disks
    limit = f"{disks.count} disks, {disks.service_time * 1e3:g} ms a read"
    return MultiServer(DISKS, disks.count), Origin("server.disks", limit)


def _cards(scenario: Scenario) -> Part:
    """All cards as one: flows are many and small, so that teaming spreads them evenly. A client's speed is payload."""
    rate = sum(card.rate for card in scenario.server.cards)
    caps = tuple(sorted(wire_rate(client.rate) for client in scenario.workload.clients))
    each = " + ".join(format_quantity(card.rate, DATA_RATE) for card in scenario.server.cards)
    return SharedCapacity(CARDS, rate, caps, "bytes"), Origin("server.cards", each)


def _pool(scenario: Scenario) -> Part:
    system = scenario.operating_system
    size = system.kernel_pool_for(scenario.server.ram)
    limit = f"{_size(size)}, {_size(system.pool_reserve)} of it in reserve"
    return TokenPool(POOL, size, "refuse", "bytes"), Origin("operating_system.kernel_pool", limit)


def _memory(scenario: Scenario) -> Part:
    """What one worker process may use: its address space, or the RAM that the system leaves if that is less."""
    space = scenario.operating_system.process_address_space
    ram = scenario.server.ram - RAM_OF_SYSTEM
    path, ceiling, what = ("operating_system.process_address_space", space, "of address space a process")
    if ram < space:
        path, ceiling, what = ("server.ram", ram, "of RAM beside the system")
    region = MemoryRegion(MEMORY, ceiling, scenario.web_server.process_base_memory, CACHE)
    return region, Origin(path, f"{_size(ceiling)} {what}")


def _cache(scenario: Scenario) -> Part:
    server = scenario.web_server
    cache = Cache(
        CACHE,
        file_cache_bytes(scenario),
        time_to_live=server.time_to_live,
        largest_object=server.largest_cached_file,
        admission_window=server.admission_window,
        warm=_can_start_warm(scenario),
    )
    return cache, Origin("web_server.file_cache", _size(cache.capacity))


def _can_start_warm(scenario: Scenario) -> bool:
    """Whether the steady state of the cache can be drawn: with expiry or an admission rule it must fill by itself."""
    server = scenario.web_server
    return scenario.run.start == "warm" and server.time_to_live is None and server.admission_window == 0.0


def _size(value: float) -> str:
    return format_quantity(value, SIZE, digits=3)
