"""The cells of a report as cells of a sheet: numbers in full precision that show as many digits as in any format."""

import math
from dataclasses import dataclass, replace

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.messages.numbers import (
    NOT_KNOWN,
    NOT_RESOLVED,
    figure_text,
    is_resolved,
    plain_number,
    readable,
    value_and_half_width,
)
from simulator.output.blocks import Cell, Linked
from simulator.output.cells import figure
from simulator.output.renderers.workbook.links import HALF_WIDTH, Links, has_half_width
from simulator.output.renderers.workbook.text import cell_text

ENTRY_DIGITS = "[>=1000]#,##0;General"  # All digits of a price, for a reader may have typed them.


@dataclass(frozen=True)
class CellContent:
    """What a cell of a sheet holds: a number with its number format, or a text.

    formula: without the "=", of names; the content is then its value. name: what formulas call it. comment: why it is
    not known. entry: a reader may change it. shown: what it reads as, from which the width of its column is taken.
    """

    content: float | str = ""
    digits: str = ""
    formula: str = ""
    name: str = ""
    comment: str = ""
    entry: bool = False
    shown: str = ""


@dataclass(frozen=True)
class Pieces:
    """A cell of a report in the cells that it takes: its value, its half-width and its unit."""

    value: CellContent
    half_width: CellContent = CellContent()
    unit: str = ""


def pieces(content: Cell, links: Links, *, unit: bool, signed: bool = False, note: str = "") -> Pieces:
    """A cell of a report. `unit`: it says its unit itself, so it is in the one that reads best. `note` marks it.

    Figures with a name or formula keep theirs; none of them are bytes or seconds, which would be scaled.
    """
    if isinstance(content, Linked):
        return _linked(content, links, pieces(content.content, links, unit=unit, signed=signed))
    if isinstance(content, Estimate) and signed and not is_resolved(content):
        return Pieces(replace(_text(NOT_RESOLVED), comment=cell_text(figure_text(content))))
    if isinstance(content, Estimate):
        return _estimate(readable(content) if unit else content, signed)
    if isinstance(content, Unavailable):
        return Pieces(replace(_text(f"{NOT_KNOWN} ({note})" if note else NOT_KNOWN), comment=cell_text(content.reason)))
    if isinstance(content, int | float) and not isinstance(content, bool):
        return Pieces(_number(float(content), plain_number(float(content))))
    return Pieces(_text(figure(content).value))


def number_format(shown: str, value: float, *, signed: bool = False) -> str:
    """The number format that shows a value as `shown`, to the unit where that is rounded to tens or more."""
    decimals = len(shown.partition(".")[2])
    digits = "#,##0" + (f".{'0' * decimals}" if decimals else "")
    if signed:
        return f"+{digits};-{digits};{digits}"
    # Written without its minus where all digits that are shown are 0, as numbers.fixed does.
    return f"{digits};{digits}" if value < 0.0 and not shown.startswith("-") else digits


def _text(words: str) -> CellContent:
    written = cell_text(words)
    return CellContent(written, shown=written)


def _number(value: float, shown: str, *, signed: bool = False) -> CellContent:
    if not math.isfinite(value):
        return _text(shown)
    return CellContent(value, number_format(shown, value, signed=signed), shown=f"+{shown}" if signed else shown)


def _estimate(estimate: Estimate, signed: bool) -> Pieces:
    value, half_width = value_and_half_width(estimate)
    own = _number(estimate.value, value, signed=signed)
    if any(estimate.cut_off):
        return Pieces(own, _text(half_width), estimate.unit)
    return Pieces(own, _number(estimate.half_width, half_width) if half_width else CellContent(), estimate.unit)


def _linked(linked: Linked, links: Links, plain_pieces: Pieces) -> Pieces:
    """A figure with its name and formula, and its half-width with its own."""
    value = replace(plain_pieces.value, name=linked.name, formula=links.formula(linked), entry=linked.entry)
    if linked.entry:
        value = replace(value, digits=ENTRY_DIGITS)
    if not has_half_width(linked):
        return replace(plain_pieces, value=value)
    half_width = plain_pieces.half_width if plain_pieces.half_width.shown else _hidden(linked.content)
    name = f"{linked.name}{HALF_WIDTH}" if linked.name else ""
    return Pieces(value, replace(half_width, name=name, formula=links.half_width(linked)), plain_pieces.unit)


def _hidden(estimate: Estimate) -> CellContent:
    """A half-width that is too small to be shown, and is reckoned with; it shows once it reaches half a unit."""
    return CellContent(estimate.half_width, '[<0.5]"";#,##0')
