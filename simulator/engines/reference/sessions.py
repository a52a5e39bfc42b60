"""Sessions: how they arrive, connect, send their requests, think, and leave. A session is one SimPy process."""

from collections.abc import Generator

from simpy.events import Event

from simulator.engines.reference.clock import ARRIVAL, Clock, Process
from simulator.engines.reference.job import Job
from simulator.engines.reference.program import give_all_back, perform
from simulator.engines.reference.refused import StepRefused
from simulator.engines.reference.statistics import ReferenceStatistics
from simulator.engines.reference.workload import SessionDraws
from simulator.engines.reference.world import Node
from simulator.network.network import Network
from simulator.network.steps import Step

Attempt = Generator[Event, None, bool]


class Sessions:
    """Everybody who comes to the nodes."""

    def __init__(
        self, clock: Clock, network: Network, nodes: list[Node], workload: SessionDraws, statistics: ReferenceStatistics
    ) -> None:
        self._clock = clock
        self._source = network.source
        self._classes = network.classes
        self._nodes = nodes
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
        self._statistics.count_arrival(job, self._clock.now)
        if (yield from self._connect(job)):
            if job.session < self._source.open_at_start and job.attempts == 0:
                yield self._clock.sleep(self._workload.first_think(job))
            if (yield from self._send_requests(job)):
                yield from self._close(job)
        self._statistics.count_departure(job, self._clock.now)

    def _connect(self, job: Job) -> Attempt:
        """Tries to connect until the session is let in or gives up. True if it is in."""
        while True:
            try:
                yield from self._perform(job, self._source.connect)
                return True
            except StepRefused as refusal:
                give_all_back(self._nodes[job.node], job)
                self._statistics.count_refusal(job, refusal.cause)
                if job.attempts == self._source.attempts:
                    self._statistics.count_surrender(job, refusal.cause)
                    return False
            job.attempts += 1
            yield self._clock.sleep(self._source.back_off)

    def _send_requests(self, job: Job) -> Attempt:
        """Sends the requests one after the other. True unless one of them failed."""
        connection = list(job.held)
        while True:
            job.held = list(connection)
            if not (yield from self._request(job)):
                return False
            job.left -= 1
            job.request += 1
            if job.left == 0:
                return True
            yield self._clock.sleep(job.think)

    def _request(self, job: Job) -> Attempt:
        """Sends one request. True unless it failed, in which case all that the session holds is given back."""
        self._workload.begin_request(job, self._clock.now)
        self._statistics.count_begin(job, self._clock.now)
        try:
            yield from self._perform(job, self._classes[job.kind].steps)
        except StepRefused as refusal:
            self._statistics.count_failure(job, refusal.cause, self._clock.now)
            give_all_back(self._nodes[job.node], job)
            return False
        self._statistics.count_end(job, self._clock.now)
        return True

    def _close(self, job: Job) -> Process:
        """Takes leave. Who is refused a step of that gives back what it holds: all its requests were completed."""
        try:
            yield from self._perform(job, self._source.close)
        except StepRefused:
            give_all_back(self._nodes[job.node], job)

    def _perform(self, job: Job, steps: tuple[Step, ...]) -> Process:
        return perform(self._nodes[job.node], self._workload, job, steps)
