"""A unit that is rated through a failure: the load at which it is within its targets again, soon after its spares died.

With its spares gone for long a unit carries what the search has found. The minutes in which they go are another matter:
what was under way comes again, what was sent to dead nodes meanwhile comes all at once, caches and lines are not what
they were. So each replication is run once more with all nodes up, at the load found; the spares die, and what clients
notice is judged from `recover_within` on. Only where that is missed a lower load is sought.
"""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from statistics import mode

from models.absences import Absence, absences
from models.parts.failing.failures import Failures, Outage
from models.scenario import Scenario
from simulator.engines.plan import RunPlan
from simulator.measure.estimate import from_replications
from simulator.measure.progress import Progress, grow
from simulator.measure.replicate import results_of
from simulator.measure.search import part_of
from simulator.measure.steady import Steady, cut
from simulator.measure.strain import Strain, felt, responses_needed
from simulator.network.network import Network
from simulator.network.scaled import at_load
from simulator.rollup.busiest import servers_at_work
from simulator.rollup.largest_load import LargestLoad
from simulator.rollup.limits import binding, limits
from simulator.rollup.through_failure import ALL, ThroughFailure
from simulator.sizing.loaded_server import LoadedServer
from simulator.translate.outages import node_events
from simulator.translate.translate import translate

# Replications where none are stated: whether the targets are met is seen in each.
REPLICATIONS = 3
# Seconds that are judged at least, and how many times the responses that the percentiles need are awaited there.
LOOKED, AMPLE = 20.0, 1.5
WINDOW = 1.0
# Loads that are tried, in times what the unit carries with its spares gone: a little below all of it, and the lowest;
# who misses a target there misses it because of the failure, whatever the load. Between, so many halvings.
NEARLY, LOWEST, HALVINGS = ALL / 100.0, 0.5, 4
WHOLE = 100.0
FOR_GOOD = 30.0 * 86_400.0  # Seconds: longer than anything here is run.


@dataclass(frozen=True)
class _Dying:
    """A unit whose spares die. network: at the load that it carries with its spares gone; left: what serves then;
    judged: the first and the last of its windows that are judged."""

    network: Network
    left: Network
    plan: RunPlan
    judged: tuple[int, int]


def through_failure(
    scenario: Scenario, server: LoadedServer, found: LargestLoad, pool: ThreadPoolExecutor, progress: Progress
) -> LargestLoad:
    """The same where a unit has no spares, or its scenario says nothing of failures; else with what it does when they
    die, and the lower load at which it is within its targets again, where it is lower."""
    unit = scenario.unit
    if unit.failures is None or not unit.spare_nodes:
        return found
    dying = _dying(scenario, unit.failures, server, found)
    count = scenario.run.replications or REPLICATIONS
    grow(progress, count)

    def one(replication: int) -> tuple[float | None, Strain]:
        told = _largest(lambda share: _strain(dying, server, share, replication))
        progress()
        return told

    told = list(pool.map(one, range(count)))
    known = [WHOLE * share for share, _ in told if share is not None]
    missed = [strain.nearest for _, strain in told if strain.value > 1.0]
    least = min(absence.leaves or 0.0 for absence in _absences(scenario, unit.failures))
    through = ThroughFailure(
        dead=unit.spare_nodes,
        nodes=unit.nodes,
        noticed=least,
        within=unit.failures.recover_within,
        share=from_replications(known, scenario.run.confidence, "%") if len(known) == count else None,
        target=mode(each.target for each in missed) if missed else None,
        limit=mode(each.behind for each in missed) if missed else "",
        simulations=count,
    )
    whole = replace(found, through=through)
    return _lowered(server, whole, through, pool) if through.lowers else whole


def _dying(scenario: Scenario, failures: Failures, server: LoadedServer, found: LargestLoad) -> _Dying:
    unit, carries = scenario.unit, found.offered.value
    working = unit.nodes - unit.spare_nodes
    # What keeps the busiest of those that are left at what one carries.
    share = servers_at_work(scenario) / unit.nodes
    offered = scenario.workload.model_copy(update={"offered": carries * share})
    whole = translate(scenario.model_copy(update={"workload": offered})).network
    # At the lowest load there are enough responses too.
    looked = max(LOOKED, AMPLE * responses_needed(server.asked) / (LOWEST * carries * working))
    warm_up = math.ceil(server.warm_up / WINDOW)
    first = warm_up + math.ceil(failures.recover_within / WINDOW)
    last = first + math.ceil(looked / WINDOW)
    dying = replace(whole, events=node_events(_absences(scenario, failures), warm_up * WINDOW))
    plan = RunPlan(last, WINDOW, warm_up * WINDOW, by_window=True)
    left = replace(whole, nodes=working, events=(), balancer=replace(whole.balancer, weights=()))
    return _Dying(dying, left, plan, (first, last))


def _absences(scenario: Scenario, failures: Failures) -> tuple[Absence, ...]:
    """The spares that die at the same moment and stay away."""
    unit = scenario.unit
    for_good = Outage(at=0.0, together=unit.spare_nodes, lasts=FOR_GOOD)
    alike = Failures(timetable=(for_good,), health_check=failures.health_check)
    return tuple(absences(alike, unit.nodes))


def _strain(dying: _Dying, server: LoadedServer, share: float, replication: int) -> Strain:
    """What clients notice at a share of the load, from the moment on at which the unit has to be as before."""
    plan = replace(dying.plan, replication=replication)
    tally = server.engine.run(at_load(dying.network, share), plan, server.run.seed)
    part = cut(tally, *dying.judged)
    return felt(Steady(dying.left, (part,), server.run.confidence), part, replace(server.asked, utilisation=None))


def _largest(strain_at: Callable[[float], Strain]) -> tuple[float | None, Strain]:
    """The largest share of the load that meets the targets, None where the lowest does not, and what is missed beyond
    it; the log of the strain is interpolated between the last two that were tried."""
    beyond = strain_at(NEARLY)
    if beyond.value <= 1.0:
        return 1.0, beyond
    low, high, within = LOWEST, NEARLY, strain_at(LOWEST)
    if within.value > 1.0:
        return None, within
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        found = strain_at(middle)
        if found.value <= 1.0:
            low, within = middle, found
        else:
            high, beyond = middle, found
    return low + (high - low) * part_of(within.value, beyond.value), beyond


def _lowered(
    server: LoadedServer, found: LargestLoad, through: ThroughFailure, pool: ThreadPoolExecutor
) -> LargestLoad:
    """What is carried at the lower load: its limits are measured there, with the spares gone."""
    if through.share is None:
        return found
    share, confidence = through.share, found.offered.confidence
    each = [part / WHOLE for part in share.each]
    requests = from_replications([part * found.offered.value for part in each], confidence, found.offered.unit)
    mbps = from_replications([part * found.server_mbps.value for part in each], confidence, found.server_mbps.unit)
    load = server.times(requests.value)
    trials = list(pool.map(lambda replication: server.trial(load, replication), range(len(each))))
    tallies = [trial.tally for trial in trials if trial.tally is not None]
    there = limits(results_of(server.engine, server.translation, server.run, tallies))
    behind = next((limit for limit in there if limit.name == through.limit), binding(there).limit)
    return replace(
        found,
        offered=requests,
        server_mbps=mbps,
        # Nodes that do not get the same add up as they did before.
        unit_mbps=mbps.times(found.unit_mbps.value / found.server_mbps.value, "Mbps"),
        target=through.target or found.target,
        limits=there,
        binding=behind,
        simulations=found.simulations + len(trials),
    )
