"""One server of a scenario by itself: where a search for what it carries may begin, and what sessions it has open."""

from collections.abc import Mapping
from math import inf, isfinite

from models.content_share import splits_content
from models.scenario import Scenario
from models.zone_placement import without_spare_zones
from simulator.engines.theory.bottleneck import station_loads
from simulator.engines.theory.largest_load import binding_loads, largest_rate
from simulator.errors import NoCapacity, UnsupportedByEngine
from simulator.experiment.largest_load import SoleBindingLoad
from simulator.experiment.load_imbalance import busiest_node_share
from simulator.experiment.path_groups import require_nodes_alike
from simulator.experiment.server_capacity import LARGEST
from simulator.experiment.sizing_basis import sizing_basis
from simulator.experiment.warm_up import LONGEST
from simulator.network.network import Background, Network
from simulator.network.scaling import scale_load, single_node, with_nodes
from simulator.network.steps import Delay, Seize, Step
from simulator.targets import TargetValues
from simulator.translate.translate import Translation, translate

# Requests/s at which a server is set up before its load is sought: so many that what is open at the start, in
# proportion to it, is told finely at any load below.
REFERENCE = 1e6


def saturated_server(scenario: Scenario, pool_tiers: bool = False) -> Translation:
    """One server of a scenario, at the load that fills its first station, where a search may begin; `pool_tiers` as
    `translate` has it.

    What the scenario offers to it plays no part, so that what it carries does not hang on that. A population, which
    offers what it is answered, stays as it is.
    """
    return _at_saturation(scenario, 1, pool_tiers)


def network_at(scenario: Scenario, rate: float, pool_tiers: bool = False) -> Network:
    """One server of a scenario at so many requests a second; `pool_tiers` as `translate` has it."""
    return single_node(translate(_offering(without_spares(scenario), rate), pool_tiers).network)


def rated_network(scenario: Scenario) -> Translation:
    """What is searched for the load that a server of a unit carries: one server alone where nodes share nothing, else
    the unit with its spares gone, behind its balancer, at the load at which `alone` is."""
    return _at_saturation(scenario, rated_nodes(scenario))


def without_spares(scenario: Scenario) -> Scenario:
    """The scenario with the spares of its unit gone, where it matters to a server by itself: where other tiers are
    there, which stay, but for what stands in spare zones, and are called by fewer, and where those that are left divide
    the content among them."""
    if not scenario.tiers and not splits_content(scenario):
        return scenario
    unit = scenario.unit
    left = {"nodes": unit.nodes - unit.spare_nodes, "zones": unit.zones - unit.spare_zones}
    working = unit.model_copy(update={**left, "spare_nodes": 0, "spare_zones": 0})
    return without_spare_zones(scenario).model_copy(update={"unit": working})


def rated_nodes(scenario: Scenario) -> int:
    """How many nodes a unit is rated with in one world: those that are left with its spares gone, where its nodes have
    to do with each other and get the same in the long run; 1 where one stands for each: they share nothing, or some get
    more than others, and the unit carries what keeps the busiest of them within the targets (see
    experiment/load_imbalance.py).
    """
    unit = scenario.unit
    alike = busiest_node_share(scenario, unit.spare_nodes) == 1.0
    return unit.nodes - unit.spare_nodes if alike and translate(scenario).network.coupled else 1


def _at_saturation(scenario: Scenario, nodes: int, pool_tiers: bool = False) -> Translation:
    """So many nodes of a unit, at the load that fills the first station of one. Raises ScenarioError where its nodes
    serve classes in groups."""
    require_nodes_alike(scenario)
    whole = translate(_offering(without_spares(scenario), REFERENCE), pool_tiers)
    network, full = with_nodes(whole.network, nodes), saturation_load(single_node(whole.network))
    if scenario.workload.population is None and full is not None and isfinite(full):
        network = scale_load(network, full / REFERENCE)
    return Translation(network, whole.origins)


def _offering(scenario: Scenario, rate: float) -> Scenario:
    """The scenario with so many requests a second offered to each server, whatever it states."""
    if scenario.workload.population is not None:
        return scenario
    return scenario.model_copy(update={"workload": scenario.workload.model_copy(update={"offered": rate})})


