"""Variants -> answers: each of them studied like a plan of its own, many side by side. Read this first."""

import signal
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import date
from functools import partial
from multiprocessing import get_context
from threading import Lock

from models.scenario import Scenario
from models.variations.portfolio import CAPACITY, PLAN, Portfolio
from simulator.engines.engine import THEORY, Engine
from simulator.engines.memory import NoRoom
from simulator.errors import NoCapacity, NotConverged, TooLarge, Unstable, UnsupportedByEngine, surely
from simulator.machine.usable import on_threads
from simulator.measure.progress import Progress, grow
from simulator.measure.results import Refused
from simulator.questions.sweep.figures import VariantFigures, all_met, figures_of, of_farm
from simulator.questions.sweep.swept import Answer, Swept, beside_each_other, best, best_for_each, collapsed, standings
from simulator.questions.sweep.variants import Variant, Variants
from simulator.rollup.capacity import of_unit
from simulator.rollup.carried import LARGEST
from simulator.rollup.farm import buy
from simulator.rollup.money.like_for_like import scenarios_pay_alike
from simulator.rollup.stopped_by import stopped_by
from simulator.rollup.verdicts import not_judged, worst
from simulator.sizing.carries import carries
from simulator.sizing.measuring import replications
from simulator.sizing.sized_by import sized_by
from simulator.sizing.solvers import Simulation, Theory
from simulator.sizing.study import study
from simulator.sizing.tier_failure import tiers_down
from simulator.solver import Solver
from simulator.store.errors import NotKept
from simulator.store.run_key import model_version
from simulator.targets import asked

# What keeps a variant from an answer, and the sweep from nothing.
NO_ANSWER = (NotConverged, NotKept, NoRoom, TooLarge, Unstable, UnsupportedByEngine)
Question = Callable[[Scenario, Solver, Progress], VariantFigures]
# Of the stamp of an outcome a sweep keeps nothing.
NO_COMMAND, NO_DAY = "", date(1970, 1, 1)

EngineFor = Callable[[Variant], Engine]
NO_DEMAND = Refused("no demand is stated, which the units that are bought could pass")
NO_PERCENTILES = Refused("theory knows no percentiles")

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
    many run side by side. Farms are compared with bandwidth where not all pay for traffic alike. Whatever else goes
    wrong, Ctrl-C too, ends the runs under way and is raised. Raises StoreError and ClusterError.
    """
    found = _answers(variants.found, portfolio.question, workers, progress)
    alike = _pay_alike(variants.found, found)
    answers = standings(collapsed(beside_each_other(found, alike)))
    by_demand = best_for_each(answers)
    first, as_cheap = (None, ()) if by_demand else best(answers)
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
        by_demand=by_demand,
        seeds=tuple(sorted({run.seed for run in runs})),
        confidence=min(run.confidence for run in runs),
        pays_alike=alike,
    )


def _pay_alike(variants: Sequence[Variant], answers: Sequence[Answer]) -> bool:
    """Whether the farms that are bought pay for traffic in the same way."""
    answered = zip(variants, answers, strict=True)
    return scenarios_pay_alike(variant.scenario for variant, each in answered if each.figures and each.figures.farm)


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


def foreseen(variants: Sequence[Variant], question: str, cores: int, progress: Progress = lambda: None) -> list[Answer]:
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


def at_capacity(scenario: Scenario, solver: Solver, progress: Progress = lambda: None) -> VariantFigures:
    """What a sweep keeps of a variant at its capacity, where it meets its targets. Raises what `carried` raises."""
    server = carries(scenario, solver, progress=progress)
    unit_mbps = of_unit(scenario, server).unit_mbps
    farm = buy(scenario, server) if scenario.demand is not None else None
    percentiles = asked(scenario.targets).percentiles
    unknown = tuple(not_judged(each, percentiles[each], "s", NO_PERCENTILES) for each in server.unjudged)
    down = tiers_down(farm, solver, server.settled, progress) if farm else ()
    verdicts = worst(unknown, *(each.verdicts for each in down))
    return VariantFigures(
        farm=of_farm(farm) if farm else None,
        capacity_mbps=unit_mbps,
        server_mbps=server.mbps,
        binding_limit=stopped_by(server, scenario.targets).name,
        headroom=farm.sizing.supports if farm else NO_DEMAND,
        verdicts=verdicts,
        met=all_met(verdicts),
        replications=server.mbps.samples,
    )


def _as_planned(scenario: Scenario, solver: Solver, progress: Progress) -> VariantFigures:
    """What a plan says: at the largest load of a server, unless the scenario is sized by the load that it states."""
    if sized_by(scenario) == LARGEST:
        return at_capacity(scenario, solver, progress)
    return figures_of(study(scenario, solver, NO_COMMAND, NO_DAY, progress, at_work=False))


# What is found of a variant, by the question of its portfolio.
ASKED: Mapping[str, Question] = {PLAN: _as_planned, CAPACITY: at_capacity}


def answered(
    variant: Variant, solver: Solver, question: str, cores: int = 1, progress: Progress = lambda: None
) -> Answer:
    """One variant answered, or the reason why it is not; that no load meets its targets is an answer."""
    scenario = on_threads(variant.scenario, cores)
    try:
        figures, reason, fails = ASKED[question](scenario, solver, progress), "", False
    except NO_ANSWER as error:
        figures, reason = None, str(error).removeprefix(f"{scenario.name}: ")
        fails = isinstance(error, NoCapacity)
    told = variant.name, variant.also, variant.values, scenario.file, variant.sha256, figures, reason
    return Answer(*told, fails=fails)


class Working:
    """Answers variants from any thread, until it is stopped."""

    def __init__(self, engine_for: EngineFor, question: str, cores: int, progress: Progress) -> None:
        self._engine_for, self._question, self._cores, self._progress = engine_for, question, cores, progress
        self._engines: set[Engine] = set()
        self._lock = Lock()
        self._stopped = False

    def answer(self, variant: Variant) -> Answer:
        """One variant answered, or the reason why it is not. Raises Stopped after `stop`."""
        engine = self._engine_for(variant)
        self._begin(engine)
        told = _Steps(self._progress, replications(variant.scenario))
        try:
            answer = answered(variant, Simulation(engine), self._question, self._cores, told)
        finally:
            with self._lock:
                self._engines.discard(engine)
        told.finish()
        return answer

    def stop(self) -> None:
        """Ends all runs under way."""
        with self._lock:
            self._stopped = True
            engines = list(self._engines)
        for engine in engines:
            engine.stop()

    def _begin(self, engine: Engine) -> None:
        with self._lock:
            self._engines.add(engine)
            stopped = self._stopped
        if stopped:
            engine.stop()


class _Steps:
    """The steps of one variant: as many are told as were promised, also where it ended sooner."""

    def __init__(self, progress: Progress, promised: int) -> None:
        self._progress, self._left = progress, promised
        self._lock = Lock()

    def __call__(self) -> None:
        with self._lock:
            self._left -= 1
        self._progress()

    def grow(self, steps: int) -> None:
        with self._lock:
            self._left += steps
        grow(self._progress, steps)

    def finish(self) -> None:
        """Tells what is left."""
        for _ in range(max(0, self._left)):
            self._progress()
