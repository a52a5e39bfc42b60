"""What the cores of a server do together while some of their hardware threads are busy: its capacity curve.

It follows the universal scalability law (see scaling_law.py), by shares that are stated or are fitted to what somebody
measured.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from models.parts.hardware import Server
from models.scaling_law import ScalingLaw, fit_scaling_law, slowdown
from models.scenario import FarmParts

SHARED, TO_COMPLETION, SLICES = "shared", "run-to-completion", "time-slices"
# Rounding, as a share of what one core does.
ROUNDING = 1e-9


class ServerThreads(NamedTuple):
    """Hardware threads before they hold each other up. second: what each further thread of a core adds, as a share of a
    core; clock: of all cores busy, as a share of that of one busy core."""

    cores: int
    per_core: int
    second: float
    clock: float

    @property
    def number(self) -> int:
        """All of them."""
        return self.cores * self.per_core

    def unhindered(self, busy: float) -> float:
        """What some busy threads do, in cores at the clock of a single one: each takes a core of its own first."""
        cores = min(busy, self.cores)
        fall = (1.0 - self.clock) * (cores - 1.0) / (self.cores - 1.0) if self.cores > 1 else 0.0
        return (cores + self.second * (busy - cores)) * (1.0 - fall)


def server_threads(server: Server) -> ServerThreads:
    """The hardware threads of a server."""
    return ServerThreads(server.cores, server.threads_per_core, server.second_thread, server.clock_all_busy)


def fitted_law(server: Server) -> ScalingLaw | None:
    """The law fitted to the rows that a server was measured at, None without any. Raises NoScalingLaw."""
    rows = tuple((row.threads, row.rate) for row in server.measured_scaling)
    return _fitted(rows, server_threads(server)) if rows else None


@lru_cache(maxsize=64)
def _fitted(rows: tuple[tuple[int, float], ...], threads: ServerThreads) -> ScalingLaw:
    return fit_scaling_law(rows, threads.unhindered)


def capacity_curve(farm: FarmParts) -> tuple[float, ...]:
    """What a server does with 1, 2, ... busy threads, in cores at the clock of a single one, as far as its web server
    keeps so many busy; () where each busy core does the same whatever others do."""
    server = farm.server
    curve = server_curve(server)[: most_at_once(farm)]
    return () if len(curve) <= server.cores and curve == tuple(range(1, len(curve) + 1)) else curve


def server_curve(server: Server) -> tuple[float, ...]:
    """What all threads of a server do, whatever its web server keeps busy, as `capacity_curve` has it."""
    law = fitted_law(server)
    shares = (law.contention.value, law.coherence.value) if law else (server.contention, server.coherence)
    return _curve(server_threads(server), *shares)


# A server of each tier in each of some hundred worlds has one.
@lru_cache(maxsize=4096)
def _curve(threads: ServerThreads, contention: float, coherence: float) -> tuple[float, ...]:
    numbers = range(1, threads.number + 1)
    curve = [threads.unhindered(busy) / slowdown(busy, contention, coherence) for busy in numbers]
    # What falls by rounding alone is flat.
    highest = accumulate(curve, max)
    return tuple(most if most - each <= ROUNDING else each for most, each in zip(highest, curve, strict=True))


def burst_cores(farm: FarmParts) -> float:
    """What the cores of a server do together at the most, in cores, as far as its web server keeps them busy."""
    curve, most = capacity_curve(farm), most_at_once(farm)
    return curve[-1] if curve else float(farm.server.cores if most is None else min(farm.server.cores, most))


def core_capacity(farm: FarmParts) -> float:
    """The same in the long run, for which a CPU quota may allow less.

    A quota counts the time of hardware threads, each of which is worth as much as when all of them are busy: others may
    work on the second thread of its core.
    """
    most, quota = burst_cores(farm), farm.server.cpu_quota
    if quota is None:
        return most
    threads = server_threads(farm.server).number
    return min(most, quota.cores * (_all_threads(farm.server) / threads))


def _all_threads(server: Server) -> float:
    """What all hardware threads of a server do together, in cores."""
    return server_curve(server)[-1]


def curve_faults(farm: FarmParts) -> Iterator[tuple[str, int]]:
    """What is wrong with a capacity curve, and from how many busy threads on: that it "falls", that it "steepens"."""
    yield from _faults(capacity_curve(farm))


# Servers that differ in their cards or disks only have the same curve.
@lru_cache(maxsize=256)
def _faults(curve: tuple[float, ...]) -> tuple[tuple[str, int], ...]:
    gains = [after - before for before, after in pairwise((0.0, *curve))]
    falls = [threads for threads, gain in enumerate(gains) if gain < -ROUNDING]
    steepens = [threads for threads, (one, next_) in enumerate(pairwise(gains), 1) if next_ > one + ROUNDING]
    if falls:
        return (("falls", falls[0]),)
    return (("steepens", steepens[0]),) if steepens else ()


def most_at_once(farm: FarmParts) -> int | None:
    """How many requests the processors serve at the same time while the others wait in order; None is all of them."""
    web, threads = farm.web_server, server_threads(farm.server).number
    most = web.in_work if leaves_threads_idle(farm) else web.workers
    if web.discipline == SHARED:
        return most
    return threads if most is None else min(most, threads)


def leaves_threads_idle(farm: FarmParts) -> bool:
    """Whether the web server never keeps all hardware threads of its server busy."""
    most = farm.web_server.in_work
    return most is not None and most < server_threads(farm.server).number


def time_slice(farm: FarmParts) -> float | None:
    """After how much work, in seconds of a core, a request goes behind those that wait; None is never."""
    return farm.operating_system.time_slice if farm.web_server.discipline == SLICES else None
