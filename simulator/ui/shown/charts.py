"""The charts of a report on a page: as wide as their column, in the colours of the page's theme."""

from typing import Any

import streamlit as st

from simulator.engines.kept import Kept
from simulator.report.pictures import Picture
from simulator.report.renderers.charts import INK, ROWS, specification
from simulator.service.weight import weight

# The colour of text in Streamlit's two themes.
TEXT = {"light": "#31333F", "dark": "#FAFAFA"}
KEPT = 48e6  # Bytes of charts, of all users together.


def show_chart(picture: Picture, description: str, key: str | None = None) -> None:
    """Shows a picture as a chart; `description` is for those who do not see it.

    A chart with a `key` stays the same one when its figures change, so that nothing flickers.
    """
    st.vega_lite_chart(themed(picture, theme()), width="stretch", theme=None, alt=description, key=key)


def theme() -> str:
    """Whether the page is "light" or "dark"; light where the browser has not said so yet."""
    known = st.context.theme.type
    return known if known in TEXT else "light"


_CHARTS: Kept[tuple[Picture, str], dict[str, Any]] = Kept(KEPT, weight)


def themed(picture: Picture, name: str) -> dict[str, Any]:
    """A picture as Vega-Lite has it, in the text colour of a theme and with a width that its place decides.

    It is drawn once, however often the page is, and not validated, which takes longer than all the rest: what the
    charts of a report are made of is tested there.
    """
    return _CHARTS.get((picture, name), lambda: _themed(picture, name))


def _themed(picture: Picture, name: str) -> dict[str, Any]:
    drawn = specification(picture)
    look = {key: part for key, part in drawn.items() if key != ROWS}
    wide = {"width": "container", "autosize": {"type": "fit-x", "contains": "padding"}}
    inked: dict[str, Any] = _in_ink(look, TEXT[name])
    return inked | wide | {ROWS: drawn[ROWS]}


def _in_ink(part: Any, ink: str) -> Any:
    """A specification with the stand-in for the colour of text replaced by that colour."""
    if isinstance(part, dict):
        return {key: _in_ink(value, ink) for key, value in part.items()}
    if isinstance(part, list):
        return [_in_ink(value, ink) for value in part]
    return ink if part == INK else part
