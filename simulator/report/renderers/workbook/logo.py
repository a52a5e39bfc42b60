"""The logo of a brand at the head of a workbook."""

import io
import struct

from simulator.report.brand import Brand
from simulator.report.renderers.workbook.page import Page
from simulator.report.renderers.workbook.text import clean

_HEIGHT, _WIDEST = 44, 220  # Pixels of the logo on the sheet.
_DENSITY = 3  # Pixels of an image drawn from SVG for each pixel of the sheet, for paper.
_SIZE = slice(16, 24)  # Where a PNG says its width and height (PNG specification, section 11.2.2).


def logo_on(page: Page, brand: Brand) -> None:
    """Puts the logo, if there is one, in rows of its own; one in SVG is drawn, since sheets hold images."""
    if not brand.logo:
        return
    image = brand.logo if brand.logo_type == "png" else _drawn(brand.logo)
    width, height = struct.unpack(">II", image[_SIZE])
    scale = min(_HEIGHT / height, _WIDEST / width)
    look = {"x_scale": scale, "y_scale": scale, "description": clean(f"{brand.name}, logo")}
    page.sheet.insert_image(page.leave(_HEIGHT), 0, "logo.png", {"image_data": io.BytesIO(image)} | look)


def _drawn(svg: bytes) -> bytes:
    """An image of an SVG, large enough for paper."""
    import vl_convert

    return vl_convert.svg_to_png(svg.decode(), scale=_DENSITY)
