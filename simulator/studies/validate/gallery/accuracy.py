"""What predictions come to: how far off they were, and how many lay within their intervals."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simulator.studies.validate.gallery.prediction import PredictedFigure


class PredictionAccuracy(NamedTuple):
    """Of so many figures: median and tenth: the error that half of them, and all but the tenth that are furthest off,
    are within, as shares; inside: the share that lies in its 90 % interval; width: the upper end of an interval over
    the lower one, in the median. nan without figures."""

    figures: int
    median: float
    tenth: float
    inside: float
    width: float


def accuracy_of(figures: Sequence[PredictedFigure]) -> PredictionAccuracy:
    """What some predictions come to."""
    if not figures:
        return PredictionAccuracy(0, np.nan, np.nan, np.nan, np.nan)
    errors = np.abs([each.error for each in figures])
    inside = float(np.mean([each.is_inside for each in figures]))
    width = float(np.median([each.width for each in figures]))
    return PredictionAccuracy(len(figures), float(np.median(errors)), float(np.quantile(errors, 0.9)), inside, width)
