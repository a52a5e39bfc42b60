"""Points with their intervals as charts of a workbook: around 0, row by row, and in a plane."""

import math
from collections.abc import Sequence
from typing import Any

from simulator.messages.numbers import PLUS_MINUS
from simulator.output.pictures import Gap, Gaps, Point, Points
from simulator.output.renderers.charts import PALETTE
from simulator.output.renderers.workbook.chart_look import GRID, SMALL, SheetSeries, axis, error_bars, legend, pale
from simulator.output.renderers.workbook.page import DataBlock
from simulator.output.renderers.workbook.text import no_formula

_HEAD, _FOOT, _NAMES = 0.12, 0.18, 0.3  # Shares of the chart for the legend, the axis and the names of the measures.


def gaps(book: Any, picture: Gaps, data: DataBlock) -> Any:
    """A point with its interval for each difference; it is full where the interval excludes 0.

    A scatter chart has no names on its axes: those of the measures are labels of points without a mark.
    """
    chart = book.add_chart({"type": "scatter"})
    measures = list(dict.fromkeys(gap.measure for gap in picture.gaps))
    sides = list(dict.fromkeys(gap.side for gap in picture.gaps))
    for at, side in enumerate(sides):
        own = [gap for gap in picture.gaps if gap.side == side]
        heights = [-measures.index(gap.measure) - (at + 0.5) / len(sides) for gap in own]
        chart.add_series(_gap_points(own, heights, PALETTE[at % len(PALETTE)], data))
    low, high = _round_ends([0.0, *(end for gap in picture.gaps for end in (gap.low, gap.high))])
    chart.add_series(_names_of(measures, low, data))
    chart.set_x_axis(axis(picture.axis) | {"label_position": "low", "min": low, "max": high})
    rows = {"min": -len(measures), "max": 0, "major_unit": 1, "num_format": ";;;"}
    chart.set_y_axis(axis("") | rows | {"major_gridlines": {"visible": True, "line": {"color": GRID}}})
    room = {"x": _NAMES, "y": _HEAD, "width": 0.97 - _NAMES, "height": 1.0 - _FOOT - _HEAD}
    chart.set_plotarea({"layout": room})
    legend(chart, sides, [len(sides)], position="top", always=True)
    return chart


def _gap_points(own: Sequence[Gap], heights: Sequence[float], ink: str, data: DataBlock) -> SheetSeries:
    """The points of one side; `heights` are below 0, and the sides share the room of a whole number."""
    data.add("measure", [gap.measure for gap in own])
    values = data.add(own[0].side, [gap.value for gap in own])
    below = data.add("below", [gap.value - gap.low for gap in own])
    above = data.add("above", [gap.high - gap.value for gap in own])
    rows = data.add("row", heights)
    border = {"border": {"color": ink}}
    full, not_full = border | {"fill": {"color": ink}}, border | {"fill": {"color": pale(ink)}}
    return {
        "name": values.head,
        "categories": values.cells,
        "values": rows.cells,
        "marker": {"type": "circle", "size": 7} | full,
        "points": [full if gap.significant else not_full for gap in own],
        "x_error_bars": error_bars(above, ink, below),
    }


def _names_of(measures: Sequence[str], left: float, data: DataBlock) -> SheetSeries:
    """The names of the measures at the left end of their rows."""
    x = data.add("left end", [left] * len(measures))
    y = data.add("row", [-at - 0.5 for at in range(len(measures))])
    names = [{"value": no_formula(measure), "font": SMALL} for measure in measures]
    return {
        "name": "measures",
        "categories": x.cells,
        "values": y.cells,
        "marker": {"type": "none"},
        "data_labels": {"value": True, "position": "left", "font": SMALL, "custom": names},
    }


def _round_ends(found: Sequence[float]) -> tuple[float, float]:
    """Round numbers at or beyond both ends of some figures."""
    low, high = min(found), max(found)
    step = 10.0 ** math.floor(math.log10((high - low) or 1.0))
    return math.floor(low / step) * step, (math.ceil(high / step) or 1) * step


def points(book: Any, picture: Points, data: DataBlock) -> Any:
    """A series for each group that has a point; those of the most important one are full, the others pale."""
    chart = book.add_chart({"type": "scatter"})
    shown = []
    for at, group in enumerate(picture.groups):
        own = [point for point in picture.points if point.group == group]
        if own:
            chart.add_series(_group(own, PALETTE[at % len(PALETTE)], data, picture, full=not at))
            shown.append(group)
    chart.set_x_axis(axis(picture.x_axis) | {"major_gridlines": {"visible": True, "line": {"color": GRID}}})
    chart.set_y_axis(axis(picture.y_axis))
    legend(chart, shown)
    return chart


def _group(own: Sequence[Point], ink: str, data: DataBlock, picture: Points, *, full: bool) -> SheetSeries:
    data.add("", [point.label for point in own])
    x = data.add(picture.x_axis, [point.x for point in own])
    above = data.add("above", [point.x_between[1] - point.x for point in own])
    below = data.add("below", [point.x - point.x_between[0] for point in own])
    y = data.add(own[0].group, [point.y for point in own])
    y_half_widths = data.add(PLUS_MINUS, [point.y_half_width for point in own])
    look = {"border": {"color": ink}, "fill": {"color": ink if full else pale(ink)}}
    return {
        "name": y.head,
        "categories": x.cells,
        "values": y.cells,
        "marker": {"type": "circle", "size": 7} | look,
        "x_error_bars": error_bars(above, ink, below),
        "y_error_bars": error_bars(y_half_widths, ink),
    }
