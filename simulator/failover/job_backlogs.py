"""Jobs of queues that wait while something happens to their workers, and how long it takes until they are done."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulator.engines.tally import Tally
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.results import Unavailable
from simulator.experiment.subjects import Measure, PartQuantity, measures_of_quantities
from simulator.failover.failure_run import FailureRun
from simulator.failover.load_before_failure import edges_before
from simulator.messages.stages import failover


@dataclass(frozen=True)
class JobBacklog:
    """The jobs of a queue that are not done. before: on average before the first event; most: the most at once from
    then on; caught_up: seconds from the end of the last event until no more are left than the most there were before,
    0 where it never was more; refused where that is not so when the watch ends."""

    queue: str
    before: Estimate
    most: Estimate
    caught_up: Estimate | Unavailable


def job_backlogs(watch: FailureRun, tallies: Sequence[Tally]) -> tuple[JobBacklog, ...]:
    """Those of each queue of a unit."""
    queues = measures_of_quantities(watch.network, PartQuantity.BACKLOG)
    return tuple(_backlog(watch, queue, [_not_done(queue, tally) for tally in tallies]) for queue in queues)


def _not_done(queue: Measure, tally: Tally) -> np.ndarray:
    """Jobs of a queue that are not done at the edges of the windows: float64 (windows + 1,)."""
    return np.asarray(sum(tally.column("background", name, "open") for name in queue.of))


def _backlog(watch: FailureRun, queue: Measure, not_done: Sequence[np.ndarray]) -> JobBacklog:
    confidence, start = watch.scenario.run.confidence, watch.window_at(watch.begins)
    usual = max(float(each[edges_before(watch)].max()) for each in not_done)
    ends = [_caught_up(watch, each, usual) for each in not_done]
    known = [each for each in ends if each is not None]
    left = Unavailable(failover.not_caught_up(len(ends) - len(known), len(ends)))
    return JobBacklog(
        next(jobs.alike for jobs in watch.network.background if jobs.names[0] in queue.of),
        from_replications([float(each[edges_before(watch)].mean()) for each in not_done], confidence, ""),
        from_replications([float(each[start:].max()) for each in not_done], confidence, ""),
        left if len(known) < len(ends) else from_replications(known, confidence, "s"),
    )


def _caught_up(watch: FailureRun, not_done: np.ndarray, usual: float) -> float | None:
    """Seconds from the end of the last event until the jobs are no more than usual; None where they are not by the
    end."""
    back = min(watch.window_at(watch.ends), watch.plan.windows)
    few = np.flatnonzero(not_done[back:] <= usual)
    if not few.size:
        return None
    return max(0.0, watch.time(back + int(few[0])) - watch.ends) if few[0] else 0.0
