"""Work in processes of their own, for what keeps Python itself busy."""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Part = TypeVar("Part")
Answer = TypeVar("Answer")


def map_in_processes(work: Callable[[Part], Answer], parts: Sequence[Part], cores: int) -> Iterator[Answer]:
    """The answers to some parts in their order, worked out in so many processes; in this one where that is 1. Whoever
    asks for more must be a program that can be started again, as commands are."""
    if cores == 1:
        yield from map(work, parts)
        return
    with ProcessPoolExecutor(cores, get_context("spawn"), _leave_ctrl_c_to_the_parent) as pool:
        try:
            yield from pool.map(work, parts)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
