"""How sure a farm is, as data: what `plan --json` writes under `prediction`."""

from simulator.experiment.results import Unavailable
from simulator.farm.prediction import FarmPrediction, Interval
from simulator.output.figure import Data


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
        "fewest_units": prediction.fewest,
        "server_mbps": _interval(prediction.server),
        "farm_mbps": _interval(prediction.farm),
        "demand_mbps": _interval(prediction.demand),
        "cost_in_all_per_month": _interval(prediction.cost),
    }


def _interval(interval: Interval) -> Data:
    quantiles = {f"{100.0 * share:g} %": value for share, value in interval.quantiles.items()}
    return {
        "low": interval.low,
        "median": interval.middle,
        "high": interval.high,
        "unit": interval.unit,
        "quantiles": quantiles,
    }
