"""Checks of a heap against the system that it runs on and the objects that it holds."""

from collections.abc import Callable, Iterator

from models.file_cache import RAM_OF_SYSTEM
from models.parts.heap import heap_ceiling
from models.quantities.units import format_memory, memory_at_least, memory_at_most
from models.ram_ledger import ram_ledger
from models.reading.finding import Finding
from models.scenario import FarmParts


def _heap_is_possible(farm: FarmParts) -> Iterator[Finding]:
    if farm.runtime is None:
        return
    ceiling = heap_ceiling(farm.runtime, farm.operating_system)
    if ceiling.bytes == 0.0:
        yield Finding(("runtime", "pointers"), ceiling.reason, ceiling.remedy)
    elif farm.runtime.heap > ceiling.bytes:
        yield Finding(
            ("runtime", "heap"),
            f"the largest heap here is {format_memory(ceiling.bytes)}, because {ceiling.reason}",
            f"write at most {memory_at_most(ceiling.bytes)}, or {ceiling.remedy}",
        )


def _heap_fits_the_ram(farm: FarmParts) -> Iterator[Finding]:
    heaps = sum(pool.processes for pool in farm.web_server.pools) or 1
    largest = max(0.0, farm.server.ram - RAM_OF_SYSTEM) / heaps
    if ram_ledger(farm) is None and farm.runtime is not None and farm.runtime.heap > largest:
        each = f"one for each of {heaps} processes, " if heaps > 1 else ""
        yield Finding(
            ("runtime", "heap"),
            f"{each}with the system (256 MiB) larger than the RAM, {format_memory(farm.server.ram)}",
            f"write at most {memory_at_most(largest)}, or more server.ram",
        )


def _heap_holds_the_live_data(farm: FarmParts) -> Iterator[Finding]:
    runtime = farm.runtime
    if runtime is not None and runtime.heap < runtime.live_size + runtime.garbage_size:
        yield Finding(
            ("runtime", "heap"),
            f"too small for the live data and the garbage of one request, which with {runtime.pointers} pointers are"
            f" {format_memory(runtime.live_size + runtime.garbage_size)}",
            f"write at least {memory_at_least(runtime.live_size + runtime.garbage_size)}, or less live_data",
        )


RUNTIME_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _heap_is_possible,
    _heap_fits_the_ram,
    _heap_holds_the_live_data,
)
