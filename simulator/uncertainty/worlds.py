"""What a plan needs, pays and carries in each of its worlds, and how likely a farm is enough.

A world is the scenario with every amount that is not known at a value of its range, and the model off by as much as
such models are off. Settings and what is bought stay as they are. Where a server has been simulated, theory's answer in
each world is moved by as much as the simulation is beside theory in the scenario as it stands.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import NamedTuple

import numpy as np

from models.checks.correlation_checks import correlation_matrix
from models.quantities.rounding import round_up
from models.scenario import Scenario
from models.variations.choice import with_unit_size
from models.variations.uncertain import each_with_drawn, uncertain_values
from simulator.errors import NoCapacity, NotConverged, UnsupportedByEngine, reason_without_remedy
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.experiment.load_imbalance import busiest_unit_factor
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST, ServerCapacity
from simulator.experiment.sizing_basis import sizing_basis
from simulator.farm.costs.cost import monthly_unit, payments
from simulator.farm.prediction import CostBeside, PredictionInterval
from simulator.farm.sizing import Sizing, UnitCount, count_units, resize_farm, size_counted
from simulator.messages.stages.uncertainty import NO_ANSWER, NO_DEMAND, STATED_LOAD
from simulator.uncertainty.capacities import capacities
from simulator.uncertainty.draws import WorldDraws, draw_worlds, world_count
from simulator.uncertainty.intervals import prediction_interval
from simulator.uncertainty.spot import NO_SPOT, SpotLoss, spot_loss


@dataclass(frozen=True)
class WorldAnswer:
    """What a world needs. carried: what a server carries there; count: the units that are enough there, without a
    reserve."""

    scenario: Scenario
    carried: ServerCapacity
    count: UnitCount
    _farms: list[Sizing] = field(default_factory=list, repr=False, compare=False)

    def farm(self, units: int) -> Sizing:
        """The farm of so many units: the first one that is asked for is sized, others are that one resized."""
        if not self._farms:
            self._farms.append(size_counted(self.scenario, self.carried, self.count.of(units, self.scenario)))
            return self._farms[0]
        return resize_farm(self.scenario, self.carried, self._farms[0], units)

    @property
    def unit_mbps(self) -> float:
        """Wire Mbps that a unit carries on average while the busiest of them carries all that it can."""
        return self.count.capacity.unit_mbps.value / busiest_unit_factor(self.scenario.dns, self.count.working)


class WorldBills(NamedTuple):
    """What a farm costs in each world that has an answer, to be held beside others. draws: what was drawn; numbers: of
    which worlds the bills are; bills: money a month in whole, float64 (numbers)."""

    draws: WorldDraws
    numbers: np.ndarray
    bills: np.ndarray

    def first(self, worlds: int) -> "WorldBills":
        """The same in so many of the worlds."""
        kept = self.numbers < worlds
        return WorldBills(self.draws.first(worlds), self.numbers[kept], self.bills[kept])


@dataclass(frozen=True)
class Worlds:
    """The answers of all worlds of a scenario. numbers: which of the `draws` each answer is of; by: how theory found
    what servers carry."""

    scenario: Scenario
    carried: ServerCapacity
    draws: WorldDraws = field(repr=False)
    numbers: np.ndarray = field(repr=False)
    answers: tuple[WorldAnswer, ...] = field(repr=False)
    by: str = ""
    _bills: dict[int, dict[str, np.ndarray]] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def unanswered(self) -> int:
        """The worlds in which theory has no answer."""
        return len(self.draws) - len(self)

    def in_units_of(self, nodes: int) -> "Worlds":
        """The same servers in units of so many nodes."""
        answers = tuple(
            WorldAnswer(resized, each.carried, count_units(resized, each.carried))
            for each in self.answers
            for resized in (with_unit_size(each.scenario, nodes),)
        )
        return Worlds(with_unit_size(self.scenario, nodes), self.carried, self.draws, self.numbers, answers, self.by)

    @cached_property
    def units(self) -> np.ndarray:
        """The units that are enough in each world, spare units of the farm among them: int64 (answers)."""
        return np.array([round(each.count.units.whole.value) for each in self.answers])

    @cached_property
    def exact_units(self) -> np.ndarray:
        """The units that carry the demand of each world, not rounded, spares apart: float64 (answers)."""
        return np.array([each.count.units.exact.value for each in self.answers])

    @cached_property
    def needed(self) -> np.ndarray:
        """What each world needs in times what the scenario as it stands needs, without a reserve: float64 (answers)."""
        now = count_units(_without_reserve(self.scenario), self.carried).units.exact.value
        return np.asarray(self.exact_units / now)

    def needed_with(self, confidence: float) -> float:
        """What is enough with a probability, in times what the scenario as it stands needs, without a reserve; inf
        where nothing is, for too much is at spot prices."""
        return self.spot.quantile(self.needed, confidence)

    def enough(self, units: float) -> float:
        """How likely so many units are enough, the spare ones of the farm among them: the share of the worlds, with the
        chance that those at spot prices are gone."""
        return self.spot.enough(self.units, units, self.scenario.spare_units)

    def fewest(self, confidence: float) -> int:
        """The fewest units that are enough with a probability; of a farm of which too much is at spot prices for that,
        as long as these are there."""
        found = self.spot.quantile(self.units, confidence, self.scenario.spare_units)
        return round_up(found if found < inf else NO_SPOT.quantile(self.units, confidence))

    @cached_property
    def spot(self) -> SpotLoss:
        """What of the farm is at spot prices."""
        return spot_loss(self.scenario)

    def world_bills(self, units: float) -> WorldBills:
        """What so many units cost in each world."""
        return WorldBills(self.draws, self.numbers, self.bills(units))

    def cost_beside(self, units: float, other: WorldBills) -> CostBeside | None:
        """What so many units of this farm cost beside another farm, in the worlds that both answer; None where there is
        no such world."""
        _, mine, theirs = np.intersect1d(self.numbers, other.numbers, return_indices=True)
        if not len(mine):
            return None
        own, its = self.bills(units)[mine], other.bills[theirs]
        more = np.where(own == its, 0.0, own - its)  # Two that nobody can pay cost the same.
        unit = monthly_unit(self.scenario.datacenter.prices)
        return CostBeside(float(np.mean(more > 0.0)), prediction_interval(more, unit))

    @cached_property
    def server_mbps(self) -> PredictionInterval:
        """Wire Mbps that one server carries."""
        return prediction_interval(np.array([each.carried.mbps.value for each in self.answers]), "Mbps")

    @cached_property
    def stops(self) -> dict[str, float]:
        """By the limit that stops a server there, the share of the worlds, the largest first."""
        count = Counter(each.carried.limit_name for each in self.answers)
        return {name: times / len(self) for name, times in count.most_common()}

    def farm_mbps(self, units: float) -> PredictionInterval:
        """Wire Mbps that a farm of so many units carries with its spares gone."""
        return prediction_interval(self.carried_by(units), "Mbps")

    def carried_by(self, units: float) -> np.ndarray:
        """The same in each world: float64 (answers)."""
        working = units - self.scenario.spare_units
        return np.array([each.unit_mbps for each in self.answers]) * working

    @cached_property
    def demanded(self) -> np.ndarray:
        """Wire Mbps that the farm must carry in each world: float64 (answers)."""
        return np.array([each.count.demanded.mbps for each in self.answers])

    @cached_property
    def demand(self) -> PredictionInterval:
        """Wire Mbps that the farm must carry."""
        return prediction_interval(self.demanded, "Mbps")

    def cost(self, units: float) -> PredictionInterval:
        """Money a month, in whole, of a farm of so many units."""
        return prediction_interval(self.bills(units), monthly_unit(self.scenario.datacenter.prices))

    def paid_for(self, units: float) -> dict[str, PredictionInterval]:
        """The same by what is paid for (see `Cost.parts`)."""
        unit = monthly_unit(self.scenario.datacenter.prices)
        return {name: prediction_interval(paid, unit) for name, paid in self._payments(units).items()}

    def bills(self, units: float) -> np.ndarray:
        """Money a month, in whole, of a farm of so many units in each world: float64 (answers)."""
        return np.asarray(sum(self._payments(units).values()))

    def _payments(self, units: float) -> dict[str, np.ndarray]:
        """The same by what is paid for."""
        bought = int(units)
        if bought not in self._bills:
            each = [_payments(answer, bought) for answer in self.answers]
            names = dict.fromkeys(name for payments in each for name in payments)
            self._bills[bought] = {name: np.array([payments.get(name, 0.0) for payments in each]) for name in names}
        return self._bills[bought]


def study_worlds(
    scenario: Scenario,
    carried: ServerCapacity | None = None,
    worlds: int | None = None,
    progress: Progress = lambda: None,
    beside: WorldDraws | None = None,
    search: bool = True,
) -> Worlds | Unavailable:
    """The worlds of a scenario, answered; or why there are none. carried: what a server of the scenario as it stands
    carries, where that has been simulated; `progress` is called as each world is answered; beside: what was drawn for
    another farm for the same load: what both have in common is the same in each world; search: as `capacities` has
    it."""
    if scenario.demand is None:
        return Unavailable(NO_DEMAND)
    if sizing_basis(scenario) != LARGEST:
        return Unavailable(STATED_LOAD)
    uncertain = uncertain_values(scenario)
    paths = [each.path for each in uncertain]
    together = np.array(correlation_matrix(scenario, paths)) if scenario.correlations else None
    seed = scenario.run.seed if beside is None else beside.seed
    draws = draw_worlds(uncertain, world_count(worlds), seed, together)
    values = (draws.world(number) for number in range(len(draws)))
    drawn = [_without_reserve(world) for world in each_with_drawn(scenario, values)]
    try:
        theory = capacity_in_theory(scenario)
        servers = capacities(drawn, scenario, draws.error.tolist(), progress, search)
        central = carried or theory
        count_units(scenario, central)
    except (UnsupportedByEngine, NoCapacity, NotConverged, ValueError) as error:
        return Unavailable(reason_without_remedy(error))
    if isinstance(servers, Unavailable):
        return servers
    times = central.requests.value / theory.requests.value
    found = [
        (number, WorldAnswer(world, moved, count))
        for number, (world, server) in enumerate(zip(drawn, servers.each, strict=True))
        if server is not None
        for moved in (_times(server, times),)
        for count in _counted(world, moved)
    ]
    if not found:
        return Unavailable(NO_ANSWER)
    numbers = np.array([number for number, _ in found])
    return Worlds(scenario, central, draws, numbers, tuple(answer for _, answer in found), servers.by)


def _without_reserve(scenario: Scenario) -> Scenario:
    return scenario.model_copy(update={"reserve": 0.0, "baseline": None})


def _times(carried: ServerCapacity, factor: float) -> ServerCapacity:
    """A server that carries so many times as much, its cores as much busier."""
    busy = replace(carried.busy, value=min(1.0, carried.busy.value * factor))
    mbps, requests = carried.mbps.times(factor, carried.mbps.unit), carried.requests.times(factor, "/s")
    return replace(carried, mbps=mbps, requests=requests, busy=busy)


def _counted(scenario: Scenario, carried: ServerCapacity) -> Sequence[UnitCount]:
    """The units that a world needs; none where no number of them would do."""
    try:
        return (count_units(scenario, carried),)
    except (NoCapacity, NotConverged, ValueError):
        return ()


def _payments(answer: WorldAnswer, units: int) -> dict[str, float]:
    """Money a month of so many units in a world, by what is paid for."""
    paid = payments(answer.scenario, answer.farm(units))
    return {name: amount if math.isfinite(amount) else math.inf for name, amount in paid.items()}
