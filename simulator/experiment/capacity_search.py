"""Finds how much a server can carry: the largest load that meets the targets, with its interval; of a unit that is
rated through a failure, the load at which it is within its targets again, soon after its spares died.

Theory says where to look. Then each replication is searched by itself, at every load with the same sessions, and the
spread between replications is what the interval is made of; where a percentile of the response time stops a server, all
are searched together (percentile_search.py). The load of a replication is the one that its clients
asked for, not the one that they were meant to: what comes in some minutes varies, what a server carries hardly does.

With its spares gone for long a unit carries what the search has found. The minutes in which they go are another matter:
what was under way comes again, what was sent to dead nodes meanwhile comes all at once, caches and lines are not what
they were. So each replication is run once more with all nodes up, at the load found; the spares die, and what clients
notice is judged from `recover_within` on. Only where that is missed a lower load is sought.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from statistics import mode

from models.errors import Remedy
from models.node_absences import NodeAbsence, node_absences
from models.parts.failing.failures import Failures, Outage
from models.scenario import Scenario
from models.zone_placement import without_spare_zones
from simulator.engines.engine import Engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.bottleneck import offered_rate
from simulator.errors import NoLoad, UnsupportedByEngine
from simulator.experiment.estimate import from_replications
from simulator.experiment.largest_load import LargestLoad, LoadPoint
from simulator.experiment.limits import binding_limits, rank_limits
from simulator.experiment.load_imbalance import unit_capacity_factor
from simulator.experiment.loaded_server import CURVE_REPLICATIONS, LoadedServer, load_curve
from simulator.experiment.memory_budget import require_memory_to_simulate
from simulator.experiment.node_failure import ALL, NodeFailure
from simulator.experiment.precision import FIRST_REPLICATIONS
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.replication_search import (
    capacity_estimates,
    limit_behind,
    limits_at_capacity,
    search_replications,
)
from simulator.experiment.replication_set import ReplicationSet, cut_windows
from simulator.experiment.results import WarmUp
from simulator.experiment.run_length import find_warm_up_near_capacity, with_duration
from simulator.experiment.search import ReplicationCapacity, crossing_fraction
from simulator.experiment.single_server import (
    expected_capacity,
    rated_network,
    saturated_server,
    search_start,
    sole_binding_loads,
)
from simulator.experiment.sizing_basis import require_rate
from simulator.experiment.target_strain import Strain, client_strain, responses_needed
from simulator.messages.stages import experiment
from simulator.network.network import Network
from simulator.network.scaling import scale_load, single_node
from simulator.solver import require_support
from simulator.targets import target_values
from simulator.translate.outages import node_events
from simulator.translate.translate import translate_with_backend

# Loads at which the load curve is drawn, in times the capacity.
AROUND = (0.5, 0.7, 0.85, 0.95, 1.0, 1.05, 1.1, 1.2)
# The load at which the warm-up is found, in times the one that theory expects to be the largest.
BELOW = 0.95
# Replications in which spares die, where none are stated: whether the targets are met is seen in each.
REPLICATIONS = 3
# Seconds that are judged at least, and how many times the responses that the percentiles need are awaited there.
LOOKED, AMPLE = 20.0, 1.5
WINDOW = 1.0
# Loads that are tried, in times what the unit carries with its spares gone: a little below all of it, and the lowest;
# who misses a target there misses it because of the failure, whatever the load. Between, so many halvings.
NEARLY, LOWEST, HALVINGS = ALL / 100.0, 0.5, 4
WHOLE = 100.0
FOR_GOOD = 30.0 * 86_400.0  # Seconds: longer than anything here is run.


def find_capacity(
    scenario: Scenario,
    engine: Engine,
    progress: Progress = lambda: None,
    around: Sequence[float] = AROUND,
) -> LargestLoad:
    """The largest load of a scenario's server within its targets; `progress` is called as each replication is done.

    The load curve has points at `around` times the capacity. Raises ScenarioError where the load is not one that can be
    raised, UnsupportedByEngine before anything has run, NoLoad if no load meets the targets, and NotConverged if what
    is simulated is too short or too little to tell.
    """
    require_search(scenario)
    require_memory_to_simulate([scenario], engine.name)
    translation = rated_network(scenario)
    one = translation.network if translation.network.nodes == 1 else saturated_server(scenario).network
    require_support(engine, translation.network)
    wanted = target_values(scenario.targets)
    theory = expected_capacity(one, wanted)
    near = search_start(one, theory)
    start = 1.0 if near is None else near / offered_rate(translation.network)
    below = scale_load(translation.network, BELOW * start)
    run = with_duration(scenario.run, below, offered_rate(below))
    run, settled = find_warm_up_near_capacity(engine, below, run, progress)
    server = LoadedServer(engine, translation, wanted, run)
    with ThreadPoolExecutor(run.threads) as pool:
        try:
            replication_capacities = search_replications(server, start, pool, progress)
            curve = load_curve(
                server, capacity_estimates(replication_capacities, server.run)["requests"].value, around, pool
            )
            whole = _summed_up(scenario, server, replication_capacities, curve, theory, settled)
            return _through_failure(scenario, server, whole, pool, progress)
        except NoLoad as error:
            raise error.of(scenario.name) from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            engine.stop()
            raise


def require_search(scenario: Scenario) -> None:
    """Raises ScenarioError where the load cannot be raised, and UnsupportedByEngine where it is a replay."""
    require_rate(scenario)
    if scenario.workload.trace is not None:
        ways = (Remedy({"workload.trace": "none"}), Remedy(command="run"))
        raise UnsupportedByEngine(experiment.TRACE_SEARCHED, experiment.DRAW_INSTEAD, ways)


def search_steps(scenario: Scenario) -> int:
    """How many times `find_capacity` reports progress, at least."""
    return scenario.run.replications or FIRST_REPLICATIONS


def _summed_up(
    scenario: Scenario,
    server: LoadedServer,
    replication_capacities: list[ReplicationCapacity],
    curve: tuple[LoadPoint, ...],
    theory: float | None,
    settled: WarmUp,
) -> LargestLoad:
    """The capacity from what each replication found, and the server around there."""
    offered, carried = capacity_estimates(replication_capacities, server.run).values()
    there = limits_at_capacity(server, replication_capacities)
    return LargestLoad(
        offered=offered,
        server_mbps=carried,
        unit_mbps=carried.times(unit_capacity_factor(scenario), "Mbps"),
        nodes=scenario.unit.nodes,
        spare_nodes=scenario.unit.spare_nodes,
        in_pods=scenario.unit.pods is not None,
        target=mode(each.target for each in replication_capacities),
        expected=theory,
        alone=sole_binding_loads(single_node(server.translation.network)),
        limits=there,
        stop=limit_behind(replication_capacities, there),
        simulations=sum(each.trials for each in replication_capacities),
        curve=curve,
        curve_replications=CURVE_REPLICATIONS,
        warm_up=server.warm_up,
        duration=server.run.seconds,
        settled=settled.series,
        together=server.translation.network.nodes,
        missed_in=tuple(Counter(each.target for each in replication_capacities).most_common()),
    )


@dataclass(frozen=True)
class _FailureSearch:
    """A unit whose spares die. network: at the load that it carries with its spares gone; left: what serves then;
    judged: the first and the last of its windows that are judged."""

    network: Network
    left: Network
    plan: RunPlan
    judged: tuple[int, int]


def _through_failure(
    scenario: Scenario, server: LoadedServer, largest_load: LargestLoad, pool: ThreadPoolExecutor, progress: Progress
) -> LargestLoad:
    """The same where a unit has no spares, or its scenario says nothing of failures; else with what it does when they
    die, and the lower load at which it is within its targets again, where it is lower."""
    unit = scenario.unit
    if unit.failures is None or not unit.spare_nodes:
        return largest_load
    dying = _dying(scenario, unit.failures, server, largest_load)
    count = scenario.run.replications or REPLICATIONS
    announce_steps(progress, count)

    def one(replication: int) -> tuple[float | None, Strain]:
        told = _largest(lambda share: _strain(dying, server, share, replication))
        progress()
        return told

    told = list(pool.map(one, range(count)))
    known = [WHOLE * share for share, _ in told if share is not None]
    missed = [strain.nearest for _, strain in told if strain.value > 1.0]
    least = min(absence.leaves or 0.0 for absence in _absences(scenario, unit.failures))
    through = NodeFailure(
        dead=unit.spare_nodes,
        nodes=unit.nodes,
        noticed=least,
        within=unit.failures.recover_within,
        share=from_replications(known, scenario.run.confidence, "%") if len(known) == count else None,
        target=mode(each.target for each in missed) if missed else None,
        limit=mode(each.behind for each in missed) if missed else "",
        simulations=count,
    )
    whole = replace(largest_load, through=through)
    return _lowered(server, whole, through, pool) if through.lowers else whole


def _dying(scenario: Scenario, failures: Failures, server: LoadedServer, largest_load: LargestLoad) -> _FailureSearch:
    unit, carries = scenario.unit, largest_load.offered.value
    working = unit.nodes - unit.spare_nodes
    # What keeps the busiest of those that are left at what one carries.
    share = unit_capacity_factor(scenario) / unit.nodes
    offered = scenario.workload.model_copy(update={"offered": carries * share})
    # What stands in a spare zone is away all the time, where only nodes die here.
    loaded = without_spare_zones(scenario).model_copy(update={"workload": offered})
    whole = translate_with_backend(loaded).network
    # At the lowest load there are enough responses too.
    looked = max(LOOKED, AMPLE * responses_needed(server.asked) / (LOWEST * carries * working))
    warm_up = math.ceil(server.warm_up / WINDOW)
    first = warm_up + math.ceil(failures.recover_within / WINDOW)
    last = first + math.ceil(looked / WINDOW)
    dying = replace(whole, events=node_events(_absences(scenario, failures), warm_up * WINDOW))
    plan = RunPlan(last, WINDOW, warm_up * WINDOW, by_window=True)
    left = replace(whole, nodes=working, events=(), balancer=replace(whole.balancer, weights=()))
    return _FailureSearch(dying, left, plan, (first, last))


def _absences(scenario: Scenario, failures: Failures) -> tuple[NodeAbsence, ...]:
    """The spares that die at the same moment and stay away."""
    unit = scenario.unit
    for_good = Outage(at=0.0, together=unit.spare_nodes, lasts=FOR_GOOD)
    alike = Failures(timetable=(for_good,), health_check=failures.health_check)
    return tuple(node_absences(alike, unit.nodes))


def _strain(dying: _FailureSearch, server: LoadedServer, share: float, replication: int) -> Strain:
    """What clients notice at a share of the load, from the moment on at which the unit has to be as before."""
    plan = replace(dying.plan, replication=replication)
    tally = server.engine.run(scale_load(dying.network, share), plan, server.run.seed)
    part = cut_windows(tally, *dying.judged)
    return client_strain(
        ReplicationSet(dying.left, (part,), server.run.confidence), part, replace(server.asked, utilisation=None)
    )


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
    return low + (high - low) * crossing_fraction(within.value, beyond.value), beyond


def _lowered(
    server: LoadedServer, largest_load: LargestLoad, through: NodeFailure, pool: ThreadPoolExecutor
) -> LargestLoad:
    """What is carried at the lower load: its limits are measured there, with the spares gone."""
    if through.share is None:
        return largest_load
    share, confidence = through.share, largest_load.offered.confidence
    each = [part / WHOLE for part in share.each]
    requests = from_replications(
        [part * largest_load.offered.value for part in each], confidence, largest_load.offered.unit
    )
    mbps = from_replications(
        [part * largest_load.server_mbps.value for part in each], confidence, largest_load.server_mbps.unit
    )
    load = server.times(requests.value)
    trials = list(pool.map(lambda replication: server.trial(load, replication), range(len(each))))
    tallies = [trial.tally for trial in trials if trial.tally is not None]
    there = rank_limits(server.results(tallies))
    behind = next((limit for limit in there if limit.name == through.limit), binding_limits(there).limit)
    return replace(
        largest_load,
        offered=requests,
        server_mbps=mbps,
        # Nodes that do not get the same add up as they did before.
        unit_mbps=mbps.times(largest_load.unit_mbps.value / largest_load.server_mbps.value, "Mbps"),
        target=through.target or largest_load.target,
        limits=there,
        stop=behind,
        simulations=largest_load.simulations + len(trials),
    )
