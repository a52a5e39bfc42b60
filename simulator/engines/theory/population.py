"""The steady state of populations: clients that come back for ever, solved by mean value analysis.

A request and the thinking after it are a cycle of a closed network, for every response is followed by thinking, the
last one of a session too. Exact where all stations are shared, with one cap, or queues of exponential services of one
mean (Baskett, Chandy, Muntz and Palacios 1975), and clients are all on one node. Elsewhere as if they were.
"""

from simulator.engines.theory.cache_errors import miss_error
from simulator.engines.theory.error_bounds import CLOSED
from simulator.engines.theory.formulas.closed import DELAY, Curves, mean_values
from simulator.engines.theory.node.equilibrium import Equilibrium
from simulator.engines.theory.node.flows import Flow, NodeConditions, PlaceDelay, all_exponential
from simulator.engines.theory.node.node import TheoryNode
from simulator.engines.theory.node.traffic import node_traffic, planned_requests
from simulator.engines.theory.programs import ROUNDS, SETTLED, TheoryPrograms, read_programs
from simulator.engines.theory.visits import depends_on_rate
from simulator.network.network import Network

# Up to so many clients of a node are analysed. More of them come near to the bounds of Muntz and Wong 1974.
MOST = 2000


def solve_population(network: Network) -> tuple[Equilibrium, float]:
    """The steady state of a node whose clients come back, and its known error, at the rate that they make themselves:
    found by repetition where caches hit the more often the higher it is. Raises ValueError as `read_programs` does."""
    rate = 1.0
    for _ in range(ROUNDS):
        found, error = solve_at_population(read_programs(network, rate))
        before, rate = rate, found.traffic.requests
        if not depends_on_rate(network) or abs(rate - before) <= SETTLED * rate:
            break
    return found, error


def solve_at_population(known: TheoryPrograms) -> tuple[Equilibrium, float]:
    """The steady state of a node with its share of the clients, and the known error of its rates and times."""
    network, source = known.network, known.network.source
    each = 1.0 / planned_requests(source.requests)
    node = TheoryNode(known, each)
    flow = node.unhindered.flow
    clients = max(1, round(source.open_at_start / network.nodes))
    widths = node.widths()
    demands = [flow.work[name] * alone / min(1.0, width) for name, width, alone in widths]
    cycle = flow.seconds + each * source.think_time.mean
    paused = max(0.0, cycle - sum(flow.work[name] * alone for name, _, alone in widths))
    bent = {k: node.curves[name] for k, (name, _, _) in enumerate(widths, 1) if name in node.curves}
    rate, times = _cycles(paused, demands, [max(1.0, width) for _, width, _ in widths], clients, bent)
    met = _conditions(node, flow, dict(zip((name for name, _, _ in widths), times, strict=True)))
    traffic = node_traffic(known, rate * each, met)
    exact = clients <= MOST and network.nodes == 1 and all_exponential(network, flow)
    exact = exact and not any(len(station.caps) > 1 for station in network.shared) and miss_error(known) == 0.0
    settled = Equilibrium(node, traffic, met, node.busy(traffic.flow), met.refusals, "", True)
    return settled, 0.0 if exact else CLOSED


def _cycles(
    paused: float, demands: list[float], servers: list[float], clients: int, curves: Curves
) -> tuple[float, list[float]]:
    """Cycles a second, and the seconds of each at the stations."""
    if clients <= MOST:
        closed_network = mean_values((paused, *demands), (DELAY, *servers), clients, curves)
        return float(closed_network.throughput[-1]), closed_network.response[-1, 1:].tolist()
    alone = paused + sum(demands)
    busiest = max(range(len(demands)), key=lambda k: demands[k] / servers[k])
    rate = min(clients / alone, servers[busiest] / demands[busiest])
    times = list(demands)
    times[busiest] += clients / rate - alone
    return rate, times


def _conditions(node: TheoryNode, flow: Flow, times: dict[str, float]) -> NodeConditions:
    """What jobs meet where a request spends `times` seconds at the stations, and is held up in proportion to its work
    at those that are shared."""
    free = node.free()
    network = node.programs.network
    queues = {queue.name for queue in network.queues}
    in_line = {station.name for station in network.shared if station.in_turn}
    delays = dict(free.delays)
    for name, time in times.items():
        work, alone = flow.work[name], free.delays[name].alone
        if name in queues and flow.visits[name] > 0.0:
            delays[name] = PlaceDelay((time - work) / flow.visits[name], 1.0, 1.0)
        elif name in in_line and flow.visits[name] > 0.0:
            delays[name] = PlaceDelay((time - work * alone) / flow.visits[name], alone, alone)
        elif work > 0.0:
            delays[name] = PlaceDelay(0.0, time / work, alone)
    return NodeConditions(delays, free.refusals, free.eases)
