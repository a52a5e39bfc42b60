"""A year of a unit whose nodes fail now and then: expected minutes outside its targets, and its error budget.

Servers fail and are repaired independently of each other, so that the number of them that are down is binomial, each
down for the share MTTR / (MTBF + MTTR) of the time (Barlow and Proschan 1975, Statistical Theory of Reliability,
chapter 7). One that fails takes the pods on it along, the fullest ones first.
What a year brings is what the unit does with so many down for so long, and what each failure and return brings besides,
both simulated: a unit of the nodes that are left, of which one more dies and comes back.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from models.node_absences import node_absences
from models.parts.failing.failures import Failures, Outage
from models.parts.instance import HOURS_PER_YEAR
from models.scenario import Scenario
from models.unit_pods import nodes_by_server
from simulator.engines.engine import Engine
from simulator.engines.tally import Tally
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.progress import Progress
from simulator.failover.failure_run import FailureRun, failure_run, run_tallies
from simulator.failover.load import ServerLoad
from simulator.failover.target_violations import JudgedWindow, judge_windows
from simulator.targets import TargetValues

YEAR = HOURS_PER_YEAR * 3600.0
MINUTE, PERCENT = 60.0, 100.0
# So many nodes down at once are simulated at most; of more, every minute counts as one outside the targets, and as many
# are simulated as leave less than this many minutes a year to that.
MOST_DOWN, NEGLIGIBLE = 3, 0.5
# The failure that is simulated: after so many seconds, for so long, watched for so long after that.
AT, LASTS, WATCH = 60.0, 240.0, 120.0


@dataclass(frozen=True)
class ServersDown:
    """A year with so many servers down. share: of the year, %; outside: of that time outside the targets, %; failures:
    a year in which one more dies; each: minutes that such a failure and its return bring outside the targets beyond the
    time that the unit is outside while so many are down anyway."""

    servers: int
    share: float
    outside: Estimate
    failures: float
    each: Estimate | None


@dataclass(frozen=True)
class FailureYear:
    """Expected minutes a year outside the targets; lost: the share of its requests that is lost, %, and of_budget: that
    in % of what the target allows, None where nothing is allowed. down: by how many servers are; beyond: minutes a
    year with more of them down, all counted as outside. unavailable: the share of the time that one is down, %."""

    minutes: Estimate
    lost: Estimate
    of_budget: Estimate | None
    down: tuple[ServersDown, ...]
    beyond: float
    unavailable: float


@dataclass(frozen=True)
class _Seen:
    """What one replication of a failure shows, by shares of time (0 to 1), minutes and requests: outside and lost while
    nobody is down and while one is, and what the failure brings besides."""

    before: float
    while_down: float
    minutes: float
    lost_before: float
    lost_while_down: float
    lost: float


def failure_year(
    scenario: Scenario, engine: Engine, load: ServerLoad, target_values: TargetValues, progress: Progress = lambda: None
) -> FailureYear | None:
    """The year of a unit at a load; None where the scenario does not say how often its nodes fail."""
    failures = scenario.unit.failures
    if failures is None or failures.mtbf is None or failures.mttr is None:
        return None
    on, down, nodes = nodes_by_server(scenario), failures.mttr / (failures.mtbf + failures.mttr), scenario.unit.nodes
    servers = len(on)
    chances = [math.comb(servers, k) * down**k * (1.0 - down) ** (servers - k) for k in range(servers + 1)]
    seen = [
        _seen(_without(scenario, lost), on[gone], engine, _on(load, nodes, lost), target_values, progress)
        for gone in range(most_servers_down(scenario))
        for lost in [sum(on[:gone])]
    ]
    return _summed_up(scenario, load, chances, seen, failures.mtbf, down)


def most_servers_down(scenario: Scenario) -> int:
    """How many servers down at once are simulated; 0 where the scenario does not say how often its nodes fail."""
    failures = scenario.unit.failures
    if failures is None or failures.mtbf is None or failures.mttr is None:
        return 0
    servers, down = len(nodes_by_server(scenario)), failures.mttr / (failures.mtbf + failures.mttr)
    beyond = 1.0
    for gone in range(servers):
        beyond -= math.comb(servers, gone) * down**gone * (1.0 - down) ** (servers - gone)
        if gone >= 1 and (beyond * YEAR / MINUTE < NEGLIGIBLE or gone == MOST_DOWN):
            return gone
    return servers - 1


def _without(scenario: Scenario, gone: int) -> Scenario:
    """The scenario of a unit without some of its nodes."""
    unit = scenario.unit
    return scenario.model_copy(update={"unit": unit.model_copy(update={"nodes": unit.nodes - gone})})


def _on(load: ServerLoad, nodes: int, gone: int) -> ServerLoad:
    """The load of each node that is left."""
    return ServerLoad(load.requests * nodes / (nodes - gone), load.carries, load.how, load.settled)


def _seen(
    scenario: Scenario, dies: int, engine: Engine, load: ServerLoad, target_values: TargetValues, progress: Progress
) -> list[_Seen]:
    """A server dies with so many nodes and comes back, replication by replication."""
    stated = scenario.unit.failures or Failures()
    outage = Outage(at=AT, lasts=LASTS, together=dies)
    once = Failures(timetable=(outage,), health_check=stated.health_check, watch=WATCH)
    unit = scenario.unit.model_copy(update={"failures": once})
    alone = scenario.model_copy(update={"unit": unit})
    watch = failure_run(alone, load, target_values, node_absences(once, unit.nodes))
    return [_of_one(watch, tally, judge_windows(watch, tally)) for tally in run_tallies(watch, engine, progress)]


def _of_one(watch: FailureRun, tally: Tally, judged_windows: Sequence[JudgedWindow]) -> _Seen:
    away = watch.away[0]  # All of them at once.
    # The second half of the time that it is away stands for the time that it is away for hours.
    dies, half = watch.window_at(away.begins), watch.window_at((away.begins + away.ends) / 2.0)
    back, end = watch.window_at(away.ends), watch.plan.windows
    outside = [float(each.missed is not None) for each in judged_windows]
    lost = tally.column("requests", "lost")

    def share(first: int, last: int) -> float:
        return sum(outside[first - watch.first : last - watch.first]) / (last - first)

    def a_second(first: int, last: int) -> float:
        return float(lost[last] - lost[first]) / ((last - first) * watch.plan.window)

    before, down = share(watch.first, dies), share(half, back)
    usual, while_down = a_second(watch.first, dies), a_second(half, back)
    seconds = (half - dies) * watch.plan.window, (end - back) * watch.plan.window
    more = seconds[0] * (share(dies, half) - down) + seconds[1] * (share(back, end) - before)
    losses = seconds[0] * (a_second(dies, half) - while_down) + seconds[1] * (a_second(back, end) - usual)
    return _Seen(before, down, max(0.0, more) / MINUTE, usual, while_down, max(0.0, losses))


def _summed_up(
    scenario: Scenario,
    load: ServerLoad,
    chances: Sequence[float],
    seen: Sequence[Sequence[_Seen]],
    mtbf: float,
    unavailable: float,
) -> FailureYear:
    """The year from what was seen with each number of nodes down before one more died."""
    confidence, nodes, servers = scenario.run.confidence, scenario.unit.nodes, len(chances) - 1
    failures = [chances[gone] * (servers - gone) * YEAR / mtbf for gone in range(len(seen))]
    # With nobody down as before the first failure, with some as after theirs.
    outside = [[each.before for each in seen[0]], *([each.while_down for each in one] for one in seen)]
    losing = [[each.lost_before for each in seen[0]], *([each.lost_while_down for each in one] for one in seen)]
    beyond, count = max(0.0, 1.0 - sum(chances[: len(outside)])) * YEAR, len(seen[0])
    minutes, lost = [], []
    asked_for = load.requests * nodes * YEAR
    for r in range(count):
        states = sum(chance * one[r] for chance, one in zip(chances, outside, strict=False))
        passing = sum(f * one[r].minutes for f, one in zip(failures, seen, strict=True))
        minutes.append((states * YEAR + beyond) / MINUTE + passing)
        steady = sum(chance * one[r] for chance, one in zip(chances, losing, strict=False)) * YEAR
        each = sum(f * one[r].lost for f, one in zip(failures, seen, strict=True))
        lost.append(PERCENT * (steady + each + beyond * load.requests * nodes) / asked_for)
    estimate = from_replications(lost, confidence, "%")
    allowed = scenario.targets.errors
    return FailureYear(
        minutes=from_replications(minutes, confidence, "min"),
        lost=estimate,
        of_budget=estimate.times(1.0 / allowed, "%") if allowed else None,
        down=tuple(_down(gone, chances[gone], one, failures, seen, confidence) for gone, one in enumerate(outside)),
        beyond=beyond / MINUTE,
        unavailable=PERCENT * unavailable,
    )


def _down(
    gone: int,
    chance: float,
    outside: Sequence[float],
    failures: Sequence[float],
    seen: Sequence[Sequence[_Seen]],
    confidence: float,
) -> ServersDown:
    share = from_replications([PERCENT * each for each in outside], confidence, "%")
    if gone == len(seen):
        return ServersDown(gone, PERCENT * chance, share, 0.0, None)
    each = from_replications([one.minutes for one in seen[gone]], confidence, "min")
    return ServersDown(gone, PERCENT * chance, share, failures[gone], each)
