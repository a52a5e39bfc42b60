"""Jobs that are no sessions: they arrive, take their steps and leave. Each is one SimPy process."""

from simpy import Interrupt

from simulator.engines.columns import (
    JOBS_COMPLETED,
    JOBS_OFFERED,
    JOBS_OPEN,
    JOBS_OPEN_MOMENT,
    JOBS_REFUSED,
    first_column,
)
from simulator.engines.reference.clock import ARRIVAL, Clock, Process
from simulator.engines.reference.cluster import NodeDown, Nodes
from simulator.engines.reference.job import Job
from simulator.engines.reference.program import give_all_back, perform
from simulator.engines.reference.refused import StepRefused
from simulator.engines.reference.workload import SessionDraws
from simulator.network.network import Network


class BackgroundJobs:
    """One kind of background job at all nodes; `kind` is its number in the network."""

    def __init__(
        self,
        clock: Clock,
        network: Network,
        kind: int,
        cluster: Nodes,
        workload: SessionDraws,
        totals: list[list[float]],
    ) -> None:
        self._clock = clock
        self._jobs = network.background[kind]
        self._kind = kind
        self._cluster = cluster
        self._workload = workload
        self._totals = totals
        self._column = first_column(network, "background", self._jobs.name)

    def arrivals(self) -> Process:
        """Starts the jobs as they arrive."""
        for job, arrival in self._workload.background(self._kind, self._jobs):
            yield self._clock.at(arrival, ARRIVAL)
            self._clock.process(self._life(job))

    def _life(self, job: Job) -> Process:
        """A job takes its steps; if it is refused one it gives back what it holds. Either way it leaves."""
        self._count(job, JOBS_OFFERED, 1)
        try:
            self._cluster.require_standing(job)
            self._cluster.settles(job)
            yield from perform(self._cluster.nodes[job.node], self._workload, job, self._jobs.steps)
            outcome = JOBS_COMPLETED
        except StepRefused:
            give_all_back(self._cluster.nodes[job.node], job)
            outcome = JOBS_REFUSED
        except (NodeDown, Interrupt):
            outcome = JOBS_REFUSED
        self._cluster.moves_out(job)
        self._count(job, outcome, -1)

    def _count(self, job: Job, event: int, change: int) -> None:
        """Counts a job that comes or goes."""
        totals = self._totals[job.node]
        totals[self._column + event] += 1.0
        totals[self._column + JOBS_OPEN] += change
        totals[self._column + JOBS_OPEN_MOMENT] += change * self._clock.now
