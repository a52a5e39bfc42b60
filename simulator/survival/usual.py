"""What is usual in a unit before anything happens to it: what comes back up to that piles up nowhere."""

import numpy as np

from simulator.engines.tally import Tally
from simulator.measure.strain import Usual
from simulator.survival.watched import Watched

# Edges at least that tell how many requests are in progress before anything happens.
FEWEST = 12


def usual(watch: Watched, tally: Tally) -> Usual:
    """The most that was open and in progress at once in all of the unit before the first event."""
    before = edges_before(watch)
    return Usual(float(tally.column("sessions", "open")[before].max()), float(in_progress(watch, tally)[before].max()))


def in_progress(watch: Watched, tally: Tally) -> np.ndarray:
    """Requests that are under way at the edges of the windows: float64 (windows + 1,)."""
    under_way: np.ndarray = tally.column("requests", "issued") - tally.column("requests", "completed")
    for cause in watch.network.causes:
        for ended in ("failed", "tried again"):
            under_way = under_way - tally.column("cause", cause, ended)
    return under_way


def edges_before(watch: Watched) -> slice:
    """The edges of the windows in which nothing has happened yet and the unit has settled, the end of the warm-up where
    there are none."""
    first = watch.window_at(watch.begins)
    return slice(min(watch.first, max(0, first - FEWEST)), first + 1)
