"""Sessions: how they arrive, connect, send their requests, think, and leave. A session is one SimPy process, until its
client waits no longer: then what it leaves behind goes on as that process, and the client begins one of its own."""

from collections.abc import Callable, Generator

from simpy.events import Event

from simulator.engines.reference.client_timeouts import ClientLeft
from simulator.engines.reference.clock import ARRIVAL, COMING, Clock, Process
from simulator.engines.reference.cluster import NodeDown, Nodes
from simulator.engines.reference.job import Job
from simulator.engines.reference.program import release_all
from simulator.engines.reference.statistics import ReferenceStatistics
from simulator.engines.reference.tokens import StepRefused
from simulator.engines.reference.workload import SessionDraws
from simulator.network.client_timeouts import BREAKER_OPEN, CONNECT_TIMED_OUT, RESPONSE_TIMED_OUT
from simulator.network.cluster import NODE_DOWN
from simulator.network.network import Network
from simulator.network.steps import Step

Attempt = Generator[Event, None, bool]

# How a request ends: answered, failed for good, tried again after a pause, or lost with its node and tried again.
DONE, FAILED, AGAIN, LOST = "done", "failed", "again", "lost"


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
        self._waiting = cluster.waiting
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
        yield from self._live(self._workload.job(number), self._arrive)

    def _live(self, job: Job, visit: Callable[[Job], Process]) -> Process:
        """A visit, or the rest of one, and the sessions that follow it."""
        while True:
            try:
                yield from visit(job)
            except ClientLeft:
                return
            if not self._source.returns:
                return
            pause = job.think if job.left == 0 else self._source.back_off
            job, visit = self._workload.again(job), self._arrive
            yield self._comes_in(job, pause)

    def _arrive(self, job: Job) -> Process:
        """One session, from its arrival to its end."""
        sent = self._cluster.place(job)
        self._statistics.count_arrival(job, self._clock.now)
        yield from self._visit(job, sent)

    def _visit(self, job: Job, sent: bool) -> Process:
        """A session that has been sent to a node, or not, up to its end."""
        if (yield from self._connect(job, sent, first=True)):
            if self._was_open(job):
                yield self._clock.sleep(self._workload.first_think(job))
            if (yield from self._send_requests(job)):
                yield from self._close(job)
        self._leave(job)

    def _was_open(self, job: Job) -> bool:
        """Whether the session was open when the clock started, and is so still."""
        return job.session < self._source.open_at_start and job.attempts == 0 and job.tries == 0

    def _connecting(self, job: Job, first: bool) -> tuple[Step, ...]:
        """What it takes to be connected."""
        opened = self._source.opened
        return opened if first and opened is not None and self._was_open(job) else self._source.connect

    def _leave(self, job: Job) -> None:
        """The session is over."""
        self._cluster.leaves(job)
        self._statistics.count_departure(job, self._clock.now)

    def _connect(self, job: Job, sent: bool = True, first: bool = False) -> Attempt:
        """Tries to connect until the session is let in or gives up. True if it is in; `sent` is whether the balancer
        has sent it to a node, `first` whether it was connected nowhere before."""
        while True:
            wait = self._source.back_off
            try:
                if sent:
                    connected = self._waiting.connects(job, self._connect_times_out)
                    yield from self._perform(job, self._connecting(job, first), connected)
                    return True
                raise NodeDown
            except StepRefused as refusal:
                release_all(self._cluster.nodes[job.node], job)
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
        job.attempts += 1
        return (yield from self._sent_later(job, wait))

    def _sent_later(self, job: Job, wait: float) -> Attempt:
        """The session leaves its node and is sent to one again after a pause. True if the balancer believes in one."""
        self._cluster.leaves(job)
        yield self._comes_in(job, wait)
        return self._sent_again(job)

    def _comes_in(self, job: Job, seconds: float) -> Event:
        """A time after which a client comes to its node again, or to one of several."""
        if self._cluster.coupled:
            return self._clock.at(self._clock.now + seconds, COMING, job.session)
        return self._clock.sleep(seconds)

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
            if outcome in (AGAIN, LOST):
                tries_again = outcome == AGAIN
                wait = self._waiting.pause(job) if tries_again else self._source.reconnect
                sent = yield from (self._sent_later if tries_again else self._come_again)(job, wait)
                if not (yield from self._connect(job, sent)):
                    return False
                connection = list(job.held)
                continue
            if outcome == FAILED:
                return False
            job.left -= 1
            job.request += 1
            job.tries = 0
            if job.left == 0:
                return True
            yield self._clock.sleep(self._workload.pause(job, self._clock.now))

    def _request(self, job: Job) -> Generator[Event, None, str]:
        """Sends one request. Unless it is DONE nothing is held any more: it has been given back, or is LOST with its
        node, where there is nobody to give it back to."""
        first = not job.asked
        self._workload.begin_request(job, self._clock.now)
        self._statistics.count_begin(job, self._clock.now)
        if first:
            self._waiting.earns(job)
        try:
            if not self._waiting.lets_through(job):
                raise StepRefused(BREAKER_OPEN)
            answered = self._waiting.asks(job, self._response_times_out)
            yield from self._perform(job, self._classes[job.kind].steps, answered)
        except StepRefused as refusal:
            if refusal.cause != BREAKER_OPEN:
                self._waiting.hears(job, good=False)
            outcome = self._fails(job, refusal.cause, self._waiting.may_try_again(job))
            release_all(self._cluster.nodes[job.node], job)
            return outcome
        except NodeDown:
            self._waiting.hears(job, good=False)
            again = job.attempts < self._source.attempts
            outcome = LOST if self._fails(job, NODE_DOWN, again) == AGAIN else FAILED
            job.torn_out()
            return outcome
        self._waiting.hears(job, good=True)
        self._statistics.count_end(job, self._clock.now)
        return DONE

    def _fails(self, job: Job, cause: str, again: bool) -> str:
        """A request has failed: for good, or it is tried `again`."""
        job.asked = again
        count = self._statistics.count_again if again else self._statistics.count_failure
        count(job, cause, self._clock.now)
        return AGAIN if again else FAILED

    def _close(self, job: Job) -> Process:
        """Takes leave. Who is refused a step of that gives back what it holds: all its requests were completed."""
        try:
            yield from self._perform(job, self._source.close)
        except StepRefused:
            release_all(self._cluster.nodes[job.node], job)
        except NodeDown:
            job.torn_out()

    def _perform(self, job: Job, steps: tuple[Step, ...], arrived: Callable[[], None] = lambda: None) -> Process:
        """Takes steps in the node that the session was sent to, and says when it has `arrived` at their end. Raises
        StepRefused, NodeDown, and ClientLeft where the client has left meanwhile: then nothing is held any more."""
        try:
            yield from self._cluster.perform(job, steps)
        except (StepRefused, NodeDown) as end:
            if not job.left_behind:
                raise
            if isinstance(end, StepRefused):
                release_all(self._cluster.nodes[job.node], job)
            raise ClientLeft from None
        finally:
            arrived()
        if job.left_behind:
            release_all(self._cluster.nodes[job.node], job)
            raise ClientLeft

    def _connect_times_out(self, job: Job) -> None:
        """A client waits for its connection no longer."""
        self._cluster.abandons(job)
        client = job.client_leaves()
        self._statistics.count_refusal(client, CONNECT_TIMED_OUT)
        again = self._waiting.may_try_again(client)
        if not again:
            self._statistics.count_surrender(client, CONNECT_TIMED_OUT)
        self._clock.process(self._live(client, self._try_again if again else self._give_up))

    def _response_times_out(self, job: Job) -> None:
        """A client waits for its answer no longer."""
        self._cluster.abandons(job)
        client = job.client_leaves()
        self._waiting.hears(client, good=False)
        again = self._waiting.may_try_again(client)
        self._fails(client, RESPONSE_TIMED_OUT, again)
        self._clock.process(self._live(client, self._try_again if again else self._give_up))

    def _try_again(self, job: Job) -> Process:
        """Who has waited too long connects anew after a pause."""
        sent = yield from self._sent_later(job, self._waiting.pause(job))
        yield from self._visit(job, sent)

    def _give_up(self, job: Job) -> Process:
        """Who has waited too long comes no more."""
        self._leave(job)
        yield from ()
