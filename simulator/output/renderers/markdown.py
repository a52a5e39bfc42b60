"""Blocks as Markdown (that of GitHub), for those who paste a report into a wiki or a mail."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from simulator.output.blocks import (
    Block,
    Chart,
    Charts,
    Column,
    Heading,
    KeyFigure,
    KeyFigures,
    Preformatted,
    Report,
    Table,
    Text,
)
from simulator.output.brand import HEADROOM, Brand
from simulator.output.cells import FigureCell, as_read, key_figure, table_cells

_SPACES = re.compile(r"\s+")
_MEANING = re.compile(r"([\\`*_{}\[\]<>#|~$&!@])")  # What Markdown, or a wiki that reads it, takes for a sign.
# What begins a list, or is a rule or the underline of a heading; its last character is what makes it one.
_LIST = re.compile(r"^(\d*)([-+.)](?=\s|$)|[-=](?=[-=]*$))")
_FENCE = "```"


def to_markdown(report: Report, brand: Brand = HEADROOM) -> str:
    """The report as text. Charts are told in words: their figures stand in the tables."""
    foot = f"{escaped(brand.name)}, {report.day}: {escaped(report.origin)}"
    return f"{blocks_as_markdown(report.blocks)}\n\n{foot}\n"


def blocks_as_markdown(blocks: Iterable[Block]) -> str:
    """Blocks as a piece of a page, without a line at its end."""
    return "\n\n".join(_SHOWN[block.kind](block) for block in blocks)


def escaped(text: str) -> str:
    """A text as Markdown that reads as the text itself, on one line."""
    return _LIST.sub(r"\1\\\2", _MEANING.sub(r"\\\1", _SPACES.sub(" ", text).strip()))


def _heading(block: Heading) -> str:
    return f"{'#' * block.level} {escaped(block.text)}"


def _text(block: Text) -> str:
    return f"**{escaped(block.text)}**" if block.lead else escaped(block.text)


def _preformatted(block: Preformatted) -> str:
    """Between fences that are longer than any in the text."""
    longest = max((len(found) for found in re.findall("`+", block.text)), default=0)
    fence = _FENCE + "`" * max(0, longest + 1 - len(_FENCE))
    return f"{fence}\n{block.text}\n{fence}"


def _key_figures(block: KeyFigures) -> str:
    return "\n".join(f"- {escaped(card.label)}: {_card(card)}" for card in block.cards)


def _card(card: KeyFigure) -> str:
    note = f" ({escaped(card.note)})" if card.note else ""
    return f"**{_written(key_figure(card.figure))}**{note}"


def _table(table: Table) -> str:
    block = as_read(table)
    rows, notes = table_cells(block)
    marks = [f"{mark}: {escaped(reason)}" for mark, reason in notes]
    return "\n\n".join([f"**{escaped(block.title)}**", _grid(block.columns, rows), *marks])


def _grid(columns: Sequence[Column], rows: Iterable[Sequence[FigureCell]]) -> str:
    heads = [escaped(f"{column.name}, {column.unit}" if column.unit else column.name) for column in columns]
    lines = [heads, ["---:" if column.numeric else "---" for column in columns]]
    lines += [[_written(found) for found in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _written(figure_cell: FigureCell) -> str:
    mark = f" ({figure_cell.note})" if figure_cell.note else ""
    return f"{escaped(figure_cell.written)}{mark}"


def _chart(block: Chart) -> str:
    return f"*{escaped(block.title)}: {escaped(block.alt)}*"


def _charts(block: Charts) -> str:
    return "\n\n".join(map(_chart, block.charts))


_SHOWN: Mapping[str, Callable[..., str]] = {
    Heading.kind: _heading,
    Text.kind: _text,
    Preformatted.kind: _preformatted,
    KeyFigures.kind: _key_figures,
    Table.kind: _table,
    Chart.kind: _chart,
    Charts.kind: _charts,
}
