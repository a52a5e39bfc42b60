"""Work in processes of their own, for what keeps Python itself busy."""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from simulator.machine.garbage import collect_rarely

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def map_in_processes(work: Callable[[Task], Answer], tasks: Sequence[Task], cores: int) -> Iterator[Answer]:
    """The answers to some tasks in their order, worked out in so many processes; in this one where that is 1. Whoever
    asks for more must be a program that can be started again, as commands are."""
    if cores == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(cores, get_context("spawn"), _begin) as pool:
        try:
            yield from pool.map(work, tasks)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin() -> None:
    """Ctrl-C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_rarely()
