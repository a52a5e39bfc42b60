"""Address space: how much of it a kernel has, and how much it gives each kind of process."""

from typing import Annotated

from pydantic import ValidationInfo, field_validator

from models.messages import memory_room
from models.quantities.fields import Part, optional, parameter, problem, quantity
from models.quantities.units import SIZE, format_memory

_SPACE = quantity(SIZE, "16 MiB", "1 PB")


class AddressSpace(Part):
    """The virtual address space of a kernel and of the processes that run on it, all in bytes.

    Raises a validation error when a part is larger than the whole, or a large-address-aware process has less than
    another one.
    """

    total: Annotated[float, _SPACE] = parameter("Address space in bytes of the kernel and one process together.")
    kernel: Annotated[float, _SPACE] = parameter("Address space in bytes that the kernel keeps for itself.")
    process_32: Annotated[float, _SPACE] = parameter(
        "Address space in bytes of a 32-bit process that is not large-address-aware."
    )
    process_32_large_aware: Annotated[float, _SPACE] = parameter(
        "Address space in bytes of a 32-bit process that declares to bear addresses above 2 GiB; where a system makes"
        " no such difference, as of any other."
    )
    process_64: Annotated[float | None, optional(_SPACE)] = parameter(
        "Address space in bytes of a 64-bit process; none means that the kernel runs no such processes.",
        default="none",
        source="a 32-bit kernel runs no 64-bit processes",
    )
    reservation: Annotated[float | None, optional(_SPACE)] = parameter(
        "Address in bytes from which the system reserves a piece of every 64-bit process, so that no block that begins"
        " below it reaches above; none means that there is no such piece.",
        default="none",
        source="no reservation is documented",
    )

    def of_process(self, bits: int, large_address_aware: bool) -> float | None:
        """Address space in bytes of a process of `bits` (32 or 64), or None when the kernel runs no such processes."""
        if bits == 64:
            return self.process_64
        return self.process_32_large_aware if large_address_aware else self.process_32

    def rows(self) -> tuple[tuple[str, float | None], ...]:
        """The table "General Memory Limits" of the documents: label and bytes, None where it does not apply.

        Source: TechNet Magazine, Making the Move to x64, Figure 3; the kernel's part is in the text below it.
        """
        return (
            ("Total virtual address space (based on a single process)", self.total),
            ("Virtual address space per 32-bit process", self.process_32),
            ("Virtual address space per 32-bit process, large-address-aware", self.process_32_large_aware),
            ("Virtual address space per 64-bit process", self.process_64),
            ("Virtual address space of the kernel", self.kernel),
        )

    @field_validator("kernel", "process_32", "process_32_large_aware", "process_64")
    @classmethod
    def _parts_fit_the_whole(cls, part: float | None, info: ValidationInfo) -> float | None:
        total = info.data.get("total")
        if part is not None and total is not None and part > total:
            raise problem(*memory_room.more_than_total(format_memory(total)))
        return part

    @field_validator("process_32_large_aware")
    @classmethod
    def _awareness_costs_nothing(cls, space: float, info: ValidationInfo) -> float:
        usual = info.data.get("process_32")
        if usual is not None and space < usual:
            raise problem(*memory_room.less_than_process_32(format_memory(usual)))
        return space
