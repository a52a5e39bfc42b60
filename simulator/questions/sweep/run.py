"""Variants -> answers: each of them studied like a plan of its own, many side by side. Read this first."""

import signal
from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from models.variations.portfolio import Portfolio
from simulator.engines.engine import THEORY
from simulator.errors import surely
from simulator.measure.progress import Progress
from simulator.questions.sweep.answer import Answer, Swept, best, collapsed, standings
from simulator.questions.sweep.variants import Variant, Variants
from simulator.questions.sweep.working import EngineFor, Working, answered
from simulator.sizing.measuring import replications
from simulator.sizing.solvers import Theory
from simulator.store.run_key import model_version

# While some variants think about what they found, others run.
AT_ONCE_PER_CORE = 2
# Fewer variants are answered sooner than another process has started; and how many one is given at a time.
WORTH_A_PROCESS, AT_A_TIME = 150, 20


@dataclass(frozen=True)
class Workers:
    """What runs are made by: an engine for each variant, as `engine_for` makes it, and how many run side by side.

    An engine that is asked to stop stays stopped, so no two variants have the same. Theory needs no `engine_for`.
    """

    engine: str
    cores: int
    engine_for: EngineFor | None = None


def sweep(portfolio: Portfolio, variants: Variants, workers: Workers, progress: Progress = lambda: None) -> Swept:
    """Every variant answered; `progress` is called as each run ends (see `steps`), from any thread.

    A variant that does not converge or is beyond the engine is answered with the reason; one of which no load meets
    the targets misses them. Variants that give the same figures are answered once. The answers do not depend on how
    many run side by side. Whatever else goes wrong, Ctrl-C too, ends the runs under way and is raised. Raises
    StoreError and ClusterError.
    """
    answers = standings(collapsed(_answers(variants.found, portfolio.question, workers, progress)))
    first, as_cheap = best(answers)
    runs = [variant.scenario.run for variant in variants.found]
    return Swept(
        portfolio=portfolio.name,
        file=portfolio.file,
        question=portfolio.question,
        engine=workers.engine,
        model=model_version(),
        answers=answers,
        made=variants.made,
        invalid=variants.invalid,
        left_out=variants.left_out,
        best=first,
        as_cheap=as_cheap,
        seeds=tuple(sorted({run.seed for run in runs})),
        confidence=min(run.confidence for run in runs),
    )


def steps(variants: Variants, engine: str) -> int:
    """How many times `sweep` reports progress, at least: for each replication, or for each variant of theory."""
    if engine == THEORY:
        return len(variants.found)
    return sum(replications(variant.scenario) for variant in variants.found)


def _answers(variants: tuple[Variant, ...], question: str, workers: Workers, progress: Progress) -> list[Answer]:
    if workers.engine == THEORY:
        return foreseen(variants, question, workers.cores, progress)
    working = Working(surely(workers.engine_for, "engine"), question, workers.cores, progress)
    pool = ThreadPoolExecutor(1 if workers.cores == 1 else AT_ONCE_PER_CORE * workers.cores)
    try:
        futures = [pool.submit(working.answer, variant) for variant in variants]
        for ended in wait(futures, return_when=FIRST_EXCEPTION).done:
            ended.result()
        return [future.result() for future in futures]
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        working.stop()
        raise
    finally:
        pool.shutdown()


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
