"""A calibration as blocks, section by section: a section is one file and one line here."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from simulator.calibration.calibrate import Calibration
from simulator.output.blocks import Block
from simulator.studies.calibrate.measurements.sections import (
    content,
    cross_validation,
    diagnostics,
    drivers,
    load_tool,
    predictions,
    rows,
    server,
)

SECTIONS: tuple[Callable[[Calibration], Iterator[Block]], ...] = (
    server.section,
    rows.section,
    load_tool.section,
    cross_validation.section,
    diagnostics.section,
    content.section,
    drivers.section,
    predictions.section,
)


def calibration_blocks(
    calibration: Calibration, loads: Sequence[float] = (), open_loads: Sequence[float] = ()
) -> list[Block]:
    """The answer, what was fitted, its error, what the rows cannot tell, and what is foretold at loads."""
    blocks = [block for section in SECTIONS for block in section(calibration)]
    asked = (predictions.prediction_blocks(calibration, loads), predictions.open_blocks(calibration, open_loads))
    return [*blocks, *chain(*asked)]


def calibration_page(calibration: Calibration) -> list[Block]:
    """The same with a picture of the fit, for a page."""
    drawn = rows.chart(calibration)
    return [*calibration_blocks(calibration), *([drawn] if drawn is not None else [])]
