"""How coverage is observed: an experiment that can be repeated, and how often its intervals hold what theory knows.

The rule is 93 to 97 in a hundred for intervals that say 95 %. Of 2,000 experiments the count has a standard deviation
of 0.5 %, so the rule is four of them wide on either side: an interval that deserves its name passes practically always
(binomial: all but once in 20,000), and one that holds the truth 92 times in a hundred fails 19 times in 20. Of 1,000
experiments, for where longer ones are worth more than many, the rule is three wide: all but 3 in 1,000 pass.
Experiments are numbered, so what comes out is the same every time.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from models.parts.run import Run
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.bottleneck import offered_rate
from simulator.errors import NotConverged
from simulator.experiment.estimate import Estimate
from simulator.experiment.loaded_server import LoadedServer
from simulator.experiment.measures.server import all_measures
from simulator.experiment.replication_search import capacity_estimates, search_replications
from simulator.experiment.replication_set import ReplicationSet
from simulator.experiment.replications import run_replications
from simulator.experiment.results import Unavailable
from simulator.experiment.run_length import find_warm_up_near_capacity, with_duration
from simulator.experiment.solvers import Simulation
from simulator.network.network import Network
from simulator.solver import MeasurementOptions
from simulator.targets import TargetValues
from simulator.translate.resources import Origin
from simulator.translate.translate import Translation

NOMINAL = 0.95
LEAST, MOST = 0.93, 0.97
REPLICATIONS = 5  # As many as a run begins with; of fewer or of skewed ones Student's interval is at its weakest.
WINDOWS = 10

Figures = Mapping[str, Estimate | Unavailable]


@dataclass(frozen=True)
class Proof:
    """An experiment, from its number to the figures that it estimates at the nominal confidence, by their names; what
    those figures are in truth; and how many experiments show it, at least 1,000."""

    experiment: Callable[[int], Figures]
    truths: Mapping[str, float]
    experiments: int = 2000


def steady_state(
    network: Network, warm_up: float, seconds: float, count: int = REPLICATIONS
) -> Callable[[int], Figures]:
    """The experiment of a planner who runs a network: replications, measured for `seconds` after a warm-up.

    The number of the experiment is its seed, so no two of them share a draw.
    """
    kernel, window = load_engine("kernel"), seconds / WINDOWS
    skipped = -int(-warm_up // window)

    def experiment(number: int) -> Figures:
        plans = [RunPlan(skipped + WINDOWS, window, skipped * window, each) for each in range(count)]
        measures, _, _ = all_measures(
            ReplicationSet(network, [kernel.run(network, plan, number) for plan in plans], NOMINAL)
        )
        return measures

    return experiment


def at_the_default_rule(network: Network, warm_up: float, seconds: float) -> Callable[[int], Figures]:
    """The experiment of a planner who states no replications: as many as the default precision takes."""
    kernel, window = load_engine("kernel"), seconds / WINDOWS
    settled = window * -int(-warm_up // window)

    def experiment(number: int) -> Figures:
        run = Run(seed=number, warm_up=settled, duration=seconds, window=window, threads=1)
        tallies = run_replications(kernel, network, run)
        return all_measures(ReplicationSet(network, tallies, run.confidence, sequential=True))[0]

    return experiment


def as_commands_measure(network: Network, **settings: float) -> Callable[[int], Figures]:
    """The experiment of a planner who states nothing: as `plan` measures the servers that it buys, with a warm-up that
    is found and for as long as precision takes. `use` is that of the first station, %."""
    kernel, origins = load_engine("kernel"), {each.name: Origin(each.name, "") for each in network.resources}
    rate = 0.0 if network.source.returns else offered_rate(network)

    def experiment(number: int) -> Figures:
        stated = Run(seed=number, threads=1, **settings)
        run = with_duration(stated, network, rate) if rate else stated
        _, settled = find_warm_up_near_capacity(kernel, network, run, lambda: None)
        measuring = MeasurementOptions(run, settled, enough=lambda _: True, lengthens=stated.duration is None)
        found = Simulation(kernel).results(Translation(network, origins), measuring)
        use = next(each.utilisation for each in found.usages if each.name == network.resources[0].name)
        return {**found.measures, "use": use}

    return experiment


def capacity_at_the_default_rule(
    network: Network, asked: TargetValues, warm_up: float, seconds: float
) -> Callable[[int], Figures]:
    """The experiment of a planner who asks for a capacity: as many replications as the default precision takes, from
    the load of the network on, at which theory expects it."""
    window = seconds / WINDOWS
    run = Run(warm_up=window * -int(-warm_up // window), duration=seconds, window=window, threads=1)

    def experiment(number: int) -> Figures:
        seeded = run.model_copy(update={"seed": number})
        server = LoadedServer(load_engine("kernel"), Translation(network, {}), asked, seeded)
        with ThreadPoolExecutor(1) as pool:
            try:
                found = search_replications(server, 1.0, pool, lambda: None)
            except NotConverged as refused:
                return {"capacity": Unavailable(str(refused))}
        return {"capacity": capacity_estimates(found, seeded)["requests"]}

    return experiment


def coverage(proof: Proof) -> dict[str, float]:
    """For each figure the share of the experiments whose interval holds the truth; one that was refused holds none."""
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda number: _held(proof, number), range(proof.experiments)))
    return {name: sum(held[name] for held in found) / proof.experiments for name in proof.truths}


def _held(proof: Proof, number: int) -> dict[str, bool]:
    """Which truths lie in the intervals of one experiment."""
    figures = proof.experiment(number)
    return {name: _holds(figures[name], truth) for name, truth in proof.truths.items()}


def _holds(figure: Estimate | Unavailable, truth: float) -> bool:
    return isinstance(figure, Estimate) and figure.low <= truth <= figure.high
