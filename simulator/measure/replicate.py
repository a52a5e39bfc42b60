"""Independent replications of one configuration, on threads, made into results."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from models.run import Run
from simulator.engines.engine import Engine
from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally
from simulator.measure.measures import measure
from simulator.measure.results import Results
from simulator.measure.series import series
from simulator.measure.steady import Steady
from simulator.measure.usage import usages
from simulator.network.network import Network
from simulator.translate.translate import Translation

Progress = Callable[[], None]


def plan_of(run: Run, replication: int) -> RunPlan:
    """The plan of one replication: whole windows, the warm-up first."""
    warm_up = round(run.warm_up / run.window)
    measured = max(1, round(run.duration / run.window))
    return RunPlan(warm_up + measured, run.window, warm_up * run.window, replication)


def replicate(
    engine: Engine,
    translation: Translation,
    run: Run,
    progress: Progress = lambda: None,
    until_failed: float | None = None,
) -> Results:
    """Runs the replications that `run` asks for and estimates what one server does.

    `until_failed` is the share of failed sessions at which a ramp has found its end; None where the load is no ramp.
    `progress` is called, from any thread, as each replication ends. Replications differ only in their number, so the
    results do not depend on how many threads they run on. An exception in one of them ends the others and is raised.
    """
    return results_of(engine, translation, run, _run_all(engine, translation.network, run, progress), until_failed)


def results_of(
    engine: Engine, translation: Translation, run: Run, tallies: Sequence[Tally], until_failed: float | None = None
) -> Results:
    """What tallies say of one server; at least two, for one says nothing of its own precision."""
    steady = Steady(translation.network, tallies, run.confidence)
    measures, refused, failed = measure(steady, until_failed)
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
        usages=usages(steady, translation.origins, until_failed is not None),
        series=series(steady),
    )


def _run_all(engine: Engine, network: Network, run: Run, progress: Progress) -> list[Tally]:
    def one(replication: int) -> Tally:
        tally = engine.run(network, plan_of(run, replication), run.seed)
        progress()
        return tally

    with ThreadPoolExecutor(min(run.threads, run.replications)) as pool:
        futures = [pool.submit(one, replication) for replication in range(run.replications)]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            engine.stop()
            raise
