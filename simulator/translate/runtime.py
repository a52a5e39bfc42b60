"""The Java runtime: what pointers of some width make of live data, garbage and work, and how the heap is collected."""

from models.parts.heap import heap_is_shifted
from models.parts.runtime import Runtime
from models.quantities.units import format_memory
from models.scenario import Scenario
from simulator.network.resources import GarbageCollection, MemoryRegion
from simulator.network.roles import Role
from simulator.network.steps import Leak, Step
from simulator.translate.resources import CPU, SETTING, Origin, Placed

HEAP = "Java heap"
GIB = 1024.0**3  # The unit of `pause_per_live`.


def heap(runtime: Runtime, name: str, owner: str) -> Placed:
    """The heap: what is alive stays, garbage piles up until the heap is full, and a collection stops the world."""
    live = runtime.live_size
    collect = GarbageCollection(CPU, runtime.pause_per_live * live / GIB)
    region = MemoryRegion(name, runtime.heap, live, collect=collect, role=Role.HEAP, owner=owner)
    return region, Origin(
        "runtime.heap", f"{format_memory(runtime.heap)}, {format_memory(live)} of it live", category=SETTING
    )


def garbage_steps(scenario: Scenario, name: str) -> tuple[Step, ...]:
    """The step by which a request leaves its garbage in the heap of that name, if there is a runtime."""
    runtime = scenario.runtime
    return () if runtime is None else (Leak(name, runtime.garbage_size),)


def work_factor(scenario: Scenario) -> float:
    """How much more work a request is than with 32-bit pointers, collections aside; 1 without a runtime."""
    runtime = scenario.runtime
    if runtime is None or runtime.pointers == "32-bit":
        return 1.0
    if runtime.pointers == "64-bit":
        return runtime.cache_pressure
    shifted = heap_is_shifted(runtime, scenario.operating_system)
    return runtime.compression_work * (runtime.shift_work if shifted else 1.0)
