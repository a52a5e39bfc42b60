"""The language runtime of an application server: its heap, how it stores references, and what that costs."""

from typing import Annotated, ClassVar

from models.quantities.fields import Name, Part, number, parameter, quantity, words
from models.quantities.units import DURATION, SHARE, SIZE


class Runtime(Part):
    """A garbage-collected runtime such as a Java virtual machine; sizes of objects are those with 32-bit pointers."""

    catalogue_folder: ClassVar[str] = "runtimes"

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    pointers: Annotated[str, words("32-bit", "64-bit", "compressed")] = parameter(
        "How references are stored: 32-bit, 64-bit, or compressed (32 bits of a 35-bit address in a 64-bit process)."
    )
    compression: Annotated[str, words("automatic", "explicit")] = parameter(
        "Whether the runtime chooses compressed references by the size of the heap, or is told to use them.",
        default="automatic",
        source="IBM, WAS V7 64-bit performance: set automatically below 25 GB, unless -Xcompressedrefs is given",
    )
    heap: Annotated[float, quantity(SIZE, "1 MiB", "1 PB")] = parameter(
        "Size of the heap in bytes, one contiguous block."
    )
    live_data: Annotated[float, quantity(SIZE, "0 B", "1 PB")] = parameter(
        "Bytes of objects that are always alive, as with 32-bit pointers."
    )
    garbage: Annotated[float, quantity(SIZE, "0 B", "1 GiB")] = parameter(
        "Bytes of objects that a request allocates and leaves as garbage, as with 32-bit pointers."
    )
    reference_share: Annotated[float, quantity(SHARE)] = parameter(
        "Fraction of the bytes of objects that are references, which 64-bit pointers double."
    )
    compressed_growth: Annotated[float, quantity(SHARE)] = parameter(
        "What compressed references add to the bytes of objects with 32-bit pointers, as a fraction."
    )
    cache_pressure: Annotated[float, number(1.0, 10.0)] = parameter(
        "Work of a request with 64-bit pointers relative to 32-bit ones, for they fill the processor's caches faster."
    )
    compression_work: Annotated[float, number(1.0, 10.0)] = parameter(
        "Work of a request with compressed references below 4 GiB relative to 32-bit ones."
    )
    shift_work: Annotated[float, number(1.0, 10.0)] = parameter(
        "Further factor on the work of a request once the heap lies above 4 GiB and references must be shifted."
    )
    pause_per_live: Annotated[float, quantity(DURATION, "0 s", "1 h")] = parameter(
        "Seconds that a garbage collection stops all work for each GiB of live data."
    )

    @property
    def object_growth(self) -> float:
        """Bytes of an object relative to the same with 32-bit pointers."""
        growth = {"32-bit": 0.0, "64-bit": self.reference_share, "compressed": self.compressed_growth}
        return 1.0 + growth[self.pointers]

    @property
    def live_size(self) -> float:
        """Bytes of live data with the pointers that this runtime uses."""
        return self.live_data * self.object_growth

    @property
    def garbage_size(self) -> float:
        """Bytes of garbage that a request leaves with the pointers that this runtime uses."""
        return self.garbage * self.object_growth
