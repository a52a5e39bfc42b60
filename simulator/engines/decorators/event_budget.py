"""An engine that counts what it simulates, and goes no further than it may."""

from collections.abc import Callable
from threading import Lock

from models.errors import Problem, ScenarioError
from simulator.engines.decorators.decorators import EngineDecorator
from simulator.engines.engine import Engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.messages.stages import engines
from simulator.network.network import Network


def offered_requests(network: Network) -> float:
    """The requests a second that arrive at all nodes of a network, with each attempt of who may be refused, and the
    jobs of its background, counted as one each. 0 of a closed population, which offers what is answered."""
    source = network.source
    return source.rate * (source.requests.mean + source.attempts) + sum(jobs.rate for jobs in network.background)


def budget_error(requests: float, largest: float) -> ScenarioError:
    """What is said where an answer takes more simulated requests than it may."""
    return ScenarioError((Problem("", 0, "run", "", engines.over_budget(requests, largest), engines.SHORTER_RUN),))


class EventBudget(EngineDecorator):
    """Runs what another engine runs, as long as all runs together take at most `largest` simulated requests.

    Which of them are needed comes to light on the way: pilot runs are doubled, replications added. `glance` is called
    before each run.
    """

    def __init__(self, engine: Engine, largest: float, glance: Callable[[], None] = lambda: None) -> None:
        super().__init__(engine)
        self.simulated = 0.0
        self._largest, self._glance = largest, glance
        self._lock = Lock()

    def run(self, network: Network, plan: RunPlan, seed: int) -> Tally:
        """One replication, unchanged. Raises ScenarioError where it would be too much, and Stopped after `stop`."""
        self._glance()
        expected = offered_requests(network) * plan.duration
        with self._lock:
            if self.simulated + expected > self._largest:
                raise budget_error(self.simulated + expected, self._largest)
            self.simulated += expected
        tally = self._engine.run(network, plan, seed)
        # A population is only known to have asked for so much when it has.
        completed = float(tally.column("requests", "completed")[-1])
        with self._lock:
            self.simulated += max(0.0, completed - expected)
        return tally
