"""The farm as bought, at work: one server at its share of the demand, with all nodes up and with the spares gone."""

from functools import partial

from models.node_groups import of_group
from models.scenario import Scenario
from simulator.measure.estimate import Estimate
from simulator.measure.precision import widest
from simulator.measure.progress import Progress
from simulator.measure.results import Results, Settled
from simulator.network.scaled import of_nodes, through_time
from simulator.rollup.as_bought import ALL_UP, SPARES_GONE, AsBought
from simulator.rollup.farm import Farm
from simulator.rollup.limits import limits
from simulator.rollup.verdicts import verdicts
from simulator.sizing.alone import without_spares
from simulator.sizing.by_path import require_nodes_alike, times_the_average
from simulator.sizing.measuring import no_targets
from simulator.sizing.run_length import as_long_as_needed
from simulator.solver import Measuring, Solver
from simulator.translate.translate import Translation, translate

# Corners (seconds, factor) joined by straight lines.
Profile = tuple[tuple[float, float], ...]


def farm_at_work(
    farm: Farm, solver: Solver, settled: Settled, progress: Progress = lambda: None
) -> tuple[AsBought, ...]:
    """One server of a farm at the demand: all nodes up, and with the spares gone, which are the same without spares.

    settled: a warm-up that is long enough at a larger load, and so at this one. Raises what the solver raises.
    """
    sizing, found = farm.sizing, list[AsBought]()
    for state, servers in ((ALL_UP, sizing.servers.whole.value), (SPARES_GONE, sizing.working_servers)):
        if found and found[-1].servers == servers:
            break
        found.append(_at_work(farm, state, servers, solver, settled, progress))
    return tuple(found)


def share(farm: Farm, state: str = ALL_UP, group: str = "") -> Estimate:
    """Requests a second that fall, at the demand, to the server of a farm that gets most; in a state of the farm, and
    of the `group` of nodes that is named, with "" where they are alike, or on average over groups."""
    sizing = farm.sizing
    if state == ALL_UP:
        servers, busiest = sizing.servers.whole.value, sizing.capacity.busiest_of_all * sizing.busiest_of_all
    else:
        servers, busiest = sizing.working_servers, sizing.capacity.busiest * sizing.busiest_unit
    busiest *= times_the_average(farm.scenario, group, state == SPARES_GONE)
    return farm.carried.requests.times(busiest * sizing.needed_servers.value / servers, "/s")


def _at_work(farm: Farm, state: str, servers: float, solver: Solver, settled: Settled, progress: Progress) -> AsBought:
    """The server that gets most of so many."""
    scenario, own = of_group(farm.scenario, farm.carried.group), share(farm, state, farm.carried.group)
    if state == SPARES_GONE:
        scenario = without_spares(scenario)
    nodes = scenario.unit.nodes - (scenario.unit.spare_nodes if state == SPARES_GONE else 0)
    together = nodes if farm.carried.together > 1 else 1
    results = measured_at(scenario, own.value, solver, settled, progress, together)
    known = limits(results)
    return AsBought(state, servers, own, results, known, verdicts(scenario, results, known))


def at_rate(scenario: Scenario, rate: float, profile: Profile = (), nodes: int = 1) -> Translation:
    """One server of a scenario that is offered `rate` requests a second, times a profile of the time (see
    SessionSource) if there is one; or so many `nodes` of its unit behind their balancer, each offered as much. Raises
    ScenarioError where its nodes serve classes in groups."""
    require_nodes_alike(scenario)
    workload = scenario.workload.model_copy(update={"offered": rate})
    whole = translate(scenario.model_copy(update={"workload": workload}))
    network = of_nodes(whole.network, nodes)
    if profile:
        network = through_time(network, profile)
    return Translation(network, whole.origins)


def measured_at(
    scenario: Scenario,
    rate: float,
    solver: Solver,
    settled: Settled,
    progress: Progress = lambda: None,
    nodes: int = 1,
) -> Results:
    """What one server, or each of so many in one world, does that is offered `rate` requests a second, as precisely as
    is asked and hardly more."""
    translation = at_rate(scenario, rate, nodes=nodes)
    run = as_long_as_needed(scenario.run, translation.network, rate)
    measuring = Measuring(run, settled, enough=partial(_tell, scenario), spare=no_targets(scenario))
    return solver.results(translation, measuring, progress)


def _tell(scenario: Scenario, results: Results) -> bool:
    """Whether results are as precise as asked, unless a number of replications is stated, and judge every target: a
    percentile needs so many responses."""
    precise = scenario.run.replications is not None or widest(results.measures, scenario.run) is None
    return precise and all(verdict.met is not None for verdict in verdicts(scenario, results, limits(results)))
