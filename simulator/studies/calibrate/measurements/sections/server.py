"""What the server was found to be, and what was fitted of it."""

from collections.abc import Iterator

from simulator.calibration.calibrate import Calibration
from simulator.calibration.content.content import FittedContent
from simulator.calibration.fit import Interval
from simulator.calibration.server import Parameter
from simulator.messages.calibrate.costs import cost_sentence
from simulator.messages.calibrate.measurements import PARAMETERS, amount, answer, digits_of, load_kind
from simulator.output.blocks import Block, Cell, Column, Table, Text


def section(calibration: Calibration) -> Iterator[Block]:
    """The answer, the kind of load, and the parameters."""
    yield Text(answer(calibration), lead=True)
    yield Text(load_kind(calibration))
    yield parameters_table(calibration)
    if costs := cost_sentence(calibration):
        yield Text(costs)


def parameters_table(calibration: Calibration) -> Table:
    """The parameters with their intervals."""
    rows: list[tuple[Cell, ...]] = []
    for each, interval in (*calibration.fit.intervals.items(), *_content_parameters(calibration.content)):
        digits = digits_of(interval)
        ends = (amount(each, end, digits) for end in (interval.low, interval.high))
        rows.append((each.value, amount(each, interval.value, digits), *ends))
    columns = (
        Column("parameter"),
        Column("value", numeric=True),
        Column("from", numeric=True),
        Column("to", numeric=True),
    )
    return Table(PARAMETERS, columns, tuple(rows))


def _content_parameters(content: FittedContent | str | None) -> tuple[tuple[Parameter, Interval], ...]:
    """The parameters that the misses of a cache tell, with their intervals."""
    if not isinstance(content, FittedContent):
        return ()
    skew = () if content.found is None or not content.found.is_free else ((Parameter.SKEW, content.found.skews),)
    return ((Parameter.WORKING_SET, content.working_set), *skew)
