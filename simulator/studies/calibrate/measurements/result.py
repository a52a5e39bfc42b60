"""A calibration as data, the same figures that the terminal shows."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simulator.calibration.calibrate import Calibration
from simulator.calibration.content.content import FittedContent
from simulator.calibration.cost_by_load import cost_by_load
from simulator.calibration.cross_validation import HeldOutError
from simulator.calibration.extrapolation import Prediction
from simulator.calibration.fit import Interval
from simulator.calibration.load_tool import end_of_rate
from simulator.calibration.next_row import NextRow
from simulator.calibration.point import Metric
from simulator.calibration.prediction_interval import PredictionWidths
from simulator.calibration.server import Parameter, is_card_bound, largest_rate
from simulator.calibration.work_spread import WorkSpread
from simulator.messages.calibrate.measured_scenario import exported_files
from simulator.messages.calibrate.measurements import EXPLAINS, fastest_row, open_refusal, refusal
from simulator.output.blocks import Block, Report
from simulator.output.figure import Data
from simulator.output.whole_file import write_together
from simulator.studies.calibrate.measurements.answer import (
    NAME,
    NamedServer,
    export_settings,
    require_allowed,
    require_server,
)
from simulator.studies.calibrate.measurements.document import calibration_blocks, calibration_page
from simulator.studies.result import Result


@dataclass(frozen=True, repr=False, eq=False)
class CalibrateResult(Result):
    """A server fitted to what was measured, and what it does at `loads`: requests a second of an open test, users of a
    closed one.

    server: of the catalogue, that was measured; None where none is named. files: that were read. name: of the scenario
    that can be written of it. open_loads: requests a second that come at random, asked of rows of a closed test.
    """

    calibrated: Calibration
    loads: tuple[float, ...] = ()
    server: NamedServer | None = None
    files: tuple[str, ...] = ()
    name: str = NAME
    open_loads: tuple[float, ...] = ()

    @property
    def parameters(self) -> Mapping[str, float]:
        """What was fitted, by its key in `to_dict`, in SI units."""
        return {each.name.lower(): float(interval.value) for each, interval in self.calibrated.fit.intervals.items()}

    @property
    def largest_rate(self) -> float:
        """Requests a second that the server carries at most."""
        fit = self.calibrated.fit
        return largest_rate(fit.parameters, self.calibrated.loaded.points[-1], fit.machine)

    @property
    def next_row(self) -> NextRow | None:
        """The row to measure next: the load, and the size where rows differ in it, that narrows `largest_rate` most."""
        return self.calibrated.next_row

    def write(self, folder: str | Path) -> list[Path]:
        """Writes a scenario of the server, the server in a catalogue beside it and the rows as cases for `validate`
        into a folder; the files, the scenario first. Raises ScenarioError where no server of the catalogue is named or
        a scenario does not allow what was fitted, and ReportError where one of the files is there already."""
        server = require_server(self.server, str(folder))
        texts = exported_files(self.calibrated, export_settings(self.calibrated, server, self.files, self.name))
        require_allowed(texts)
        return write_together(Path(folder), texts)

    def to_dict(self) -> Data:
        return calibrated_data(self.calibrated, self.loads, self.open_loads)

    def blocks(self) -> list[Block]:
        return calibration_blocks(self.calibrated, self.loads, self.open_loads)

    def report(self) -> Report:
        return Report(tuple(calibration_page(self.calibrated)), "", "")

    def summary(self) -> Mapping[str, object]:
        return {"rows": len(self.calibrated.loaded.points), "largest_rate": self.largest_rate}


def calibrated_data(calibration: Calibration, loads: Sequence[float] = (), open_loads: Sequence[float] = ()) -> Data:
    """Every figure of a calibration, in SI units, shares from 0 to 1."""
    fit = calibration.fit
    return {
        "format": 1,
        "notes": list(calibration.notes),
        "load": calibration.loaded.kind.value,
        "saturates": calibration.chosen.saturates,
        "threads": fit.machine.threads,
        "threads_alike": list(calibration.chosen.threads),
        "workers": fit.machine.workers,
        "parameters": {each.name.lower(): _interval(interval) for each, interval in fit.intervals.items()},
        "cost_by_load": [each._asdict() for each in cost_by_load(fit, calibration.loaded.points[-1])],
        "largest_rate": largest_rate(fit.parameters, calibration.loaded.points[-1], fit.machine),
        "largest_measured": None if (row := fastest_row(calibration)) is None else row[Metric.RATE],
        "cards_stop_it": is_card_bound(fit.parameters, calibration.loaded.points[-1], fit.machine),
        "rows": [_row(calibration, place) for place in range(len(calibration.loaded.points))],
        "held_back": [_unseen(each) for each in calibration.held_back],
        "left_out": [_unseen(each) for each in calibration.left_out],
        "not_told_apart": [[pair.first.name.lower(), pair.second.name.lower()] for pair in calibration.alike],
        "told_as_one_cost": [each.name.lower() for each in calibration.chosen.together],
        "patterns": [
            {"what": each.what.value, "along": each.along.value, "rises": each.rises, "explained_by": EXPLAINS[each]}
            for each in calibration.patterns
        ],
        "drivers": [
            {"counter": each.counter, "candidates": [driver._asdict() for driver in each.drivers]}
            for each in calibration.driven
        ],
        "spread": _spread(calibration),
        "content": _content(calibration),
        "reach": {"load": calibration.reach.load, "measured": calibration.reach.measured, "why": calibration.reach.why},
        "next_row": _next_row(calibration),
        "predicted": [_foretold(calibration, load) for load in loads],
        "predicted_open": [_open(calibration, rate) for rate in open_loads],
        "rate_ends_before_cpu": _end_of_rate(calibration),
        "rows_left_out": [{"place": each.row.place, "why": each.why.value} for each in calibration.loaded.left_out],
    }


def _next_row(calibration: Calibration) -> Data | None:
    """The row to measure next, and the half-widths of the largest rate before and after, as shares of it."""
    found = calibration.next_row
    return found and {
        "load": float(found.load),
        "size": found.size,
        "half_width_share": found.now,
        "half_width_share_then": found.then,
    }


def _end_of_rate(calibration: Calibration) -> Data | None:
    """Where throughput ends with CPU to spare, which may be the load generator's doing."""
    found = end_of_rate(calibration.loaded.points)
    return found and {
        "place": found.row.place,
        "users": found.row[Metric.USERS],
        "rate": found.row[Metric.RATE],
        "cpu": found.cpu,
        "client_cpu": found.client,
    }


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _interval(interval: Interval) -> Data:
    return {"value": float(interval.value), "low": _finite(interval.low), "high": _finite(interval.high)}


