"""The reference engine: the specification, written to be read. One SimPy process a session.

Read sessions.py first, for the life of a session; then program.py, for the steps that it takes; then the resources that
the steps ask (sharing.py, queueing.py, tokens.py, cache.py, memory.py, recycling.py); and clock.py, for what comes
first. The kernel has the same files and does the same, request by request.
"""

from collections.abc import Generator
from threading import Event as Flag

from simpy.events import Event

from simulator.engines.engine import Refusal, Stopped
from simulator.engines.plan import RunPlan
from simulator.engines.reference.background import BackgroundJobs
from simulator.engines.reference.clock import EDGE, Clock
from simulator.engines.reference.cluster import Nodes
from simulator.engines.reference.sessions import Sessions
from simulator.engines.reference.statistics import ReferenceStatistics
from simulator.engines.reference.workload import SessionDraws
from simulator.engines.tally import Tally
from simulator.network.network import Network

# A run looks up this many times whether it has been stopped.
GLANCES = 64


class Reference:
    """Runs any network, tens of thousands of requests a second, the way a person would tell it."""

    name = "reference"

    def __init__(self) -> None:
        self._stopped = Flag()

    def supports(self, network: Network) -> Refusal | None:
        """The reference runs every network."""
        return None

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication. Same arguments, same tally, bit for bit. Raises Stopped after `stop`."""
        clock = Clock()
        statistics = ReferenceStatistics(network, plan)
        workload = SessionDraws(network, seed, plan.replication)
        cluster = Nodes(clock, network, workload, statistics.totals)
        sessions = Sessions(clock, network, cluster, workload, statistics)
        clock.process(sessions.arrivals())
        for kind in range(len(network.background)):
            jobs = BackgroundJobs(clock, network, kind, cluster, workload, statistics.totals)
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
