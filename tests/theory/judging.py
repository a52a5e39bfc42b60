"""How far theory is off a simulation, figure by figure, beyond what the simulation itself does not know."""

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from simulator.engines.engine import load_engine
from simulator.engines.theory.solution import KnownValue, Said, Solution
from simulator.experiment.estimate import Estimate
from simulator.experiment.measures.server import all_measures
from simulator.experiment.measures.usage import limit_sizes, share_used
from simulator.experiment.replication_set import ReplicationSet
from simulator.network.network import Network
from tests.theory.drawn import plan_of

# So sure must a simulation be of a figure for theory to be called wrong: 2,000 networks have some 60,000 of them.
SURE = 0.99999
REPLICATIONS = 10
MEANS = ("requests", "completed_requests", "wire_mbps", "response_mean", "client_speed", "connections",
         "refused_sessions", "failed_requests", "errors")  # fmt: skip


class Off(NamedTuple):
    """A figure: what theory says, what was measured and how surely, and the error that theory states, as a share."""

    name: str
    said: float
    measured: float
    half_width: float
    stated: float

    @property
    def surely(self) -> float:
        """How far theory is off at the least, as a share of what it says; inf where it says 0."""
        off = max(0.0, abs(self.measured - self.said) - self.half_width)
        return off / self.said if self.said > 0.0 else float("inf") if off > 0.0 else 0.0

    @property
    def outside(self) -> bool:
        """Whether theory is surely further off than it states."""
        return self.surely > self.stated * (1.0 + 1e-9)


def compared(network: Network, found: Solution, seed: int, requests: float) -> list[Off]:
    """Every figure that both say."""
    engine = load_engine("kernel")
    plans = [plan_of(network, replication, requests) for replication in range(REPLICATIONS)]
    with ThreadPoolExecutor(1) as pool:
        tallies = list(pool.map(lambda plan: engine.run(network, plan, seed), plans))
    steady = ReplicationSet(network, tallies, SURE)
    trials = steady.estimate(lambda tally: steady.total(tally, "sessions", "offered"), "").value * REPLICATIONS
    unseen = 100.0 * math.log(1.0 / (1.0 - SURE)) / max(1.0, trials)
    return [
        Off(name, said.value, measured.value, _unsure(name, said, measured, unseen), said.standing.error)
        for name, said, measured in _pairs(network, found, steady)
        if isinstance(said, KnownValue) and isinstance(measured, Estimate)
        and said.standing.kind in ("exact", "approximate")
    ]  # fmt: skip


def _unsure(name: str, said: KnownValue, measured: Estimate, unseen: float) -> float:
    """How far a figure may be from what was measured: of what is lost, as much as may go unseen in so many trials."""
    rounding = 1e-7 * abs(measured.value)
    lost = name.startswith(("refused", "failed", "errors"))
    return max(measured.half_width, rounding, unseen + math.sqrt(2.0 * unseen * measured.value) if lost else 0.0)


def _pairs(network: Network, found: Solution, steady: ReplicationSet) -> Iterator[tuple[str, Said, object]]:
    measures, refused, failed = all_measures(steady)
    for name in MEANS:
        yield name, found.figures[name], measures[name]
    for cache in network.caches:
        yield f"{cache.name} hit ratio", found.figures[f"{cache.name} hit ratio"], measures[f"{cache.name} hit ratio"]
    for region in network.regions:
        yield region.name, found.figures[region.name], measures[region.name]
    told_apart = {each.name for each in network.classes if each.to_clients == each.name}
    for each in (each for each in found.classes if len(found.classes) > 1 and each.name in told_apart):
        yield f"requests {each.name}", each.completed, measures[f"requests {each.name}"]
        yield f"response {each.name}", each.response, measures[f"response {each.name}"]
    for cause in network.causes:
        yield f"refused by {cause}", found.refused[cause], refused[cause]
        yield f"failed by {cause}", found.failed[cause], failed[cause]
    uses = {network.limit_names.get(use.name, use.name): use for use in found.uses}
    for size in limit_sizes(network):
        used = steady.estimate(lambda tally, size=size: 100.0 * share_used(steady, tally, size), "%")
        yield f"use of {size.name}", uses[size.name].utilisation, used
