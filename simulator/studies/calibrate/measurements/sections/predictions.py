"""How far the fit may be trusted, and what it says of loads that are asked for."""

import math
from collections.abc import Iterator, Sequence

from simulator.calibration.calibrate import Calibration
from simulator.calibration.fit import CONFIDENCE
from simulator.calibration.load_kind import LoadKind
from simulator.experiment.estimate import Estimate
from simulator.messages.calibrate.measurements import reach_sentence, refusal
from simulator.messages.numbers import bare, theory_number
from simulator.output.blocks import Block, Column, Table, Text
from simulator.studies.calibrate.measurements.sections.rows import MS


def section(calibration: Calibration) -> Iterator[Block]:
    """How far the fit may be trusted."""
    yield Text(reach_sentence(calibration))


def prediction_blocks(calibration: Calibration, loads: Sequence[float]) -> Iterator[Block]:
    """Predictions at loads, within reach; beyond it why there is none."""
    rows = []
    for load in loads:
        if load > calibration.reach.load * (1.0 + 1e-9):
            yield Text(refusal(calibration, load), tone="bad")
            continue
        ahead = calibration.predicted(load)
        rows.append(
            (
                theory_number(load),
                _within(ahead.said.rate, ahead.rate, 1.0),
                _within(ahead.said.mean, ahead.mean, MS),
                _within(ahead.said.cpu, ahead.cpu, 100.0),
                *(theory_number(MS * seconds) for seconds in calibration.percentiles(load).values()),
            )
        )
    if rows:
        unit = "requests/s offered" if calibration.loaded.kind is LoadKind.OPEN else "users"
        columns = (Column(unit, numeric=True), Column("requests/s", numeric=True), Column("mean ms", numeric=True),
                   Column("CPU %", numeric=True),
                   *(Column(f"p{100.0 * share:g} ms", numeric=True) for share in calibration.percentiles(loads[0])),
                   )  # fmt: skip
        yield Table("Predicted", columns, tuple(rows))


def _within(value: float, share: float, scale: float) -> str:
    if not (math.isfinite(share) and share > 0.0):
        return theory_number(scale * value)
    return bare(Estimate(scale * value, scale * value * share, CONFIDENCE, 0, ""))
