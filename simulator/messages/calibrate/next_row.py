"""Which row to measure next, in a sentence."""

from models.messages.template import sentence
from models.quantities.formatting import significant
from models.quantities.units import SIZE, format_quantity
from simulator.calibration.calibrate import Calibration
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.next_row import NextRow

measure_next = sentence(
    "Measure {load} next: of all rows that one narrows what the server can do most, from ±{now} to ±{then}."
)


def next_row_sentence(calibration: Calibration) -> str:
    """The row that narrows capacity most; "" where none does."""
    found = calibration.next_row
    return "" if found is None else measure_next(_load(found, calibration), _percent(found.now), _percent(found.then))


def _load(found: NextRow, calibration: Calibration) -> str:
    unit = "requests/s" if calibration.loaded.kind is LoadKind.OPEN else "users"
    size = "" if found.size is None else f" of {format_quantity(found.size, SIZE, digits=3)}"
    return f"{significant(found.load, 2)} {unit}{size}"


def _percent(share: float) -> str:
    return f"{significant(100.0 * share, 2)} %"
