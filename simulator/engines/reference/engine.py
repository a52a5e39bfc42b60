"""The reference engine: the specification, written to be read. One SimPy process a session, and one a background job.

Read sessions.py first, for the life of a session; then program.py, for the steps that it takes; then the resources that
the steps ask (stations.py, tokens.py, cache.py, memory.py); and clock.py, for what comes first. The kernel does the
same, request by request.
"""

from collections.abc import Generator
from threading import Event as Flag

from simpy.events import Event

from simulator.engines.columns import (
    JOBS_COMPLETED,
    JOBS_OFFERED,
    JOBS_OPEN,
    JOBS_OPEN_MOMENT,
    JOBS_REFUSED,
    first_column,
)
from simulator.engines.engine import Stopped, Unsupported
from simulator.engines.reference.clock import ARRIVAL, EDGE, Clock, Process
from simulator.engines.reference.cluster import NodeDown, Nodes
from simulator.engines.reference.job import Job
from simulator.engines.reference.program import release_all
from simulator.engines.reference.sessions import Sessions
from simulator.engines.reference.statistics import ReferenceStatistics
from simulator.engines.reference.tokens import StepRefused
from simulator.engines.reference.workload import SessionDraws
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network

# A run looks up this many times whether it has been stopped.
GLANCES = 64


class Reference:
    """Runs any network, tens of thousands of requests a second, the way a person would tell it."""

    name = "reference"

    def __init__(self) -> None:
        self._stopped = Flag()

    def supports(self, network: Network) -> Unsupported | None:
        """The reference runs every network."""
        return None

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication. Same arguments, same tally, bit for bit. Raises Stopped after `stop`."""
        network = network.every_way
        clock = Clock()
        statistics = ReferenceStatistics(network, plan)
        workload = SessionDraws(network, seed, plan.replication)
        cluster = Nodes(clock, network, workload, statistics)
        sessions = Sessions(clock, network, cluster, workload, statistics)
        clock.process(sessions.arrivals())
        for kind, each in enumerate(network.background):
            jobs = BackgroundJobs(clock, network, kind, cluster, workload, statistics)
            if each.posted:
                cluster.lets_post(each.name, jobs.begin)
            else:
                clock.process(jobs.arrivals())
        clock.process(cluster.happenings())
        clock.process(_close_windows(clock, plan, sessions.opened, cluster, statistics))
        for glance in range(1, GLANCES + 1):
            clock.play(plan.duration * glance / GLANCES)
            if self._stopped.is_set():
                raise Stopped
        return statistics.tally(clock.events)

    def stop(self) -> None:
        """Ends the runs under way, from any thread, at their next glance."""
        self._stopped.set()


def _close_windows(
    clock: Clock, plan: RunPlan, opened: Event, cluster: Nodes, statistics: ReferenceStatistics
) -> Generator[Event, None, None]:
    """Records the totals at the edges of the windows, before anything else that happens at an edge.

    At time 0 the sessions that are open at the start have come already.
    """
    yield opened
    for window in range(plan.windows + 1):
        yield clock.at(window * plan.window, EDGE)
        cluster.advance()
        statistics.close_window()


class BackgroundJobs:
    """One kind of background job at all nodes: they are no sessions, but arrive, or are posted, take their steps and
    leave. Each is one SimPy process; `kind` is the number of the kind in the network."""

    def __init__(
        self,
        clock: Clock,
        network: Network,
        kind: int,
        cluster: Nodes,
        workload: SessionDraws,
        statistics: ReferenceStatistics,
    ) -> None:
        self._clock = clock
        self._jobs = network.background[kind]
        self._kind = kind
        self._cluster = cluster
        self._workload = workload
        self._statistics, self._totals = statistics, statistics.totals
        self._apart = bool(network.backend_apart)
        self._column = first_column(network, "background", self._jobs.name)

    def arrivals(self) -> Process:
        """Starts the jobs as they arrive."""
        for job, arrival in self._workload.background(self._kind, self._jobs):
            yield self._clock.at(arrival, ARRIVAL)
            self._clock.process(self._life(job))

    def begin(self, number: int, node: int) -> None:
        """A job is posted; what is done at the backend counts at the first node."""
        job = Job(number, 0 if self._apart else node, client=0, left=0)
        self._count(job, JOBS_OFFERED, 1)
        self._clock.launch(self._until_done(job, self._clock.now))

    def _until_done(self, job: Job, since: float) -> Process:
        """A job that was posted is worked on until it is done, however often a step is refused."""
        while True:
            try:
                yield from self._cluster.work(job, self._jobs.steps)
                break
            except StepRefused:
                yield self._clock.sleep(self._jobs.again)
        self._count(job, JOBS_COMPLETED, -1)
        self._statistics.count_posted(self._jobs.name, self._clock.now - since, self._clock.now)

    def _life(self, job: Job) -> Process:
        """A job takes its steps; if it is refused one it gives back what it holds. Either way it leaves."""
        self._count(job, JOBS_OFFERED, 1)
        try:
            yield from self._cluster.perform(job, self._jobs.steps)
            outcome = JOBS_COMPLETED
        except StepRefused:
            release_all(self._cluster.nodes[job.node], job)
            outcome = JOBS_REFUSED
        except NodeDown:
            outcome = JOBS_REFUSED
        self._count(job, outcome, -1)

    def _count(self, job: Job, event: int, change: int) -> None:
        """Counts a job that comes or goes."""
        totals = self._totals[job.node]
        totals[self._column + event] += 1.0
        totals[self._column + JOBS_OPEN] += change
        totals[self._column + JOBS_OPEN_MOMENT] += change * self._clock.now
