"""The charts of a report on a page: as wide as their column, in the colours of the page's theme."""

from typing import Any

import streamlit as st

from simulator.report.charts import INK

# The colour of text in Streamlit's two themes.
TEXT = {"light": "#31333F", "dark": "#FAFAFA"}


def show_chart(chart: Any, description: str, key: str | None = None) -> None:
    """Shows a chart of Altair, or its specification; `description` is for those who do not see it.

    A chart with a `key` stays the same one when its figures change, so that nothing flickers.
    """
    st.vega_lite_chart(themed(chart, theme()), width="stretch", theme=None, alt=description, key=key)


def theme() -> str:
    """Whether the page is "light" or "dark"; light where the browser has not said so yet."""
    known = st.context.theme.type
    return known if known in TEXT else "light"


def specification(chart: Any) -> dict[str, Any]:
    """A chart of Altair as Vega-Lite has it; one that is so already stays as it is.

    It is not validated, which takes longer than all the rest: what the charts of a report are made of is tested there.
    """
    return chart if isinstance(chart, dict) else chart.to_dict(validate=False)


def themed(chart: Any, name: str) -> dict[str, Any]:
    """The specification of a chart in the text colour of a theme, and with a width that its place decides."""
    wide = {"width": "container", "autosize": {"type": "fit-x", "contains": "padding"}}
    return _in_ink(specification(chart), TEXT[name]) | wide


def _in_ink(part: Any, ink: str) -> Any:
    """A specification with the stand-in for the colour of text replaced by that colour."""
    if isinstance(part, dict):
        return {key: _in_ink(value, ink) for key, value in part.items()}
    if isinstance(part, list):
        return [_in_ink(value, ink) for value in part]
    return ink if part == INK else part
