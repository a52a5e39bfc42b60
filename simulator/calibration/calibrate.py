"""Rows of a load test -> a server fitted to them, with what is known of its error. Read this first.

read_measurements    files -> operating points                     reading/read.py
check_rows           points that can be true; open or closed load  load_kind.py
fit_content          the working set behind the cache              content/content.py
select_mechanisms    a fit through theory, with its mechanisms     mechanisms.py, fit.py, server.py
predicted_rows       the rows as the model has them                predicted_rows.py
leave_one_out        rows left out, held back; pairs; patterns     cross_validation.py, diagnostics.py
residual_spreads     how far it is off all of these                residual_spread.py
extrapolation_limit  how far it may be trusted                     extrapolation.py
prediction_widths    90 % intervals, with the model's own error    prediction_interval.py
next_row             which row to measure next                     next_row.py
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simulator.brief import short_repr
from simulator.calibration.content.content import FittedContent, fit_content
from simulator.calibration.cross_validation import HeldOutError, hold_out_top_rows, leave_one_out, worst_error
from simulator.calibration.diagnostics import (
    CorrelatedPair,
    CounterDrivers,
    ResidualPattern,
    correlated_content,
    correlated_parameters,
    counter_drivers,
    miss_patterns,
    residual_patterns,
)
from simulator.calibration.discrepancy import find_discrepancy
from simulator.calibration.extrapolation import ExtrapolationLimit, Prediction, extrapolation_limit, predict
from simulator.calibration.fit import ServerFit
from simulator.calibration.load_kind import LoadKind, LoadTestRows, check_rows, require_possible
from simulator.calibration.mechanisms import SelectedFit, select_mechanisms
from simulator.calibration.next_row import NextRow, next_row
from simulator.calibration.open_load import OpenLoad
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.predicted_rows import predicted_rows
from simulator.calibration.prediction_interval import PredictionWidths, prediction_widths
from simulator.calibration.residual_spread import Distances, residual_spreads
from simulator.calibration.response_shape import response_shape
from simulator.calibration.server import PredictedRow, ThreadScaling
from simulator.calibration.work_spread import WorkSpread, refine_fit


@dataclass(frozen=True)
class Calibration:
    """A server fitted to rows, and what is known of how far off that is.

    left_out: each row predicted from the others; held_back: the upper rows predicted from the lower ones; spread: what
    percentiles tell, or why they tell nothing; None where there are none. content: the same of the misses of a cache.
    predicted_rows: each row as the model has it that is written out; off: how far that is off what was measured.
    notes: what was left out of the files and what was guessed of them, with their names.
    """

    loaded: LoadTestRows
    chosen: SelectedFit
    left_out: tuple[HeldOutError, ...]
    held_back: tuple[HeldOutError, ...]
    alike: tuple[CorrelatedPair, ...]
    patterns: tuple[ResidualPattern, ...]
    driven: tuple[CounterDrivers, ...]
    reach: ExtrapolationLimit
    spread: WorkSpread | str | None
    content: FittedContent | str | None
    predicted_rows: tuple[PredictedRow, ...]
    off: Distances
    notes: tuple[str, ...] = ()

    __repr__ = short_repr

    @property
    def fit(self) -> ServerFit:
        """The fit to all rows."""
        return self.chosen.fit

    def predicted(self, load: float) -> Prediction:
        """What is predicted at a load: requests/s of an open test, users of a closed one."""
        discrepancy = find_discrepancy(self.fit, self.loaded)
        return predict(self.fit, self._row_at(load), self.spread, self.off, discrepancy)

    def widths(self, load: float) -> PredictionWidths:
        """The 90 % intervals of what is predicted at a load, with the model's own error."""
        return prediction_widths(self.fit, self.loaded, self._row_at(load), self.predicted(load))

    def _row_at(self, load: float) -> LoadTestRow:
        by = Metric.RATE if self.loaded.kind is LoadKind.OPEN else Metric.USERS
        return self.loaded.points[-1].given(by, load)

    @property
    def next_row(self) -> NextRow | None:
        """The row to measure next, which narrows what the server can do most; None where none does."""
        return next_row(self.loaded, self.fit)

    @property
    def shares(self) -> tuple[float, ...]:
        """The percentiles of the rows, as shares."""
        return tuple(
            sorted({share for point in self.loaded.points for share in point.percentiles if 0.0 < share < 1.0})
        )

    @property
    def open_load(self) -> OpenLoad:
        """The server of a closed test under requests that come at random."""
        return OpenLoad(self.fit, self.loaded, self.spread, self.off, self.reach, self.shares)

    def percentiles(self, load: float) -> dict[float, float]:
        """Seconds of each percentile of the rows at a load, by its share, as their spread around the mean shows it."""
        shape, mean = response_shape(self.loaded), self.predicted(load).said.mean
        return {} if shape is None else {share: mean * shape.over_mean(share, load) for share in self.shares}


def calibrate(
    points: Sequence[LoadTestRow],
    machine: ThreadScaling | None = None,
    think: float | None = None,
    hold_back: int | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Calibration:
    """The server that rows tell of. Raises ScenarioError with everything that is wrong with them.

    machine: its hardware threads; where nobody says how many, those that a file names, else those that fit best.
    think: seconds of think time of a closed test, where somebody states them. hold_back: how many of the rows of most
    load are held back; None is three of ten.
    """
    loaded = check_rows(points, think)
    named = next((point.cores for point in points if point.cores is not None), None)
    if machine is None and named is not None:
        machine = ThreadScaling(named)
    require_possible(loaded, 1 if machine is None else machine.threads)
    found = select_mechanisms(loaded, machine)
    better, spread = refine_fit(loaded, found.fit, progress)
    found = found._replace(fit=better)
    content = fit_content(loaded, None if machine is None else machine.cache)
    rows = predicted_rows(found.fit, spread, loaded.points)
    unseen = hold_out_top_rows(loaded, machine, hold_back, progress)
    turns = leave_one_out(loaded, found.fit, spread)
    return Calibration(
        loaded=loaded,
        chosen=found,
        left_out=turns,
        held_back=unseen,
        alike=(*correlated_parameters(found.fit), *correlated_content(content)),
        patterns=(*residual_patterns(loaded, found.fit), *miss_patterns(loaded, content)),
        driven=counter_drivers(loaded.points),
        reach=extrapolation_limit(loaded, found.fit, worst_error(unseen), found.saturates),
        spread=spread,
        content=content,
        predicted_rows=rows,
        off=residual_spreads(loaded.points, rows, unseen, found.fit.unknown, found.fit.assumed),
    )
