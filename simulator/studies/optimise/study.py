"""The cheapest farm of the catalogue."""

import shlex
from dataclasses import replace

from models.scenario import Scenario
from models.variations.choice import ALL_SERVERS, ServerFilter
from simulator.cli.today import today
from simulator.errors import require
from simulator.experiment.progress import Progress
from simulator.farm.stamp import make_stamp
from simulator.solver import Solver
from simulator.studies.optimise.answer import optimise as cheapest_farm
from simulator.studies.optimise.answer import require_demand
from simulator.studies.optimise.cheapest import CheapestFarm, FarmOffer
from simulator.studies.optimise.result import OptimiseResult
from simulator.studies.watch import Watch
from simulator.uncertainty.predict import predict_farm


def optimise(
    scenario: Scenario, solver: Solver, command: str, watch: Watch, which: ServerFilter = ALL_SERVERS
) -> OptimiseResult:
    """The cheapest farm that carries the demand within its targets, of servers of which it may be; `command` makes the
    result again. Raises what the search for it raises, and ScenarioError without a demand."""
    require_demand(scenario)
    with watch(1, "simulating servers") as step:
        cheapest = cheapest_farm(scenario, solver, step, which)
    with watch(len(cheapest.ranked), "drawing worlds") as step:
        cheapest = with_predictions(cheapest, step)
    samples = cheapest.winner.server_mbps.samples
    return OptimiseResult(scenario, cheapest, make_stamp(scenario, solver.name, samples, command, today().isoformat()))


def filter_options(which: ServerFilter) -> str:
    """The options of the command that look at these servers alone, each after a space."""
    rented = {True: " --rented", False: " --owned", None: ""}[which.rented]
    return rented + (f" --server {shlex.quote(which.name)}" if which.name != ALL_SERVERS.name else "")


def with_predictions(cheapest: CheapestFarm, progress: Progress = lambda: None) -> CheapestFarm:
    """The answer with how sure each farm is that it tells; `progress` is called after each."""

    def held(offer: FarmOffer | None) -> FarmOffer | None:
        if offer is None or offer.farm is None:
            return offer
        key = offer.name, offer.nodes
        if key not in known:
            known[key] = replace(offer, farm=replace(offer.farm, prediction=predict_farm(offer.farm)))
            progress()
        return known[key]

    known: dict[tuple[str, int], FarmOffer] = {}
    winner = held(cheapest.winner)
    return replace(
        cheapest,
        winner=require(winner, "winner"),
        runner_up=held(cheapest.runner_up),
        resized=held(cheapest.resized),
        present=held(cheapest.present),
    )
