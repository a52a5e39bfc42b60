"""Sessions: how they arrive, connect, send their requests, think, and leave. A session is one SimPy process."""

from collections.abc import Generator

from simpy import Interrupt
from simpy.events import Event

from simulator.engines.reference.clock import ARRIVAL, Clock, Process
from simulator.engines.reference.cluster import NodeDown, Nodes
from simulator.engines.reference.job import Job
from simulator.engines.reference.program import give_all_back, perform
from simulator.engines.reference.refused import StepRefused
from simulator.engines.reference.statistics import ReferenceStatistics
from simulator.engines.reference.workload import SessionDraws
from simulator.network.cluster import NODE_DOWN
from simulator.network.network import Network
from simulator.network.steps import Step

Attempt = Generator[Event, None, bool]

# How a request ends: answered, refused by its node, or lost with it.
DONE, FAILED, LOST = "done", "failed", "lost"


class Sessions:
    """Everybody who comes to the nodes."""

    def __init__(
        self, clock: Clock, network: Network, cluster: Nodes, workload: SessionDraws, statistics: ReferenceStatistics
    ) -> None:
        self._clock = clock
        self._source = network.source
        self._classes = network.classes
        self._cluster = cluster
        self._workload = workload
        self._statistics = statistics
        # Happens once those who are open at the start have come.
        self.opened = clock.event()

    def arrivals(self) -> Process:
        """Starts the sessions: first those that are open at the start, then those that arrive."""
        for number in range(self._source.open_at_start):
            yield self._clock.at(0.0, ARRIVAL)
            self._clock.process(self.session(number))
        self.opened.succeed()
        for number, arrival in self._workload.arrivals():
            yield self._clock.at(arrival, ARRIVAL)
            self._clock.process(self.session(number))

    def session(self, number: int) -> Process:
        """The life of a session, and of those that follow it where sessions return."""
        job = self._workload.job(number)
        while True:
            yield from self._visit(job)
            if not self._source.returns:
                break
            yield self._clock.sleep(job.think if job.left == 0 else self._source.back_off)
            job = self._workload.again(job)

    def _visit(self, job: Job) -> Process:
        """One session, from its arrival to its end."""
        sent = self._cluster.place(job)
        self._statistics.count_arrival(job, self._clock.now)
        if (yield from self._connect(job, sent)):
            if job.session < self._source.open_at_start and job.attempts == 0:
                yield self._clock.sleep(self._workload.first_think(job))
            if (yield from self._send_requests(job)):
                yield from self._close(job)
        self._cluster.leaves(job)
        self._statistics.count_departure(job, self._clock.now)

    def _connect(self, job: Job, sent: bool = True) -> Attempt:
        """Tries to connect until the session is let in or gives up. True if it is in; `sent` is whether the balancer
        has sent it to a node."""
        while True:
            wait = self._source.back_off
            try:
                if sent:
                    yield from self._perform(job, self._source.connect)
                    return True
                raise NodeDown
            except StepRefused as refusal:
                give_all_back(self._cluster.nodes[job.node], job)
                cause = refusal.cause
            except NodeDown:
                job.torn_out()
                cause, wait = NODE_DOWN, self._source.reconnect
            self._statistics.count_refusal(job, cause)
            if job.attempts == self._source.attempts:
                self._statistics.count_surrender(job, cause)
                return False
            sent = yield from self._come_again(job, wait)

    def _come_again(self, job: Job, wait: float) -> Attempt:
        """One more attempt, later. True if the balancer sends the session to a node."""
        self._cluster.leaves(job)
        job.attempts += 1
        yield self._clock.sleep(wait)
        return self._sent_again(job)

    def _sent_again(self, job: Job) -> bool:
        """The balancer sends a session to a node once more. True if it believes in one."""
        if not self._cluster.coupled:
            return True
        before = job.node
        sent = self._cluster.place(job)
        self._statistics.count_move(before, job.node, self._clock.now)
        return sent

    def _send_requests(self, job: Job) -> Attempt:
        """Sends the requests one after the other. True unless one of them failed."""
        connection = list(job.held)
        while True:
            if not self._cluster.is_connected(job):
                # Who was thinking when its node died finds out now.
                job.torn_out()
                if not (yield from self._connect(job, self._sent_again(job))):
                    return False
                connection = list(job.held)
            job.held = list(connection)
            outcome = yield from self._request(job)
            if outcome == LOST and job.attempts < self._source.attempts:
                sent = yield from self._come_again(job, self._source.reconnect)
                if not (yield from self._connect(job, sent)):
                    return False
                connection = list(job.held)
                continue
            if outcome != DONE:
                return False
            job.left -= 1
            job.request += 1
            if job.left == 0:
                return True
            yield self._clock.sleep(self._workload.pause(job, self._clock.now))

    def _request(self, job: Job) -> Generator[Event, None, str]:
        """Sends one request: DONE, or FAILED, in which case all that the session holds is given back, or LOST with its
        node, in which case there is nobody to give it back to."""
        self._workload.begin_request(job, self._clock.now)
        self._statistics.count_begin(job, self._clock.now)
        try:
            yield from self._perform(job, self._classes[job.kind].steps)
        except StepRefused as refusal:
            self._statistics.count_failure(job, refusal.cause, self._clock.now)
            give_all_back(self._cluster.nodes[job.node], job)
            return FAILED
        except NodeDown:
            self._statistics.count_failure(job, NODE_DOWN, self._clock.now)
            job.torn_out()
            return LOST
        self._statistics.count_end(job, self._clock.now)
        return DONE

    def _close(self, job: Job) -> Process:
        """Takes leave. Who is refused a step of that gives back what it holds: all its requests were completed."""
        try:
            yield from self._perform(job, self._source.close)
        except StepRefused:
            give_all_back(self._cluster.nodes[job.node], job)
        except NodeDown:
            job.torn_out()

    def _perform(self, job: Job, steps: tuple[Step, ...]) -> Process:
        """Takes steps in the node that the session was sent to. Raises NodeDown if that is dead, or dies meanwhile."""
        self._cluster.require_standing(job)
        self._cluster.settles(job)
        try:
            yield from perform(self._cluster.nodes[job.node], self._workload, job, steps)
        except Interrupt:
            raise NodeDown from None
        finally:
            self._cluster.moves_out(job)
