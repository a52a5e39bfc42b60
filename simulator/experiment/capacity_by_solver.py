"""What one server carries at most within its targets, by simulation or by theory, and how busy that keeps its cores.

One server stands for every node of a unit: behind a hash nodes have nothing in common. The load that a scenario offers
plays no part in it.
"""

from collections.abc import Callable
from dataclasses import replace

from models.node_groups import group_scenario
from models.scenario import Scenario
from simulator.engines.theory.bottleneck import StationLoads, offered_rate, station_loads
from simulator.engines.theory.largest_load import LargestRate, largest_rate
from simulator.engines.theory.wire import wire_bytes
from simulator.errors import UnsupportedByEngine
from simulator.experiment.estimate import Estimate, exact, from_replications
from simulator.experiment.largest_load import LargestLoad
from simulator.experiment.limits import Limit, growing_limits, rank_limits
from simulator.experiment.path_groups import busiest_in_group, capacity_by_path, mixed_network
from simulator.experiment.progress import Progress
from simulator.experiment.results import WarmUp
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.experiment.single_server import saturated_server
from simulator.experiment.theory_results import theory_results
from simulator.network.lines import MBPS_PER_BYTE
from simulator.network.network import Network
from simulator.network.roles import Role
from simulator.network.scaling import scale_load
from simulator.roles import find_role
from simulator.solver import Solver
from simulator.targets import Target, target_values

NO_CURVE = ()
# Theory is asked of the limits at so much of the largest load, for at all of it nothing ever settles; a little lower
# where it contradicts itself there.
JUST_BELOW = (0.999, 0.98, 0.95)


def server_capacity(
    scenario: Scenario, solver: Solver, replications: int | None = None, progress: Progress = lambda: None
) -> ServerCapacity:
    """The largest load of a scenario's server; `replications` where they are to be pairs of others.

    `progress` is called as each replication is done. Raises what `find_capacity` or `largest_rate` raises.
    """
    return capacity_of_groups(scenario, lambda group: solver.carries(group, replications, progress))


def capacity_of_groups(scenario: Scenario, one: Callable[[Scenario], ServerCapacity]) -> ServerCapacity:
    """What a server carries, as `one` finds it; where groups of nodes serve classes of their own, what a server of the
    unit carries on average when the first of these is full, each found by itself. Raises what `one` raises."""
    if not scenario.unit.paths:
        return one(scenario)
    each = {group.name: one(group_scenario(scenario, group.name)) for group in scenario.unit.paths}
    server_capacity = capacity_by_path(scenario, each, wire_bytes(mixed_network(scenario)), MBPS_PER_BYTE)
    return replace(
        server_capacity, busy=_busy(server_capacity.network, server_capacity.requests, server_capacity.limits)
    )


def rated_servers(scenario: Scenario) -> tuple[tuple[Network, float], ...]:
    """All that what a server carries hangs on: its network; where groups of nodes serve classes of their own, that of a
    server of each, and how many times the average of all servers it gets with the spares gone."""
    return tuple(
        (server_network(group_scenario(scenario, name)), busiest_in_group(scenario, name, spares_gone=True))
        for name in [group.name for group in scenario.unit.paths] or [""]
    )


def capacity_from_search(scenario: Scenario, largest_load: LargestLoad) -> ServerCapacity:
    """What a search has found, as what a server carries."""
    network = server_network(scenario)
    return ServerCapacity(
        way=LARGEST,
        mbps=largest_load.server_mbps,
        requests=largest_load.offered,
        busy=_busy(network, largest_load.offered, largest_load.limits),
        network=network,
        stop=largest_load.stop,
        target=largest_load.target,
        limits=largest_load.limits,
        unjudged=largest_load.unjudged,
        expected=largest_load.expected,
        simulations=largest_load.simulations,
        settled=WarmUp(largest_load.warm_up, largest_load.settled),
        standing=largest_load.standing,
        together=largest_load.together,
        through=largest_load.through,
        missed_in=largest_load.missed_in,
    )


