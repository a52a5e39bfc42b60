"""A unit that is watched through its timetable: its network with what happens to its nodes, and how it is run."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from models.node_absences import (
    FlashCrowd,
    NodeAbsence,
    TierAbsence,
    flash_crowds,
    node_absences,
    tier_absences,
)
from models.node_groups import group_nodes, request_share
from models.scenario import Scenario
from models.unit_pods import unit_failures
from models.zone_placement import zones_of_tiers
from simulator.engines.engine import Engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.experiment.path_groups import group_scenarios
from simulator.experiment.progress import Progress
from simulator.experiment.replications import run_in_parallel
from simulator.experiment.target_strain import responses_needed
from simulator.failover.load import ServerLoad
from simulator.failover.skipped_windows import ShortenedRun, replications_within, seconds_within, shorten_run
from simulator.network.cluster import NodeEvent
from simulator.network.network import Network
from simulator.targets import TargetValues
from simulator.translate.one_world import joint_network
from simulator.translate.outages import crowd_profile, node_events, tier_events
from simulator.translate.translate import Translation, translate, translate_with_backend

# Seconds of a window that people read well; a watch has at most so many windows.
WINDOWS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0)
MOST_WINDOWS = 240
# Of one that is shortened, so many windows are told at most, and fewer simulated.
MOST_TOLD = 600
# Replications where none are stated: a watch is long, and what it shows is seconds and minutes.
REPLICATIONS = 4
# What comes in a window varies: so much more is expected than a percentile needs.
AMPLE = 1.5


@dataclass(frozen=True)
class FailureRun:
    """A unit and what happens to it.

    away, crowds, tiers: the absences of its nodes, the crowds that come and the absences of servers of other tiers, in
    seconds from the moment at which it is watched; plan: of one replication, in which that moment is at the
    end of the warm-up. asked: the targets. groups: of nodes that get classes of their own, each of which has to keep to
    the targets by itself; none where nodes are alike. between: of a group, when the first thing happens to its unit,
    and when the last is over, seconds.
    """

    scenario: Scenario
    translation: Translation
    away: tuple[NodeAbsence, ...]
    plan: RunPlan
    asked: TargetValues
    crowds: tuple[FlashCrowd, ...] = ()
    groups: tuple["GroupFailureRun", ...] = ()
    between: tuple[float, float] | None = None
    tiers: tuple[TierAbsence, ...] = ()

    @property
    def network(self) -> Network:
        return self.translation.network

    @property
    def nodes(self) -> int:
        return self.network.nodes

    @property
    def first(self) -> int:
        """The first window that is watched."""
        return round(self.plan.warm_up / self.plan.window)

    def with_nodes(self, nodes: int) -> Network:
        """The network with so many nodes to which nothing happens, and without groups: made once, and checked once,
        for all windows in which as many serve."""
        if nodes not in self._with_nodes:
            # Nothing else of it changes: what happens to nodes has been counted.
            balancer = replace(self.network.balancer, weights=())
            self._with_nodes[nodes] = replace(self.network, nodes=nodes, events=(), balancer=balancer, groups=())
        return self._with_nodes[nodes]

    @cached_property
    def _with_nodes(self) -> dict[int, Network]:
        return {}

    def time(self, window: float) -> float:
        """The seconds, as the timetable counts them, at the edge of a window."""
        return window * self.plan.window - self.plan.warm_up

    def window_at(self, seconds: float) -> int:
        """The window in which a time of the timetable lies."""
        return math.floor((seconds + self.plan.warm_up) / self.plan.window + 1e-9)

    @property
    def replications(self) -> int:
        """How many are run: fewer where each takes very many requests, and none are stated."""
        source = self.network.source
        return _count(self.scenario, source.rate * source.requests.mean * (self.plan.duration - self.plan.warm_up))

    @property
    def shortened(self) -> ShortenedRun | None:
        """What is simulated where all of it would be too much; None where all is."""
        return shorten_run(self.network, self.plan, self.replications)

    @property
    def happens(self) -> tuple[NodeAbsence | FlashCrowd, ...]:
        """What happens to its nodes, then the crowds, and then what happens to other tiers."""
        return (*self.away, *self.crowds, *self.tiers)

    @property
    def begins(self) -> float:
        """When the first thing happens, seconds."""
        return min(each.begins for each in self.happens) if self.between is None else self.between[0]

    @property
    def ends(self) -> float:
        """When the last node is back, and the last crowd gone, seconds."""
        return max(each.ends for each in self.happens) if self.between is None else self.between[1]


@dataclass(frozen=True)
class GroupFailureRun:
    """A group of nodes in the world of its unit: which of the groups, from 0, its first node there, and the watch of
    the group as of a unit by itself, whose nodes are numbered from 0."""

    name: str
    number: int
    first: int
    watch: FailureRun

    @property
    def nodes(self) -> range:
        """Its nodes by their numbers in the unit, from 0."""
        return range(self.first, self.first + self.watch.nodes)

    def told(self, tally: Tally) -> Tally:
        """What a replication of the unit counted at the nodes of the group; its log and histogram stay those of all."""
        edges = tally.edges[:, self.nodes.start : self.nodes.stop]
        return replace(tally, edges=edges, by_window=tally.by_group[self.number], by_group=tally.by_group[:0])


def failure_run(
    scenario: Scenario, load: ServerLoad, target_values: TargetValues, away: Sequence[NodeAbsence] | None = None
) -> FailureRun:
    """The unit of a scenario at a load, through its own timetable, or through other absences."""
    unit = scenario.unit
    failures = unit_failures(scenario)
    known = tuple(node_absences(failures, unit.nodes, unit.zones) if away is None else away)
    come = flash_crowds(failures) if away is None else ()
    workload = scenario.workload.model_copy(update={"offered": load.requests})
    loaded = scenario.model_copy(update={"workload": workload})
    servers = {tier.name: tier.servers for tier in scenario.tiers}
    behind = tier_absences(failures, servers, zones_of_tiers(scenario)) if away is None else ()
    servers_die = any(each.dies is not None for each in behind)
    whole = translate_with_backend(loaded, servers_die) if scenario.tiers else joint_network(loaded)
    happens: tuple[NodeAbsence | FlashCrowd, ...] = (*known, *come, *behind)
    seconds = max(each.ends for each in happens) + failures.watch
    rate = load.requests * scenario.unit.nodes
    simulated = min(seconds, seconds_within(rate, _count(scenario, rate * seconds)))
    # Each group is judged by what it answers itself.
    judged = rate * min((request_share(scenario, group.name) for group in scenario.unit.paths), default=1.0)
    window = _window(max(simulated, seconds * MOST_WINDOWS / MOST_TOLD), judged, target_values)
    warm_up = math.ceil(load.settled.seconds / window) * window
    plan = RunPlan(math.ceil((warm_up + seconds) / window), window, warm_up, by_window=True)
    source = replace(whole.network.source, profile=crowd_profile(come, warm_up))
    of_tiers = tier_events(behind, loaded, whole.network, plan.warm_up)
    events = tuple(sorted((*_events(known, plan), *of_tiers), key=lambda event: event.at))
    network = replace(whole.network, source=source, events=events)
    translation = Translation(network, whole.origins)
    watch = FailureRun(scenario, translation, known, plan, target_values, come, tiers=behind)
    return replace(watch, groups=tuple(_groups(watch, loaded)))


def _events(away: Sequence[NodeAbsence], plan: RunPlan) -> tuple[NodeEvent, ...]:
    """What happens to nodes. What never happens couples them too, so that what is lost with one is a cause among the
    others."""
    return node_events(away, plan.warm_up) or (NodeEvent(2.0 * plan.duration, 0, "joins"),)


def _groups(watch: FailureRun, loaded: Scenario) -> Iterator[GroupFailureRun]:
    """Each group of nodes with what happens to those, at its share of what is offered to the servers of the unit."""
    for number, (name, own) in enumerate(group_scenarios(loaded).items()):
        nodes, alone = group_nodes(loaded, name), translate(own)
        away = tuple(replace(each, node=each.node - nodes.start) for each in watch.away if each.node in nodes)
        source = replace(alone.network.source, profile=watch.network.source.profile)
        network = replace(alone.network, source=source, events=_events(away, watch.plan))
        translation, between = Translation(network, alone.origins), (watch.begins, watch.ends)
        failure_run = FailureRun(own, translation, away, watch.plan, watch.asked, watch.crowds, between=between)
        yield GroupFailureRun(name, number, nodes.start, failure_run)


def replication_count(scenario: Scenario) -> int:
    """How many replications a watch takes."""
    return scenario.run.replications or REPLICATIONS


def run_tallies(watch: FailureRun, engine: Engine, progress: Progress = lambda: None) -> list[Tally]:
    """Every replication of a watch, on threads."""

    def one(replication: int) -> Tally:
        network, plan = (watch.network, watch.plan) if short is None else (short.network, short.plan)
        found = engine.run(network, replace(plan, replication=replication), watch.scenario.run.seed)
        progress()
        return found if short is None else short.told(found)

    short = watch.shortened
    return run_in_parallel(engine, one, range(watch.replications), watch.scenario.run.threads)


def _count(scenario: Scenario, requests: float) -> int:
    """How many replications are run of a watch of so many requests."""
    return scenario.run.replications or replications_within(requests, REPLICATIONS)


def _window(seconds: float, rate: float, target_values: TargetValues) -> float:
    """The shortest window that people read well of which there are not too many, and in which as many responses come
    as the percentiles need that are targets."""
    least = max(seconds / MOST_WINDOWS, AMPLE * responses_needed(target_values) / rate)
    return next((window for window in WINDOWS if window >= least), WINDOWS[-1])
