"""What is said of a farm over all worlds: how likely it is enough, what it carries, costs, and what to find out."""

from dataclasses import replace

from models.scenario import Scenario
from simulator.experiment.progress import Progress
from simulator.experiment.results import Unavailable
from simulator.farm.farm import Farm
from simulator.farm.outcome import Outcome
from simulator.farm.prediction import FarmPrediction
from simulator.uncertainty.draws import WORLDS
from simulator.uncertainty.intervals import USUAL_CONFIDENCE
from simulator.uncertainty.measurement_value import measurement_values
from simulator.uncertainty.regret import expected_costs, least_regret, price_of_short, rival_units
from simulator.uncertainty.worlds import Worlds, study_worlds


def predict_farm(farm: Farm, worlds: int = WORLDS, progress: Progress = lambda: None) -> FarmPrediction | Unavailable:
    """The prediction of a farm that is bought, or why there is none; `progress` is called as worlds are answered."""
    scenario = farm.scenario.without_baseline()
    found = study_worlds(scenario, farm.carried, worlds, progress)
    if isinstance(found, Unavailable):
        return found
    return of_worlds(scenario, found, int(farm.decided.sizing.units.whole.value))


def with_prediction(outcome: Outcome, worlds: int = WORLDS, progress: Progress = lambda: None) -> Outcome:
    """The outcome with how sure its farm is; as it is where none is recommended."""
    if outcome.farm is None or not outcome.recommended:
        return outcome
    return replace(outcome, farm=replace(outcome.farm, prediction=predict_farm(outcome.farm, worlds, progress)))


def of_worlds(scenario: Scenario, worlds: Worlds, bought: int) -> FarmPrediction:
    """The same of worlds that have been answered."""
    confidence = USUAL_CONFIDENCE if scenario.confidence is None else scenario.confidence
    fewest = worlds.fewest(confidence)
    price = price_of_short(scenario, worlds, confidence)
    costs = expected_costs(worlds, price, rival_units(worlds, bought))
    regret = least_regret(scenario, worlds, costs, price)
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
        server=worlds.server_mbps,
        farm=worlds.farm_mbps(bought),
        demand=worlds.demand,
        cost=worlds.cost(bought),
        paid_for=worlds.paid_for(bought),
        regret=regret,
        worth=measurement_values(worlds, costs, regret.unit),
    )
