"""Application pools: worker processes of their own for some of the requests, and when and how they are replaced."""

from typing import Annotated, ClassVar

from pydantic import field_validator, model_validator

from models.messages import application_pools
from models.quantities.fields import Name, Part, number, optional, parameter, problem, quantity, whole
from models.quantities.units import DURATION, SHARE, SIZE

_LIMITS = "Microsoft TechNet, IIS 6.0 StartupTimeLimit and ShutdownTimeLimit: 90 s unless set"
_REASONS = ("virtual_memory", "address_space_share", "private_memory", "requests", "period")


class Recycling(Part):
    """When a worker process is replaced by a new one, and what a new one costs before it is as good as the old.

    The old one finishes its requests while the new one works already (overlapped recycling). Raises a validation error
    when nothing ever makes a process recycle.
    """

    virtual_memory: Annotated[float | None, optional(quantity(SIZE, "1 MiB", "1 PB"))] = parameter(
        "Address space in bytes in use at which the process is recycled; none means that it is not a reason.",
        default="none",
        source="no such limit is set",
    )
    address_space_share: Annotated[float | None, optional(quantity(SHARE, "1 %", "100 %"))] = parameter(
        "Fraction of the process's address space in use at which it is out of memory for large blocks and therefore"
        " recycled; none means that it is not a reason.",
        default="none",
        source="no such limit is set",
    )
    private_memory: Annotated[float | None, optional(quantity(SIZE, "1 MiB", "1 PB"))] = parameter(
        "Private memory in bytes in use at which the process is recycled; none means that it is not a reason.",
        default="none",
        source="no such limit is set",
    )
    shared_memory: Annotated[float, quantity(SIZE, "0 B", "1 TiB")] = parameter(
        "Part in bytes of the process's memory that is not private, such as code that other processes load too.",
        default="20 MB",
        source="assumed: the code of the web server and the runtime libraries of a worker process",
        low="10 MB",
        high="50 MB",
    )
    requests: Annotated[int | None, optional(whole(1))] = parameter(
        "Requests served after which the process is recycled; none means that it is not a reason.",
        default="none",
        source="no such limit is set",
    )
    period: Annotated[float | None, optional(quantity(DURATION, "1 s", "365 days"))] = parameter(
        "Age in seconds at which the process is recycled; none means that it is not a reason.",
        default="none",
        source="no such limit is set",
    )
    initialise: Annotated[float, quantity(DURATION, "0 s", "1 h")] = parameter(
        "Work in seconds, on one core of speed 1, before a new process takes its first request."
    )
    start_up_work: Annotated[float, quantity(DURATION, "0 s", "24 h")] = parameter(
        "Work in seconds, on cores of speed 1, that a new process does beside its first requests, such as compiling"
        " and filling its caches."
    )
    start_up_threads: Annotated[int, whole(1, 1024)] = parameter("Threads that the start-up work is divided among.")
    cold_factor: Annotated[float, number(1.0, 100.0)] = parameter(
        "Work of a request in a new process relative to one that is warm; falls to 1 in a straight line."
    )
    warm_time: Annotated[float, quantity(DURATION, "0 s", "24 h")] = parameter(
        "Seconds after which a new process is warm."
    )
    start_limit: Annotated[float, quantity(DURATION, "1 s", "24 h")] = parameter(
        "Seconds within which a new process must have initialised; else it is started again.",
        default="90 s",
        source=_LIMITS,
    )
    stop_limit: Annotated[float, quantity(DURATION, "1 s", "24 h")] = parameter(
        "Seconds within which an old process must have finished its requests; else it is killed.",
        default="90 s",
        source=_LIMITS,
    )

    def memory_limits(self, address_space: float) -> dict[str, float]:
        """The limits on memory that are set, by name, in bytes in use of a process with so much address space."""
        limits = {}
        if self.virtual_memory is not None:
            limits["virtual_memory"] = self.virtual_memory
        if self.address_space_share is not None:
            limits["address_space_share"] = self.address_space_share * address_space
        if self.private_memory is not None:
            limits["private_memory"] = self.private_memory + self.shared_memory
        return limits

    def threshold(self, address_space: float) -> float | None:
        """Bytes in use at which a process with so much address space is recycled; None when memory is no reason."""
        return min(self.memory_limits(address_space).values(), default=None)

    @model_validator(mode="after")
    def _has_a_reason(self) -> "Recycling":
        if all(getattr(self, reason) is None for reason in _REASONS):
            raise problem(*application_pools.never_recycles(", ".join(_REASONS)))
        return self


class Growth(Part):
    """What requests leave behind in their process, such as cached fragments, fragmentation and leaks."""

    shorthand: ClassVar[str] = "per_request"

    per_request: Annotated[float, quantity(SIZE, "0 B", "1 GiB")] = parameter(
        "Bytes that a request leaves behind in its process."
    )
    plateau: Annotated[float | None, optional(quantity(SIZE, "1 B", "1 PB"))] = parameter(
        "Bytes that what is left behind approaches, the more slowly the nearer it is; none means that it grows for"
        " ever.",
        default="none",
        source="a leak has no plateau",
    )


class ApplicationPool(Part):
    """Worker processes that serve some of the classes of requests, isolated from those of other pools."""

    name: Name = parameter("Name that classes of requests refer to; it does not end in a number.")
    processes: Annotated[int, whole(1, 64)] = parameter(
        "Worker processes of the pool; more than one make a web garden.",
        default=1,
        source="Microsoft TechNet, IIS 6.0 MaxProcesses: 1 unless set",
    )
    threads: Annotated[int | None, optional(whole(1, 100_000))] = parameter(
        "Requests that one process works on at the same time, what an old one still works on while a new one takes over"
        " included; none means no limit.",
        default="none",
        source="no such limit is set",
    )
    queue_limit: Annotated[int | None, optional(whole(0, 100_000_000))] = parameter(
        "Largest number of requests in the pool, in work or waiting: 0 refuses all. none means no limit.",
        default="none",
        source="no such limit is set",
    )
    base_memory: Annotated[float, quantity(SIZE, "0 B", "1 TiB")] = parameter(
        "Address space in bytes of one process before its first request."
    )
    request_memory: Annotated[float, quantity(SIZE, "0 B", "1 TiB")] = parameter(
        "Address space in bytes that a request holds while it is worked on."
    )
    growth: Growth = parameter("What requests leave behind in their process.")
    recycling: Annotated[Recycling | None, optional()] = parameter(
        "When and how a process is replaced; none means never.", default="none", source="no recycling is set"
    )

    @field_validator("name")
    @classmethod
    def _tells_processes_apart(cls, name: str) -> str:
        if name[-1].isdigit() or name == "request":
            raise problem(*application_pools.name_used_otherwise(name.rstrip("0123456789 ") or "pool"))
        return name
