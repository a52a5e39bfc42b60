"""A row as the model has it that is written out: theory, less what it says more because it knows neither the order nor
the spread of the work, which percentiles tell and a simulation adds."""

from collections.abc import Sequence
from dataclasses import replace

from simulator.calibration.fit import ServerFit
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.server import PredictedRow
from simulator.calibration.work_spread import WorkSpread, theory_excess

# No simulation makes more than this of what theory says of a mean.
_LEAST = 0.1


def predicted_rows(
    fit: ServerFit, spread: WorkSpread | str | None, points: Sequence[LoadTestRow]
) -> tuple[PredictedRow, ...]:
    """What the model that is written out says of each row: simulated where theory knows no order of service."""
    # Only means are asked for: the percentiles of the rows need not be found again.
    more = theory_excess([replace(point, percentiles={}) for point in points], fit, spread)
    return tuple(shorten_response(fit, point, each) for point, each in zip(points, more, strict=True))


def shorten_response(fit: ServerFit, point: LoadTestRow, more: float) -> PredictedRow:
    """What theory says of a row, with a mean response that is so many seconds shorter. The rate of a closed test and
    the CPU follow, by Little's law and the utilisation law."""
    theory = fit.predicted(point)
    mean = max(_LEAST * theory.mean, theory.mean - more)
    if fit.kind is LoadKind.OPEN:
        return theory._replace(mean=mean)
    users = point[Metric.USERS]
    rate = users / (users / theory.rate - theory.mean + mean)
    return theory._replace(rate=rate, mean=mean, cpu=min(1.0, theory.cpu * rate / theory.rate))
