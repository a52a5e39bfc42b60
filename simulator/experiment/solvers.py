"""The two solvers: an engine that simulates, and theory."""

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from models.scenario import Scenario
from simulator.engines.engine import THEORY, Engine, Unsupported
from simulator.engines.theory.engine import TheoryEngine
from simulator.errors import USE_KERNEL
from simulator.experiment.capacity_by_solver import NO_CURVE, capacity_from_search, capacity_in_theory_with_limits
from simulator.experiment.capacity_search import find_capacity
from simulator.experiment.largest_load import LargestLoad
from simulator.experiment.largest_load_in_theory import largest_load_in_theory
from simulator.experiment.memory_budget import MemoryShare, simulation_memory, theory_memory
from simulator.experiment.precision import FIRST_REPLICATIONS, TooImprecise
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.replications import measure_replications
from simulator.experiment.results import Results, WarmUp
from simulator.experiment.server_capacity import ServerCapacity
from simulator.experiment.theory_results import require_no_overload, theory_results
from simulator.messages.stages import theory_gaps
from simulator.network.network import Network
from simulator.network.trace import SessionTrace
from simulator.solver import MeasurementOptions
from simulator.translate.translate import Translation

# How much shorter the first looks are than what is stated, where replications are stated too: as soon as every target
# can be judged, no more is simulated.
SHORTER = (4.0, 2.0)
# How much shorter replications are of which there are as many as precision takes. More of them tell how much they
# differ, so fewer seconds do; shorter ones would be too skewed for their intervals.
HALF = (2.0,)
# As many points at least has a time series of it.
FEWEST_WINDOWS = 10
NO_LOAD_TEST = Unsupported("workload.ramp", theory_gaps.LOAD_TEST, USE_KERNEL)


class Simulation:
    """Answers by what an engine simulates."""

    at_once = False
    load_tests: Unsupported | None = None

    def __init__(self, engine: Engine) -> None:
        self.name = engine.name
        self._engine = engine

    def supports(self, network: Network) -> Unsupported | None:
        """Why the engine cannot run the network, or None if it can."""
        return self._engine.supports(network)

    def results(
        self, translation: Translation, measuring: MeasurementOptions, progress: Progress = lambda: None
    ) -> Results:
        """What one server is measured to do. Raises UnsupportedByEngine and NotConverged."""
        trace = translation.network.source.trace
        if trace is not None:
            return self._measured(translation, _replayed(measuring, trace), progress)
        if measuring.enough is not None:
            for shorter in _shorter(measuring):
                announce_steps(progress, shorter.run.replications or FIRST_REPLICATIONS)
                with suppress(TooImprecise):
                    results = self._measured(translation, shorter, progress)
                    if measuring.enough(results):
                        return results
            announce_steps(progress, FIRST_REPLICATIONS)
        return self._measured(translation, measuring, progress)

    def carries(
        self, scenario: Scenario, replications: int | None = None, progress: Progress = lambda: None
    ) -> ServerCapacity:
        """The largest load, searched on each replication. Raises what `find_capacity` raises."""
        run = scenario.run if replications is None else scenario.run.model_copy(update={"replications": replications})
        searched = scenario.model_copy(update={"run": run})
        return capacity_from_search(scenario, self.searches(searched, NO_CURVE, progress))

    def searches(self, scenario: Scenario, around: Sequence[float], progress: Progress = lambda: None) -> LargestLoad:
        """The same with all that the search tells. Raises what `find_capacity` raises."""
        return find_capacity(scenario, self._engine, progress, around)

    def takes(self, scenarios: Sequence[Scenario]) -> Iterator[list[list[MemoryShare]]]:
        """The memory that simulations take, catalogues first."""
        return simulation_memory(scenarios, self.name)

    def stop(self) -> None:
        """Ends the runs under way, from any thread."""
        self._engine.stop()

    def _measured(self, translation: Translation, measuring: MeasurementOptions, progress: Progress) -> Results:
        return measure_replications(
            self._engine,
            translation,
            measuring.run,
            progress,
            measuring.until_failed,
            measuring.settled,
            measuring.spare,
            measuring.lengthens,
        )


class Theory:
    """Answers by formulas, at once."""

    name = THEORY
    at_once = True
    load_tests: Unsupported | None = NO_LOAD_TEST

    def supports(self, network: Network) -> Unsupported | None:
        """Why theory cannot solve the network, or None if it can."""
        return TheoryEngine().supports(network)

    def results(
        self, translation: Translation, measuring: MeasurementOptions, progress: Progress = lambda: None
    ) -> Results:
        """What theory says of one server. Raises Overloaded; UnsupportedByEngine with the part that it cannot say."""
        node = require_no_overload(measuring.run, translation.network)
        return theory_results(measuring.run, translation, node)

    def carries(
        self, scenario: Scenario, replications: int | None = None, progress: Progress = lambda: None
    ) -> ServerCapacity:
        """The largest load by formulas, with the limits of the server there. Raises what `largest_rate` raises."""
        return capacity_in_theory_with_limits(scenario)

    def searches(self, scenario: Scenario, around: Sequence[float], progress: Progress = lambda: None) -> LargestLoad:
        """The same with the load curve. Raises what `largest_load_in_theory` raises."""
        return largest_load_in_theory(scenario, around)

    def takes(self, scenarios: Sequence[Scenario]) -> Iterator[list[list[MemoryShare]]]:
        """Little but for catalogues whose objects are drawn."""
        return theory_memory(scenarios)

    def stop(self) -> None:
        """Nothing is under way."""


def _replayed(measuring: MeasurementOptions, trace: SessionTrace) -> MeasurementOptions:
    """A log is replayed whole, from its first second on, unless the scenario says otherwise: what has to settle before
    it is measured would be missing from what came."""
    run, measuring = measuring.run, replace(measuring, lengthens=False)
    whole = {"duration": math.ceil(trace.span / trace.rate)} if run.duration is None else {}
    if run.warm_up is not None:
        return replace(measuring, run=run.model_copy(update=whole))
    return replace(measuring, run=run.model_copy(update={**whole, "warm_up": 0.0}), settled=WarmUp(0.0))


def _shorter(measuring: MeasurementOptions) -> Iterator[MeasurementOptions]:
    """The same, measured for less time than is stated.

    Where replications are added until their interval is narrow enough, nobody looks at it before: who stops at the
    first of several looks whose interval is narrow stops where it is too narrow by chance.
    """
    run = measuring.run
    for times in SHORTER if run.replications else HALF:
        duration = max(run.seconds / times, FEWEST_WINDOWS * run.window)
        if duration < run.seconds:
            yield replace(measuring, run=run.model_copy(update={"duration": duration}))
