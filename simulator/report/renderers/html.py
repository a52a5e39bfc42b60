"""Blocks as one HTML file that opens offline: styles and charts are inside it, and it needs no script."""

import re
from base64 import b64encode
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from simulator.report.blocks import Chart, Heading, Report
from simulator.report.brand import HEADROOM, Brand
from simulator.report.cells import figure, table_cells, unbroken
from simulator.report.renderers.charts import specification
from simulator.report.renderers.svg import to_svg

TEMPLATES = Path(__file__).parent / "templates"


def to_html(report: Report, brand: Brand = HEADROOM) -> str:
    """The page. Every text in the report is escaped; the same report gives the same bytes."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_COMPILED,
    )
    headings = [block.text for block in report.blocks if isinstance(block, Heading) and block.level == 2]
    drawing = _Drawing()
    environment.filters["unbroken"] = unbroken
    environment.globals |= {"svg": drawing.svg, "slug": slug, "figure": figure, "table_cells": table_cells}
    contents = [(slug(heading), heading) for heading in headings]
    page = environment.get_template("page.html")
    own_accent = brand.accent != HEADROOM.accent
    return page.render(report=report, brand=brand, contents=contents, logo=_logo(brand), own_accent=own_accent)


class _Compiled(BytecodeCache):
    """Templates as they were compiled in this process, which takes as long as to fill them."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fills a bucket with what is kept of its template, unless that has changed."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps what was compiled."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _Compiled()


def _logo(brand: Brand) -> str:
    """The logo as an address that holds the image itself, where nothing in it can run; "" for none."""
    if not brand.logo:
        return ""
    media_type = {"svg": "image/svg+xml"}.get(brand.logo_type, f"image/{brand.logo_type}")
    return f"data:{media_type};base64,{b64encode(brand.logo).decode()}"


class _Drawing:
    """Numbers the charts of one page, so that nothing in one carries the name of something in another."""

    def __init__(self) -> None:
        self._drawn = 0

    def svg(self, chart: Chart) -> Markup:
        """The chart as SVG; its texts were escaped when it was drawn."""
        self._drawn += 1
        return Markup(to_svg(specification(chart.picture), f"chart{self._drawn}"))


def slug(text: str) -> str:
    """A heading as the name of its place in the page."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
