"""One figure as data, and figures as text."""

import json
import math

from models.visible import HIDDEN_IN_LINES
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.exact_and_whole import ExactAndWhole

FORMAT = 1
Data = dict[str, object]


def to_json(data: object) -> str:
    """Figures as text: sorted keys, full precision, one trailing newline. What has no limit is null, for JSON has no
    infinity. Raises ValueError for NaN, which is no figure."""
    text = json.dumps(_finite(data), sort_keys=True, indent=2, ensure_ascii=False, allow_nan=False)
    # Of the texts JSON itself escapes what is below a space; the rest of what cannot be seen is written as it has it.
    return HIDDEN_IN_LINES.sub(lambda found: json.dumps(found[0])[1:-1], text) + "\n"


def _finite(data: object) -> object:
    """The same data with null in place of each infinity."""
    if isinstance(data, float):
        return None if math.isinf(data) else data
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    return [_finite(each) for each in data] if isinstance(data, list | tuple) else data


def figure_data(measure: Estimate | Unavailable) -> Data:
    """One figure, or why it is not shown; a half-width that is not finite is written as null. A share whose interval
    would pass 0 or 100 % has the ends that are left of it, `low` and `high`."""
    if isinstance(measure, Unavailable):
        return {"refused": measure.reason}
    half_width = measure.half_width if math.isfinite(measure.half_width) else None
    return {
        "value": measure.value,
        "half_width": half_width,
        "confidence": measure.confidence,
        "samples": measure.samples,
        "unit": measure.unit,
        **({"low": measure.low, "high": measure.high} if any(measure.cut_off) else {}),
    }


def counted_data(counted: ExactAndWhole) -> Data:
    """A quantity for the units needed exactly and for those that are bought."""
    return {"exact": figure_data(counted.exact), "whole": figure_data(counted.whole)}
