"""The demand of the months ahead: many ways in which it may go, and the intervals that they make."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Months = NDArray[np.int64]
# Ways in which the months ahead may go, drawn at random: their quantiles are known to about a tenth of a per cent.
DRAWS = 10_000


@dataclass(frozen=True)
class Backtest:
    """The last months of a history, forecast from what was before them. Errors are means of |forecast / value - 1|.

    error: of the forecast; naive: of the same month of the year before; inside: the share of the months that lay in
    their interval; months: how many.
    """

    error: float
    naive: float
    inside: float
    months: int


@dataclass(frozen=True)
class Ahead:
    """The demand by months, in times the stated one.

    start: the first month, counted as models/quantities/months.py does. likely: by the likely growth, or the median of
    a forecast. drawn: one row for each way in which it may go. confidence: of the intervals, 0 to 1. how:
    where it comes from, in words. tried: how far off a forecast would have been; None where nothing is forecast.
    """

    start: int
    likely: FloatArray
    drawn: FloatArray
    confidence: float
    how: str
    tried: Backtest | None = None

    @property
    def months(self) -> int:
        """How many months are looked ahead, the first among them."""
        return len(self.likely)

    @property
    def spreads(self) -> bool:
        """Whether there is more than one way in which it may go."""
        return bool((self.drawn != self.drawn[0]).any())

    @property
    def low(self) -> FloatArray:
        """The lower ends of the intervals, by months."""
        return quantile(self.drawn, (1.0 - self.confidence) / 2.0)

    @property
    def high(self) -> FloatArray:
        """The upper ends of the intervals, by months."""
        return quantile(self.drawn, (1.0 + self.confidence) / 2.0)


def quantile(drawn: NDArray[np.float64], share: float) -> FloatArray:
    """The value that a share of the draws do not pass, of each column: one that was drawn."""
    return np.asarray(np.quantile(drawn, share, axis=0, method="inverted_cdf"), dtype=np.float64)
