"""When the series of a server have settled, by MSER-5.

A batch is a window. Of five observations, each over a fifth of it, the mean of a rate or of a level is that of the
window, and a ratio over the window weighs what it is a ratio of; so the windows that a run keeps are the batches.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.parts.run import Run
from simulator.measure.mser import mser
from simulator.measure.series import traces
from simulator.measure.steady import Steady

# A cut that moves a mean by less than this share of the precision asked is chance: no more is known of the mean.
NEGLIGIBLE = 0.1


@dataclass(frozen=True)
class Settling:
    """When a series has settled: after so many windows; `at_end` says that the series is too short to tell."""

    series: str
    windows: int
    at_end: bool


def settles_last(steady: Steady, run: Run) -> Settling | None:
    """The series that settles last, all of them taken from time 0 as the mean over the replications.

    If it is not known of some when they settle, one of those; None if none has anything to settle.
    """
    return max(_settling(steady, run), key=lambda found: (found.at_end, found.windows), default=None)


def _settling(steady: Steady, run: Run) -> Iterator[Settling]:
    measured = max(1, round(run.seconds / run.window))
    for trace in traces(steady):
        if trace.settles:
            each = np.array([trace.read(tally) for tally in steady.tallies])
            # A window that says nothing in one replication would make the mean another one.
            known = np.flatnonzero(np.isfinite(each).all(axis=0))
            if known.size:
                mean = each[:, known].mean(axis=0)
                cut = mser(mean)
                if _matters(mean, known < measured, cut.batches, NEGLIGIBLE * run.precision):
                    yield Settling(trace.name, int(known[cut.batches]), cut.at_end)


def _matters(values: np.ndarray, early: np.ndarray, cut: int, negligible: float) -> bool:
    """Whether the mean of the values that are `early`, without any cut, is off by more than a negligible share."""
    after = float(values[cut:].mean())
    return not early.any() or abs(float(values[early].mean()) - after) > negligible * abs(after)
