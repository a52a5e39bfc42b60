"""What a terminal shows of a calibration."""

from collections.abc import Sequence

from simulator.calibration.calibrate import Calibrated
from simulator.questions.calibrate.measurements.content_blocks import content_blocks
from simulator.questions.calibrate.measurements.document import (
    chart,
    drivers_tables,
    foretold_blocks,
    held_back_table,
    parameters_table,
    rows_table,
)
from simulator.questions.calibrate.measurements.sentences import (
    answer,
    load_kind,
    not_told,
    pattern_sentences,
    reach_sentence,
    spread_sentences,
    unseen_errors,
)
from simulator.report.blocks import Block, Text


def calibrated_page(found: Calibrated) -> list[Block]:
    """The same with a picture of the fit, for a page."""
    drawn = chart(found)
    return [*calibrated_blocks(found), *([drawn] if drawn is not None else [])]


def calibrated_blocks(found: Calibrated, loads: Sequence[float] = ()) -> list[Block]:
    """The answer, what was fitted, its error, and what the rows cannot tell."""
    return [
        Text(answer(found), lead=True),
        Text(load_kind(found)),
        parameters_table(found),
        rows_table(found),
        *held_back_table(found),
        *(Text(line) for line in unseen_errors(found)),
        *(Text(line) for line in spread_sentences(found)),
        *(Text(line) for line in pattern_sentences(found)),
        *(Text(line) for line in not_told(found)),
        *content_blocks(found),
        *drivers_tables(found),
        Text(reach_sentence(found)),
        *foretold_blocks(found, loads),
    ]
