"""Measures one server of a scenario at the load that is offered to it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from models.node_groups import rated_scenarios
from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.engines.memory import OutOfMemory
from simulator.engines.theory.bottleneck import offered_rate
from simulator.errors import NotConverged, Overloaded
from simulator.experiment.memory_budget import require_memory, require_memory_to_simulate
from simulator.experiment.path_groups import require_nodes_alike
from simulator.experiment.precision import FIRST_REPLICATIONS
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.replications import measure_replications
from simulator.experiment.results import Results, WarmUp
from simulator.experiment.run_length import with_enough_requests
from simulator.experiment.sizing_basis import require_offered
from simulator.experiment.warm_up import find_warm_up
from simulator.solver import MeasurementOptions, Solver, require_answer, require_support
from simulator.translate.one_world import joint_network
from simulator.translate.translate import Translation


def measure_server(
    solver: Solver, scenario: Scenario, translation: Translation, progress: Progress = lambda: None
) -> Results:
    """What one server of a network does.

    Raises UnsupportedByEngine before anything has run, and NotConverged.
    """
    require_measurable(solver, scenario, translation)
    require_memory([scenario], solver)
    with naming_scenario(scenario):
        network = translation.network
        offered = 0.0 if network.source.returns else offered_rate(network) * network.nodes
        run = with_enough_requests(scenario.run, offered)
        measuring = MeasurementOptions(
            run,
            until_failed=_until_failed(scenario),
            spare=untargeted_percentiles(scenario),
            lengthens=scenario.run.duration is None and not network.source.returns,
        )
        return solver.results(translation, measuring, progress)


def require_measurable(solver: Solver, scenario: Scenario, translation: Translation) -> None:
    """Raises ScenarioError where no server stands for all, and UnsupportedByEngine where the solver has no answer."""
    require_nodes_alike(scenario)
    require_answer(solver, scenario, translation.network)


def measure_with_common_draws(
    engine: Engine,
    scenarios: Sequence[Scenario],
    progress: Progress = lambda: None,
    worlds: Sequence[Translation] | None = None,
) -> list[Results | Overloaded]:
    """What one server of each scenario does, over the same time: the runs have been checked by `check_pairs`. Where
    groups of nodes serve classes of their own, that is the mean over all nodes of the unit. Of one that does not settle
    because it is offered more than it carries, that.

    worlds: in which each is measured, at the load that it is offered; left out, their whole units at the loads that
    they state. Where they leave it open, all have the warm-up of the one that settles last, and as many replications as
    the first one needs. Raises what `measure` raises, Overloaded if all are.
    """
    for scenario in scenarios:
        require_offered(scenario)
    translations = worlds or [joint_network(scenario) for scenario in scenarios]
    for scenario in scenarios:  # One after the other: what the last one drew from makes room for the next.
        require_memory_to_simulate(rated_scenarios(scenario), engine.name)
    asked = list(zip(scenarios, translations, strict=True))
    found = [_settled(engine, *each, progress) for each in asked]
    settled = [each for each in found if isinstance(each, WarmUp)]
    last = max(settled, key=lambda each: each.seconds, default=None) if scenarios[0].run.warm_up is None else None
    results: list[Results | Overloaded] = []
    count: int | None = None
    for each, (scenario, translation) in zip(found, asked, strict=True):
        one = each if isinstance(each, Overloaded) else _or_overloaded(
            engine, _as_often(scenario, count, progress), translation, progress, last
        )  # fmt: skip
        results.append(one)
        count = one.replications if count is None and isinstance(one, Results) else count
    if count is None:
        raise next(each for each in results if isinstance(each, Overloaded))
    return results


def _or_overloaded(
    engine: Engine, scenario: Scenario, translation: Translation, progress: Progress, settled: WarmUp | None
) -> Results | Overloaded:
    """What a server does; or that it is offered more than it carries, where its stated warm-up shows that."""
    try:
        return _simulated(engine, scenario, translation, progress, settled)
    except Overloaded as error:
        return error


def _settled(engine: Engine, scenario: Scenario, translation: Translation, progress: Progress) -> WarmUp | Overloaded:
    """The warm-up of a server; or that it is offered more than it carries."""
    require_support(engine, translation.network)
    try:
        with naming_scenario(scenario):
            return find_warm_up(
                engine, translation.network, scenario.run, progress, scenario.workload.ramp is not None
            )[1]
    except Overloaded as error:
        return error


def _as_often(scenario: Scenario, count: int | None, progress: Progress) -> Scenario:
    """The scenario with that many replications; with its own without a count."""
    if count is None:
        return scenario
    announce_steps(progress, count - replication_count(scenario))
    return scenario.model_copy(update={"run": scenario.run.model_copy(update={"replications": count})})


def _simulated(
    engine: Engine, scenario: Scenario, translation: Translation, progress: Progress, settled: WarmUp | None
) -> Results:
    with naming_scenario(scenario):
        until_failed, spare = _until_failed(scenario), untargeted_percentiles(scenario)
        return measure_replications(engine, translation, scenario.run, progress, until_failed, settled, spare)


def untargeted_percentiles(scenario: Scenario) -> tuple[str, ...]:
    """The percentiles of the response time that are no targets of a scenario: nothing is judged by them."""
    asked = {"response_p95": scenario.targets.p95_response, "response_p99": scenario.targets.p99_response}
    return tuple(name for name, target in asked.items() if target is None)


def _until_failed(scenario: Scenario) -> float | None:
    """The share of failed sessions at which a ramp has found its end; None where the load is no ramp."""
    ramp = scenario.workload.ramp
    return None if ramp is None else ramp.until_failed


@contextmanager
def naming_scenario(scenario: Scenario) -> Iterator[None]:
    """Says which scenario it is that does not converge, or takes more memory than there is."""
    try:
        yield
    except NotConverged as error:
        raise error.of(scenario.name) from None
    except OutOfMemory as error:
        raise OutOfMemory(f"{scenario.name}: {error}") from None


def replication_count(scenario: Scenario) -> int:
    """How many replications a study of the scenario takes at least, its baseline included.

    Pilot runs and replications that precision asks for come to that; `progress` is told of them.
    """
    own = scenario.run.replications or FIRST_REPLICATIONS
    return own + (replication_count(scenario.baseline) if scenario.baseline else 0)
