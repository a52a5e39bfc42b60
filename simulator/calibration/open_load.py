"""What a server that was fitted to a closed test does under an open load.

Users of a closed test wait for their answer before they ask again, so that a slow moment is met by as many requests as
there are users, and those that would have come meanwhile are never sent (coordinated omission). Requests of an open
load come at random, whatever is under way: the same server, the same order and spread of work, other arrivals.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from simulator.calibration.extrapolation import ExtrapolationLimit, Prediction, predict
from simulator.calibration.fit import ServerFit
from simulator.calibration.load_kind import LoadKind, LoadTestRows
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.prediction_interval import PredictionWidths, prediction_widths
from simulator.calibration.residual_spread import Distances
from simulator.calibration.server import largest_rate
from simulator.calibration.work_spread import WorkSpread, simulated_percentiles

# So much of what the server can do is predicted at the most: nearer to it a response is as long as the load holds.
MOST = 0.95


class OpenPrediction(NamedTuple):
    """A rate that comes at random. widths: of the 90 % intervals; percentiles: seconds by share, none where rows do not
    tell how work varies."""

    rate: float
    ahead: Prediction
    widths: PredictionWidths
    percentiles: dict[float, float]


@dataclass(frozen=True)
class OpenLoad:
    """A fit to a closed test with requests that come at random, like those of the last row of `loaded`. spread, off: as
    the rows tell them; reach: how far the closed fit may be trusted, in users."""

    fit: ServerFit
    loaded: LoadTestRows
    spread: WorkSpread | str | None
    off: Distances
    reach: ExtrapolationLimit
    shares: tuple[float, ...]

    @property
    def row(self) -> LoadTestRow:
        """Whose kind of request it is asked of."""
        return self.loaded.points[-1]

    @property
    def most(self) -> float:
        """The largest rate that may be predicted: what its users get as far as the fit is trusted, and less than what
        the server can do."""
        trusted = self.fit.predicted(self.row.given(Metric.USERS, self.reach.load)).rate
        return min(trusted, MOST * largest_rate(self.fit.parameters, self.row, self.fit.machine))

    def at(self, rate: float) -> OpenPrediction:
        """What is predicted of so many requests/s."""
        fit = self.fit._replace(kind=LoadKind.OPEN)
        point = LoadTestRow(self.row.file, 0, dict(self._request(rate)))
        ahead = predict(fit, point, self.spread, self.off)
        widths = prediction_widths(fit, self.loaded, point, ahead)
        if not isinstance(self.spread, WorkSpread):
            return OpenPrediction(rate, ahead, widths, {})
        return OpenPrediction(rate, ahead, widths, simulated_percentiles(point, fit, self.spread.way, self.shares))

    def _request(self, rate: float) -> Iterator[tuple[Metric, float]]:
        """What a request is, and how many of them come a second."""
        yield Metric.RATE, rate
        if self.row.size is not None:
            yield Metric.SIZE, self.row.size
        if self.row.has(Metric.CONNECTING, Metric.RATE):
            yield Metric.CONNECTING, self.row[Metric.CONNECTING] / self.row[Metric.RATE] * rate
