"""What one server carries at most within its targets, by simulation or by theory, and how busy that keeps its cores.

One server stands for every node of a unit: behind a hash nodes have nothing in common. The load that a scenario offers
plays no part in it.
"""

from collections.abc import Callable
from dataclasses import replace

from models.node_groups import of_group
from models.scenario import Scenario
from simulator.engines.analytic.bottleneck import Loads, loads, offered_rate
from simulator.engines.analytic.largest import LargestRate, largest_rate
from simulator.engines.analytic.wire import wire_bytes
from simulator.errors import UnsupportedByEngine
from simulator.in_role import in_role
from simulator.measure.estimate import Estimate, from_replications, given
from simulator.measure.progress import Progress
from simulator.measure.results import Settled
from simulator.measure.theory import in_theory
from simulator.network.lines import MBPS_PER_BYTE
from simulator.network.network import Network
from simulator.network.roles import Role
from simulator.network.scaled import at_load
from simulator.rollup.carried import LARGEST, Carried
from simulator.rollup.largest_load import LargestLoad
from simulator.rollup.limits import Limit, growing, limits
from simulator.sizing.alone import alone
from simulator.sizing.by_path import carries_by_path, mixed_network, times_the_average
from simulator.solver import Solver
from simulator.targets import Target, asked

NO_CURVE = ()
# Theory is asked of the limits at so much of the largest load, for at all of it nothing ever settles; a little lower
# where it contradicts itself there.
JUST_BELOW = (0.999, 0.98, 0.95)


def carries(
    scenario: Scenario, solver: Solver, replications: int | None = None, progress: Progress = lambda: None
) -> Carried:
    """The largest load of a scenario's server; `replications` where they are to be pairs of others.

    `progress` is called as each replication is done. Raises what `find_capacity` or `largest_rate` raises.
    """
    return together(scenario, lambda group: solver.carries(group, replications, progress))


def together(scenario: Scenario, one: Callable[[Scenario], Carried]) -> Carried:
    """What a server carries, as `one` finds it; where groups of nodes serve classes of their own, what a server of the
    unit carries on average when the first of these is full, each found by itself. Raises what `one` raises."""
    if not scenario.unit.paths:
        return one(scenario)
    each = {group.name: one(of_group(scenario, group.name)) for group in scenario.unit.paths}
    found = carries_by_path(scenario, each, wire_bytes(mixed_network(scenario)), MBPS_PER_BYTE)
    return replace(found, busy=_busy(found.network, found.requests, found.limits))


def rated_servers(scenario: Scenario) -> tuple[tuple[Network, float], ...]:
    """All that what a server carries hangs on: its network; where groups of nodes serve classes of their own, that of a
    server of each, and how many times the average of all servers it gets with the spares gone."""
    return tuple(
        (server_network(of_group(scenario, name)), times_the_average(scenario, name, spares_gone=True))
        for name in [group.name for group in scenario.unit.paths] or [""]
    )


def of_largest_load(scenario: Scenario, found: LargestLoad) -> Carried:
    """What a search has found, as what a server carries."""
    network = server_network(scenario)
    return Carried(
        way=LARGEST,
        mbps=found.server_mbps,
        requests=found.offered,
        busy=_busy(network, found.offered, found.limits),
        network=network,
        stop=found.binding,
        target=found.target,
        limits=found.limits,
        expected=found.expected,
        simulations=found.simulations,
        settled=Settled(found.warm_up, found.settled),
        together=found.together,
        through=found.through,
        missed_in=found.missed_in,
    )


def carries_in_theory(scenario: Scenario, rated: tuple[tuple[Network, float], ...] = ()) -> Carried:
    """What theory says, without limits: it knows of no percentiles, so such a target is not judged. The interval is its
    known error. `rated` are its `rated_servers`, where somebody has them.

    Raises UnsupportedByEngine and NoCapacity.
    """
    known = iter(rated)

    def one(alike: Scenario) -> Carried:
        network = next(known)[0] if rated else server_network(alike)
        return _said(network, _largest(alike, network), alike.run.confidence)

    return together(scenario, one)


def in_theory_with_limits(scenario: Scenario) -> Carried:
    """The same with the limits of the server there, of which the one that theory meets first stops more."""
    translation = alone(scenario)
    found = _largest(scenario, translation.network)
    carried = _said(translation.network, found, scenario.run.confidence)
    # There is no steady state where they pile up.
    for just in JUST_BELOW if found.target is Target.PILING_UP else (1.0,):
        there = at_load(translation.network, just * found.value / offered_rate(translation.network))
        try:
            known = limits(in_theory(scenario.run, replace(translation, network=there)))
        except UnsupportedByEngine:
            continue
        return replace(carried, stop=_stop(known, found.limit), limits=known)
    return carried


def server_network(scenario: Scenario) -> Network:
    """The queueing network of one server, whatever unit it stands in and whatever is offered to it."""
    return alone(scenario).network


def loads_at(network: Network, rate: float) -> Loads | None:
    """The stations at so many requests/s, by the utilisation law; None where theory cannot say."""
    try:
        return loads(network, rate)
    except ValueError:
        return None


def busy_at(network: Network, found: Loads, rate: float) -> float:
    """The share of the cores of a server busy at a rate, 0 to 1, by its `found` loads. Raises InternalError if no
    resource of the network is its CPU."""
    name = in_role(network.shared, Role.CPU, "stations").name
    cpu = next(station for station in found.stations if station.name == name)
    return min(1.0, (rate * cpu.demand + cpu.background) / cpu.capacity)


def _busy(network: Network, requests: Estimate, measured: tuple[Limit, ...]) -> Estimate:
    """The share of the cores busy at a rate, by the utilisation law, of every replication where there are some; where
    that knows none, as it was `measured` there. Raises InternalError if the CPU was not."""
    known = loads_at(network, requests.value)
    if known is None:
        return in_role(measured, Role.CPU, "limits measured").utilisation.times(0.01, "share")
    each = [busy_at(network, known, rate) for rate in requests.each]
    if len(each) < 2:
        return given(busy_at(network, known, requests.value), "share")
    return from_replications(each, requests.confidence, "share")


def _largest(scenario: Scenario, network: Network) -> LargestRate:
    return largest_rate(network, asked(scenario.targets))


def _said(network: Network, found: LargestRate, confidence: float) -> Carried:
    error = found.standing.error
    requests = Estimate(found.value, error * found.value, confidence, 0, found.unit)
    mbps = requests.times(wire_bytes(network) * MBPS_PER_BYTE, "Mbps")
    return Carried(
        LARGEST, mbps, requests, _busy(network, requests, ()), network, target=found.target,
        unjudged=found.not_judged, expected=found.value, standing=str(found.standing),
    )  # fmt: skip


def _stop(known: tuple[Limit, ...], name: str) -> Limit | None:
    """The limit of that name, or else the most used one of those that grow with the load."""
    nearest = growing(known) or known
    return next((limit for limit in known if limit.name == name), nearest[0] if nearest else None)
