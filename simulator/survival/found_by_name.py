"""A unit of which all nodes have died, and whose clients find it by name: for how long they come to it."""

from dataclasses import dataclass

from models.parts.failing.failures import HealthCheck
from models.scenario import Scenario
from simulator.network.network import Network

# Answers are of any age alike, so that they last for half of their time on average.
_LEFT = 0.5


@dataclass(frozen=True)
class ComesStill:
    """noticed: seconds until names leave a dead unit out; half: until at most half of its clients still come to it;
    last: until none does; sessions: how many come to it meanwhile, at most, that do not go elsewhere by themselves."""

    noticed: float
    half: float
    last: float
    sessions: float


def comes_still(scenario: Scenario, network: Network, requests: float) -> ComesStill | None:
    """How long clients come to a unit that is dead, each of whose servers was offered so many requests a second; None
    where they do not find it by name.

    Until names leave it out all of them come; t seconds later at most 1 - t / T of them, with T the time to live, for
    answers are then of any age alike (Cox 1962, Renewal Theory, section 5.2): T / 2 seconds' worth of sessions in all.
    """
    names = scenario.dns
    if names is None:
        return None
    check = scenario.unit.failures.health_check if scenario.unit.failures is not None else HealthCheck()
    noticed = check.interval * check.failures
    of_unit = requests * scenario.unit.nodes / network.source.requests.mean
    return ComesStill(
        noticed,
        noticed + _LEFT * names.time_to_live,
        noticed + names.time_to_live,
        of_unit * (noticed + _LEFT * names.time_to_live),
    )
