"""What is said of a farm over all worlds: how likely it is enough, what it carries, costs, and what to find out."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from models.scenario import Scenario
from models.unit_pods import servers_of_unit
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable
from simulator.farm.farm import Farm
from simulator.farm.outcome import Outcome
from simulator.farm.prediction import CostBeside, FarmPrediction, SureFarm
from simulator.uncertainty.draws import WorldDraws, world_count
from simulator.uncertainty.intervals import USUAL_CONFIDENCE
from simulator.uncertainty.measurement_value import measurement_values
from simulator.uncertainty.model_error import beyond_measured
from simulator.uncertainty.regret import expected_costs, least_regret, price_of_short, rival_units
from simulator.uncertainty.surer_tiers import surer_tiers
from simulator.uncertainty.worlds import WorldBills, Worlds, study_worlds


def predict_farm(farm: Farm) -> FarmPrediction | Unavailable:
    """The prediction of a farm that is bought, or why there is none."""
    return predict_in(farm_worlds(farm), farm)


def with_own_prediction(farm: Farm) -> Farm:
    """The farm with its prediction."""
    return replace(farm, prediction=predict_farm(farm))


def predict_beside(first: Farm, others: Sequence[Farm]) -> tuple[Farm, list[tuple[Farm, CostBeside | None]]]:
    """A farm with its prediction, and others with theirs and what each costs beside the first: all are in the
    same worlds, in which what they have in common is the same. None where that is not known."""
    shared = shared_worlds(first)
    base = shared.of(first)
    found = []
    for other in others:
        own = shared.of(other)
        found.append((replace(other, prediction=predict_in(own, other)), cost_beside(own, other, base, first)))
    return replace(first, prediction=predict_in(base, first)), found


class SharedWorlds:
    """The worlds of farms that are told beside each other: what they have in common is the same in each."""

    def __init__(self, first: Worlds | None = None) -> None:
        self._first = first  # Those of the first farm, where they are known.
        self._draws: WorldDraws | None = None

    def of(self, farm: Farm) -> Worlds | Unavailable:
        """The worlds of a farm, or why there are none."""
        known = self._first if self._draws is None else None
        found = farm_worlds(farm, self._draws) if known is None else known
        self._draws = found.draws if isinstance(found, Worlds) else self._draws
        return found


def shared_worlds(first: Farm) -> SharedWorlds:
    """The worlds of a farm and others beside it: its own are those of the plan that was answered last, if it is that
    farm."""
    return SharedWorlds(_PLANNED.of(first))


class _LastPlan:
    """The worlds of the plan that was answered last, which its alternatives are put beside: no world is answered twice
    for a report. One plan's are kept, for they are large."""

    def __init__(self) -> None:
        self._kept: tuple[Farm, Worlds] | None = None

    def keep(self, farm: Farm, worlds: Worlds | Unavailable) -> Worlds | Unavailable:
        """The same worlds, kept if they are as many as others have."""
        usual = isinstance(worlds, Worlds) and len(worlds.draws) == world_count(None)
        self._kept = (farm, worlds) if usual and isinstance(worlds, Worlds) else None
        return worlds

    def of(self, farm: Farm) -> Worlds | None:
        """The worlds of a farm, if it is that of the plan."""
        if self._kept is None:
            return None
        kept, worlds = self._kept
        same = kept.carried is farm.carried and kept.scenario is farm.scenario
        return worlds if same else None


_PLANNED = _LastPlan()


def cost_beside(own: Worlds | Unavailable, farm: Farm, base: Worlds | Unavailable, first: Farm) -> CostBeside | None:
    """What a farm costs beside the first one in the same worlds; None where that is not known."""
    bills = farm_bills(base, first)
    return None if isinstance(own, Unavailable) or bills is None else own.cost_beside(bought_units(farm), bills)


def farm_bills(worlds: Worlds | Unavailable, farm: Farm) -> WorldBills | None:
    """What a farm costs in each of its worlds as it is bought; None where there are none."""
    return None if isinstance(worlds, Unavailable) else worlds.world_bills(bought_units(farm))


def sure_farm(name: str, worlds: Worlds | Unavailable, bought: int, winner: WorldBills | None) -> SureFarm | None:
    """The farm of a server that is sure enough; None where that is not known, and where no number of units is, for too
    much is at spot prices, or more servers of its tiers are and not more units. bought: its units; winner: the bills of
    the cheapest."""
    if isinstance(worlds, Unavailable) or winner is None:
        return None
    asked = _confidence(worlds.scenario)
    if worlds.needed_with(asked) == inf:
        return None
    if needs_more_of_tiers(worlds, bought):
        return None
    needed = worlds.fewest(asked)
    beside = worlds.cost_beside(needed, winner)
    if beside is None:
        return None
    return SureFarm(name, needed * servers_of_unit(worlds.scenario), needed, worlds.enough(needed), asked, beside)


