"""What one server carries at most, by simulation or by theory, and how busy that keeps its cores."""

from dataclasses import dataclass

from models.scenario import Scenario
from simulator.capacity import asked, find_capacity, one_node
from simulator.engines.analytic.bottleneck import Loads, loads
from simulator.engines.analytic.engine import Analytic
from simulator.engines.analytic.largest import largest_rate
from simulator.engines.analytic.wire import mean_wire_bytes
from simulator.engines.engine import Engine
from simulator.measure.estimate import Estimate
from simulator.measure.measures import MBPS
from simulator.measure.progress import Progress
from simulator.network.network import Network
from simulator.rollup.farm_bill import Bill, bill
from simulator.study import Solver
from simulator.translate.resources import CPU
from simulator.translate.translate import translate

# No load curve, only the limits at the capacity.
THERE = (1.0,)
TAIL = "95 % of the responses within"


@dataclass(frozen=True)
class Carried:
    """The largest load of a server within its targets: wire Mbps and requests/s, with what every replication gave.

    busy: the share of the cores (0 to 1) that it keeps busy, in every replication, or once where there are none.
    binding: the limit that binds, limit: what that is. target: what is missed beyond; "" in theory. simulations: how
    many it took.
    """

    mbps: Estimate
    offered: Estimate
    busy: tuple[float, ...]
    binding: str
    limit: str
    target: str
    simulations: int = 0


def carried(
    scenario: Scenario, solver: Solver, replications: int | None = None, progress: Progress = lambda: None
) -> Carried:
    """The largest load of a scenario's server; `replications` where they are to be pairs of others.

    `progress` is called as each replication is done. Raises what `find_capacity` or `largest_rate` raises.
    """
    if isinstance(solver, Analytic):
        return in_theory(scenario)
    return _simulated(scenario, solver, replications, progress)


def in_theory(scenario: Scenario) -> Carried:
    """What theory says: it knows of no percentiles, so such a target is not judged. The interval is its known error.

    Raises UnsupportedByEngine and NoCapacity.
    """
    network, targets = server_network(scenario), asked(scenario.targets)
    found = largest_rate(network, targets.errors, targets.utilisation, targets.connections)
    error, confidence = found.standing.error, scenario.run.confidence
    offered = Estimate(found.value, error * found.value, confidence, 0, found.unit)
    mbps = offered.times(wire_bytes(network) * MBPS, "Mbps")
    return Carried(mbps, offered, (_busy(network, found.value, found.value),), found.limit, "", "")


def bill_at(scenario: Scenario, server: Carried) -> Bill | None:
    """What the farm costs that carries the demand with such servers; None without a demand."""
    return None if scenario.demand is None else bill(scenario, server.mbps, server.busy)


def server_network(scenario: Scenario) -> Network:
    """The queueing network of one server, whatever unit it stands in."""
    unit = scenario.unit.model_copy(update={"nodes": 1, "spare_nodes": 0})
    return one_node(translate(scenario.model_copy(update={"unit": unit})).network)


def wire_bytes(network: Network) -> float:
    """The mean of a response on the wire, bytes."""
    return sum(each.share * mean_wire_bytes(each.payload, each.header) for each in network.classes)


def loads_at(network: Network, rate: float) -> Loads | None:
    """The stations at so many requests/s, by the utilisation law; None where theory cannot say."""
    try:
        return loads(network, rate)
    except ValueError:
        return None


def busy_at(found: Loads | None, rate: float) -> float:
    """The share of the cores busy at a rate, 0 to 1; all of them where that is not known."""
    cpu = [station for station in found.stations if station.name == CPU] if found else []
    return min(1.0, (rate * cpu[0].demand + cpu[0].background) / cpu[0].capacity) if cpu else 1.0


def _busy(network: Network, at: float, rate: float) -> float:
    return busy_at(loads_at(network, at), rate)


def _simulated(scenario: Scenario, engine: Engine, replications: int | None, progress: Progress) -> Carried:
    run = scenario.run if replications is None else scenario.run.model_copy(update={"replications": replications})
    found = find_capacity(scenario.model_copy(update={"run": run}), engine, progress, around=THERE)
    known = loads_at(server_network(scenario), found.offered.value)
    busy = tuple(busy_at(known, rate) for rate in found.offered.each)
    return Carried(
        found.server_mbps, found.offered, busy, found.binding.name, found.binding.limit, found.target, found.simulations
    )
