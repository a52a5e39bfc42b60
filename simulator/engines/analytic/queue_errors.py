"""How far theory is off where jobs wait in a line for servers whose services are not exponential."""

import math

from simulator.engines.analytic.node.delays import waiting
from simulator.engines.analytic.node.equilibrium import Equilibrium
from simulator.engines.analytic.node.flows import Flow
from simulator.network.distribution import TABLED, Distribution
from simulator.network.network import Network
from simulator.network.steps import BySize, Serve, Step, flat

# At a moderate load, of the seconds that jobs wait.
QUEUE = 0.1
# What is added for several servers whose services vary more than exponential ones (see _rough).
ROUGH = 0.8
# From this load on a queue remembers that its arrivals come in sessions: in the end as if services were exponential.
MODERATE = 0.8


def queue_error(found: Equilibrium, name: str, servers: int) -> float:
    """The error of the seconds that jobs wait for one of `servers` servers, or cores that serve in turn."""
    flow, busy = found.traffic.flow, found.busy[name]
    if is_exponential(found.node.programs.network, name, flow):
        return 0.0
    visits = flow.visits[name]
    mean, square = flow.work[name] / visits, flow.square[name] / visits
    expected = waiting(float(servers), mean, square, min(busy, 0.999))
    remembering = waiting(float(servers), mean, 2.0 * mean**2, min(busy, 0.999))
    late = max(0.0, busy - MODERATE) / (1.0 - MODERATE)
    error = QUEUE + _rough(servers, square / mean**2 - 1.0, busy)
    return error + late * abs(remembering / expected - 1.0) if expected > 0.0 else error


def _rough(servers: int, variation: float, busy: float) -> float:
    """What is added where services vary more than exponential ones: two moments say the less of the wait for several
    servers the more these have to spare, in units of the spread of what they are asked for."""
    if servers == 1 or variation <= 1.0:
        return 0.0
    return min(1.0, ROUGH * (1.0 - 1.0 / variation) * math.sqrt(servers) * max(0.0, 1.0 - busy))


def is_exponential(network: Network, name: str, flow: Flow) -> bool:
    """Whether a place serves exponential times, of one mean.

    By two moments: a mixture that happens to have those of an exponential distribution is not told apart, but a
    distribution that is named by them is.
    """
    if any(_serves_of_a_table(step, name) for program in network.programs() for step in flat(program)):
        return False
    visits = flow.visits[name]
    return visits == 0.0 or math.isclose(flow.square[name] * visits, 2.0 * flow.work[name] ** 2)


def _serves_of_a_table(step: Step, station: str) -> bool:
    drawn = step.demand if isinstance(step, Serve) and step.at == station else None
    law = drawn.each if isinstance(drawn, BySize) else drawn
    return isinstance(law, Distribution) and law.kind in TABLED
