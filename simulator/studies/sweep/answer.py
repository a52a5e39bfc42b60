"""Variants -> answers: each of them studied like a plan of its own, many side by side. Read this first."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import date
from functools import partial
from threading import Lock

from models.scenario import Scenario
from models.variations.portfolio import CAPACITY, PLAN, Portfolio
from simulator.engines.engine import THEORY, Engine
from simulator.engines.memory import OutOfMemory
from simulator.errors import NoCapacity, NotConverged, TooLarge, Unstable, UnsupportedByEngine, require
from simulator.experiment.capacity_by_solver import server_capacity
from simulator.experiment.measurement import replication_count
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST
from simulator.experiment.sizing_basis import sizing_basis
from simulator.experiment.solvers import Simulation, Theory
from simulator.experiment.verdicts import unknown_verdict, worst_verdicts
from simulator.farm.candidates import why_no_farm
from simulator.farm.farm import buy_farm
from simulator.farm.stopping_limit import stopping_limit
from simulator.farm.study import study
from simulator.farm.tier_failure_study import tier_failures
from simulator.farm.unit_capacity import unit_capacity
from simulator.machine.processes import map_in_processes
from simulator.machine.resources import with_threads
from simulator.messages.sweep import NO_DEMAND, NO_PERCENTILES
from simulator.solver import Solver
from simulator.store.errors import RunNotStored
from simulator.store.run_key import model_version
from simulator.studies.sweep.figures import VariantFigures, all_targets_met, farm_figures, variant_figures
from simulator.studies.sweep.pareto import (
    AnswerSet,
    VariantAnswer,
    best_answers,
    best_for_each,
    merge_equal_answers,
    pareto_standings,
)
from simulator.studies.sweep.predictions import with_predictions
from simulator.studies.sweep.variants import Variant, Variants
from simulator.targets import target_values

# What keeps a variant from an answer, and the sweep from nothing.
NO_ANSWER = (NotConverged, RunNotStored, OutOfMemory, TooLarge, Unstable, UnsupportedByEngine)
Question = Callable[[Scenario, Solver, Progress], VariantFigures]
# Of the stamp of an outcome a sweep keeps nothing.
NO_COMMAND, NO_DAY = "", date(1970, 1, 1)

EngineFor = Callable[[Variant], Engine]

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


def run_variants(
    portfolio: Portfolio, variants: Variants, workers: Workers, progress: Progress = lambda: None
) -> AnswerSet:
    """Every variant answered; `progress` is called as each run ends (see `steps`), from any thread.

    A variant that does not converge or is beyond the engine is answered with the reason; one of which no load meets the
    targets misses them. Variants that give the same figures are answered once. The answers do not depend on how many
    run side by side. Farms are compared by all that they cost. Whatever else goes wrong, Ctrl-C too, ends the runs
    under way and is raised. Raises StoreError and ClusterError.
    """
    variant_answers = _answers(variants.found, portfolio.question, workers, progress)
    answers = pareto_standings(merge_equal_answers(variant_answers))
    scenarios = {variant.name: variant.scenario for variant in variants.found}
    answers = with_predictions(answers, scenarios, progress)
    by_demand = best_for_each(answers)
    first, as_cheap = (None, ()) if by_demand else best_answers(answers)
    runs = [variant.scenario.run for variant in variants.found]
    return AnswerSet(
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
    )


def sweep_steps(variants: Variants, engine: str) -> int:
    """How many times `sweep` reports progress, at least: for each replication, or for each variant of theory."""
    if engine == THEORY:
        return len(variants.found)
    return sum(replication_count(variant.scenario) for variant in variants.found)


def _answers(variants: tuple[Variant, ...], question: str, workers: Workers, progress: Progress) -> list[VariantAnswer]:
    if workers.engine == THEORY:
        return answers_in_theory(variants, question, workers.cores, progress)
    working = VariantRunner(require(workers.engine_for, "engine"), question, workers.cores, progress)
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


def answers_in_theory(
    variants: Sequence[Variant], question: str, cores: int, progress: Progress = lambda: None
) -> list[VariantAnswer]:
    """The answers of theory, in the order of the variants; `progress` is called for each."""
    found: list[VariantAnswer] = []
    if cores == 1 or len(variants) < WORTH_A_PROCESS:
        for variant in variants:
            found.append(answer_variant(variant, Theory(), question))
            progress()
        return found
    parts = [variants[start : start + AT_A_TIME] for start in range(0, len(variants), AT_A_TIME)]
    for answers in map_in_processes(partial(_part, question), parts, cores):
        found += answers
        for _ in answers:
            progress()
    return found


def _part(question: str, variants: Sequence[Variant]) -> list[VariantAnswer]:
    return [answer_variant(variant, Theory(), question) for variant in variants]


def capacity_figures(scenario: Scenario, solver: Solver, progress: Progress = lambda: None) -> VariantFigures:
    """What a sweep keeps of a variant at its capacity, where it meets its targets. Raises what `carried` raises."""
    server = server_capacity(scenario, solver, progress=progress)
    unit_mbps = unit_capacity(scenario, server).unit_mbps
    farm = buy_farm(scenario, server) if scenario.demand is not None else None
    percentiles = target_values(scenario.targets).percentiles
    unknown = tuple(
        unknown_verdict(each, percentiles[each], "s", Unavailable(NO_PERCENTILES)) for each in server.unjudged
    )
    down = tier_failures(farm, solver, server.settled, progress) if farm else ()
    verdicts = worst_verdicts(unknown, *(each.verdicts for each in down))
    return VariantFigures(
        farm=farm_figures(farm) if farm else None,
        capacity_mbps=unit_mbps,
        server_mbps=server.mbps,
        binding_limit=stopping_limit(server, scenario.targets).name,
        headroom=farm.sizing.supports if farm else Unavailable(NO_DEMAND),
        verdicts=verdicts,
        met=all_targets_met(verdicts),
        replications=server.mbps.samples,
        server=server,
    )


def _as_planned(scenario: Scenario, solver: Solver, progress: Progress) -> VariantFigures:
    """What a plan says: at the largest load of a server, unless the scenario is sized by the load that it states."""
    if sizing_basis(scenario) == LARGEST:
        return capacity_figures(scenario, solver, progress)
    return variant_figures(study(scenario, solver, NO_COMMAND, NO_DAY, progress, at_work=False))


# What is found of a variant, by the question of its portfolio.
ASKED: Mapping[str, Question] = {PLAN: _as_planned, CAPACITY: capacity_figures}


def answer_variant(
    variant: Variant, solver: Solver, question: str, cores: int = 1, progress: Progress = lambda: None
) -> VariantAnswer:
    """One variant answered, or the reason why it is not; that no load meets its targets is an answer."""
    scenario = with_threads(variant.scenario, cores)
    try:
        figures, reason, why_not = ASKED[question](scenario, solver, progress), "", None
    except NO_ANSWER as error:
        figures, reason = None, str(error).removeprefix(f"{scenario.name}: ")
        why_not = why_no_farm(error) if isinstance(error, NoCapacity) else None
    told = variant.name, variant.also, variant.values, scenario.file, variant.sha256, figures, reason
    return VariantAnswer(*told, fails=why_not is not None, why_not=why_not)


class VariantRunner:
    """Answers variants from any thread, until it is stopped."""

    def __init__(self, engine_for: EngineFor, question: str, cores: int, progress: Progress) -> None:
        self._engine_for, self._question, self._cores, self._progress = engine_for, question, cores, progress
        self._engines: set[Engine] = set()
        self._lock = Lock()
        self._stopped = False

    def answer(self, variant: Variant) -> VariantAnswer:
        """One variant answered, or the reason why it is not. Raises Stopped after `stop`."""
        engine = self._engine_for(variant)
        self._begin(engine)
        told = _Steps(self._progress, replication_count(variant.scenario))
        try:
            answer = answer_variant(variant, Simulation(engine), self._question, self._cores, told)
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
        announce_steps(self._progress, steps)

    def finish(self) -> None:
        """Tells what is left."""
        for _ in range(max(0, self._left)):
            self._progress()
