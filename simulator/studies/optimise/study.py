"""The cheapest farm of the catalogue."""

import shlex
from collections.abc import Sequence
from dataclasses import replace

from models.scenario import Scenario
from models.variations.choice import ALL_SERVERS, ServerFilter
from simulator.cli.today import today
from simulator.errors import require
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable
from simulator.farm.cheapest_farm import CheapestFarm, Contender, FarmOffer, OtherServers
from simulator.farm.prediction import CostBeside, SureFarm
from simulator.farm.stamp import make_stamp
from simulator.solver import Solver
from simulator.studies.optimise.answer import optimise as cheapest_farm
from simulator.studies.optimise.answer import require_demand
from simulator.studies.optimise.other_servers import WORLDS_OF_TIERS, count_other_servers
from simulator.studies.optimise.result import OptimiseResult
from simulator.studies.watch import Watch
from simulator.uncertainty.predict import SharedWorlds, bought_units, cost_beside, farm_bills, predict_in, sure_farm
from simulator.uncertainty.worlds import Worlds


def optimise(
    scenario: Scenario,
    solver: Solver,
    command: str,
    watch: Watch,
    which: ServerFilter = ALL_SERVERS,
    cores: int = 1,
) -> OptimiseResult:
    """The cheapest farm that carries the demand within its targets, of servers of which it may be; `command` makes the
    result again. cores: on how many the other servers are counted over the worlds, in processes of their own where
    there are more. Raises what the search for it raises, and ScenarioError without a demand."""
    require_demand(scenario)
    with watch(1, "simulating servers") as step:
        cheapest = cheapest_farm(scenario, solver, step, which)
    with watch(len(cheapest.ranked) + len(cheapest.contenders), "drawing worlds") as step:
        cheapest = with_predictions(cheapest, step, cores)
    samples = cheapest.winner.server_mbps.samples
    return OptimiseResult(scenario, cheapest, make_stamp(scenario, solver.name, samples, command, today().isoformat()))


def filter_options(which: ServerFilter) -> str:
    """The options of the command that look at these servers alone, each after a space."""
    rented = {True: " --rented", False: " --owned", None: ""}[which.rented]
    named = f" --server {shlex.quote(which.name)}" if which.name != ALL_SERVERS.name else ""
    zone = f" --zone {shlex.quote(which.zone)}" if which.zone else ""
    return f"{rented}{named}{' --same-vendor' if which.vendor is not None else ''}{zone}"


def with_predictions(cheapest: CheapestFarm, progress: Progress = lambda: None, cores: int = 1) -> CheapestFarm:
    """The answer with how sure each farm is that it tells, and how likely it costs more than the cheapest: all are in
    the worlds of the present one; and why the other servers are not chosen. `progress` is called after each."""
    found = _WorldsOfOffers(cheapest.present or cheapest.winner, cheapest.winner, progress, cores)
    return replace(
        cheapest,
        winner=found.predict(cheapest.winner),
        runner_up=cheapest.runner_up and found.predict(cheapest.runner_up),
        resized=cheapest.resized and found.predict(cheapest.resized),
        present=cheapest.present and found.predict(cheapest.present),
        others=found.count_others(cheapest.contenders),
    )


class _WorldsOfOffers:
    """The worlds of all farms that are told: what they have in common is the same in each."""

    def __init__(self, first: FarmOffer, winner: FarmOffer, progress: Progress, cores: int) -> None:
        self._progress, self._winner, self._cores = progress, winner, cores
        self._found: dict[tuple[str, int], Worlds | Unavailable] = {}
        self._shared = SharedWorlds()
        self._worlds(first)

    def predict(self, offer: FarmOffer) -> FarmOffer:
        """The offer with its prediction."""
        if offer.farm is None:
            return offer
        own = self._worlds(offer)
        farm = replace(offer.farm, prediction=predict_in(own, offer.farm))
        return replace(
            offer,
            farm=farm,
            supports=farm.supports,
            beside=self._beside(offer, own),
            sure=self._sure(offer, own),
        )

    def count_others(self, contenders: Sequence[Contender]) -> OtherServers:
        """The other servers, counted over the worlds of the cheapest farm; none where it has none."""
        farm = self._winner.farm
        bills = None if farm is None else farm_bills(self._worlds(self._winner), farm)
        if farm is None or bills is None:
            return OtherServers()
        bills = bills.first(WORLDS_OF_TIERS) if farm.scenario.tiers else bills
        return count_other_servers(contenders, bills, self._cores, self._progress)

    def _beside(self, offer: FarmOffer, own: Worlds | Unavailable) -> CostBeside | None:
        best, winner = self._worlds(self._winner), self._winner.farm
        if own is best:
            return None
        return cost_beside(own, require(offer.farm, "farm"), best, require(winner, "farm"))

    def _sure(self, offer: FarmOffer, own: Worlds | Unavailable) -> SureFarm | None:
        best, winner = self._worlds(self._winner), require(self._winner.farm, "farm")
        return sure_farm(offer.name, own, bought_units(require(offer.farm, "farm")), farm_bills(best, winner))

    def _worlds(self, offer: FarmOffer) -> Worlds | Unavailable:
        key = offer.name, offer.nodes
        if offer.farm is None:
            return Unavailable("")
        if key not in self._found:
            self._found[key] = self._shared.of(offer.farm)
            self._progress()
        return self._found[key]
