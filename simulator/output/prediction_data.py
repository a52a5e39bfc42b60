"""How sure a farm is, as data: what `plan --json` writes under `prediction`."""

from math import isfinite

from simulator.experiment.results import Unavailable
from simulator.farm.prediction import (
    BeyondMeasured,
    CostBeside,
    FarmPrediction,
    LeastRegret,
    PredictionInterval,
    SureFarm,
)
from simulator.output.figure import Data, figure_data


def prediction_data(prediction: FarmPrediction | Unavailable) -> Data:
    """The probabilities, intervals and quantiles of a prediction, or why there is none."""
    if isinstance(prediction, Unavailable):
        return {"refused": prediction.reason}
    return {
        "worlds": prediction.worlds,
        "unanswered": prediction.unanswered,
        "by": prediction.by,
        "bought": prediction.bought,
        "enough": {str(units): share for units, share in prediction.enough.items()},
        "confidence": prediction.confidence,
        "fewest_units": None if prediction.surer_tiers else prediction.fewest,
        "surer_tiers": {name: each.servers for name, each in prediction.surer_tiers.items()},
        "surer_pods": {name: each.pods for name, each in prediction.surer_tiers.items() if each.pods is not None},
        "server_mbps": interval_data(prediction.server),
        "farm_mbps": interval_data(prediction.farm),
        "demand_mbps": interval_data(prediction.demand),
        "cost_in_all_per_month": interval_data(prediction.cost),
        "least_regret": _regret(prediction.regret),
        "worth_measuring": {each.path: figure_data(each.saving) for each in prediction.worth},
        **beyond_data(prediction.beyond),
    }


def beyond_data(beyond: BeyondMeasured | None) -> Data:
    """How far a capacity lies beyond what was measured; nothing where it does not."""
    if beyond is None:
        return {}
    told = {"times": beyond.times, "measured_requests": beyond.most, "model_factor": beyond.factor}
    return {"beyond_measured": told}


def _regret(regret: LeastRegret) -> Data:
    """The number of units with the least expected cost, and all that were looked at."""
    return {
        "prices_of_short": [
            {"per_mbps": price, "up_to": share if isfinite(share) else None}
            for price, share in zip(regret.prices, regret.up_to, strict=True)
        ],
        "stated": regret.stated,
        "units": regret.best.units,
        "unit": regret.unit,
        "rivals": [
            {"units": each.units, "enough": each.enough, "cost": each.cost, "short": each.short, "regret": each.regret}
            for each in regret.rivals
        ],
    }


def interval_data(interval: PredictionInterval) -> Data:
    """A prediction interval with its quantiles."""
    quantiles = {f"{100.0 * share:g} %": value for share, value in interval.quantiles.items()}
    return {
        "low": interval.low,
        "median": interval.middle,
        "high": interval.high,
        "unit": interval.unit,
        "quantiles": quantiles,
    }


def sure_data(sure: SureFarm | None, other: str) -> Data | None:
    """A farm that is as likely enough as is asked for, and what it costs beside another one; None without one."""
    if sure is None:
        return None
    count = {"name": sure.name, "servers": sure.servers, "units": sure.units}
    return {**count, "enough": sure.enough, "confidence": sure.asked, **beside_data(sure.beside, other)}


def beside_data(beside: CostBeside | None, other: str) -> Data:
    """What a farm costs beside another one: how likely more, and how much more."""
    return {
        f"dearer_than_the_{other}": None if beside is None else beside.dearer,
        f"costs_more_than_the_{other}": None if beside is None else interval_data(beside.more),
    }
