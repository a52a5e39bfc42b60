"""How large a heap can be, and where in its process it lies."""

from dataclasses import dataclass

from models.messages import memory_room
from models.parts.operating_system import OperatingSystem
from models.parts.runtime import Runtime

_GIB = 1024.0**3
# Objects are aligned to 8 bytes, so that 32 bits tell 2**35 bytes apart; below 2**32 nothing needs to be shifted.
# Source: IBM, WAS V7 64-bit performance, Compressed reference technical details.
ADDRESSED_BY_35_BITS = 32 * _GIB
UNSHIFTED = 4 * _GIB
# Up to here the runtime compresses by itself: "25 GB as a safe limitation for maximum heap size". Source: as above.
AUTOMATIC = 25 * _GIB


@dataclass(frozen=True)
class HeapCeiling:
    """The largest heap in bytes, what limits it, and how to get a larger one."""

    bytes: float
    reason: str
    remedy: str


def heap_ceiling(runtime: Runtime, operating_system: OperatingSystem) -> HeapCeiling:
    """The largest heap of a runtime on an operating system; 0 bytes where its processes do not run at all."""
    space, name = operating_system.address_space, operating_system.name
    if runtime.pointers == "32-bit":
        return HeapCeiling(space.process_32, *memory_room.no_space_in_32_bits(name))
    if space.process_64 is None:
        return HeapCeiling(0.0, *memory_room.no_64_bit_heap(name, runtime.pointers))
    if runtime.pointers == "compressed":
        addressed = _compressed_ceiling(runtime)
        if addressed.bytes <= space.process_64:
            return addressed
    return HeapCeiling(space.process_64, *memory_room.no_space_in_64_bits(name))


def _compressed_ceiling(runtime: Runtime) -> HeapCeiling:
    """What compressed references reach. A heap of this size begins above what lies below 4 GiB, being contiguous."""
    if runtime.compression == "automatic":
        return HeapCeiling(AUTOMATIC, *memory_room.COMPRESSED_BY_ITSELF)
    return HeapCeiling(ADDRESSED_BY_35_BITS - UNSHIFTED, *memory_room.COMPRESSED_TO_32_GIB)


def heap_is_shifted(runtime: Runtime, operating_system: OperatingSystem) -> bool:
    """Whether compressed references must be shifted because the heap lies above 4 GiB.

    The heap is contiguous: one that reaches the system's reservation does not fit below it and moves above.
    """
    if runtime.pointers != "compressed":
        return False
    reservation = operating_system.address_space.reservation
    return runtime.heap >= min(UNSHIFTED, UNSHIFTED if reservation is None else reservation)