def capacity_in_theory(scenario: Scenario, rated: tuple[tuple[Network, float], ...] = ()) -> ServerCapacity:
    """What theory says, without limits: it knows of no percentiles, so such a target is not judged. The interval is its
    known error. `rated` are its `rated_servers`, where somebody has them.

    Raises UnsupportedByEngine and NoCapacity.
    """
    known = iter(rated)

    def one(alike: Scenario) -> ServerCapacity:
        network = next(known)[0] if rated else server_network(alike)
        return _theory_capacity(network, _largest(alike, network), alike.run.confidence)

    return capacity_of_groups(scenario, one)


def capacity_in_theory_with_limits(scenario: Scenario, required: bool = False) -> ServerCapacity:
    """The same with the limits of the server there, of which the one that theory meets first stops more. Where theory
    does not know them it is without, unless they are `required`: raises UnsupportedByEngine then."""
    translation = saturated_server(scenario)
    largest_rate = _largest(scenario, translation.network)
    carried = _theory_capacity(translation.network, largest_rate, scenario.run.confidence)
    # There is no steady state where they pile up.
    tried = JUST_BELOW if largest_rate.target is Target.PILING_UP else (1.0,)
    for just in tried:
        there = scale_load(translation.network, just * largest_rate.value / offered_rate(translation.network))
        try:
            known = rank_limits(theory_results(scenario.run, replace(translation, network=there)))
        except UnsupportedByEngine:
            if required and just == tried[-1]:
                raise
            continue
        return replace(carried, stop=_stop(known, largest_rate.limit), limits=known)
    return carried


def server_network(scenario: Scenario) -> Network:
    """The queueing network of one server, whatever unit it stands in and whatever is offered to it."""
    return saturated_server(scenario).network


def station_loads_at(network: Network, rate: float) -> StationLoads | None:
    """The stations at so many requests/s, by the utilisation law; None where theory cannot say."""
    try:
        return station_loads(network, rate)
    except ValueError:
        return None


def core_utilisation(network: Network, station_loads: StationLoads, rate: float) -> float:
    """The share of the cores of a server busy at a rate, 0 to 1, by its `found` loads. Raises InternalError if no
    resource of the network is its CPU."""
    name = find_role(network.shared, Role.CPU, "stations").name
    cpu = next(station for station in station_loads.stations if station.name == name)
    return min(1.0, (rate * cpu.demand + cpu.background) / cpu.capacity)


def _busy(network: Network, requests: Estimate, measured: tuple[Limit, ...]) -> Estimate:
    """The share of the cores busy at a rate, by the utilisation law, of every replication where there are some; where
    that knows none, as it was `measured` there. Raises InternalError if the CPU was not."""
    known = station_loads_at(network, requests.value)
    if known is None:
        return find_role(measured, Role.CPU, "limits measured").utilisation.times(0.01, "share")
    each = [core_utilisation(network, known, rate) for rate in requests.each]
    if len(each) < 2:
        return exact(core_utilisation(network, known, requests.value), "share")
    return from_replications(each, requests.confidence, "share")


def _largest(scenario: Scenario, network: Network) -> LargestRate:
    return largest_rate(network, target_values(scenario.targets))


def _theory_capacity(network: Network, largest_rate: LargestRate, confidence: float) -> ServerCapacity:
    error = largest_rate.standing.error
    requests = Estimate(largest_rate.value, error * largest_rate.value, confidence, 0, largest_rate.unit)
    mbps = requests.times(wire_bytes(network) * MBPS_PER_BYTE, "Mbps")
    return ServerCapacity(
        LARGEST, mbps, requests, _busy(network, requests, ()), network, target=largest_rate.target,
        unjudged=largest_rate.not_judged, expected=largest_rate.value, standing=str(largest_rate.standing),
    )  # fmt: skip


def _stop(known: tuple[Limit, ...], name: str) -> Limit | None:
    """The limit of that name, or else the most used one of those that grow with the load."""
    nearest = growing_limits(known) or known
    return next((limit for limit in known if limit.name == name), nearest[0] if nearest else None)
