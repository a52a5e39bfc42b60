"""The whole pipeline. Read this first: scenario -> network -> tallies -> estimates -> outcome."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date

from models.scenario import Scenario
from simulator.engines.analytic.engine import Analytic
from simulator.engines.engine import Engine
from simulator.errors import NotConverged, Unstable, UnsupportedByEngine
from simulator.measure.precision import FIRST_REPLICATIONS
from simulator.measure.progress import Progress, grow
from simulator.measure.replicate import replicate
from simulator.measure.results import Refused, Results, Settled
from simulator.measure.settle import settle
from simulator.measure.theory import in_theory
from simulator.network.network import Network
from simulator.rollup.outcome import Outcome, roll_up
from simulator.rollup.stamp import stamped
from simulator.translate.translate import Translation, translate

Solver = Engine | Analytic


def study(scenario: Scenario, engine: Solver, command: str, day: date, progress: Progress = lambda: None) -> Outcome:
    """Answers a scenario, and its baseline first if it has one: by simulation, or by theory.

    `progress` is called as each run ends (see `replications`). `command` and `day` go into the stamp. Raises
    UnsupportedByEngine, NoCapacity and NotConverged; ScenarioError has been raised before, by `load`.
    """
    baseline = study(scenario.baseline, engine, command, day, progress) if scenario.baseline else None
    translation = translate(scenario)
    results = measure(engine, scenario, translation, progress)
    stamp = stamped(scenario, engine.name, results.replications, command, day.isoformat())
    return roll_up(scenario, translation.network, results, stamp, baseline)


def foresee(scenario: Scenario, command: str, day: date) -> Outcome | Refused:
    """The answer of theory, at once; of the plan alone if theory does not know the baseline. Else why there is none."""
    for asked in (scenario, scenario.model_copy(update={"baseline": None})):
        try:
            return study(asked, Analytic(), command, day)
        except (UnsupportedByEngine, Unstable, NotConverged) as error:
            reason = str(error)
    return Refused(reason)


def measure(
    engine: Solver,
    scenario: Scenario,
    translation: Translation,
    progress: Progress = lambda: None,
    settled: Settled | None = None,
) -> Results:
    """What one server of a network does; `settled` is its warm-up, where it has been found before.

    Raises UnsupportedByEngine before anything has run, and NotConverged.
    """
    require_support(engine, translation.network)
    ramp = scenario.workload.ramp
    if isinstance(engine, Analytic):
        if ramp is not None:
            raise UnsupportedByEngine("workload.ramp: theory knows no load test; use --engine kernel")
        return in_theory(scenario.run, translation)
    until_failed = None if ramp is None else ramp.until_failed
    with _named(scenario):
        return replicate(engine, translation, scenario.run, progress, until_failed, settled)


def measure_alike(engine: Engine, scenarios: Sequence[Scenario], progress: Progress = lambda: None) -> list[Results]:
    """What one server of each scenario does, over the same time: the runs have been checked by `check_pairs`.

    Where they leave it open, all have the warm-up of the one that settles last, and as many replications as the first
    one needs. Raises what `measure` raises.
    """
    translations = [translate(scenario) for scenario in scenarios]
    found = []
    for scenario, translation in zip(scenarios, translations, strict=True):
        require_support(engine, translation.network)
        with _named(scenario):
            ramped = scenario.workload.ramp is not None
            found.append(settle(engine, translation.network, scenario.run, progress, ramped)[1])
    last = max(found, key=lambda settled: settled.seconds)
    settled = last if scenarios[0].run.warm_up is None else None
    first, *others = zip(scenarios, translations, strict=True)
    results = [measure(engine, *first, progress, settled)]
    count = results[0].replications
    for scenario, translation in others:
        run = scenario.run.model_copy(update={"replications": count})
        grow(progress, count - replications(scenario))
        alike = scenario.model_copy(update={"run": run})
        results.append(measure(engine, alike, translation, progress, settled))
    return results


@contextmanager
def _named(scenario: Scenario) -> Iterator[None]:
    """Says which scenario it is that does not converge."""
    try:
        yield
    except NotConverged as error:
        raise NotConverged(f"{scenario.name}: {error}") from None


def require_support(engine: Solver, network: Network) -> None:
    """Raises UnsupportedByEngine if the engine cannot run the network."""
    refusal = engine.supports(network)
    if refusal is not None:
        raise UnsupportedByEngine(f"the {engine.name} engine cannot run this scenario: {refusal}")


def replications(scenario: Scenario) -> int:
    """How many replications a study of the scenario takes at least, its baseline included.

    Pilot runs and replications that precision asks for come to that; `progress` is told of them.
    """
    own = scenario.run.replications or FIRST_REPLICATIONS
    return own + (replications(scenario.baseline) if scenario.baseline else 0)
