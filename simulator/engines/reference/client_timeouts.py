"""How long clients wait, and what they do then; each node with a budget of retries and a breaker of its own."""

from collections.abc import Callable
from math import inf

from simulator.engines.client_timeouts import (
    breaker_admits,
    breaker_is_open,
    earn_retry,
    record_outcome,
    retry_pause,
    take_retry,
    timeout_terms,
)
from simulator.engines.reference.clock import DEADLINE, Clock
from simulator.engines.reference.job import Job
from simulator.engines.reference.workload import SessionDraws
from simulator.network.client_timeouts import ClientTimeouts
from simulator.network.network import Network


class ClientLeft(Exception):  # noqa: N818 - what happens to a job, not an error of the program
    """The job has come to its end, and its client left long ago."""


class TimeoutRules:
    """The patience of the clients of a network."""

    def __init__(self, clock: Clock, network: Network, workload: SessionDraws) -> None:
        self._clock, self._workload = clock, workload
        self._patience = network.source.patience or ClientTimeouts()
        # Each node with a budget of retries and a breaker of its own: records that compiled code changes.
        self._terms = [timeout_terms(network)[0] for _ in range(network.nodes)]

    def connects(self, job: Job, leave: Callable[[Job], None]) -> Callable[[], None]:
        """A client begins to wait for a connection; see `_waits`."""
        return self._waits(job, self._patience.connect, leave)

    def asks(self, job: Job, leave: Callable[[Job], None]) -> Callable[[], None]:
        """A client begins to wait for an answer; see `_waits`."""
        return self._waits(job, self._patience.response, leave)

    def _waits(self, job: Job, longest: float, leave: Callable[[Job], None]) -> Callable[[], None]:
        """Calls `leave` if the client waits too long. Returns what is called when it need not wait any more."""
        if longest == inf:
            return lambda: None
        alarm = self._clock.at(self._clock.now + longest, DEADLINE, self._clock.turn())
        alarm.callbacks.append(lambda _: leave(job))
        return lambda: self._clock.cancel(alarm)

    def earns(self, job: Job) -> None:
        """A request is asked for the first time."""
        if self._patience.retries.budget is not None:
            earn_retry(self._terms[job.node])

    def lets_through(self, job: Job) -> bool:
        """Whether the breaker of the job's node lets its request through."""
        if self._patience.breaker is None:
            return True
        return bool(breaker_admits(self._terms[job.node], job.session, job.request, self._clock.now))

    def lets_nobody_through(self, node: int) -> bool:
        """Whether whoever is sent to a node now finds its breaker open."""
        return bool(breaker_is_open(self._terms[node], self._clock.now))

    def hears(self, job: Job, good: bool) -> None:
        """The breaker of the job's node hears how its request ended."""
        if self._patience.breaker is not None:
            record_outcome(self._terms[job.node], job.session, job.request, good, self._clock.now)

    def may_try_again(self, job: Job) -> bool:
        """Whether the client may try once more; then it is going to, and has paid for it."""
        if not take_retry(self._terms[job.node], job.tries):
            return False
        job.tries += 1
        return True

    def pause(self, job: Job) -> float:
        """Seconds until the client tries again."""
        terms = self._terms[job.node]
        return float(retry_pause(terms, self._workload.key, job.session, job.request, job.tries))
