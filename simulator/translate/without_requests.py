"""What the cores of a server work without any request: small jobs in the background, which share them with requests."""

from models.cpu_without_requests import cores_taken
from models.scenario import Scenario
from simulator.network.distribution import constant
from simulator.network.network import Background
from simulator.network.roles import Role
from simulator.network.steps import Serve
from simulator.translate.resources import CPU

# Seconds of a core of each job: a turn of an agent. Less than that only takes time to simulate, much more would be a
# batch that requests wait for.
TURN = 0.01


def work_without_requests(scenario: Scenario) -> tuple[Background, ...]:
    """The jobs that take from each node what its requests go short of."""
    work = cores_taken(scenario)
    if work <= 0.0:
        return ()
    role = Role.WITHOUT_REQUESTS
    return (Background(role.value, work / TURN * scenario.unit.nodes, (Serve(CPU, constant(TURN)),), role=role),)
