"""Independent replications of one configuration, on threads, made into results."""

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TypeVar

from models.parts.run import Run
from simulator.engines.engine import Engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.errors import InternalError
from simulator.experiment.measures.events import ramp_measures
from simulator.experiment.measures.server import all_measures
from simulator.experiment.measures.usage import limit_usages
from simulator.experiment.overload import overload_of
from simulator.experiment.precision import (
    FIRST_REPLICATIONS,
    MARGIN,
    REQUESTS,
    ImpreciseMeasure,
    TooImprecise,
    least_precise_within_reach,
    lengthened,
    replications_to_add,
    times_longer,
    too_imprecise,
)
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.replication_set import ReplicationSet
from simulator.experiment.results import Results, WarmUp
from simulator.experiment.subjects import measures_of_parts
from simulator.experiment.time_series import all_series
from simulator.experiment.warm_up import find_warm_up, require_settled
from simulator.messages.stages import experiment
from simulator.network.network import Network
from simulator.translate.translate import Translation

T = TypeVar("T")


def run_plan(run: Run, replication: int) -> RunPlan:
    """The plan of one replication: whole windows, the warm-up first. Its length must be known: see `find_warm_up`."""
    if run.warm_up is None:
        raise InternalError(experiment.NOT_PLANNED)
    warm_up = round(run.warm_up / run.window)
    measured = max(1, round(run.seconds / run.window))
    return RunPlan(warm_up + measured, run.window, warm_up * run.window, replication)


def measure_replications(
    engine: Engine,
    translation: Translation,
    run: Run,
    progress: Progress = lambda: None,
    until_failed: float | None = None,
    settled: WarmUp | None = None,
    spare: Collection[str] = (),
    lengthens: bool = False,
) -> Results:
    """Estimates what one server does, with the warm-up and the replications that `run` asks for.

    `until_failed` is the share of failed sessions at which a ramp has found its end; None where the load is no ramp.
    `settled` is a warm-up that has been found before, and is not sought again. `spare` are measures that nothing rests
    on, which may stay coarser than asked where the replications that are allowed do not do. `lengthens`: whether the
    duration is left open, so that a small load may be measured for longer. `progress` is called, from
    any thread, as each run ends, and is told of those that are added. Raises NotConverged if the server does not
    settle, a stated warm-up is too short, or the figures do not become as precise as asked.
    """
    network, ramped = translation.network, until_failed is not None
    known = settled or find_warm_up(engine, network, run, progress, ramped)[1]
    warmed = run.model_copy(update={"warm_up": known.seconds})
    if lengthens and run.replications is None and not ramped:
        warmed, tallies = _long_enough(engine, network, warmed, progress, spare)
    else:
        tallies = run_replications(engine, network, warmed, progress, ramped, spare)
    if settled is None and run.warm_up is not None and not ramped:
        require_settled(network, tallies, run)
    return replace(summarise(engine, translation, warmed, tallies, until_failed), settled=known)


def _long_enough(
    engine: Engine, network: Network, run: Run, progress: Progress, spare: Collection[str]
) -> tuple[Run, list[Tally]]:
    """The run, measured for so long that the replications that are allowed make its figures as precise as asked, with
    those replications. The first ones tell how long; none takes more than REQUESTS."""
    while True:
        tallies = _run_all(engine, network, run, progress, 0, FIRST_REPLICATIONS)
        wide = _wide(network, tallies, run, spare)
        refused: TooImprecise | None = None
        if wide is None or wide.needed <= run.most_replications:
            try:
                return run, run_replications(engine, network, run, progress, spare=spare, first=tallies)
            except TooImprecise as error:
                refused, wide = error, error.wide
        each = sum(int(tally.column("requests", "completed")[-1]) for tally in tallies) / FIRST_REPLICATIONS
        times = min(times_longer(wide, run), REQUESTS / max(1.0, each))
        if times < MARGIN:
            raise refused or too_imprecise(wide, FIRST_REPLICATIONS, run)
        announce_steps(progress, FIRST_REPLICATIONS)
        run = lengthened(run, times)


def run_replications(
    engine: Engine,
    network: Network,
    run: Run,
    progress: Progress = lambda: None,
    ramped: bool = False,
    spare: Collection[str] = (),
    first: Sequence[Tally] = (),
) -> list[Tally]:
    """The replications of a settled run: as many as it states, or as many as its precision needs; 5 of a ramp.
    `first` are those that have been run before, 5 or none.

    Replications differ only in their number and are added by the figures alone, so the results do not depend on how
    many threads they run on. An exception in one of them ends the others and is raised.
    Raises NotConverged, with the width reached, if most_replications are not enough; Overloaded where that is because
    more is offered than is carried.
    """
    run_all = partial(_run_all, engine, network, run, progress)
    if run.replications is not None or ramped:
        return run_all(0, run.replications or FIRST_REPLICATIONS)
    tallies = list(first) or run_all(0, FIRST_REPLICATIONS)
    while (wide := _wide(network, tallies, run, spare)) is not None:
        added = replications_to_add(wide, len(tallies), run.most_replications)
        if not added:
            steady = ReplicationSet(network, tallies, run.confidence)
            raise overload_of(steady) or too_imprecise(wide, len(tallies), run)
        announce_steps(progress, added)
        tallies += run_all(len(tallies), added)
    return tallies


def _wide(network: Network, tallies: Sequence[Tally], run: Run, spare: Collection[str]) -> ImpreciseMeasure | None:
    """What is not as precise yet as it must be; None if all is."""
    found = all_measures(ReplicationSet(network, tallies, run.confidence, sequential=True))[0]
    return least_precise_within_reach(found, len(tallies), run, spare)


def summarise(
    engine: Engine, translation: Translation, run: Run, tallies: Sequence[Tally], until_failed: float | None = None
) -> Results:
    """What tallies say of one server; at least two, for one says nothing of its own precision."""
    sequential = run.replications is None and until_failed is None
    steady = ReplicationSet(translation.network, tallies, run.confidence, sequential)
    measures, refused, failed = all_measures(steady)
    if until_failed is not None:
        measures |= ramp_measures(steady, until_failed)
    return Results(
        engine=engine.name,
        nodes=translation.network.nodes,
        replications=len(tallies),
        confidence=run.confidence,
        seed=run.seed,
        simulated_requests=sum(int(tally.column("requests", "completed")[-1]) for tally in tallies),
        warm_up=tallies[0].plan.warm_up,
        duration=tallies[0].plan.duration - tallies[0].plan.warm_up,
        measures=measures,
        refused=refused,
        failed=failed,
        usages=limit_usages(steady, translation.origins, until_failed is not None),
        series=all_series(steady),
        parts=measures_of_parts(translation.network),
    )


def _run_all(engine: Engine, network: Network, run: Run, progress: Progress, first: int, count: int) -> list[Tally]:
    """`count` replications from number `first` on."""

    def one(replication: int) -> Tally:
        tally = engine.run(network, run_plan(run, replication), run.seed)
        progress()
        return tally

    return run_in_parallel(engine, one, range(first, first + count), run.threads)


def run_in_parallel(engine: Engine, one: Callable[[int], T], numbers: Sequence[int], threads: int) -> list[T]:
    """`one` of each replication of some numbers, in their order, on threads. An exception in one of them ends those
    that the engine runs and is raised."""
    with ThreadPoolExecutor(min(threads, len(numbers))) as pool:
        futures = [pool.submit(one, number) for number in numbers]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            engine.stop()
            raise
