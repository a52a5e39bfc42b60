"""How much memory there is for simulations: what the machine, its container and the limits of the process leave.

A stated limit, HEADROOM_MEMORY, comes first: "4 GB". A server of pages states its own.
"""

import os
import resource
from functools import cache
from pathlib import Path

VARIABLE = "HEADROOM_MEMORY"
# The share of what is free that a simulation may take: others want some of it too.
SHARE = 0.9
_INFO = Path("/proc/meminfo")
_PAGES = Path("/proc/self/statm")
# What a container may take and what it has taken: control groups of version 2, and of version 1.
_GROUPS = (
    (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")),
    (Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"), Path("/sys/fs/cgroup/memory/memory.usage_in_bytes")),
)


class OutOfMemory(Exception):  # noqa: N818 - named for what the reader is told
    """A run has grown beyond the memory that there is: offer less, or simulate for a shorter time."""


@cache
def available_bytes() -> float:
    """Bytes that simulations may take here, as it was when this was first asked: what they take themselves later is
    theirs."""
    return free_bytes()


def free_bytes() -> float:
    """Bytes that may be taken now."""
    return SHARE * max(0.0, min([_of_machine(), *_of_groups(), *_of_process()]))


def resident_bytes() -> float:
    """Bytes that this process has in memory now; 0 where the system does not tell."""
    pages = _numbers(_PAGES)
    return pages[1] * os.sysconf("SC_PAGE_SIZE") if len(pages) > 1 else 0.0


def _of_machine() -> float:
    """What the machine has to give; all of its memory where it does not tell what is free."""
    if _INFO.exists():
        for line in _INFO.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return float(line.split()[1]) * 1024.0
    return float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")


def _of_groups() -> list[float]:
    found = []
    for largest, current in _GROUPS:
        most, now = _numbers(largest), _numbers(current)
        if most and now:
            found.append(most[0] - now[0])
    return found


def _of_process() -> list[float]:
    """What the limits of the process leave of its address space."""
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    pages = _numbers(_PAGES)
    if most == resource.RLIM_INFINITY or not pages:
        return []
    return [most - pages[0] * os.sysconf("SC_PAGE_SIZE")]


def _numbers(file: Path) -> list[float]:
    """The numbers in a file of the system; none where there is no such file, or "max" in it."""
    try:
        return [float(word) for word in file.read_text(encoding="ascii").split()]
    except (OSError, ValueError):
        return []
