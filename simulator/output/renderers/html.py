"""Blocks as one HTML file that opens offline: styles and charts are inside it, and it needs no script."""

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from simulator.extras import MissingExtra
from simulator.output.blocks import Block, Chart, Charts, Heading, Report
from simulator.output.brand import HEADROOM, Brand
from simulator.output.cells import as_read, key_figure, table_cells, unbroken
from simulator.output.renderers.charts import specification
from simulator.output.renderers.svg import to_svg

TEMPLATES = Path(__file__).parent / "templates"
# A name to type, in a sentence.
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def to_html(report: Report, brand: Brand = HEADROOM) -> str:
    """The page. Every text in the report is escaped; the same report gives the same bytes."""
    headings = [block.text for block in report.blocks if isinstance(block, Heading) and block.level == 2]
    contents = [(slug(heading), heading) for heading in headings]
    page, own_accent = _TEMPLATES.get_template("page.html"), brand.accent != HEADROOM.accent
    about = {"brand": brand, "logo": _logo(brand), "own_accent": own_accent}
    return page.render(report=report, contents=contents, svg=_Drawing().svg, **about)


def to_fragment(blocks: Sequence[Block]) -> str:
    """Blocks as a piece of a page, with its own styles, such as a notebook shows; without their charts where what draws
    them is not installed."""
    # Several pieces stand in one page: what is in a chart is named after what this one holds.
    drawing = _Drawing(f"h{sha256(repr(blocks).encode()).hexdigest()[:12]}-")
    try:
        return _TEMPLATES.get_template("fragment.html").render(blocks=blocks, svg=drawing.svg)
    except MissingExtra:
        drawn = [block for block in blocks if not isinstance(block, Chart | Charts)]
        return _TEMPLATES.get_template("fragment.html").render(blocks=drawn, svg=drawing.svg)


def _logo(brand: Brand) -> str:
    """The logo as an address that holds the image itself, where nothing in it can run; "" for none."""
    if not brand.logo:
        return ""
    media_type = {"svg": "image/svg+xml"}.get(brand.logo_type, f"image/{brand.logo_type}")
    return f"data:{media_type};base64,{b64encode(brand.logo).decode()}"


class _Drawing:
    """Numbers the charts of one page, so that nothing in one carries the name of something in another."""

    def __init__(self, before: str = "") -> None:
        self._before, self._drawn = before, 0

    def svg(self, chart: Chart) -> Markup:
        """The chart as SVG; its texts were escaped when it was drawn."""
        self._drawn += 1
        return Markup(to_svg(specification(chart.picture), f"{self._before}chart{self._drawn}"))


def slug(text: str) -> str:
    """A heading as the name of its place in the page."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def running_text(text: str) -> Markup:
    """A sentence as HTML: figures stay on the lines of their intervals, and what stands between backticks is code."""
    pieces = _CODE.split(unbroken(text))
    return Markup("").join(Markup("<code>{}</code>").format(each) if at % 2 else each for at, each in enumerate(pieces))


# Once for all pages: to compile the templates takes as long as to fill them.
_TEMPLATES = Environment(
    loader=FileSystemLoader(TEMPLATES, encoding="utf-8"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
_TEMPLATES.filters["running"] = running_text
_TEMPLATES.globals |= {"slug": slug, "key_figure": key_figure, "as_read": as_read, "table_cells": table_cells}
