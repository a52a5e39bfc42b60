"""What one replication has counted. Every engine returns one; the measuring stage makes estimates of them."""

from dataclasses import dataclass, field

import numpy as np

from simulator.engines.run_plan import RunPlan

# One line of the log, for each try of a request that ends; `cause` is -1 for a completed one, else the index of the
# cause in the network's causes.
LOG = np.dtype(
    [("session", "i8"), ("request", "i8"), ("node", "i8"), ("kind", "i8"), ("cause", "i8")]
    + [("start", "f8"), ("end", "f8")]
)


@dataclass(frozen=True)
class Tally:
    """edges: float64 (windows + 1, nodes, columns), the totals at the edges of the windows (see columns.py);
    histogram: int64 (classes, bins), response times after the warm-up; log: LOG (entries,); events: how many.
    by_window: int64 (windows + 1, bins), the response times of all classes up to the edges of the windows, where the
    plan asks for them, else (0, 0); by_group: int64 (groups of nodes, windows + 1, bins), the same of each group, where
    there are groups, else (0, 0, 0). jobs: int64 (kinds of jobs that are posted, bins), how long those took that ended
    after the warm-up, from when they were posted. first_pieces: int64 (1, bins), how long it took until the first piece
    of a response was sent, of those after the warm-up, where responses come in pieces, else (0, bins)."""

    plan: RunPlan
    columns: tuple[tuple[str, ...], ...]
    edges: np.ndarray
    histogram: np.ndarray
    log: np.ndarray
    events: int
    by_window: np.ndarray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    by_group: np.ndarray = field(default_factory=lambda: np.zeros((0, 0, 0), dtype=np.int64))
    jobs: np.ndarray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    first_pieces: np.ndarray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))

    def column(self, *name: str) -> np.ndarray:
        """One column at the edges of the windows, summed over the nodes: float64 (windows + 1,)."""
        return np.asarray(self.edges[:, :, self.columns.index(name)].sum(axis=1))
