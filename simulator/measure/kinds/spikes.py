"""Spells in which the CPU is full."""

import numpy as np

from simulator.engines.tally import Tally
from simulator.measure.results import Measures
from simulator.measure.steady import PERCENT, Steady
from simulator.network.resources import SharedCapacity
from simulator.network.roles import Role

# A window counts as full from here on: its edges rarely fall together with those of a spell.
FULL = 0.99
# One full window may be chance; so many in a row are a spell.
FEWEST = 2


def spikes(steady: Steady) -> Measures:
    """`full_cpu`, the share of the windows in which the CPU is full, %; `full_cpu_run`, the mean length in seconds of
    the unbroken runs of at least two such windows, 0 where there is none. Both look at each node by itself."""
    cpus = [station for station in steady.network.shared if station.role is Role.CPU]
    if not cpus:
        return {}
    (cpu,) = cpus
    return {
        "full_cpu": steady.estimate(lambda tally: PERCENT * float(_full(steady, tally, cpu).mean()), "%"),
        "full_cpu_run": steady.estimate(lambda tally: _mean_run(_full(steady, tally, cpu), tally), "s"),
    }


def _full(steady: Steady, tally: Tally, cpu: SharedCapacity) -> np.ndarray:
    """Whether the CPU was full: bool (measured windows, nodes)."""
    column = tally.columns.index(("shared", cpu.name, "work"))
    work = np.diff(tally.edges[steady.first :, :, column], axis=0)
    return work >= FULL * cpu.capacity * tally.plan.window


def _mean_run(full: np.ndarray, tally: Tally) -> float:
    lengths = np.concatenate([runs(node) for node in full.T])
    long = lengths[lengths >= FEWEST]
    return float(long.mean()) * tally.plan.window if long.size else 0.0


def runs(marks: np.ndarray) -> np.ndarray:
    """The lengths of the unbroken runs of True in bool (n,), in order: int64 (runs,)."""
    changes = np.diff(np.concatenate(([0], marks.astype(np.int64), [0])))
    return np.flatnonzero(changes == -1) - np.flatnonzero(changes == 1)
