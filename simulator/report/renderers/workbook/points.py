"""Points in a plane with intervals both ways, as charts of a workbook."""

from collections.abc import Sequence
from typing import Any

from simulator.report.language.numbers import PLUS_MINUS
from simulator.report.pictures import Point, Points
from simulator.report.renderers.charts import PALETTE
from simulator.report.renderers.workbook.data import DataBlock
from simulator.report.renderers.workbook.series import GRID, SheetSeries, axis, error_bars, legend, pale


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
    x_half_widths = data.add(PLUS_MINUS, [point.x_half_width for point in own])
    y = data.add(own[0].group, [point.y for point in own])
    y_half_widths = data.add(PLUS_MINUS, [point.y_half_width for point in own])
    look = {"border": {"color": ink}, "fill": {"color": ink if full else pale(ink)}}
    return {
        "name": y.head,
        "categories": x.cells,
        "values": y.cells,
        "marker": {"type": "circle", "size": 7} | look,
        "x_error_bars": error_bars(x_half_widths, ink),
        "y_error_bars": error_bars(y_half_widths, ink),
    }