def _row(calibration: Calibration, place: int) -> Data:
    point = calibration.loaded.points[place]
    said = calibration.predicted_rows[place]
    measured = {each.name.lower(): value for each, value in point.measured.items()}
    fitted = {"rate": float(said.rate), "mean": float(said.mean), "cpu": float(said.cpu)}
    return {"place": point.place, "measured": measured, "fitted": fitted}


def _unseen(each: HeldOutError) -> Data:
    data: Data = {"place": each.point.place, "what": each.what.name.lower(), "measured": each.measured}
    law = None if each.scaling_law is None else each.scaling_law / each.measured - 1.0
    return data | {"predicted": float(each.predicted), "error": float(each.error), "scaling_law_error": law}


def _spread(calibration: Calibration) -> Data | str | None:
    spread = calibration.spread
    if not isinstance(spread, WorkSpread):
        return spread
    return {
        "discipline": spread.way.discipline,
        "fits_as_well": list(spread.rivals),
        "waits_vary": spread.way.varies,
        "sizes_vary": spread.way.sizes,
        "cv": _interval(spread.cv),
        "wait": float(calibration.fit.parameters.get(Parameter.WAIT, 0.0)),
        "error": spread.error,
    }


def _content(calibration: Calibration) -> Data | str | None:
    content = calibration.content
    if not isinstance(content, FittedContent):
        return content
    held = content.found is None or not content.found.is_free
    rows = [
        {
            "place": calibration.loaded.points[row.point].place,
            "cache": row.cache,
            "misses": float(row.measured),
            "fitted": float(row.fitted),
            "from_other_rows": None if row.unseen is None else float(row.unseen),
        }
        for row in content.rows
    ]
    return {
        "working_set": _interval(content.working_set),
        "is_at_most": content.found is None,
        "skew": None if content.found is None else _interval(content.found.skews),
        "skew_is_assumed": held,
        "with_other_skews": [{"skew": skew, "working_set": _finite(value)} for skew, value in content.otherwise],
        "told_by": content.source.value,
        "rows": rows,
        "rows_left_out": content.passed_over,
    }


def _foretold(calibration: Calibration, load: float) -> Data:
    if load > calibration.reach.load * (1.0 + 1e-9):
        return {"load": load, "refused": refusal(calibration, load)}
    ahead, widths = calibration.predicted(load), calibration.widths(load)
    return {"load": load, **_said(ahead, widths), **_percentiles(calibration.percentiles(load), widths)}


def _open(calibration: Calibration, rate: float) -> Data:
    """So many requests/s that come at random, of a server that was measured with users who wait."""
    if rate > calibration.open_load.most:
        return {"load": rate, "refused": open_refusal(calibration, rate)}
    found = calibration.open_load.at(rate)
    return {"load": rate, **_said(found.ahead, found.widths), **_percentiles(found.percentiles, found.widths)}


def _said(ahead: Prediction, widths: PredictionWidths) -> Data:
    """Each quantity with the half-width of its 95 % interval by the rows alone, and the ends of its 90 % interval."""
    return {name: _said_of(name, float(getattr(ahead.said, name)), getattr(ahead, name), widths)
            for name in ("rate", "mean", "cpu")}  # fmt: skip


def _said_of(name: str, value: float, half: float, widths: PredictionWidths) -> Data:
    low, high = widths.ends(name, value)
    return {"value": value, "half_width_share": _finite(half), "low": low, "high": _finite(high)}


def _percentiles(percentiles: Mapping[float, float], widths: PredictionWidths) -> Data:
    """Seconds by name, and the ends of their 90 % intervals."""
    ends = {share: widths.ends("percentiles", seconds) for share, seconds in percentiles.items()}
    told = {_name(share): [low, _finite(high)] for share, (low, high) in ends.items()}
    return {
        "percentiles": {_name(share): seconds for share, seconds in percentiles.items()},
        "percentile_intervals": told,
    }


def _name(share: float) -> str:
    return f"p{100.0 * share:g}"
