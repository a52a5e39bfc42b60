"""Blocks as a PDF for people who sign: typeset by Typst from data, with vector charts, bookmarks and embedded fonts.

No text of a report is pasted into markup: the templates read all of it from a virtual file of JSON. Fonts are those
that Typst embeds and Source Sans 3 (SIL Open Font License 1.1, beside the templates), never those of the machine, so
that the same report gives the same bytes everywhere. Typst brings no sans of its own, which charts and tables need;
Source Sans is the face of the page on which the program is used too.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby, takewhile
from pathlib import Path
from typing import Any

from simulator.errors import ReportError
from simulator.messages.output import SAVE_AGAIN, not_printable
from simulator.output.blocks import (
    Block,
    Chart,
    Charts,
    Heading,
    KeyFigure,
    KeyFigures,
    Preformatted,
    Report,
    Table,
    Text,
)
from simulator.output.brand import HEADROOM, Brand
from simulator.output.cells import FigureCell, as_read, key_figure, table_cells, unbroken
from simulator.output.renderers.charts import specification
from simulator.output.renderers.outlines import WIDTH
from simulator.output.renderers.svg import to_svg

TEMPLATES = Path(__file__).parent / "templates"
FONTS = TEMPLATES / "fonts"
TypstData = dict[str, Any]
FACE, INK = "Source Sans 3", "#1b1f24"
WIDE = 590  # Pixels of the plot of a chart that has the page to itself; it is printed as small as those side by side.
_MAY_BREAK = "\N{ZERO WIDTH SPACE}"
_LONG = re.compile(r"\S{21,}")  # No column is narrower than 20 letters need to be.
_JOINT = re.compile(r"(?<=[._/\\=&,:;?-])(?=[^._/\\=&,:;?-])")
_STRETCH = re.compile(r"([^\u200b]{10})(?=[^\u200b]{10})")


def to_pdf(report: Report, brand: Brand = HEADROOM) -> bytes:
    """The document, A4. Its only date is the day of the report; the same report gives the same bytes.

    Raises ReportError for a logo that is no image, KeyError for a kind of block that it does not know.
    """

    files = {source.name: source.read_bytes() for source in TEMPLATES.glob("*.typ")}
    typeset = Typeset()
    data = {
        "title": report.title,
        "running": breakable_text(report.title),
        "day": report.day,
        "origin": breakable_text(report.origin),
        "brand": {"name": breakable_text(brand.name), "accent": brand.accent, "logo": _logo(brand)},
        "deciding": report.deciding,
        "blocks": typeset.blocks(report.blocks),
    }
    files |= typeset.charts
    files["report.json"] = json.dumps(data).encode()
    files["main"] = b'#include "report.typ"'
    return _compiled(files, font_paths=[FONTS])


def _logo(brand: Brand) -> list[int] | None:
    """The bytes of the logo as numbers, for a virtual file of Typst holds nothing but text."""
    if not brand.logo:
        return None
    from simulator.extras import typst

    numbers = list(brand.logo)
    files = {"logo.json": json.dumps(numbers).encode(), "main": b'#image(bytes(json("logo.json")))'}
    try:
        _compiled(files)
    except typst.TypstError as error:
        raise ReportError(f"the logo of {brand.name}", not_printable(brand.logo_type.upper()), SAVE_AGAIN) from error
    return numbers


def _compiled(files: dict[str, bytes], font_paths: Sequence[Path] = ()) -> bytes:
    """The document of virtual files, which Typst takes though its types leave them out."""
    from simulator.extras import typst

    written: bytes = typst.compile(files, font_paths=list(font_paths), ignore_system_fonts=True)  # type: ignore[call-overload]
    return written


class Typeset:
    """Writes the blocks of one document, and keeps the charts that were drawn for it under the names of their files."""

    def __init__(self) -> None:
        self.charts: dict[str, bytes] = {}
        self._writes: Mapping[str, Callable[[Any], TypstData]] = {
            Heading.kind: lambda block: {"text": breakable_text(block.text), "level": block.level},
            Text.kind: _text,
            Preformatted.kind: _preformatted,
            Table.kind: _table_data,
            Chart.kind: lambda block: self._chart(block, width=WIDE),
            Charts.kind: lambda block: {"charts": [self._chart(chart) for chart in block.charts]},
            KeyFigures.kind: lambda block: {"cards": [_card(card) for card in block.cards]},
        }

    def blocks(self, blocks: Sequence[Block]) -> list[TypstData]:
        """The blocks in their order; `opens` marks those that stay with what follows them. Raises KeyError for an
        unknown kind."""
        return [
            {"kind": block.kind, "opens": opens} | self._writes[block.kind](block)
            for block, opens in zip(blocks, kept_with_next(blocks), strict=True)
        ]

    def _chart(self, chart: Chart, width: int = WIDTH) -> TypstData:
        name = f"chart{len(self.charts) + 1}.svg"
        drawn = to_svg(specification(chart.picture, width), "part")
        printed = drawn.replace('="currentColor"', f'="{INK}"').replace('="sans-serif"', f'="{FACE}"')
        self.charts[name] = printed.encode()
        return {"title": breakable_text(chart.title), "file": name, "alt": chart.alt, "pixels": _width(drawn)}


def kept_with_next(blocks: Sequence[Block]) -> list[bool]:
    """Which blocks stay with the next one: that after a heading, and all texts from a heading to its first table or
    picture, so that neither is without the other at the end of a page."""
    stays = [at > 0 and isinstance(blocks[at - 1], Heading) for at in range(len(blocks))]
    for at, first in enumerate(stays.copy()):
        texts = list(takewhile(lambda block: isinstance(block, Text), blocks[at:])) if first else []
        after = blocks[at + len(texts)] if at + len(texts) < len(blocks) else None
        if isinstance(after, Table | Chart):
            stays[at : at + len(texts)] = [True] * len(texts)
    return stays


def breakable_text(text: str) -> str:
    """A text as it is set: long words, such as paths and hashes, may go on in the next line."""
    return _LONG.sub(lambda word: _STRETCH.sub(rf"\1{_MAY_BREAK}", _JOINT.sub(_MAY_BREAK, word[0])), text)


def _preformatted(block: Preformatted) -> TypstData:
    """The lines in parts, which empty lines divide, and how many letters the longest has."""
    lines = block.text.expandtabs(4).split("\n")
    parts = [list(part) for empty, part in groupby(lines, lambda line: not line.strip()) if not empty]
    return {"parts": [[breakable_text(line) for line in part] for part in parts], "longest": max(map(len, lines))}


def _table_data(table: Table) -> TypstData:
    block = as_read(table)
    rows, notes = table_cells(block)
    columns = [asdict(column) | {"name": breakable_text(column.name)} for column in block.columns]
    told = [[mark, breakable_text(reason)] for mark, reason in notes]
    return {
        "title": breakable_text(block.title),
        "columns": columns,
        "rows": [[_figure(found) for found in row] for row in rows],
        "notes": told,
        "to_fill": block.to_fill,
    }


def _text(block: Text) -> TypstData:
    return {"text": breakable_text(unbroken(block.text)), "lead": block.lead, "tone": block.tone}


def _card(card: KeyFigure) -> TypstData:
    note = breakable_text(unbroken(card.note))
    return {
        "label": breakable_text(card.label),
        "figure": _figure(key_figure(card.figure)),
        "note": note,
        "tone": card.tone,
    }


def _figure(figure_cell: FigureCell) -> TypstData:
    return asdict(figure_cell) | {"value": breakable_text(figure_cell.value)}


def _width(drawn: str) -> float:
    """Pixels from one side of a drawing to the other."""
    box = re.search(r'viewBox="([^"]+)"', drawn)
    return float(box[1].split()[2]) if box else 450.0
