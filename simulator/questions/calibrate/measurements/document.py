"""A calibration as blocks, section by section: a section is one file and one line here."""

from collections.abc import Callable, Iterator, Sequence

from simulator.calibration.calibrate import Calibrated
from simulator.questions.calibrate.measurements.sections import (
    content,
    drivers,
    foretold,
    held_back,
    not_told,
    rows,
    server,
)
from simulator.report.blocks import Block

SECTIONS: tuple[Callable[[Calibrated], Iterator[Block]], ...] = (
    server.section,
    rows.section,
    held_back.section,
    not_told.section,
    content.section,
    drivers.section,
    foretold.section,
)


def calibrated_blocks(found: Calibrated, loads: Sequence[float] = ()) -> list[Block]:
    """The answer, what was fitted, its error, what the rows cannot tell, and what is foretold at loads."""
    blocks = [block for section in SECTIONS for block in section(found)]
    return [*blocks, *foretold.foretold_blocks(found, loads)]


def calibrated_page(found: Calibrated) -> list[Block]:
    """The same with a picture of the fit, for a page."""
    drawn = rows.chart(found)
    return [*calibrated_blocks(found), *([drawn] if drawn is not None else [])]
