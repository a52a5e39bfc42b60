"""Variants answered by theory, in processes: formulas are worked out under the interpreter's lock, one at a time."""

import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from simulator.measure.progress import Progress
from simulator.questions.sweep.answer import Answer
from simulator.questions.sweep.variants import Variant
from simulator.questions.sweep.working import answered
from simulator.sizing.solvers import Theory

# Fewer variants are answered sooner than another process has started; and how many one is given at a time.
WORTH_A_PROCESS, AT_A_TIME = 150, 20


def foreseen(
    variants: Sequence[Variant], question: str, cores: int, progress: Progress = lambda: None
) -> list[Answer]:
    """The answers of theory, in the order of the variants; `progress` is called for each."""
    found: list[Answer] = []
    if cores == 1 or len(variants) < WORTH_A_PROCESS:
        for variant in variants:
            found.append(answered(variant, Theory(), question))
            progress()
        return found
    parts = [variants[start : start + AT_A_TIME] for start in range(0, len(variants), AT_A_TIME)]
    with ProcessPoolExecutor(cores, get_context("spawn"), _leave_ctrl_c_to_the_parent) as pool:
        try:
            for answers in pool.map(partial(_part, question), parts):
                found += answers
                for _ in answers:
                    progress()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return found


def _part(question: str, variants: Sequence[Variant]) -> list[Answer]:
    return [answered(variant, Theory(), question) for variant in variants]


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
