"""Blocks as a PDF for people who sign: typeset by Typst from data, with vector charts, bookmarks and embedded fonts.

No text of a report is pasted into markup: the templates read all of it from a virtual file of JSON. Fonts are those
that Typst embeds and Source Sans 3 (SIL Open Font License 1.1, beside the templates), never those of the machine, so
that the same report gives the same bytes everywhere. Typst brings no sans of its own, which charts and tables need;
Source Sans is the face of the page on which the program is used too.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from simulator.errors import ReportError
from simulator.report.blocks import Report
from simulator.report.brand import HEADROOM, Brand
from simulator.report.renderers.typeset import Typeset, shown

TEMPLATES = Path(__file__).parent / "templates"
FONTS = TEMPLATES / "fonts"


def to_pdf(report: Report, brand: Brand = HEADROOM) -> bytes:
    """The document, A4. Its only date is the day of the report; the same report gives the same bytes.

    Raises ReportError for a logo that is no image, KeyError for a kind of block that it does not know.
    """

    files = {source.name: source.read_bytes() for source in TEMPLATES.glob("*.typ")}
    typeset = Typeset()
    data = {
        "title": report.title,
        "running": shown(report.title),
        "day": report.day,
        "origin": shown(report.origin),
        "brand": {"name": shown(brand.name), "accent": brand.accent, "logo": _logo(brand)},
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
    import typst

    numbers = list(brand.logo)
    files = {"logo.json": json.dumps(numbers).encode(), "main": b'#image(bytes(json("logo.json")))'}
    try:
        _compiled(files)
    except typst.TypstError as error:
        wrong = f"no {brand.logo_type.upper()} image that can be printed"
        raise ReportError(f"the logo of {brand.name}", wrong, "save it again, or leave it out") from error
    return numbers


def _compiled(files: dict[str, bytes], font_paths: Sequence[Path] = ()) -> bytes:
    """The document of virtual files, which Typst takes though its types leave them out."""
    import typst

    written: bytes = typst.compile(files, font_paths=list(font_paths), ignore_system_fonts=True)  # type: ignore[call-overload]
    return written
