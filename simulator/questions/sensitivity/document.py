"""What matters, as blocks: the answer, a tornado for each answer, the indices, and what is left out."""

from collections.abc import Iterator
from itertools import islice

from simulator.errors import surely
from simulator.measure.results import Refused
from simulator.questions.sensitivity.sentences import (
    answer,
    find_out,
    left_out,
    measure_next,
    not_drawn,
    notes,
    still,
    together,
    ways,
)
from simulator.report.blocks import Block, Cell, Chart, Charts, Column, Heading, Report, Table, Text
from simulator.report.language.numbers import index
from simulator.report.pictures import RangeEnd, Span, Tornado
from simulator.report.provenance import provenance
from simulator.rollup.influence import COST, AnswerName, AtValue, Influence, Sensitivity, Spread
from simulator.rollup.stamp import Stamp

LONGEST = 10  # Bars of a tornado; the table has all.
TITLES = {COST: "Monthly cost, exact units", "capacity": "What a server carries"}


def sensitivity_report(name: str, found: Sensitivity, stamp: Stamp) -> Report:
    """The report of an analysis; `name` is the scenario's."""
    how = f"{found.simulations} searches for a capacity, {found.present.capacity.samples} replications each"
    how = how if found.simulations else "by theory"
    title = [Heading(f"{name}: what matters", 1), Heading("The answer", 2)]
    stamped = provenance(stamp, how, found.present.capacity.confidence)
    return Report((*title, *sensitivity_blocks(found), *stamped), stamp.day, stamp.origin)


def sensitivity_blocks(found: Sensitivity) -> list[Block]:
    """The answer, what to find out next, tornadoes, indices, and what is left out."""
    nexts = [Text(find_out(found, of), lead=at == 0) for at, of in enumerate(found.answers)]
    then = [Text(told) for of in found.answers if (told := together(found, of))]
    charts = tuple(chart for of in found.answers if (chart := _tornado(found, of)) is not None)
    reasons = tuple(left_out(found))
    columns = (Column("range"), Column("why"))
    missing = [Table("Ranges that are left out", columns, reasons)] if reasons else []
    return [
        Text(answer(found)),
        *nexts,
        *then,
        *([Charts(charts)] if charts else []),
        *(ends(found, of) for of in found.answers),
        *_indices(found),
        *missing,
        *(Text(note) for note in (still(found), *notes(found)) if note),
    ]


def _tornado(found: Sensitivity, of: AnswerName) -> Chart | None:
    """The parameters that are told to move an answer, those that move it most first; noise is not drawn."""
    spans = tuple(islice(_spans(found, of), LONGEST))
    if not spans:
        return None
    alt = "Bars from the present answer to those at both ends of each range; the table below has the figures."
    return Chart(TITLES[of], Tornado(spans, found.now(of).unit, found.now(of).value), alt)


def _spans(found: Sensitivity, of: AnswerName) -> Iterator[Span]:
    for each in sorted(found.influences, key=lambda each: -each.swing(of)):
        if each.matters(of):
            yield Span(each.parameter.path, *(_end(end, of) for end in (each.low, each.high)))


def _end(end: AtValue | Refused, of: AnswerName) -> RangeEnd | None:
    if isinstance(end, Refused):
        return None
    found = surely(end.answer(of), of)
    return RangeEnd(end.text, found.value, found.half_width)


def ends(found: Sensitivity, of: AnswerName) -> Table:
    """A row for each parameter that moves the answer, the one that moves it most first."""
    columns = (
        Column("parameter"),
        Column("now"),
        Column("low end"),
        Column("change", found.now(of).unit, numeric=True, signed=True),
        Column("high end"),
        Column("change", found.now(of).unit, numeric=True, signed=True),
        Column("known by"),
    )
    moving = [each for each in found.influences if each.swing(of) > 0.0 or len(each.ends) < 2]
    ordered = sorted(moving, key=lambda each: -each.swing(of))
    muted = tuple(place for place, each in enumerate(ordered) if not each.matters(of))
    rows = tuple(_row(each, of) for each in ordered)
    return Table(f"{TITLES[of]}: one range at a time", columns, rows, muted=muted)


def _row(each: Influence, of: AnswerName) -> tuple[Cell, ...]:
    parameter = each.parameter
    low, high = (end if isinstance(end, Refused) else end.change(of) for end in (each.low, each.high))
    return parameter.path, parameter.text, parameter.low_text, low, parameter.high_text, high, ways(each)


def _indices(found: Sensitivity) -> Iterator[Block]:
    for of in found.answers:
        yield from shares(found, of)
    kept = () if isinstance(found.indices, Refused) else tuple(not_drawn(found))
    if kept:
        yield Table("Not drawn", (Column("parameter"), Column("why")), kept)


def shares(found: Sensitivity, of: AnswerName) -> Iterator[Table]:
    """The shares of the variance of an answer; nothing where they were not computed."""
    if isinstance(found.indices, Refused):
        return
    columns = (
        Column("parameter"),
        Column("alone", numeric=True),
        Column("with others", numeric=True),
        Column("95 % of the answers if it were known"),
    )
    spread, without = found.indices.spread[of], found.indices.without[of]
    rows = tuple(
        (each.path, *map(index, each.shares, each.told), _told(without[each.path]))
        for each in found.indices.by_answer[of]
        if each.total.value or each.first.value
    )
    title = f"{TITLES[of]}: shares of the variance, all ranges at once (95 % within {_told(spread)})"
    yield Table(title, columns, rows)


def _told(spread: Spread) -> str:
    return f"{spread.low:,.0f} to {spread.high:,.0f} {spread.unit}"


def sensitivity_on_terminal(found: Sensitivity) -> list[Block]:
    """The answer, what to find out next, tables for each answer, and what is left out."""
    return [
        Text(answer(found), lead=True),
        *(Text(measure_next(found, of), lead=True) for of in found.answers),
        *(table for of in found.answers for table in (ends(found, of), *shares(found, of))),
        *(Text(line, aside=True) for line in _asides(found)),
    ]


def _asides(found: Sensitivity) -> Iterator[str]:
    for paths, reason in left_out(found):
        yield f"Left out: {paths}: {reason}."
    if told := still(found):
        yield told
    yield from notes(found)
