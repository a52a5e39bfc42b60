"""The farm as bought, at work: one server at its share of the demand, with all nodes up and with the spares gone."""

from functools import partial

from models.node_groups import group_scenario
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.limits import rank_limits
from simulator.experiment.measurement import untargeted_percentiles
from simulator.experiment.path_groups import busiest_in_group, require_nodes_alike
from simulator.experiment.progress import Progress
from simulator.experiment.results import Results, WarmUp
from simulator.experiment.run_length import with_duration
from simulator.experiment.single_server import without_spares
from simulator.experiment.verdicts import verdicts
from simulator.farm.farm import Farm
from simulator.farm.operating_point import ALL_UP, SPARES_GONE, OperatingPoint
from simulator.network.scaling import with_load_profile, with_nodes
from simulator.solver import MeasurementOptions, Solver
from simulator.translate.translate import Translation, translate

# Corners (seconds, factor) joined by straight lines.
Profile = tuple[tuple[float, float], ...]


def operating_points(
    farm: Farm, solver: Solver, settled: WarmUp, progress: Progress = lambda: None
) -> tuple[OperatingPoint, ...]:
    """One server of a farm at the demand: all nodes up, and with the spares gone, which are the same without spares.

    settled: a warm-up that is long enough at a larger load, and so at this one. Raises what the solver raises.
    """
    sizing, found = farm.sizing, list[OperatingPoint]()
    for state, servers in ((ALL_UP, sizing.nodes.whole.value), (SPARES_GONE, sizing.working_servers)):
        if found and found[-1].servers == servers:
            break
        found.append(_at_work(farm, state, servers, solver, settled, progress))
    return tuple(found)


def server_share(farm: Farm, state: str = ALL_UP, group: str = "") -> Estimate:
    """Requests a second that fall, at the demand, which is given, to the server of a farm that gets most; in a state of
    the farm, and of the `group` of nodes that is named, with "" where they are alike, or on average over groups."""
    sizing = farm.sizing
    if state == ALL_UP:
        servers, busiest = sizing.nodes.whole.value, sizing.capacity.busiest_of_all * sizing.busiest_of_all
    else:
        servers, busiest = sizing.working_servers, sizing.capacity.busiest * sizing.busiest_unit
    busiest *= busiest_in_group(farm.scenario, group, state == SPARES_GONE)
    return exact(farm.carried.requests.value * busiest * sizing.needed_servers.value / servers, "/s")


def _at_work(
    farm: Farm, state: str, servers: float, solver: Solver, settled: WarmUp, progress: Progress
) -> OperatingPoint:
    """The server that gets most of so many."""
    scenario, own = group_scenario(farm.scenario, farm.carried.group), server_share(farm, state, farm.carried.group)
    if state == SPARES_GONE:
        scenario = without_spares(scenario)
    nodes = scenario.unit.nodes - (scenario.unit.spare_nodes if state == SPARES_GONE else 0)
    together = nodes if farm.carried.together > 1 else 1
    results = measure_at_rate(scenario, own.value, solver, settled, progress, together)
    known = rank_limits(results)
    return OperatingPoint(state, servers, own, results, known, verdicts(scenario, results, known))


def server_at_rate(scenario: Scenario, rate: float, profile: Profile = (), nodes: int = 1) -> Translation:
    """One server of a scenario that is offered `rate` requests a second, times a profile of the time (see
    SessionSource) if there is one; or so many `nodes` of its unit behind their balancer, each offered as much. Raises
    ScenarioError where its nodes serve classes in groups."""
    require_nodes_alike(scenario)
    workload = scenario.workload.model_copy(update={"offered": rate})
    whole = translate(scenario.model_copy(update={"workload": workload}))
    network = with_nodes(whole.network, nodes)
    if profile:
        network = with_load_profile(network, profile)
    return Translation(network, whole.origins)


def measure_at_rate(
    scenario: Scenario,
    rate: float,
    solver: Solver,
    settled: WarmUp,
    progress: Progress = lambda: None,
    nodes: int = 1,
) -> Results:
    """What one server, or each of so many in one world, does that is offered `rate` requests a second, as precisely as
    is asked and hardly more."""
    translation = server_at_rate(scenario, rate, nodes=nodes)
    run = with_duration(scenario.run, translation.network, rate)
    measuring = MeasurementOptions(
        run,
        settled,
        enough=partial(_tell, scenario),
        spare=untargeted_percentiles(scenario),
        lengthens=scenario.run.duration is None,
    )
    return solver.results(translation, measuring, progress)


def _tell(scenario: Scenario, results: Results) -> bool:
    """Whether results judge every target: a percentile needs so many responses."""
    return all(verdict.met is not None for verdict in verdicts(scenario, results, rank_limits(results)))
