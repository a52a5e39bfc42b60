"""Finds how much a server can carry: the largest load that meets the targets, with its interval.

Theory says where to look. Then each replication is searched by itself, at every load with the same sessions, and the
spread between replications is what the interval is made of. The load of a replication is the one that its clients
asked for, not the one that they were meant to: what comes in some minutes varies, what a server carries hardly does.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import mode

from models.errors import Problem, ScenarioError
from models.run import Run
from models.scenario import Scenario
from models.targets import Targets
from simulator.engines.analytic.bottleneck import loads
from simulator.engines.analytic.largest import largest_rate
from simulator.engines.analytic.limits import binds_at
from simulator.engines.engine import Engine
from simulator.engines.tally import Tally
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine
from simulator.measure.estimate import Estimate, from_replications
from simulator.measure.measures import MBPS
from simulator.measure.precision import FIRST_REPLICATIONS, more, not_precise, widest
from simulator.measure.progress import Progress, grow
from simulator.measure.replicate import plan_of, results_of
from simulator.measure.results import Settled
from simulator.measure.search import Found, Trial, largest_load
from simulator.measure.settle import settle
from simulator.measure.steady import Steady
from simulator.measure.strain import Asked, strain
from simulator.network.network import Network
from simulator.network.scaled import at_load, one_node
from simulator.rollup.largest_load import Alone, LargestLoad, LoadPoint
from simulator.rollup.limits import binding, limits
from simulator.study import require_support
from simulator.translate.translate import Translation, translate

# Loads at which the load curve is drawn, in times the capacity, and how much shorter its replications are.
AROUND = (0.5, 0.7, 0.85, 0.95, 1.0, 1.05, 1.1, 1.2)
CURVE_REPLICATIONS, SHORTER = 4, 8.0
# The load at which the warm-up is found, in times the one that theory expects to be the largest, and the precision for
# which it is found where coarser figures are asked for.
BELOW, FINELY = 0.95, 0.02


@dataclass(frozen=True)
class Server:
    """What is searched: one server of a scenario at its present load, by an engine, within targets."""

    engine: Engine
    translation: Translation
    asked: Asked
    run: Run

    def loaded(self, load: float) -> Network:
        return at_load(self.translation.network, load)

    def times(self, requests: float) -> float:
        """Requests a second, in times the present load."""
        source = self.translation.network.source
        return requests / (source.rate * source.requests.mean)

    def trial(self, load: float, replication: int) -> Trial:
        """One replication at a load."""
        network = self.loaded(load)
        tally = self.engine.run(network, plan_of(self.run, replication), self.run.seed)
        steady = Steady(network, (tally,), self.run.confidence)
        wanted = steady.total(tally, "requests", "lost") + steady.total(tally, "requests", "completed")
        mbps = MBPS * steady.total(tally, "requests", "wire") / steady.seconds
        return Trial(load, *strain(steady, tally, self.asked), wanted / steady.seconds, mbps)

    def search(self, replication: int, start: float) -> Found:
        """The largest load of one replication."""
        return largest_load(lambda load: self.trial(load, replication), start)


def find_capacity(
    scenario: Scenario, engine: Engine, progress: Progress = lambda: None, around: Sequence[float] = AROUND
) -> LargestLoad:
    """The largest load of a scenario's server within its targets; `progress` is called as each replication is done.

    The load curve has points at `around` times the capacity, of which 1.0 must be one, for there the limits are judged.
    Raises ScenarioError where the load is not one that can be raised, UnsupportedByEngine before anything has run,
    NoCapacity if no load meets the targets, and NotConverged if what is simulated is too short or too little to tell.
    """
    require_a_rate(scenario)
    whole = translate(scenario)
    require_support(engine, whole.network)
    translation = Translation(one_node(whole.network), whole.origins)
    wanted = asked(scenario.targets)
    theory = expected(translation.network, wanted)
    start = 1.0 if theory is None else theory / scenario.workload.offered_rate
    run, settled = _warmed(engine, at_load(translation.network, BELOW * start), scenario.run, progress)
    server = Server(engine, translation, wanted, run)
    with ThreadPoolExecutor(run.threads) as pool:
        try:
            found = _search(server, start, pool, progress)
            curve = _curve(server, found, around, pool)
            return _summed_up(scenario, server, found, curve, theory, settled)
        except NoCapacity as error:
            raise NoCapacity(f"{scenario.name}: {error}") from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            engine.stop()
            raise


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


def _search(server: Server, start: float, pool: ThreadPoolExecutor, progress: Progress) -> list[Found]:
    """Replications searched until the capacity is as precise as asked, or as many as are stated."""

    def one(replication: int) -> Found:
        found = server.search(replication, start)
        progress()
        return found

    run = server.run
    found = list(pool.map(one, range(run.replications or FIRST_REPLICATIONS)))
    while run.replications is None and (wide := widest(_estimates(found, run), run)) is not None:
        added = more(wide, len(found), run.most_replications)
        if not added:
            raise NotConverged(not_precise(wide, len(found)))
        grow(progress, added)
        found += pool.map(one, range(len(found), len(found) + added))
    return found


def _estimates(found: list[Found], run: Run) -> dict[str, Estimate]:
    """The capacity, in requests a second and in Mbps, from what each replication found."""
    return {
        "requests": from_replications([each.asked_for for each in found], run.confidence, "/s"),
        "wire_mbps": from_replications([each.mbps for each in found], run.confidence, "Mbps"),
    }


def asked(targets: Targets) -> Asked:
    """The targets as plain numbers."""
    return Asked(targets.errors, targets.p95_response, targets.utilisation, targets.connections)


def expected(network: Network, wanted: Asked) -> float | None:
    """The largest load that theory expects, requests/s; None where it cannot say. It knows of no percentiles."""
    try:
        return largest_rate(network, wanted.errors, wanted.utilisation, wanted.connections).value
    except (UnsupportedByEngine, NoCapacity, ValueError):
        return _saturation(network)


def _saturation(network: Network) -> float | None:
    """The load that fills the bottleneck, whatever else theory cannot say."""
    try:
        return loads(network).bottleneck.saturates
    except ValueError:
        return None


def alone(network: Network) -> Mapping[str, Alone]:
    """By limit, the load at which it would bind if no other did; empty where theory cannot say."""
    try:
        return {each.name: Alone(each.rate, str(each.standing)) for each in binds_at(network)}
    except ValueError:
        return {}


Curve = Mapping[float, Sequence[Tally]]


def _curve(server: Server, found: list[Found], around: Sequence[float], pool: ThreadPoolExecutor) -> Curve:
    """The server at loads around its capacity; keys are in times the capacity."""
    mean = server.times(_estimates(found, server.run)["requests"].value)
    return {factor: _measured(server, mean * factor, pool) for factor in around}


def _summed_up(
    scenario: Scenario, server: Server, found: list[Found], curve: Curve, theory: float | None, settled: Settled
) -> LargestLoad:
    """The capacity from what each replication found, and the server around there."""
    nodes, spares = scenario.unit.nodes, scenario.unit.spare_nodes
    offered, carried = _estimates(found, server.run).values()
    there = limits(results_of(server.engine, server.translation, server.run, curve[1.0]))
    return LargestLoad(
        offered=offered,
        server_mbps=carried,
        unit_mbps=carried.times(nodes - spares, "Mbps"),
        nodes=nodes,
        spare_nodes=spares,
        target=mode(each.target for each in found),
        expected=theory,
        alone=alone(server.translation.network),
        limits=there,
        binding=binding(there).limit,
        simulations=sum(each.trials for each in found),
        curve=tuple(_point(server, factor, factor * offered.value, tallies) for factor, tallies in curve.items()),
        curve_replications=CURVE_REPLICATIONS,
        warm_up=server.run.warm_up,
        duration=server.run.duration,
        settled=settled.series,
    )


def _measured(server: Server, load: float, pool: ThreadPoolExecutor) -> list[Tally]:
    """The server at a load, by some replications that are shorter than those of the search."""
    shorter = max(server.run.duration / SHORTER, 5.0 * server.run.window)
    run = server.run.model_copy(update={"duration": shorter})
    network = server.loaded(load)

    def one(replication: int) -> Tally:
        return server.engine.run(network, plan_of(run, replication), run.seed)

    return list(pool.map(one, range(CURVE_REPLICATIONS)))


def _point(server: Server, factor: float, offered: float, tallies: list[Tally]) -> LoadPoint:
    results = results_of(server.engine, server.translation, server.run, tallies)
    return LoadPoint(
        offered=offered,
        goodput=results.estimate("wire_mbps"),
        response_mean=results.measures["response_mean"],
        response_p95=results.measures["response_p95"],
        errors=results.estimate("errors"),
        connections=results.estimate("connections"),
        met=factor <= 1.0,
    )


def require_a_rate(scenario: Scenario) -> None:
    """Raises ScenarioError without a load that can be raised: a population offers what it is answered, and a load test
    finds its own end."""
    workload = scenario.workload
    part = "population" if workload.population is not None else "ramp" if workload.ramp is not None else None
    if part is not None:
        message = "there is no steady load to be raised"
        remedy = f"write `{part}: none` and what is `offered`, or use `run`"
        raise ScenarioError((Problem(scenario.file, 0, f"workload.{part}", "", message, remedy),))
