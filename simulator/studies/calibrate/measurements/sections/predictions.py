"""How far the fit may be trusted, and what it says of loads that are asked for."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from simulator.calibration.calibrate import Calibration
from simulator.calibration.extrapolation import Prediction
from simulator.calibration.fit import CONFIDENCE
from simulator.calibration.load_kind import LoadKind
from simulator.experiment.estimate import Estimate
from simulator.messages.calibrate.measurements import PREDICTED, PREDICTED_OPEN, open_refusal, reach_sentence, refusal
from simulator.messages.calibrate.next_row import next_row_sentence
from simulator.messages.numbers import bare, theory_number
from simulator.output.blocks import Block, Column, Table, Text
from simulator.studies.calibrate.measurements.sections.rows import MS


def section(calibration: Calibration) -> Iterator[Block]:
    """How far the fit may be trusted, and which row to measure next."""
    yield Text(reach_sentence(calibration))
    if told := next_row_sentence(calibration):
        yield Text(told)


def prediction_blocks(calibration: Calibration, loads: Sequence[float]) -> Iterator[Block]:
    """Predictions at loads, within reach; beyond it why there is none."""
    rows = []
    for load in loads:
        if load > calibration.reach.load * (1.0 + 1e-9):
            yield Text(refusal(calibration, load), tone="bad")
            continue
        rows.append((theory_number(load), *_cells(calibration.predicted(load), calibration.percentiles(load))))
    if rows:
        unit = "requests/s offered" if calibration.loaded.kind is LoadKind.OPEN else "users"
        yield Table(PREDICTED, _columns(unit, calibration.percentiles(loads[0])), tuple(rows))


def open_blocks(calibration: Calibration, rates: Sequence[float]) -> Iterator[Block]:
    """Predictions at rates that come at random, of rows of a closed test."""
    if not rates:
        return
    of = calibration.open_load
    found = [of.at(rate) for rate in rates if rate <= of.most]
    yield from (Text(open_refusal(calibration, rate), tone="bad") for rate in rates if rate > of.most)
    if found:
        rows = tuple((theory_number(each.rate), *_cells(each.ahead, each.percentiles)) for each in found)
        yield Table(PREDICTED_OPEN, _columns("requests/s offered", found[0].percentiles), rows)


def _columns(unit: str, percentiles: Iterable[float]) -> tuple[Column, ...]:
    names = (unit, "requests/s", "mean ms", "CPU %", *(f"p{100.0 * share:g} ms" for share in percentiles))
    return tuple(Column(name, numeric=True) for name in names)


def _cells(ahead: Prediction, percentiles: Mapping[float, float]) -> Iterator[str]:
    yield _within(ahead.said.rate, ahead.rate, 1.0)
    yield _within(ahead.said.mean, ahead.mean, MS)
    yield _within(ahead.said.cpu, ahead.cpu, 100.0)
    yield from (theory_number(MS * seconds) for seconds in percentiles.values())


def _within(value: float, share: float, scale: float) -> str:
    if not (math.isfinite(share) and share > 0.0):
        return theory_number(scale * value)
    return bare(Estimate(scale * value, scale * value * share, CONFIDENCE, 0, ""))
