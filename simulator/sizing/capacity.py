"""Finds how much a server can carry: the largest load that meets the targets, with its interval.

Theory says where to look. Then each replication is searched by itself, at every load with the same sessions, and the
spread between replications is what the interval is made of. The load of a replication is the one that its clients
asked for, not the one that they were meant to: what comes in some minutes varies, what a server carries hardly does.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from statistics import mode

from models.errors import Problem, ScenarioError
from models.parts.run import Run
from models.parts.targets import Targets
from models.scenario import Scenario
from simulator.engines.analytic.bottleneck import offered_rate
from simulator.engines.analytic.largest import binds_at, largest_rate
from simulator.engines.engine import Engine
from simulator.engines.tally import Tally
from simulator.errors import NoCapacity, NoLoad, NotConverged, UnsupportedByEngine
from simulator.measure.estimate import from_replications
from simulator.measure.precision import FIRST_REPLICATIONS
from simulator.measure.progress import Progress
from simulator.measure.replicate import plan_of, results_of
from simulator.measure.results import Results, Settled, Usage
from simulator.measure.search import Crossing, Trial, geometric
from simulator.measure.settle import settle
from simulator.network.network import Network
from simulator.network.scaled import at_load, one_node
from simulator.rollup.busiest import servers_at_work
from simulator.rollup.largest_load import Alone, LargestLoad, LoadPoint
from simulator.rollup.limits import Limit, binding, limits
from simulator.sizing.alone import alone, rated, saturation
from simulator.sizing.loaded_server import FINELY, LoadedServer
from simulator.sizing.met_instead import OF_TIME, with_what_is_met, with_what_is_told
from simulator.sizing.replications_searched import NotTold, estimates, search
from simulator.sizing.room import require_room_to_simulate
from simulator.sizing.run_length import as_long_as_needed
from simulator.sizing.through_failure import through_failure
from simulator.solver import require_support
from simulator.targets import Wanted

# Loads at which the load curve is drawn, in times the capacity.
AROUND = (0.5, 0.7, 0.85, 0.95, 1.0, 1.05, 1.1, 1.2)
# The load at which the warm-up is found, in times the one that theory expects to be the largest.
BELOW = 0.95
# The load curve is drawn from so many replications at each load, each so many times shorter than those of the search.
CURVE_REPLICATIONS, SHORTER = 4, 8.0


def find_capacity(
    scenario: Scenario,
    engine: Engine,
    progress: Progress = lambda: None,
    around: Sequence[float] = AROUND,
    advises: bool = True,
) -> LargestLoad:
    """The largest load of a scenario's server within its targets; `progress` is called as each replication is done.

    The load curve has points at `around` times the capacity. advises: whether a refusal says which time or speed is met
    instead of one that no load meets, which may take longer to find than that it is not met. Raises ScenarioError where
    the load is not one that can be raised, UnsupportedByEngine before anything has run, NoLoad if no load meets the
    targets, and NotConverged if what is simulated is too short or too little to tell.
    """
    require_a_rate(scenario)
    if scenario.workload.trace is not None:
        remedy = "add --set workload.trace=none for draws from what is fitted to it, or ask `run` for the replay"
        raise UnsupportedByEngine("workload.trace: the largest load is not sought with a replay", remedy)
    require_room_to_simulate([scenario], engine.name)
    translation = rated(scenario)
    one = translation.network if translation.network.nodes == 1 else alone(scenario).network
    require_support(engine, translation.network)
    wanted = asked(scenario.targets)
    theory = expected(one, wanted)
    near = begins_at(one, theory)
    start = 1.0 if near is None else near / offered_rate(translation.network)
    below = at_load(translation.network, BELOW * start)
    run = as_long_as_needed(scenario.run, below, offered_rate(below))
    run, settled = _warmed(engine, below, run, progress)
    server = LoadedServer(engine, translation, wanted, run)
    with ThreadPoolExecutor(run.threads) as pool:
        try:
            found = _found(server, start, pool, progress) if advises else _unadvised(server, start, pool, progress)
            if isinstance(found, NoLoad):
                raise found.of(scenario.name)
            curve = load_curve(server, estimates(found, server.run)["requests"].value, around, pool)
            whole = _summed_up(scenario, server, found, curve, theory, settled)
            return through_failure(scenario, server, whole, pool, progress)
        except NoLoad:
            raise
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            engine.stop()
            raise


def _found(server: LoadedServer, start: float, pool: Executor, progress: Progress) -> list[Crossing] | NoLoad:
    """What each replication finds; or that no load meets the targets, and what is met instead."""
    try:
        return search(server, start, pool, progress)
    except NoLoad as error:
        return with_what_is_met(error, server, start, pool, progress)
    except NotTold as error:
        raise with_what_is_told(error, server, start, pool, progress) from None


def _unadvised(server: LoadedServer, start: float, pool: Executor, progress: Progress) -> list[Crossing] | NoLoad:
    """The same without what is met instead of a time or a speed, and without a guess at it."""
    try:
        return search(server, start, pool, progress)
    except NoLoad as error:
        return NoLoad(error.nearest, error.rate, instead={}) if error.target in OF_TIME else error


def searches(scenario: Scenario) -> int:
    """How many times `find_capacity` reports progress, at least."""
    return scenario.run.replications or FIRST_REPLICATIONS


def _warmed(engine: Engine, network: Network, run: Run, progress: Progress) -> tuple[Run, Settled]:
    """The run with the warm-up that a load just below the capacity needs.

    A stated one is for the load of the scenario; it is kept where none is found. However coarse the figures may be,
    what piles up is told to half a per cent: a server that starts empty would fill up at any load.
    """
    finely = run.model_copy(update={"warm_up": None, "precision": min(run.precision, FINELY)})
    try:
        warmed, settled = settle(engine, network, finely, progress)
        return warmed.model_copy(update={"precision": run.precision}), settled
    except NotConverged:
        if run.warm_up is None:
            raise
        return run, Settled(run.warm_up)


def asked(targets: Targets) -> Wanted:
    """The targets as plain numbers."""
    return Wanted(
        targets.errors,
        targets.p95_response,
        targets.utilisation,
        targets.connections,
        targets.p99_response,
        targets.client_speed,
    )


def expected(network: Network, wanted: Wanted) -> float | None:
    """The largest load that theory expects, requests/s; None where it cannot say. It knows of no percentiles."""
    try:
        return largest_rate(network, wanted).value
    except (UnsupportedByEngine, NoCapacity, ValueError):
        return None


def begins_at(network: Network, theory: float | None) -> float | None:
    """Where a search begins: the load that theory expects, else the one that fills the first station; None where
    neither is known."""
    return saturation(network) if theory is None else theory


def binding_alone(network: Network) -> Mapping[str, Alone]:
    """By limit, the load at which it would bind if no other did; empty where theory cannot say."""
    try:
        return {each.name: Alone(each.rate, str(each.standing)) for each in binds_at(network)}
    except ValueError:
        return {}


def _summed_up(
    scenario: Scenario,
    server: LoadedServer,
    found: list[Crossing],
    curve: tuple[LoadPoint, ...],
    theory: float | None,
    settled: Settled,
) -> LargestLoad:
    """The capacity from what each replication found, and the server around there."""
    offered, carried = estimates(found, server.run).values()
    there = _limits_there(server, found)
    return LargestLoad(
        offered=offered,
        server_mbps=carried,
        unit_mbps=carried.times(servers_at_work(scenario), "Mbps"),
        nodes=scenario.unit.nodes,
        spare_nodes=scenario.unit.spare_nodes,
        target=mode(each.target for each in found),
        expected=theory,
        alone=binding_alone(one_node(server.translation.network)),
        limits=there,
        binding=_stop(found, there),
        simulations=sum(each.trials for each in found),
        curve=curve,
        curve_replications=CURVE_REPLICATIONS,
        warm_up=server.warm_up,
        duration=server.run.seconds,
        settled=settled.series,
        together=server.translation.network.nodes,
        missed_in=tuple(Counter(each.target for each in found).most_common()),
    )


def _limits_there(server: LoadedServer, found: list[Crossing]) -> tuple[Limit, ...]:
    """The limits of the server at the load that each replication found, the most used first: between what is in use
    just within the targets and just beyond them. What is turned away is that within."""

    def measured(trials: Iterable[Trial]) -> Results:
        return results_of(server.engine, server.translation, server.run, [_tally(each) for each in trials])

    within = measured(each.within for each in found)
    beyond = {usage.name: usage.utilisation.each for usage in measured(each.beyond for each in found).usages}
    parts = [each.part for each in found]

    def there(usage: Usage) -> Usage:
        used = map(geometric, usage.utilisation.each, beyond[usage.name], parts)
        return replace(usage, utilisation=from_replications(list(used), server.run.confidence, usage.utilisation.unit))

    return limits(replace(within, usages=tuple(there(usage) for usage in within.usages)))


def _tally(trial: Trial) -> Tally:
    """What a trial counted. Raises ValueError for one that did not keep it."""
    if trial.tally is None:
        raise ValueError(f"the trial at {trial.load:g} times the load kept no tally")
    return trial.tally


def _stop(found: list[Crossing], there: tuple[Limit, ...]) -> Limit:
    """The limit that stops more load: the one behind the target that is missed beyond, in most replications.

    A pool that turns load away because what it is held for is full is the consequence of that (see `binding`), and a
    client's own line is no limit of the server.
    """
    beyond = [each.beyond.nearest for each in found]
    names = [each.limit for each in beyond if each.spent is None or each.spent.lines is None]
    named = mode(names) if names else ""
    full = binding(there).limit
    behind = next((limit for limit in there if limit.name == named), full)
    return full if behind.kind != "server" and full.kind == "server" and full.is_full else behind


def require_a_rate(scenario: Scenario) -> None:
    """Raises ScenarioError without a load that can be raised: a population offers what it is answered, and a load test
    finds its own end."""
    workload = scenario.workload
    part = "population" if workload.population is not None else "ramp" if workload.ramp is not None else None
    if part is not None:
        message = "there is no steady load to be raised"
        remedy = f"write `{part}: none` and what is `offered`, or use `run`"
        raise ScenarioError((Problem(scenario.file, 0, f"workload.{part}", "", message, remedy),))


def load_curve(
    server: LoadedServer, largest: float, around: Sequence[float], pool: ThreadPoolExecutor
) -> tuple[LoadPoint, ...]:
    """The server at loads that are `around` times its `largest` one, requests/s."""
    loads = {factor: server.times(largest) * factor for factor in around}
    measured = {factor: _measured(server, load, pool) for factor, load in loads.items()}
    return tuple(_point(server, factor, factor * largest, tallies) for factor, tallies in measured.items())


def _measured(server: LoadedServer, load: float, pool: ThreadPoolExecutor) -> list[Tally]:
    """The server at a load, by some replications that are shorter than those of the search."""
    shorter = max(server.run.seconds / SHORTER, 5.0 * server.run.window)
    run = server.run.model_copy(update={"duration": shorter})
    network = server.loaded(load)

    def one(replication: int) -> Tally:
        return server.engine.run(network, plan_of(run, replication), run.seed)

    return list(pool.map(one, range(CURVE_REPLICATIONS)))


def _point(server: LoadedServer, factor: float, offered: float, tallies: list[Tally]) -> LoadPoint:
    results = results_of(server.engine, server.translation, server.run, tallies)
    return LoadPoint(
        offered=offered,
        wire_mbps=results.estimate("wire_mbps"),
        response_mean=results.measures["response_mean"],
        response_p95=results.measures["response_p95"],
        errors=results.estimate("errors"),
        connections=results.estimate("connections"),
        met=factor <= 1.0,
    )