def needs_more_of_tiers(worlds: Worlds, bought: int) -> bool:
    """Whether more servers of its tiers, and not more units, make a farm of so many units as sure as is asked for."""
    asked = _confidence(worlds.scenario)
    return (
        worlds.needed_with(asked) < inf and worlds.fewest(asked) > bought and bool(surer_tiers(worlds, asked, bought))
    )


def farm_worlds(farm: Farm, beside: WorldDraws | None = None, search: bool = True) -> Worlds | Unavailable:
    """The worlds of a farm, those drawn for another one where there are some; or why there are none. search: as
    `capacities` has it."""
    worlds = None if beside is None else len(beside)
    return study_worlds(farm.scenario.without_baseline(), farm.carried, worlds, beside=beside, search=search)


def with_prediction(outcome: Outcome, worlds: int | None = None, progress: Progress = lambda: None) -> Outcome:
    """The outcome with how sure its farm is, and the one that fits better; where none is recommended
    nobody will. `progress` is called as worlds are answered."""
    farm, fits = outcome.farm, outcome.fits
    if farm is None:
        return outcome
    if not outcome.recommended:
        return replace(outcome, farm=replace(farm, is_final=True))
    found = _PLANNED.keep(farm, study_worlds(farm.scenario.without_baseline(), farm.carried, worlds, progress))
    farm = replace(farm, prediction=predict_in(found, farm))
    if fits is not None:
        of_fits: Worlds | Unavailable = found
        if isinstance(found, Worlds):
            # In place of one that is far too large stand other servers; else the same in other units, which carry as
            # much each where their volumes are the same and no other tiers stand behind them.
            changed = outcome.is_far_too_large or fits.scenario.server != farm.scenario.server
            other = changed or bool(fits.scenario.tiers)
            of_fits = farm_worlds(fits, found.draws) if other else found.in_units_of(fits.scenario.unit.nodes)
        too_unsure = not outcome.is_far_too_large and _is_too_unsure(of_fits, fits, farm)
        fits = None if too_unsure else replace(fits, prediction=predict_in(of_fits, fits))
    return replace(outcome, farm=farm, fits=fits)


def _is_too_unsure(worlds: Worlds | Unavailable, fits: Farm, farm: Farm) -> bool:
    """Whether a cheaper farm, in its worlds, is less sure than is asked for, and than the one that is bought: then it
    is no better."""
    own = farm.prediction
    if not isinstance(worlds, Worlds) or not isinstance(own, FarmPrediction):
        return False
    return worlds.enough(bought_units(fits)) < min(_confidence(worlds.scenario), own.sure)


def predict_in(worlds: Worlds | Unavailable, farm: Farm) -> FarmPrediction | Unavailable:
    """The prediction of a farm that is bought in worlds that have been answered, or why there are none."""
    if isinstance(worlds, Unavailable):
        return worlds
    return of_worlds(worlds, bought_units(farm))


def bought_units(farm: Farm) -> int:
    """The units that are bought, as people decide."""
    return int(farm.decided.sizing.units.whole.value)


def of_worlds(worlds: Worlds, bought: int) -> FarmPrediction:
    """The prediction of a farm of so many units in worlds that have been answered."""
    scenario = worlds.scenario
    confidence = _confidence(scenario)
    fewest = worlds.fewest(confidence)
    price = price_of_short(scenario, worlds, confidence)
    costs = expected_costs(worlds, price, rival_units(worlds, bought))
    regret = least_regret(scenario, worlds, costs, price)
    stop = worlds.carried.stop
    shown = {each for each in (bought - 1, bought, bought + 1, fewest) if each > scenario.spare_units}
    return FarmPrediction(
        worlds=len(worlds),
        unanswered=worlds.unanswered,
        by=worlds.by,
        bought=bought,
        enough={units: worlds.enough(units) for units in sorted(shown)},
        confidence=confidence,
        stated=scenario.confidence is not None,
        fewest=fewest,
        surer_tiers=surer_tiers(worlds, confidence, bought) if fewest > bought else {},
        server=worlds.server_mbps,
        farm=worlds.farm_mbps(bought),
        demand=worlds.demand,
        cost=worlds.cost(bought),
        paid_for=worlds.paid_for(bought),
        regret=regret,
        worth=measurement_values(worlds, costs, regret.unit),
        beyond=beyond_measured(scenario, worlds.carried.requests.value, stop.role if stop else None),
    )


def _confidence(scenario: Scenario) -> float:
    """The probability that is asked for, or the usual one."""
    return USUAL_CONFIDENCE if scenario.confidence is None else scenario.confidence
