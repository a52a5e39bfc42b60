"""Packets that every node of a unit receives, because the balancer has no place of its own: each node drops those that
are for others.

What clients send is small and much: a request, an acknowledgement of every few segments of the response, and what opens
and closes a connection, as the transport has it. Nodes are alike, so that with each packet of its own a node receives
one for each of the others; dropping these is the work of its own request here, so that it rises and falls with the
load.
"""

from models.scenario import Scenario
from simulator.network.distribution import constant
from simulator.network.steps import BySize, Serve, Step
from simulator.translate.resources import CPU

# A request and the first acknowledgement of its response.
OF_REQUEST = 2.0


def request_drop_steps(scenario: Scenario) -> tuple[Step, ...]:
    """Dropping what the other nodes' clients send with as many requests as this one."""
    each, transport = _each(scenario), scenario.workload.session.transport
    demand = BySize(constant(OF_REQUEST * each), piece=transport.acknowledged * transport.payload, again=each)
    return (Serve(CPU, demand),) if each > 0.0 else ()


def connection_drop_steps(scenario: Scenario) -> tuple[Step, ...]:
    """Dropping what the other nodes' clients send to open and close as many connections as this one."""
    packets = scenario.workload.session.transport.client_packets * _each(scenario)
    return (Serve(CPU, constant(packets)),) if packets > 0.0 else ()


def _each(scenario: Scenario) -> float:
    """Seconds of dropping one packet of each other node."""
    return scenario.work(scenario.unit.balancer.dropped_packet_cpu) * (scenario.unit.nodes - 1)
