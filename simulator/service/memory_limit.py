"""How much memory the server of the pages takes: its limit, and what it does when it comes near."""

import ctypes
from collections.abc import Callable
from contextlib import suppress

from simulator.engines.memory import resident_bytes
from simulator.machine.resources import parse_memory

# Bytes that the process stays under, unless HEADROOM_MEMORY says another limit; and what of it the program itself takes
# with what is kept for whoever asks again.
LIMIT, PROGRAM = 2e9, 1.1e9
LEAST = 0.25  # The share of the limit that jobs have, however low it is.


def process_limit() -> float:
    """Bytes that the process may take."""
    stated = parse_memory()
    return LIMIT if stated is None else stated


def job_memory_limit() -> float:
    """Bytes that all jobs under way may take together."""
    return max(LEAST * process_limit(), process_limit() - PROGRAM)


def is_full(forget: Callable[[], None], takes: Callable[[], float] = resident_bytes) -> bool:
    """Whether the process takes more than it may, even after it has been made to `forget` what it keeps for others."""
    if takes() <= process_limit():
        return False
    forget()
    _give_back()
    return takes() > process_limit()


def _give_back() -> None:
    """Lets the C library give free memory back to the system, where it can."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
