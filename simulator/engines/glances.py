"""How often a run looks up: to see whether it has been stopped, and for the response times of its windows."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from simulator.engines.histogram import BINS
from simulator.engines.plan import RunPlan

# A run looks up at least so many times whether it has been stopped.
GLANCES = 64


class Responses:
    """The response times of a run up to the edge of each window, for a plan that asks for them.

    by_window: int64 (windows + 1, bins), of all classes; (0, 0) where the plan does not ask; by_group: int64 (groups,
    windows + 1, bins), the same of each group of nodes, that end before the nodes `ends`; (0, 0, 0) without groups.
    """

    def __init__(self, plan: RunPlan, ends: Sequence[int] = ()) -> None:
        self._plan, self._edge, self._ends = plan, 0, ends
        several = plan.by_window and len(ends) > 0
        self.by_group = np.zeros((len(ends), plan.windows + 1, BINS) if several else (0, 0, 0), dtype=np.int64)
        self.by_window = np.zeros((plan.windows + 1, BINS) if plan.by_window else (0, 0), dtype=np.int64)

    def glances(self) -> Iterator[float]:
        """The times at which to look up, seconds; at the edge of a window nothing has happened yet."""
        plan = self._plan
        if not plan.by_window:
            yield from (plan.duration * glance / GLANCES for glance in range(1, GLANCES + 1))
            return
        for window in range(1, plan.windows + 1):
            yield math.nextafter(window * plan.window, 0.0)
        yield plan.duration

    def glance(self, histograms: Sequence[np.ndarray]) -> None:
        """Looks at the histograms of some nodes, int64 (classes, bins) each, at the next time."""
        self._edge += 1
        if self._edge < len(self.by_window):
            self.by_window[self._edge] = sum(histogram.sum(axis=0) for histogram in histograms)
            for group, (first, end) in enumerate(pairwise((0, *self._ends))):
                self.by_group[group, self._edge] = sum(histogram.sum(axis=0) for histogram in histograms[first:end])
