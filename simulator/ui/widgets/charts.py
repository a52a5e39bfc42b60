"""The charts of a report on a page: as wide as their column, in the colours of the page's theme."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import streamlit as st

from models.quantities.formatting import fixed, significant_decimals
from simulator.engines.sized_cache import SizedCache
from simulator.messages.numbers import PLUS_MINUS, plain_number, range_texts
from simulator.output.pictures import Picture
from simulator.output.renderers.charts import INK, ROWS, specification
from simulator.service.object_size import object_size

# The colour of text in Streamlit's two themes.
TEXT = {"light": "#31333F", "dark": "#FAFAFA"}
_TOLD = "told"  # The field of a row that is shown where somebody points at it.
_EVEN = 1e-6  # Ends whose distances from a value differ by a smaller share are as far from it.
_MANY_IN_ONE = ("line", "area", "trail", "text")
# Columns of a legend, of 150 pixels each beside the 90 of an axis. They are counted when the width changes, and by that
# of the place: the width of a chart is known only once its legend has been laid out, and rows that came then were cut.
_COLUMNS = "max(1, floor((0 * width + containerSize()[0] - 90) / 150))"
KEPT = 48e6  # Bytes of charts, of all users together.


def show_chart(picture: Picture, description: str) -> None:
    """Shows a picture as a chart; `description` is for those who do not see it."""
    st.vega_lite_chart(themed(picture, theme()), width="stretch", theme=None, alt=description)


def theme() -> str:
    """Whether the page is "light" or "dark"; light where the browser has not said so yet."""
    known = st.context.theme.type
    return known if known in TEXT else "light"


_CHARTS: SizedCache[tuple[Picture, str], dict[str, Any]] = SizedCache(KEPT, object_size)


def themed(picture: Picture, name: str) -> dict[str, Any]:
    """A picture as Vega-Lite has it, in the text colour of a theme and with a width that its place decides.

    Its rows are tables of Arrow, which Streamlit would else make of them each time that it shows them.

    It is drawn once, however often the page is, and not validated, which takes longer than all the rest: what the
    charts of a report are made of is tested there.
    """
    return _CHARTS.get((picture, name), lambda: _themed(picture, name))


def _themed(picture: Picture, name: str) -> dict[str, Any]:
    drawn = specification(picture)
    look = _telling(_in_ink(_legends_in_room({key: part for key, part in drawn.items() if key != ROWS}), TEXT[name]))
    wide = {"width": "container", "autosize": {"type": "fit-x", "contains": "padding", "resize": True}}
    return look | wide | {ROWS: {place: _table(rows) for place, rows in drawn[ROWS].items()}}


def _table(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """Rows that all have the same fields, each with what is told of it."""
    columns = {field: [row[field] for row in rows] for field in (rows[0] if rows else ())}
    columns[_TOLD] = [point_text(row) for row in rows]
    # What is no number is missing.
    return pa.table({field: pa.array(column, from_pandas=True) for field, column in columns.items()})


def point_text(row: Mapping[str, Any]) -> str:
    """What is said where somebody points at a row: of what, its value and its interval; "" where it has no value."""
    value, low, high = (row.get(end) for end in ("value", "low", "high"))
    if not isinstance(value, int | float):
        return ""
    whose = ", ".join(str(row[part]) for part in ("label", "measure", "side", "group") if row.get(part))
    shown = _between(float(value), low, high)
    other = f"; {_written(float(row['y']), float(row.get('y_half_width', 0.0)))}" if "y" in row else ""
    return f"{whose}: {shown}{other}" if whose else shown


def _between(value: float, low: object, high: object) -> str:
    """A value with its interval, or with both ends where it is not in their middle."""
    if not (isinstance(low, int | float) and isinstance(high, int | float)):
        return _written(value, 0.0)
    if math.isclose(value - low, high - value, rel_tol=_EVEN, abs_tol=_EVEN * abs(value)):
        return _written(value, (high - low) / 2.0)
    lowest, at, highest = range_texts(low, value, high)
    return f"{at} ({lowest} to {highest})"


def _written(value: float, half_width: float) -> str:
    if half_width <= 0.0:
        return plain_number(float(f"{value:.4g}"))
    digits = significant_decimals(half_width, 2)
    return f"{fixed(value, digits)} {PLUS_MINUS} {fixed(half_width, digits)}"


def _telling(part: dict[str, Any]) -> dict[str, Any]:
    """A specification whose marks say `told` where somebody points at them, and not the names of what they are made of.

    A line or an area is many rows in one, of which it would tell the first.
    """
    found = {**part}
    if "layer" in part:
        found["layer"] = [_telling(inner) for inner in part["layer"]]
    if "mark" in part:
        mark = part["mark"] if isinstance(part["mark"], dict) else {"type": part["mark"]}
        if mark["type"] in _MANY_IN_ONE:
            found["mark"] = {**mark, "tooltip": None}
        else:
            found["encoding"] = {**part.get("encoding", {}), "tooltip": {"field": _TOLD, "type": "nominal"}}
    return found


def _legends_in_room(part: Any) -> Any:
    """A specification whose legends have as many columns as there is room for."""
    if isinstance(part, dict):
        legend = {"columns": {"expr": _COLUMNS}} if part.get("orient") == "top" else {}
        return {key: _legends_in_room(value) for key, value in part.items()} | legend
    return [_legends_in_room(each) for each in part] if isinstance(part, list) else part


def _in_ink(part: Any, ink: str) -> Any:
    """A specification with the stand-in for the colour of text replaced by that colour."""
    if isinstance(part, dict):
        return {key: _in_ink(value, ink) for key, value in part.items()}
    if isinstance(part, list):
        return [_in_ink(value, ink) for value in part]
    return ink if part == INK else part
