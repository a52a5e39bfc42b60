"""A unit through what happens to its nodes. Read this first: its load, the watch, and what is found in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.checks.failure_checks import check_retry_pauses
from models.checks.pod_checks import other_servers_take_over
from models.content_share import BY_URL, splits_content
from models.errors import Problem, Remedy, ScenarioError
from models.node_groups import rated_scenarios
from models.parts.failing.failures import Failures, HealthCheck
from models.scenario import Scenario
from simulator.brief import short_repr
from simulator.engines.engine import Engine
from simulator.engines.tally import Tally
from simulator.experiment.capacity_search import search_steps
from simulator.experiment.estimate import is_zero
from simulator.experiment.progress import Progress
from simulator.failover.collapse import Collapse, find_collapse
from simulator.failover.failure_run import FailureRun, GroupFailureRun, failure_run, replication_count, run_tallies
from simulator.failover.job_backlogs import JobBacklog, job_backlogs
from simulator.failover.load import ServerLoad, needs_capacity, stated_load
from simulator.failover.phases import Phase, phases, worst_phase
from simulator.failover.reconnection import ReconnectStorm, reconnect_storm
from simulator.failover.recovery_time import Recovery, measure_recovery
from simulator.failover.session_outcomes import SessionOutcomes, session_outcomes
from simulator.failover.target_violations import judge_windows
from simulator.failover.time_course import UnitOverTime, time_courses
from simulator.failover.year import FailureYear, failure_year, most_servers_down
from simulator.messages.stages import failover
from simulator.network.network import Network
from simulator.solver import require_support
from simulator.targets import target_values
from simulator.translate.one_world import joint_network

# Answers are of any age alike, so that they last for half of their time on average.
_LEFT = 0.5


@dataclass(frozen=True)
class NameServiceLag:
    """noticed: seconds until names leave a dead unit out; half: until at most half of its clients still come to it;
    last: until none does; sessions: how many come to it meanwhile, at most, that do not go elsewhere by themselves."""

    noticed: float
    half: float
    last: float
    sessions: float


@dataclass(frozen=True)
class FailoverResult:
    """What a unit does through its timetable: under which load, phase by phase and at worst, how long outside its
    targets, what becomes of its sessions (one entry a replication), and over time.

    year: a year of it, where the scenario says how often nodes fail, else None; collapse: the loads at which it gets
    over what happens, where that was asked. backlogs: the jobs of each queue that are not done meanwhile. groups: of
    nodes that get classes of their own, each like a unit by itself, with the year of each; then phases are the means of
    all nodes, and the unit is outside while any group is.
    """

    watch: FailureRun
    load: ServerLoad
    phases: tuple[Phase, ...]
    worst: Phase
    recovery: Recovery
    session_outcomes: tuple[SessionOutcomes, ...]
    over_time: UnitOverTime
    year: FailureYear | None
    collapse: Collapse | None = None
    backlogs: tuple[JobBacklog, ...] = ()
    groups: tuple["GroupFailover", ...] = ()

    __repr__ = short_repr

    @property
    def scenario(self) -> Scenario:
        return self.watch.scenario

    @property
    def comes_still(self) -> NameServiceLag | None:
        """How long clients come to the whole unit once it is dead, where they find it by name."""
        return name_service_lag(self.scenario, self.watch.network, self.load.requests)

    @property
    def reconnects(self) -> ReconnectStorm | None:
        """What comes to the other nodes when the clients of a dead one connect again, where somebody says how."""
        return None if self.groups else reconnect_storm(self.scenario, self.watch.network, self.load.requests)

    @property
    def met(self) -> bool | None:
        """Whether it keeps to its targets all the time, in every replication; None where that is not known: some miss
        one, but the interval of the minutes holds 0, of all of them and of each limit that breaks."""
        return is_zero(self.recovery.outside, (each.minutes for each in self.recovery.breaks))


@dataclass(frozen=True)
class GroupFailover:
    """What a group of nodes does in the world of its unit."""

    name: str
    found: FailoverResult


def study_failover(
    scenario: Scenario, engine: Engine, load: str = "", progress: Progress = lambda: None
) -> FailoverResult:
    """What becomes of a unit of a scenario whose nodes fail or are maintained as it states, at a load (see
    `stated_load`).

    Raises ScenarioError for a unit of one node, and what `stated_load` and the engine raise.
    """
    require_several(scenario)
    return study_failover_at(scenario, engine, stated_load(scenario, engine, load, progress), progress)


def with_collapse(failover_result: FailoverResult, engine: Engine, progress: Progress = lambda: None) -> FailoverResult:
    """The same with the loads at which the unit gets over what happens to it. Raises what `stated_load` raises."""
    scenario = failover_result.scenario
    load = (
        failover_result.load
        if failover_result.load.carries is not None
        else stated_load(scenario, engine, "100 %", progress)
    )
    return replace(
        failover_result, collapse=find_collapse(scenario, engine, load, target_values(scenario.targets), progress)
    )


def study_failover_at(
    scenario: Scenario, engine: Engine, under: ServerLoad, progress: Progress = lambda: None
) -> FailoverResult:
    """The same at a load that is known. Raises what the engine raises."""
    wanted = target_values(scenario.targets)
    watch = failure_run(scenario, under, wanted)
    require_support(engine, watch.network)
    tallies = run_tallies(watch, engine, progress)
    failover_result = _failover_result(watch, under, tallies)
    if not watch.groups:
        return replace(failover_result, year=failure_year(scenario, engine, under, wanted, progress))
    groups = [_of_group(each, under, tallies) for each in watch.groups]
    groups = [
        replace(each, found=replace(own, year=failure_year(own.scenario, engine, own.load, wanted, progress)))
        for each in groups
        for own in [each.found]
    ]
    breaks = [replace(each, group=group.name) for group in groups for each in group.found.recovery.breaks]
    breaks.sort(key=lambda each: -each.minutes.value)
    return replace(
        failover_result, groups=tuple(groups), recovery=replace(failover_result.recovery, breaks=tuple(breaks))
    )


def _failover_result(watch: FailureRun, under: ServerLoad, tallies: Sequence[Tally]) -> FailoverResult:
    """What is found in a watch, without a year."""
    judged = [judge_windows(watch, tally) for tally in tallies]
    return FailoverResult(
        watch=watch,
        load=under,
        phases=phases(watch, tallies),
        worst=worst_phase(watch, tallies),
        recovery=measure_recovery(watch, tallies, judged),
        session_outcomes=tuple(session_outcomes(watch, tally) for tally in tallies),
        over_time=time_courses(watch, tallies),
        year=None,
        backlogs=job_backlogs(watch, tallies),
    )


def _of_group(group: GroupFailureRun, under: ServerLoad, tallies: Sequence[Tally]) -> GroupFailover:
    """The same of a group of nodes, at the load of one of its servers."""
    source, nodes = group.watch.network.source, group.watch.nodes
    load = replace(under, requests=source.rate * source.requests.mean / nodes, carries=None)
    return GroupFailover(group.name, _failover_result(group.watch, load, [group.told(tally) for tally in tallies]))


def require_several(scenario: Scenario) -> None:
    """Raises ScenarioError where a unit has one node, keeps one copy of its content, its groups of nodes cannot
    stand in one world, all of its pods stand on a server that dies, or its clients would come again without a pause."""
    if scenario.unit.nodes == 1:
        message, remedy = failover.ONE_NODE
        ways = (Remedy({"unit.nodes": "2"}),)
        raise ScenarioError((Problem(scenario.file, 0, "unit.nodes", "1", message, remedy, ways),))
    if splits_content(scenario):
        message, remedy = failover.SPLIT_CONTENT
        ways = (Remedy({"unit.balancer.policy": "least-connections"}),)
        raise ScenarioError((Problem(scenario.file, 0, "unit.balancer.policy", BY_URL, message, remedy, ways),))
    failing = scenario.unit.model_copy(update={"failures": scenario.unit.failures or Failures()})
    failing_unit = scenario.model_copy(update={"unit": failing})
    told = tuple(
        finding.problem(scenario.file)
        for check in (other_servers_take_over, check_retry_pauses)
        for finding in check(failing_unit)
    )
    if told:
        raise ScenarioError(told)
    if scenario.unit.paths:
        joint_network(failing_unit)


def failover_steps(scenario: Scenario, load: str) -> int:
    """How many times `survive` reports progress, at least."""
    groups = rated_scenarios(scenario)
    watches = replication_count(scenario) * (1 + sum(most_servers_down(each) for each in groups))
    return watches + (sum(map(search_steps, groups)) if needs_capacity(scenario, load) else len(groups))


def name_service_lag(scenario: Scenario, network: Network, requests: float) -> NameServiceLag | None:
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
    return NameServiceLag(
        noticed,
        noticed + _LEFT * names.time_to_live,
        noticed + names.time_to_live,
        of_unit * (noticed + _LEFT * names.time_to_live),
    )
