"""What matters, as blocks: the answer, a tornado for each answer, the indices, and what is left out."""

from collections.abc import Iterator
from itertools import islice

from simulator.errors import require
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.influence import COST, AnswerAtValue, AnswerName, Influence, Sensitivity, Spread
from simulator.farm.stamp import Stamp
from simulator.messages.numbers import index
from simulator.messages.sensitivity import headings
from simulator.messages.sensitivity.what_matters import (
    answer,
    left_out,
    measure_next,
    methods_used,
    notes,
    undrawn_parameters,
    unmoving_parameters,
)
from simulator.output.blocks import Block, Cell, Chart, Charts, Column, Heading, Report, Table, Text
from simulator.output.pictures import RangeEnd, Span, Tornado
from simulator.output.provenance import provenance
from simulator.output.sections import REPORT, Output, Section, blocks_for

LONGEST = 10  # Bars of a tornado; the table has all.


def _title(sensitivity: Sensitivity, of: AnswerName) -> str:
    return headings.COST if of == COST else headings.carries(sensitivity.node)


def _next(found: Sensitivity) -> list[Block]:
    """What to find out next for each answer, and how sure the answers are."""
    return [Text(measure_next(found, of), lead=at == 0) for at, of in enumerate(found.answers)]


def _tornadoes(found: Sensitivity) -> list[Block]:
    charts = tuple(chart for of in found.answers if (chart := _tornado(found, of)) is not None)
    return [Charts(charts)] if charts else []


def _left_out(found: Sensitivity) -> list[Block]:
    """Ranges of which nothing is said, and how to read the figures."""
    reasons = tuple(left_out(found))
    missing = [Table(headings.LEFT_OUT, (Column("range"), Column("why")), reasons)] if reasons else []
    told = filter(None, (unmoving_parameters(found), *notes(found)))
    return [*missing, *(Text(line, aside=True) for line in told)]


SECTIONS: tuple[Section[Sensitivity], ...] = (
    Section("The answer", lambda found: [Text(answer(found), lead=True)]),
    Section("", _next),
    Section("", _tornadoes, REPORT | Output.PAGE),
    Section("", lambda found: [range_table(found, of) for of in found.answers]),
    Section("", lambda found: [*_indices(found)]),
    Section("", _left_out),
)


def sensitivity_report(name: str, sensitivity: Sensitivity, stamp: Stamp) -> Report:
    """The report of an analysis; `name` is the scenario's."""
    how = headings.basis(sensitivity.simulations, sensitivity.present.capacity.samples)
    stamped = provenance(stamp, how, sensitivity.present.capacity.confidence)
    shown = blocks_for(SECTIONS, sensitivity, Output.HTML)
    return Report((Heading(f"{name}: what matters", 1), *shown, *stamped), stamp.day, stamp.origin)


def sensitivity_blocks(sensitivity: Sensitivity) -> list[Block]:
    """The whole analysis, as a section of a plan."""
    return blocks_for(SECTIONS, sensitivity, Output.HTML)[1:]


def _tornado(sensitivity: Sensitivity, of: AnswerName) -> Chart | None:
    """The parameters that are told to move an answer, those that move it most first; noise is not drawn."""
    spans = tuple(islice(_spans(sensitivity, of), LONGEST))
    if not spans:
        return None
    return Chart(
        _title(sensitivity, of), Tornado(spans, sensitivity.now(of).unit, sensitivity.now(of).value), headings.CHART
    )


def _spans(sensitivity: Sensitivity, of: AnswerName) -> Iterator[Span]:
    for each in sorted(sensitivity.influences, key=lambda each: -each.swing(of)):
        if each.matters(of):
            yield Span(each.parameter.path, *(_end(end, of) for end in (each.low, each.high)))


def _end(end: AnswerAtValue | Unavailable, of: AnswerName) -> RangeEnd | None:
    if isinstance(end, Unavailable):
        return None
    found = require(end.answer(of), of)
    return RangeEnd(end.text, found.value, found.half_width)


def range_table(sensitivity: Sensitivity, of: AnswerName) -> Table:
    """A row for each parameter that moves the answer, the one that moves it most first."""
    columns = (
        Column("parameter"),
        Column("now", beneath=True),
        Column("low end"),
        Column(headings.AT_LOW_END, numeric=True, signed=True, beneath=True),
        Column("high end"),
        Column(headings.AT_HIGH_END, numeric=True, signed=True, beneath=True),
        Column("known by", detail=True),
    )
    moving = [each for each in sensitivity.influences if each.swing(of) > 0.0 or len(each.ends) < 2]
    ordered = sorted(moving, key=lambda each: -each.swing(of))
    muted = tuple(place for place, each in enumerate(ordered) if not each.matters(of))
    rows = tuple(_row(each, of) for each in ordered)
    title = headings.one_at_a_time(_title(sensitivity, of), sensitivity.now(of).unit)
    return Table(title, columns, rows, muted=muted)


def _row(each: Influence, of: AnswerName) -> tuple[Cell, ...]:
    parameter = each.parameter
    low, high = (end if isinstance(end, Unavailable) else _bare_change(end, of) for end in (each.low, each.high))
    return parameter.path, parameter.text, parameter.low_text, low, parameter.high_text, high, methods_used(each)


def _bare_change(end: AnswerAtValue, of: AnswerName) -> Estimate | None:
    """How an answer changes at an end, without its unit, which the title says."""
    change = end.change(of)
    return change and change.times(1.0, "")


def _indices(sensitivity: Sensitivity) -> Iterator[Block]:
    for of in sensitivity.answers:
        yield from variance_tables(sensitivity, of)
    kept = () if isinstance(sensitivity.indices, Unavailable) else tuple(undrawn_parameters(sensitivity))
    if kept:
        yield Table("Not drawn", (Column("parameter"), Column("why")), kept)


def variance_tables(sensitivity: Sensitivity, of: AnswerName) -> Iterator[Table]:
    """The shares of the variance of an answer; nothing where they were not computed."""
    if isinstance(sensitivity.indices, Unavailable):
        return
    columns = (
        Column("parameter"),
        Column("alone", numeric=True),
        Column("with others", numeric=True),
        Column(headings.IF_KNOWN),
    )
    spread, without = sensitivity.indices.spread[of], sensitivity.indices.without[of]
    rows = tuple(
        (each.path, *map(index, each.shares, each.told), _spread_row(without[each.path]))
        for each in sensitivity.indices.by_answer[of]
        if each.total.value or each.first.value
    )
    yield Table(headings.all_at_once(_title(sensitivity, of), _spread_row(spread)), columns, rows)


def _spread_row(spread: Spread) -> str:
    return f"{spread.low:,.0f} to {spread.high:,.0f} {spread.unit}"
