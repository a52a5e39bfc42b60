"""How far the fit may be trusted, and what it says of loads that are asked for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from simulator.calibration.calibrate import Calibration
from simulator.calibration.extrapolation import Prediction
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.prediction_interval import PredictionWidths
from simulator.messages.calibrate.measurements import PREDICTED, PREDICTED_OPEN, open_refusal, reach_sentence, refusal
from simulator.messages.calibrate.next_row import next_row_sentence
from simulator.messages.numbers import range_texts, theory_number
from simulator.output.blocks import Block, Column, Table, Text
from simulator.studies.calibrate.measurements.sections.rows import MS

# An interval that ends so many times as high says nothing.
_ANYTHING = 100.0


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
        cells = _cells(calibration.predicted(load), calibration.widths(load), calibration.percentiles(load))
        rows.append((theory_number(load), *cells))
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
        rows = tuple((theory_number(each.rate), *_cells(each.ahead, each.widths, each.percentiles)) for each in found)
        yield Table(PREDICTED_OPEN, _columns("requests/s offered", found[0].percentiles), rows)


def _columns(unit: str, percentiles: Iterable[float]) -> tuple[Column, ...]:
    names = (unit, "requests/s", "mean ms", "CPU %", *(f"p{100.0 * share:g} ms" for share in percentiles))
    return tuple(Column(name, numeric=True) for name in names)


def _cells(ahead: Prediction, widths: PredictionWidths, percentiles: Mapping[float, float]) -> Iterator[str]:
    for name, scale in (("rate", 1.0), ("mean", MS), ("cpu", 100.0)):
        yield _within(name, getattr(ahead.said, name), widths, scale)
    yield from (_within("percentiles", seconds, widths, MS) for seconds in percentiles.values())


def _within(name: str, value: float, widths: PredictionWidths, scale: float) -> str:
    """A value with the ends of its 90 % interval, unless it is given."""
    low, high = widths.ends(name, value)
    if low == high:
        return theory_number(scale * value)
    if high > _ANYTHING * value:
        return f"{theory_number(scale * value)} (unknown)"
    low_text, value_text, high_text = range_texts(scale * low, scale * value, scale * high)
    return f"{value_text} ({low_text}-{high_text})"
