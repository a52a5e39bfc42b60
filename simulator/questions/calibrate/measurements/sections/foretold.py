"""How far the fit may be trusted, and what it says of loads that are asked for."""

import math
from collections.abc import Iterator, Sequence

from simulator.calibration.calibrate import Calibrated
from simulator.calibration.fit import CONFIDENCE
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import Gauge
from simulator.calibration.reach import foretold
from simulator.measure.estimate import Estimate
from simulator.questions.calibrate.measurements.sections.rows import MS
from simulator.questions.calibrate.measurements.sentences import reach_sentence, refusal
from simulator.report.blocks import Block, Column, Table, Text
from simulator.report.language.numbers import bare, rough


def section(found: Calibrated) -> Iterator[Block]:
    """How far the fit may be trusted."""
    yield Text(reach_sentence(found))


def foretold_blocks(found: Calibrated, loads: Sequence[float]) -> Iterator[Block]:
    """Predictions at loads, within reach; beyond it why there is none."""
    by = Gauge.RATE if found.loaded.kind is LoadKind.OPEN else Gauge.USERS
    top, rows = found.loaded.points[-1], []
    for load in loads:
        if load > found.reach.load * (1.0 + 1e-9):
            yield Text(refusal(found, load), tone="bad")
            continue
        ahead = foretold(found.fit, top.given(by, load), found.spread, found.off)
        rows.append((rough(load), _within(ahead.said.rate, ahead.rate, 1.0), _within(ahead.said.mean, ahead.mean, MS),
                     _within(ahead.said.cpu, ahead.cpu, 100.0)))  # fmt: skip
    if rows:
        unit = "requests/s offered" if found.loaded.kind is LoadKind.OPEN else "users"
        columns = (Column(unit, numeric=True), Column("requests/s", numeric=True), Column("mean ms", numeric=True),
                   Column("CPU %", numeric=True))  # fmt: skip
        yield Table("Predicted", columns, tuple(rows))


def _within(value: float, share: float, scale: float) -> str:
    if not (math.isfinite(share) and share > 0.0):
        return rough(scale * value)
    return bare(Estimate(scale * value, scale * value * share, CONFIDENCE, 0, ""))
