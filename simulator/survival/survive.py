"""A unit through what happens to its nodes. Read this first: its load, the watch, and what is found in it."""

from dataclasses import dataclass

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.measure.progress import Progress
from simulator.sizing.capacity import asked, searches
from simulator.solver import require_support
from simulator.survival.hurt import Hurt, hurt
from simulator.survival.judged import judge
from simulator.survival.load import Load, is_searched, load_of
from simulator.survival.over_time import UnitOverTime, over_time
from simulator.survival.phases import Phase, at_worst, phases
from simulator.survival.recovered import Recovery, recovery
from simulator.survival.watched import Watched, replications, tallies, watched
from simulator.survival.year import Year, a_year, deepest


@dataclass(frozen=True)
class Survived:
    """What a unit does through its timetable: under which load, phase by phase and at worst, how long outside its
    targets, whom it hurts (one entry a replication), and over time.

    year: a year of it, where the scenario says how often nodes fail, else None.
    """

    watch: Watched
    load: Load
    phases: tuple[Phase, ...]
    worst: Phase
    recovery: Recovery
    hurt: tuple[Hurt, ...]
    over_time: UnitOverTime
    year: Year | None

    @property
    def scenario(self) -> Scenario:
        return self.watch.scenario

    @property
    def met(self) -> bool:
        """Whether it keeps to its targets all the time, in every replication."""
        return self.recovery.outside.value == 0.0


def survive(scenario: Scenario, engine: Engine, load: str = "", progress: Progress = lambda: None) -> Survived:
    """What becomes of a unit of a scenario whose nodes fail or are maintained as it states, at a load (see `load_of`).

    Raises ScenarioError for a unit of one node, and what `load_of` and the engine raise.
    """
    require_several(scenario)
    under = load_of(scenario, engine, load, progress)
    wanted = asked(scenario.targets)
    watch = watched(scenario, under, wanted)
    require_support(engine, watch.network)
    found = tallies(watch, engine, progress)
    judged = [judge(watch, tally) for tally in found]
    return Survived(
        watch=watch,
        load=under,
        phases=phases(watch, found),
        worst=at_worst(watch, found),
        recovery=recovery(watch, found, judged),
        hurt=tuple(hurt(watch, tally) for tally in found),
        over_time=over_time(watch, found),
        year=a_year(scenario, engine, under, wanted, progress),
    )


def require_several(scenario: Scenario) -> None:
    """Raises ScenarioError where a unit has one node, or its clients would come again without a pause."""
    if scenario.unit.nodes == 1:
        message, remedy = "one node has no other to take over", "write at least 2"
        raise ScenarioError((Problem(scenario.file, 0, "unit.nodes", "1", message, remedy),))
    retries = scenario.workload.retries
    if retries.attempts > 0 and retries.back_off == 0.0:
        message = "clients that are refused would go from node to node at the same moment"
        problem = Problem(scenario.file, 0, "workload.retries.back_off", "0 s", message, "write e.g. 1 s")
        raise ScenarioError((problem,))


def steps(scenario: Scenario, load: str) -> int:
    """How many times `survive` reports progress, at least."""
    return replications(scenario) * (1 + deepest(scenario)) + (searches(scenario) if is_searched(scenario, load) else 1)
