"""Shared stations that stand still for a time. Meanwhile their capacity is 0, so the busy path knows nothing of it."""

import numpy as np

from simulator.engines.columns import WORK
from simulator.engines.compiling import seldom
from simulator.engines.kernel.background import free_job, new_job
from simulator.engines.kernel.programs.tables import Tables
from simulator.engines.kernel.stations.sharing import shared_advance, shared_divide
from simulator.engines.kernel.timer import sleep
from simulator.network.network import Network

# A station that stands still: up to when it has been counted as busy, until when it does, its true capacity, the step
# of the job that ends it, and the column that counts for how long it does.
HALT = np.dtype(
    [("halted", "i8"), ("since", "f8"), ("until", "f8"), ("capacity", "f8"), ("resume", "i8"), ("column", "i8")],
    align=True,
)


def build_halts(network: Network, tables: Tables) -> np.ndarray:
    """The record of each shared station that may stand still: HALT (stations,)."""
    halts = np.zeros(len(network.shared), dtype=HALT)
    halts["capacity"] = [station.capacity for station in network.shared]
    halts["resume"] = [tables.resume[s] for s in range(len(network.shared))]
    return halts


@seldom
def shared_halt(world, s, seconds, column, now):
    """Station `s` serves nobody for `seconds`, or for so much longer if it is halted already; it counts as busy.

    For how long, as it passes, is counted in `column` of who halted it first.
    """
    halt = world.halts[s]
    if halt.halted:
        halt.until += seconds
        return
    shared_advance(world, s, now)
    halt.halted = 1
    halt.since = now
    halt.column = column
    halt.until = now + seconds
    world.sharing.station[s].capacity = 0.0
    shared_divide(world, s, now)
    sleep(world, new_job(world, halt.resume), halt.until)


@seldom
def halt_step(world, job, step, now):
    """A halt ends. False, for its job is done."""
    resume(world, step.at, job, now)
    return False


@seldom
def resume(world, s, job, now):
    """The halt of station `s` is over, unless it was made longer."""
    halt = world.halts[s]
    if now < halt.until:
        sleep(world, job, halt.until)
        return
    halt_advance(world, s, now)
    shared_advance(world, s, now)
    halt.halted = 0
    world.sharing.station[s].capacity = halt.capacity
    shared_divide(world, s, now)
    free_job(world, job)


@seldom
def divide_all(world, now):
    """Divides anew what each shared station has to give, after it has come to be another amount."""
    for s in range(world.sharing.station.size):
        shared_divide(world, s, now)


@seldom
def halt_advance(world, s, now):
    """Counts a halted station as halted, and as busy, up to `now`."""
    halt = world.halts[s]
    if halt.halted:
        totals = world.statistics.totals
        totals[world.sharing.station[s].column + WORK] += (now - halt.since) * halt.capacity
        totals[halt.column] += now - halt.since
        halt.since = now
