"""What is usual in a unit before anything happens to it: what comes back up to that piles up nowhere."""

import numpy as np

from simulator.engines.tally import Tally
from simulator.experiment.target_strain import LoadBefore
from simulator.failover.failure_run import FailureRun

# Edges at least that tell how many requests are in progress before anything happens.
FEWEST = 12


def load_before_failure(watch: FailureRun, tally: Tally) -> LoadBefore:
    """The most that was open and in progress at once in all of the unit before the first event."""
    before = edges_before(watch)
    return LoadBefore(
        float(tally.column("sessions", "open")[before].max()), float(requests_in_progress(watch, tally)[before].max())
    )


def requests_in_progress(watch: FailureRun, tally: Tally) -> np.ndarray:
    """Requests that are under way at the edges of the windows: float64 (windows + 1,)."""
    under_way: np.ndarray = tally.column("requests", "issued") - tally.column("requests", "completed")
    for cause in watch.network.causes:
        for ended in ("failed", "tried again"):
            under_way = under_way - tally.column("cause", cause, ended)
    return under_way


def edges_before(watch: FailureRun) -> slice:
    """The edges of the windows in which nothing has happened yet and the unit has settled, the end of the warm-up where
    there are none."""
    first = watch.window_at(watch.begins)
    return slice(min(watch.first, max(0, first - FEWEST)), first + 1)
