"""A unit through what happens to its nodes. Read this first: its load, the watch, and what is found in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.checks.failure_checks import who_comes_again_comes_later
from models.errors import Problem, ScenarioError
from models.node_groups import rated_apart
from models.parts.failing.failures import Failures, HealthCheck
from models.scenario import Scenario
from simulator.brief import short_repr
from simulator.engines.engine import Engine
from simulator.engines.tally import Tally
from simulator.measure.estimate import none_seen
from simulator.measure.progress import Progress
from simulator.network.network import Network
from simulator.sizing.capacity import searches
from simulator.solver import require_support
from simulator.survival.collapse import Collapse, collapse
from simulator.survival.hurt import Hurt, hurt
from simulator.survival.judged import judge
from simulator.survival.load import Load, is_searched, load_of
from simulator.survival.over_time import UnitOverTime, over_time
from simulator.survival.phases import Phase, at_worst, phases
from simulator.survival.recovered import Recovery, recovery
from simulator.survival.watched import GroupWatched, Watched, replications, tallies, watched
from simulator.survival.year import Year, a_year, deepest
from simulator.targets import asked
from simulator.translate.one_world import one_world

# Answers are of any age alike, so that they last for half of their time on average.
_LEFT = 0.5


@dataclass(frozen=True)
class ComesStill:
    """noticed: seconds until names leave a dead unit out; half: until at most half of its clients still come to it;
    last: until none does; sessions: how many come to it meanwhile, at most, that do not go elsewhere by themselves."""

    noticed: float
    half: float
    last: float
    sessions: float


@dataclass(frozen=True)
class Survived:
    """What a unit does through its timetable: under which load, phase by phase and at worst, how long outside its
    targets, whom it hurts (one entry a replication), and over time.

    year: a year of it, where the scenario says how often nodes fail, else None; collapse: the loads at which it gets
    over what happens, where that was asked. groups: of nodes that get classes of their own, each like a unit by itself,
    with the year of each; then phases are the means of all nodes, and the unit is outside while any group is.
    """

    watch: Watched
    load: Load
    phases: tuple[Phase, ...]
    worst: Phase
    recovery: Recovery
    hurt: tuple[Hurt, ...]
    over_time: UnitOverTime
    year: Year | None
    collapse: Collapse | None = None
    groups: tuple["GroupSurvived", ...] = ()

    __repr__ = short_repr

    @property
    def scenario(self) -> Scenario:
        return self.watch.scenario

    @property
    def comes_still(self) -> ComesStill | None:
        """How long clients come to the whole unit once it is dead, where they find it by name."""
        return comes_still(self.scenario, self.watch.network, self.load.requests)

    @property
    def met(self) -> bool | None:
        """Whether it keeps to its targets all the time, in every replication; None where that is not known: some miss
        one, but the interval of the minutes holds 0, of all of them and of each limit that breaks."""
        return none_seen(self.recovery.outside, (each.minutes for each in self.recovery.breaks))


@dataclass(frozen=True)
class GroupSurvived:
    """What a group of nodes does in the world of its unit."""

    name: str
    found: Survived


def survive(scenario: Scenario, engine: Engine, load: str = "", progress: Progress = lambda: None) -> Survived:
    """What becomes of a unit of a scenario whose nodes fail or are maintained as it states, at a load (see `load_of`).

    Raises ScenarioError for a unit of one node, and what `load_of` and the engine raise.
    """
    require_several(scenario)
    return survive_at(scenario, engine, load_of(scenario, engine, load, progress), progress)


def with_collapse(found: Survived, engine: Engine, progress: Progress = lambda: None) -> Survived:
    """The same with the loads at which the unit gets over what happens to it. Raises what `load_of` raises."""
    scenario = found.scenario
    load = found.load if found.load.carries is not None else load_of(scenario, engine, "100 %", progress)
    return replace(found, collapse=collapse(scenario, engine, load, asked(scenario.targets), progress))


def survive_at(scenario: Scenario, engine: Engine, under: Load, progress: Progress = lambda: None) -> Survived:
    """The same at a load that is known. Raises what the engine raises."""
    wanted = asked(scenario.targets)
    watch = watched(scenario, under, wanted)
    require_support(engine, watch.network)
    found = tallies(watch, engine, progress)
    told = _told(watch, under, found)
    if not watch.groups:
        return replace(told, year=a_year(scenario, engine, under, wanted, progress))
    groups = [_of_group(each, under, found) for each in watch.groups]
    groups = [
        replace(each, found=replace(own, year=a_year(own.scenario, engine, own.load, wanted, progress)))
        for each in groups
        for own in [each.found]
    ]
    breaks = [replace(each, group=group.name) for group in groups for each in group.found.recovery.breaks]
    breaks.sort(key=lambda each: -each.minutes.value)
    return replace(told, groups=tuple(groups), recovery=replace(told.recovery, breaks=tuple(breaks)))


def _told(watch: Watched, under: Load, found: Sequence[Tally]) -> Survived:
    """What is found in a watch, without a year."""
    judged = [judge(watch, tally) for tally in found]
    return Survived(
        watch=watch,
        load=under,
        phases=phases(watch, found),
        worst=at_worst(watch, found),
        recovery=recovery(watch, found, judged),
        hurt=tuple(hurt(watch, tally) for tally in found),
        over_time=over_time(watch, found),
        year=None,
    )


def _of_group(group: GroupWatched, under: Load, found: Sequence[Tally]) -> GroupSurvived:
    """The same of a group of nodes, at the load of one of its servers."""
    source, nodes = group.watch.network.source, group.watch.nodes
    load = replace(under, requests=source.rate * source.requests.mean / nodes, carries=None)
    return GroupSurvived(group.name, _told(group.watch, load, [group.told(tally) for tally in found]))


def require_several(scenario: Scenario) -> None:
    """Raises ScenarioError where a unit has one node or calls other tiers, its groups of nodes cannot stand in one
    world, or its clients would come again without a pause."""
    if scenario.unit.nodes == 1:
        message, remedy = "one node has no other to take over", "write at least 2"
        raise ScenarioError((Problem(scenario.file, 0, "unit.nodes", "1", message, remedy),))
    if scenario.tiers:
        message = "servers of other tiers live on when one that calls them dies, which `survive` does not know"
        remedy = "write `tiers: []`, and how long calls take as the `wait` of each request"
        raise ScenarioError((Problem(scenario.file, 0, "tiers", "", message, remedy),))
    failing = scenario.unit.model_copy(update={"failures": scenario.unit.failures or Failures()})
    failing_unit = scenario.model_copy(update={"unit": failing})
    found = tuple(who_comes_again_comes_later(failing_unit))
    if found:
        told = (Problem(scenario.file, 0, ".".join(map(str, e.path)), "", e.message, e.remedy) for e in found)
        raise ScenarioError(tuple(told))
    if scenario.unit.paths:
        one_world(failing_unit)


def steps(scenario: Scenario, load: str) -> int:
    """How many times `survive` reports progress, at least."""
    groups = rated_apart(scenario)
    watches = replications(scenario) * (1 + sum(deepest(each) for each in groups))
    return watches + (sum(map(searches, groups)) if is_searched(scenario, load) else len(groups))


def comes_still(scenario: Scenario, network: Network, requests: float) -> ComesStill | None:
    """How long clients come to a unit that is dead, each of whose servers was offered so many requests a second; None
    where they do not find it by name.

    Until names leave it out all of them come; t seconds later at most 1 - t / T of them, with T the time to live, for
    answers are then of any age alike (Cox 1962, Renewal Theory, section 5.2): T / 2 seconds' worth of sessions in all.
    """
    names = scenario.dns
    if names is None:
        return None
    check = scenario.unit.failures.health_check if scenario.unit.failures is not None else HealthCheck()
    noticed = check.interval * check.failures
    of_unit = requests * scenario.unit.nodes / network.source.requests.mean
    return ComesStill(
        noticed,
        noticed + _LEFT * names.time_to_live,
        noticed + names.time_to_live,
        of_unit * (noticed + _LEFT * names.time_to_live),
    )
