"""Charts as SVG inside a page: the same bytes each time, no script, in the colours of the page around them."""

import json
import re
from collections.abc import Mapping
from typing import Any

from models.visible import visible_lines
from simulator.output.renderers.charts import INK

_ID = re.compile(r'\bid="([^"]+)"')
_OPENING = re.compile(r"<svg [^>]*>")
_VEGA_LITE = "6.4"


def to_svg(chart: Mapping[str, Any], name: str) -> str:
    """A chart of Vega-Lite as one <svg> element that scales with its container; `name` is unique in the page."""
    from simulator.extras import vl_convert

    specification = json.dumps(chart, sort_keys=True)
    # An escape in a label, such as \\x1b, is read once more where Vega makes a description of it.
    drawn = visible_lines(vl_convert.vegalite_to_svg(specification, vl_version=_VEGA_LITE))
    return _scalable(_own_ids(drawn, name)).replace(INK, "currentColor")


def _own_ids(drawn: str, name: str) -> str:
    """Ids that no other chart of the page has, counted from 1: the library's own depend on what was drawn before."""
    for number, found in enumerate(dict.fromkeys(_ID.findall(drawn)), start=1):
        drawn = drawn.replace(f'id="{found}"', f'id="{name}-{number}"').replace(f"#{found})", f"#{name}-{number})")
    return drawn


def _scalable(drawn: str) -> str:
    """Without the fixed size, which the view box already tells, and hidden from readers that have the caption."""
    opening = _OPENING.search(drawn)
    if opening is None:
        return drawn
    box = re.search(r'viewBox="([^"]+)"', opening[0])
    width, height = box[1].split()[2:] if box else ("450", "300")
    replaced = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" aria-hidden="true"'
        f' style="aspect-ratio:{width}/{height}">'
    )
    return drawn[: opening.start()] + replaced + drawn[opening.end() :]
