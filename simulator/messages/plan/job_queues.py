"""What is posted to queues, how fast workers catch up, and how long brokers have room, in sentences."""

from collections.abc import Iterator, Sequence
from math import inf

from models.quantities.formatting import duration, long_duration, number, size_text
from simulator.farm.job_queues import MINUTE, JobQueue


def queue_sentences(queues: Sequence[JobQueue], asked: float | None = None) -> Iterator[str]:
    """For each queue what is posted to it, how its workers come back from a minute away, and how long it has room; that
    more workers are no help where one job alone takes longer than `asked`."""
    for each in queues:
        posted, limit = (
            f"A unit posts {number(round(each.jobs, 3))} jobs/s to {each.tier}",
            f"{each.place} of {each.at}",
        )
        if each.catch_up(MINUTE) == inf:
            yield f"{posted}, more than its workers can do ({limit}): what is not done grows for ever."
            continue
        yield (
            f"{posted}, and its workers can do {_short(each.capacity)} ({limit}). After a minute without them"
            f" {_short(each.backlog(MINUTE))} are not done, which takes {long_duration(each.catch_up(MINUTE))} to"
            " catch up."
        )
        yield (
            f"{each.tier} has room for {_short(each.messages)} messages of {size_text(each.each)}: without workers it"
            f" is full after {long_duration(each.full_after)}, and then holds up who posts."
        )
        if asked is not None and each.alone > asked:
            yield (
                f"A job of {each.tier} alone takes {duration(each.alone)}: more servers do not shorten it to"
                f" {duration(asked)}."
            )


def _short(count: float) -> str:
    """A number in three digits."""
    return number(float(f"{count:.3g}"))
