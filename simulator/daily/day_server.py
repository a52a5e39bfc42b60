"""Who serves the day: one server of the farm, or all of its unit in one world where nodes look at each other."""

from dataclasses import dataclass

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.farm.farm_at_work import Profile, server_at_rate
from simulator.targets import TargetValues
from simulator.translate.translate import Translation, translate

# Replications where none are stated.
REPLICATIONS = 4


@dataclass(frozen=True)
class DayServer:
    """nodes: how many are simulated together; peak: requests/s of each at the demand of the peak, all servers up;
    settled: seconds in which one settles."""

    scenario: Scenario
    engine: Engine
    nodes: int
    peak: float
    settled: float
    asked: TargetValues

    @property
    def replications(self) -> int:
        return self.scenario.run.replications or REPLICATIONS

    def at(self, rate: float, profile: Profile = ()) -> Translation:
        """The network with so many requests a second for each server, times a profile of the time."""
        return server_at_rate(self.scenario, rate, profile, self.nodes)


def nodes_simulated(scenario: Scenario) -> int:
    """How many nodes are simulated in one world: one, where nodes share nothing."""
    return scenario.unit.nodes if translate(scenario).network.coupled else 1
