"""Bars and stacked bars, with their intervals, as charts of a workbook."""

from collections.abc import Sequence
from typing import Any

from simulator.messages.numbers import PLUS_MINUS
from simulator.output.pictures import Bar, Bars, Stack
from simulator.output.renderers.charts import PALETTE, colour
from simulator.output.renderers.outlines import sides_of
from simulator.output.renderers.workbook.chart_look import SheetSeries, axis, error_bars, legend
from simulator.output.renderers.workbook.links import HALF_WIDTH
from simulator.output.renderers.workbook.page import CellRange, CellReference, DataBlock


def bars(book: Any, picture: Bars, data: DataBlock) -> Any:
    """A series for each side; the value that none should pass is told with the axis."""
    chart = book.add_chart({"type": "bar"})
    labels = list(dict.fromkeys(bar.label for bar in picture.bars))
    found = {(bar.side, bar.label): bar for bar in picture.bars}
    categories = data.add("", labels)
    sides = sides_of(picture.bars)
    for at, side in enumerate(sides):
        values = data.add(side, [_value(found.get((side, label)), data) for label in labels])
        half_widths = data.add(PLUS_MINUS, [_half_width(found.get((side, label)), data) for label in labels])
        chart.add_series(
            _solid(values, categories, colour(side, at)) | {"y_error_bars": error_bars(half_widths), "gap": 60}
        )
    rule = "" if picture.rule is None else f" (none should pass {picture.rule:g})"
    _horizontal(chart, picture.axis + rule, picture.bars)
    legend(chart, sides)
    return chart


def stack(book: Any, picture: Stack, data: DataBlock) -> Any:
    """A series for each item; the last one carries the interval of the total, at which it ends."""
    chart = book.add_chart({"type": "bar", "subtype": "stacked"})
    sides, items = sides_of(picture.totals), list(dict.fromkeys(part.label for part in picture.parts))
    found = {(part.side, part.label): part for part in picture.parts}
    totals = {total.side: total for total in picture.totals}
    categories = data.add("", sides)
    columns = {item: data.add(item, [_value(found.get((side, item)), data) for side in sides]) for item in items}
    data.add("total", [_value(totals[side], data) for side in sides])
    half_widths = data.add(PLUS_MINUS, [_half_width(totals[side], data) for side in sides])
    for at, (item, values) in enumerate(columns.items()):
        last = {"y_error_bars": error_bars(half_widths)} if item == items[-1] else {}
        chart.add_series(_solid(values, categories, PALETTE[at % len(PALETTE)]) | {"gap": 50} | last)
    _horizontal(chart, picture.axis, picture.totals)
    legend(chart, items)
    return chart


def _value(bar: Bar | None, data: DataBlock) -> float | CellReference | None:
    if bar is None:
        return None
    return CellReference(bar.name, bar.value) if bar.name in data.links.names else bar.value


def _half_width(bar: Bar | None, data: DataBlock) -> float | CellReference | None:
    if bar is None:
        return None
    linked = bar.name in data.links.measured
    return CellReference(f"{bar.name}{HALF_WIDTH}", bar.half_width) if linked else bar.half_width


def _solid(values: CellRange, categories: CellRange, ink: str) -> SheetSeries:
    fill = {"fill": {"color": ink}, "border": {"none": True}}
    return {"name": values.head, "categories": categories.cells, "values": values.cells} | fill


def _horizontal(chart: Any, name: str, bars: Sequence[Bar]) -> None:
    """The axes of lying bars, the first one on top; they begin at 0, which is not left to the program that shows."""
    chart.set_x_axis(axis(name) | ({"min": 0} if all(bar.value >= 0.0 for bar in bars) else {}))
    chart.set_y_axis(axis("") | {"reverse": True, "crossing": "max", "major_gridlines": {"visible": False}})