def saturation_load(network: Network) -> float | None:
    """The load that fills the first place that lets jobs wait, a station or a pool, whatever else theory cannot say."""
    lets_wait = [pool for pool in network.pools if pool.when_short == "wait"]
    try:
        station = station_loads(network).bottleneck.saturates
        names = {network.limit_names[pool.name] for pool in lets_wait}
        pools = [each.rate for each in binding_loads(network) if each.name in names] if lets_wait else []
    except ValueError:
        return None
    return min([station, *pools])


def expected_capacity(network: Network, wanted: TargetValues) -> float | None:
    """The largest load that theory expects, requests/s; None where it cannot say. It knows of no percentiles."""
    try:
        return largest_rate(network, wanted).value
    except (UnsupportedByEngine, NoCapacity, ValueError):
        return None


def search_start(network: Network, theory: float | None) -> float | None:
    """Where a search begins: the load that theory expects, else the one that fills the first station; None where
    neither is known."""
    return saturation_load(network) if theory is None else theory


def sole_binding_loads(network: Network) -> Mapping[str, SoleBindingLoad]:
    """By limit, the load at which it would bind if no other did; empty where theory cannot say."""
    try:
        return {each.name: SoleBindingLoad(each.rate, str(each.standing)) for each in binding_loads(network)}
    except ValueError:
        return {}


def open_sessions(scenario: Scenario) -> float:
    """The sessions and background jobs of a server at the largest load it may be tried at, or at the stated one, at
    most, as far as that can be said before anything is simulated.

    A server with time to spare holds what Little's law says: rate times the length of a session. One that is offered
    more than its bottleneck lets through holds more with every second, up to what its pools let in; those whom they
    turn away come again after their back-off.
    """
    network, warm = _tried(scenario), _tried(_warm(scenario))
    nodes, source = network.nodes, network.source
    others = sum(_in_background(network, jobs) for jobs in network.background)
    if source.returns:
        return source.open_at_start / nodes + others
    flow, seconds = source.rate / nodes, (scenario.run.warm_up or 0.0) + scenario.run.seconds
    full = saturation_load(network)
    excess = (
        max(0.0, flow - full / source.requests.mean) if full is not None and sizing_basis(scenario) != LARGEST else 0.0
    )
    if excess > 0.0 and scenario.run.warm_up is None and scenario.workload.ramp is None:
        seconds *= LONGEST  # So long is looked for a warm-up that never ends.
    steady = (warm.source.open_at_start + warm.source.leaving) / nodes
    starts_warm = source.open_at_start > 0 or source.leaving > 0.0
    wanted = steady if starts_warm else min(steady, flow * seconds)
    wanted += excess * seconds
    held = min(wanted, _let_in(network, source.connect))
    again = min(flow * seconds, flow * source.attempts * source.back_off) if wanted > held else 0.0
    return held + again + others


def _tried(scenario: Scenario) -> Network:
    return saturated_server(scenario).network if sizing_basis(scenario) == LARGEST else translate(scenario).network


def _warm(scenario: Scenario) -> Scenario:
    """The same with its sessions open from the start, at the load that a ramp rises to."""
    run, workload = (
        part.model_copy(update=new)
        for part, new in ((scenario.run, {"start": "warm"}), (scenario.workload, {"ramp": None}))
    )
    return scenario.model_copy(update={"run": run, "workload": workload})


def _let_in(network: Network, steps: tuple[Step, ...]) -> float:
    """How many jobs with these steps the pools of a node let in at a time; inf where none turns anybody away."""
    taken: dict[str, float] = {}
    for step in steps:
        if isinstance(step, Seize):
            taken[step.pool] = taken.get(step.pool, 0.0) + step.amount
    pools = [pool for pool in network.pools if pool.when_short == "refuse" and taken.get(pool.name)]
    return min((pool.size / taken[pool.name] for pool in pools), default=inf)


def _in_background(network: Network, jobs: Background) -> float:
    """How many background jobs of a kind a node has at a time."""
    seconds = sum(step.time.mean for step in jobs.steps if isinstance(step, Delay))
    return min(jobs.rate / network.nodes * seconds, _let_in(network, jobs.steps))
