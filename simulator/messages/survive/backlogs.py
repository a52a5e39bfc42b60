"""The jobs of queues that wait while something happens to their workers, in sentences."""

from collections.abc import Iterator

from simulator.experiment.results import Unavailable
from simulator.failover.survive import FailoverResult
from simulator.messages.numbers import short_text
from simulator.messages.survive.failover import seconds


def backlog_sentences(failover_result: FailoverResult) -> Iterator[str]:
    """For each queue how many of its jobs are not done, before and at most, and when that is as before."""
    for each in failover_result.backlogs:
        told = f"Of the {each.queue} {short_text(each.before)} are not done before, and {short_text(each.most)} at most"
        if isinstance(each.caught_up, Unavailable):
            yield f"{told}; {each.caught_up.reason}: watch it for longer with `unit.failures.watch`."
        elif each.caught_up.value == 0.0:
            yield f"{told}; none wait for longer than what happens."
        else:
            yield f"{told}; {seconds(each.caught_up)} after the end of what happens no more are left than before."
