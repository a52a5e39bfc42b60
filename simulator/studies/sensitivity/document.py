"""What matters, as blocks: the answer, a tornado for each answer, the indices, and what is left out."""

from collections.abc import Iterator
from itertools import islice

from simulator.errors import require
from simulator.experiment.results import Unavailable
from simulator.farm.influence import COST, AnswerAtValue, AnswerName, Influence, Sensitivity, Spread
from simulator.farm.stamp import Stamp
from simulator.messages.numbers import index
from simulator.output.blocks import Block, Cell, Chart, Charts, Column, Heading, Report, Table, Text
from simulator.output.pictures import RangeEnd, Span, Tornado
from simulator.output.provenance import provenance
from simulator.studies.sensitivity.sentences import (
    answer,
    joint_interval,
    left_out,
    measure_next,
    methods_used,
    next_parameter,
    notes,
    undrawn_parameters,
    unmoving_parameters,
)

LONGEST = 10  # Bars of a tornado; the table has all.
TITLES = {COST: "Monthly cost, exact units", "capacity": "What a server carries"}


def sensitivity_report(name: str, sensitivity: Sensitivity, stamp: Stamp) -> Report:
    """The report of an analysis; `name` is the scenario's."""
    how = f"{sensitivity.simulations} searches for a capacity, {sensitivity.present.capacity.samples} replications each"
    how = how if sensitivity.simulations else "by theory"
    title = [Heading(f"{name}: what matters", 1), Heading("The answer", 2)]
    stamped = provenance(stamp, how, sensitivity.present.capacity.confidence)
    return Report((*title, *sensitivity_blocks(sensitivity), *stamped), stamp.day, stamp.origin)


def sensitivity_blocks(sensitivity: Sensitivity) -> list[Block]:
    """The answer, what to find out next, tornadoes, indices, and what is left out."""
    nexts = [Text(next_parameter(sensitivity, of), lead=at == 0) for at, of in enumerate(sensitivity.answers)]
    then = [Text(told) for of in sensitivity.answers if (told := joint_interval(sensitivity, of))]
    charts = tuple(chart for of in sensitivity.answers if (chart := _tornado(sensitivity, of)) is not None)
    reasons = tuple(left_out(sensitivity))
    columns = (Column("range"), Column("why"))
    missing = [Table("Ranges that are left out", columns, reasons)] if reasons else []
    return [
        Text(answer(sensitivity)),
        *nexts,
        *then,
        *([Charts(charts)] if charts else []),
        *(range_table(sensitivity, of) for of in sensitivity.answers),
        *_indices(sensitivity),
        *missing,
        *(Text(note) for note in (unmoving_parameters(sensitivity), *notes(sensitivity)) if note),
    ]


def _tornado(sensitivity: Sensitivity, of: AnswerName) -> Chart | None:
    """The parameters that are told to move an answer, those that move it most first; noise is not drawn."""
    spans = tuple(islice(_spans(sensitivity, of), LONGEST))
    if not spans:
        return None
    alt = "Bars from the present answer to those at both ends of each range; the table below has the figures."
    return Chart(TITLES[of], Tornado(spans, sensitivity.now(of).unit, sensitivity.now(of).value), alt)


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
        Column("now"),
        Column("low end"),
        Column("change", sensitivity.now(of).unit, numeric=True, signed=True),
        Column("high end"),
        Column("change", sensitivity.now(of).unit, numeric=True, signed=True),
        Column("known by"),
    )
    moving = [each for each in sensitivity.influences if each.swing(of) > 0.0 or len(each.ends) < 2]
    ordered = sorted(moving, key=lambda each: -each.swing(of))
    muted = tuple(place for place, each in enumerate(ordered) if not each.matters(of))
    rows = tuple(_row(each, of) for each in ordered)
    return Table(f"{TITLES[of]}: one range at a time", columns, rows, muted=muted)


def _row(each: Influence, of: AnswerName) -> tuple[Cell, ...]:
    parameter = each.parameter
    low, high = (end if isinstance(end, Unavailable) else end.change(of) for end in (each.low, each.high))
    return parameter.path, parameter.text, parameter.low_text, low, parameter.high_text, high, methods_used(each)


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
        Column("95 % of the answers if it were known"),
    )
    spread, without = sensitivity.indices.spread[of], sensitivity.indices.without[of]
    rows = tuple(
        (each.path, *map(index, each.shares, each.told), _spread_row(without[each.path]))
        for each in sensitivity.indices.by_answer[of]
        if each.total.value or each.first.value
    )
    title = f"{TITLES[of]}: shares of the variance, all ranges at once (95 % within {_spread_row(spread)})"
    yield Table(title, columns, rows)


def _spread_row(spread: Spread) -> str:
    return f"{spread.low:,.0f} to {spread.high:,.0f} {spread.unit}"


def sensitivity_on_terminal(sensitivity: Sensitivity) -> list[Block]:
    """The answer, what to find out next, tables for each answer, and what is left out."""
    return [
        Text(answer(sensitivity), lead=True),
        *(Text(measure_next(sensitivity, of), lead=True) for of in sensitivity.answers),
        *(
            table
            for of in sensitivity.answers
            for table in (range_table(sensitivity, of), *variance_tables(sensitivity, of))
        ),
        *(Text(line, aside=True) for line in _asides(sensitivity)),
    ]


def _asides(sensitivity: Sensitivity) -> Iterator[str]:
    for paths, reason in left_out(sensitivity):
        yield f"Left out: {paths}: {reason}."
    if told := unmoving_parameters(sensitivity):
        yield told
    yield from notes(sensitivity)
