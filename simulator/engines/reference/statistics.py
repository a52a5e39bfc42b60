"""What a run records as it goes: counts, areas, windows, response-time histograms, and a log if one is asked for."""

from dataclasses import replace

import numpy as np

from simulator.engines.columns import (
    ACTIVE_MOMENT,
    AGAIN,
    CLASS_COMPLETED,
    CLASS_RESPONSE,
    COMPLETED,
    FAILED,
    FINISHED,
    FIRST_PIECES,
    FIRST_SENT,
    FIRST_TIME,
    FIXED,
    GAVE_UP,
    ISSUED,
    LOST,
    OFFERED,
    OPEN,
    OPEN_MOMENT,
    PAYLOAD,
    PER_CAUSE,
    REFUSALS,
    RESPONSE,
    WIRE,
    column_names,
    first_column,
)
from simulator.engines.histogram import BINS, bin_of
from simulator.engines.reference.job import Job
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import LOG, Tally
from simulator.network.network import Network

SUCCESS = -1  # The cause in the log of a request that was completed.


class ReferenceStatistics:
    """`totals` holds, for each node, the columns of columns.py since the start."""

    def __init__(self, network: Network, plan: RunPlan) -> None:
        self._plan = plan
        self._columns = column_names(network)
        self._causes = network.causes
        self._class_columns = [first_column(network, "class", c.name) for c in network.classes]
        self.totals = [[0.0] * len(self._columns) for _ in range(network.nodes)]
        self._edges: list[list[list[float]]] = []
        self._histogram = np.zeros((len(network.classes), BINS), dtype=np.int64)
        self._posted = list(network.posted)
        self._network = network
        self._first_pieces = np.zeros((int(network.comes_in_pieces), BINS), dtype=np.int64)
        self._jobs = np.zeros((len(self._posted), BINS), dtype=np.int64)
        self._by_window: list[np.ndarray] = []
        # The rows of the classes of each group of nodes.
        self._rows = [
            [row for row, each in enumerate(network.classes) if each.to_clients in group.classes]
            for group in network.groups
        ]
        self._by_group: list[list[np.ndarray]] = [[] for _ in network.groups]
        self._log: list[tuple[float, ...]] = []

    def count_arrival(self, job: Job, now: float) -> None:
        """Counts a session that arrives."""
        totals = self.totals[job.node]
        totals[OFFERED] += 1.0
        totals[OPEN] += 1.0
        totals[OPEN_MOMENT] += now

    def count_move(self, before: int, after: int, now: float) -> None:
        """Counts a session that goes on at another node."""
        for node, change in ((before, -1.0), (after, 1.0)):
            self.totals[node][OPEN] += change
            self.totals[node][OPEN_MOMENT] += change * now

    def count_departure(self, job: Job, now: float) -> None:
        """Counts a session that leaves, whether it got all that it came for or not."""
        totals = self.totals[job.node]
        totals[OPEN] -= 1.0
        totals[OPEN_MOMENT] -= now
        if job.left == 0:
            totals[FINISHED] += 1.0
        else:
            totals[LOST] += job.left

    def count_refusal(self, job: Job, cause: str) -> None:
        """Counts a session that was not let in; it may try again."""
        self.totals[job.node][self._cause_column(cause) + REFUSALS] += 1.0

    def count_surrender(self, job: Job, cause: str) -> None:
        """Counts a session that was refused once too often."""
        self.totals[job.node][self._cause_column(cause) + GAVE_UP] += 1.0

    def count_begin(self, job: Job, now: float) -> None:
        """Counts a request that begins."""
        totals = self.totals[job.node]
        totals[ISSUED] += 1.0
        totals[ACTIVE_MOMENT] += now

    def count_end(self, job: Job, now: float) -> None:
        """Counts a request that is completed."""
        response = now - job.start
        totals = self.totals[job.node]
        totals[COMPLETED] += 1.0
        totals[ACTIVE_MOMENT] -= now
        totals[RESPONSE] += response
        totals[PAYLOAD] += job.payload
        totals[WIRE] += job.wire
        column = self._class_columns[job.kind]
        totals[column + CLASS_COMPLETED] += 1.0
        totals[column + CLASS_RESPONSE] += response
        if now > self._plan.warm_up:
            self._histogram[job.kind, bin_of(response)] += 1
        self._write(job, SUCCESS, now)

    def count_again(self, job: Job, cause: str, now: float) -> None:
        """Counts a request that is tried again, which is a request in progress again when it is asked for again."""
        totals = self.totals[job.node]
        totals[self._cause_column(cause) + AGAIN] += 1.0
        totals[ACTIVE_MOMENT] -= now
        self._write(job, self._causes.index(cause), now)

    def count_posted(self, name: str, seconds: float, now: float) -> None:
        """Counts how long a job took that was posted."""
        if now > self._plan.warm_up:
            self._jobs[self._posted.index(name), bin_of(seconds)] += 1

    def count_first_piece(self, job: Job, now: float) -> None:
        """Counts how long it took until the first piece of a response was sent, to a client that is still there."""
        if job.left_behind:
            return
        column, seconds = first_column(self._network, *FIRST_PIECES), now - job.start
        totals = self.totals[job.node]
        totals[column + FIRST_SENT] += 1.0
        totals[column + FIRST_TIME] += seconds
        if now > self._plan.warm_up:
            self._first_pieces[0, bin_of(seconds)] += 1

    def count_failure(self, job: Job, cause: str, now: float) -> None:
        """Counts a request that fails."""
        totals = self.totals[job.node]
        totals[self._cause_column(cause) + FAILED] += 1.0
        totals[ACTIVE_MOMENT] -= now
        self._write(job, self._causes.index(cause), now)

    def close_window(self) -> None:
        """Copies the totals at the edge of a window; every area has been brought up to it."""
        self._edges.append([list(totals) for totals in self.totals])
        if self._plan.by_window:
            self._by_window.append(self._histogram.sum(axis=0))
            for rows, windows in zip(self._rows, self._by_group, strict=True):
                windows.append(self._histogram[rows].sum(axis=0))

    def tally(self, events: int) -> Tally:
        """All that was recorded."""
        log = np.array(self._log, dtype=LOG)
        found = Tally(
            self._plan, self._columns, np.array(self._edges), self._histogram, log, events,
            jobs=self._jobs, first_pieces=self._first_pieces,
        )  # fmt: skip
        if not self._plan.by_window:
            return found
        found = replace(found, by_window=np.array(self._by_window))
        return replace(found, by_group=np.array(self._by_group)) if self._by_group else found

    def _cause_column(self, cause: str) -> int:
        return FIXED + PER_CAUSE * self._causes.index(cause)

    def _write(self, job: Job, cause: int, now: float) -> None:
        """Writes a line of the log while there is room."""
        if len(self._log) < self._plan.log:
            self._log.append((job.session, job.request, job.node, job.kind, cause, job.start, now))
