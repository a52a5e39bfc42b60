"""What matters as data: what `sensitivity --json` writes, and a plan with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.farm import Farm
from simulator.farm.influence import COST, AnswerAtValue, AnswerName, Influence, Sensitivity, SobolIndices, Spread
from simulator.farm.prediction import FarmPrediction
from simulator.farm.stamp import Stamp
from simulator.messages.sensitivity.what_matters import left_out, measure_next, notes
from simulator.output.blocks import Block, Report
from simulator.output.figure import Data, figure_data
from simulator.output.prediction_data import prediction_data
from simulator.output.sections import terminal_blocks
from simulator.studies.result import FarmResult
from simulator.studies.sensitivity.document import SECTIONS, sensitivity_report


@dataclass(frozen=True, repr=False, eq=False)
class SensitivityResult(FarmResult):
    """How far the ranges of assumed values move capacity and cost."""

    scenario: Scenario
    sensitivity: Sensitivity
    stamp: Stamp

    @property
    def farm(self) -> Farm | None:
        return self.sensitivity.farm

    @property
    def measure_next(self) -> str | None:
        """The parameter that is worth most to know, by its path, or without a demand the one that moves the capacity
        most; None where none is told to."""
        prediction = self.sensitivity.prediction
        if isinstance(prediction, FarmPrediction):
            return prediction.worth[0].path if prediction.worth else None
        moving = self.sensitivity.next(self.sensitivity.answers[0])
        return moving.parameter.path if moving else None

    def to_dict(self) -> Data:
        return sensitivity_data(self.sensitivity)

    def blocks(self) -> list[Block]:
        return terminal_blocks(SECTIONS, self.sensitivity)

    def report(self) -> Report:
        return sensitivity_report(self.scenario.name, self.sensitivity, self.stamp)

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.scenario.name, "measure_next": self.measure_next, **self.bought()}


def sensitivity_data(sensitivity: Sensitivity) -> Data:
    """All of it as data."""
    return {
        "engine": sensitivity.engine,
        "present": _at(sensitivity.present),
        "parameters": [influence_data(each, sensitivity.answers) for each in sensitivity.influences],
        "left_out": [{"parameters": paths, "reason": reason} for paths, reason in left_out(sensitivity)],
        "indices": _indices(sensitivity),
        "measure_next": {of: _next(sensitivity, of) for of in sensitivity.answers},
        "simulated": sensitivity.simulations,
        **({"prediction": prediction_data(sensitivity.prediction)} if sensitivity.prediction else {}),
        "notes": list(notes(sensitivity)),
    }


def _next(sensitivity: Sensitivity, of: AnswerName) -> Data:
    if of == COST and isinstance(sensitivity.prediction, FarmPrediction):
        worth = sensitivity.prediction.worth
        return {"parameter": worth[0].path if worth else None, "because": measure_next(sensitivity, of)}
    first = sensitivity.next(of)
    path = first.parameter.path if first else None
    if path is not None and sensitivity.narrows(path, of) is False:
        path = sensitivity.narrowing(of)
    return {"parameter": path, "because": measure_next(sensitivity, of)}


def influence_data(each: Influence, answers: Sequence[AnswerName]) -> Data:
    """A parameter at both ends of its range, and how far apart the answers are."""
    parameter = each.parameter
    ends = {"low": each.low, "high": each.high}
    told = {key: {"refused": end.reason} if isinstance(end, Unavailable) else _at(end) for key, end in ends.items()}
    return {
        "parameter": parameter.path,
        "present": parameter.text,
        "range": [parameter.low_text, parameter.high_text],
        "why": parameter.why,
        "swing": {of: each.swing(of) for of in answers},
        "matters": {of: each.matters(of) for of in answers},
        **told,
    }


def _at(end: AnswerAtValue) -> Data:
    return {
        "value": end.text,
        "capacity_mbps": figure_data(end.capacity),
        "capacity_change_mbps": figure_data(end.capacity_change),
        "cost_per_month": _known(end.whole_cost),
        "exact_cost_per_month": _known(end.cost),
        "exact_cost_change": _known(end.cost_change),
        "by": end.by,
        "binding_limit": end.binding,
    }


def _known(estimate: Estimate | None) -> Data | None:
    return None if estimate is None else figure_data(estimate)


def _indices(sensitivity: Sensitivity) -> Data:
    known = sensitivity.indices
    if isinstance(known, Unavailable):
        return {"refused": known.reason}
    return {
        "samples": known.samples,
        "log_uniform": list(known.by_ratio),
        "kept": dict(known.kept),
        **{of: _of_answer(known, of) for of in sensitivity.answers},
    }


def _of_answer(known: SobolIndices, of: AnswerName) -> Data:
    rows = [
        {
            "parameter": each.path,
            "resolved": dict(zip(("first", "total"), each.told, strict=True)),
            "first": figure_data(each.first),
            "total": figure_data(each.total),
            "spread_if_known": _ends(known.without[of][each.path]),
        }
        for each in known.by_answer[of]
    ]
    return {"spread": _ends(known.spread[of]), "parameters": rows}


def _ends(spread: Spread) -> Data:
    return {"low": spread.low, "high": spread.high, "unit": spread.unit}
