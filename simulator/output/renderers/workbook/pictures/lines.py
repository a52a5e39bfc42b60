"""Lines with bands over an axis, and what is marked on it, as charts of a workbook."""

from typing import Any

from simulator.messages.numbers import PLUS_MINUS
from simulator.output.pictures import Line, Lines
from simulator.output.renderers.charts import colour
from simulator.output.renderers.workbook.chart_look import INK, SheetSeries, axis, error_bars, legend
from simulator.output.renderers.workbook.page import CellRange, DataBlock


def lines(book: Any, picture: Lines, data: DataBlock) -> Any:
    """A line each, with intervals at its points where these are marked and else between two thin lines."""
    chart = book.add_chart({"type": "scatter", "subtype": "straight"})
    x = data.add(picture.x_axis, picture.x)
    hidden: list[int] = []
    shown = 0
    for at, line in enumerate(picture.lines):
        ink = colour(line.name, at)
        band = [] if picture.dots else _band(x, line, data, ink)
        series = [_line(x, line, data, ink, dots=picture.dots), *band]
        hidden += range(shown + 1, shown + len(series))
        shown += len(series)
        for each in series:
            chart.add_series(each)
    for rule, named in _rules(picture, data):
        hidden += [] if named else [shown]
        shown += 1
        chart.add_series(rule)
    _axes(chart, picture)
    legend(chart, [line.name for line in picture.lines] + [rule.name for rule in picture.rules if rule.name], hidden)
    return chart


def _line(x: CellRange, line: Line, data: DataBlock, ink: str, *, dots: bool) -> SheetSeries:
    values, half_widths = data.add(line.name, line.values), data.add(PLUS_MINUS, line.half_widths)
    marker = {"type": "circle", "size": 5, "fill": {"color": ink}, "border": {"color": ink}}
    return {
        "name": values.head,
        "categories": x.cells,
        "values": values.cells,
        "line": {"color": ink, "width": 1.75},
        "marker": marker if dots else {"type": "none"},
    } | ({"y_error_bars": error_bars(half_widths, ink)} if dots else {})


def _band(x: CellRange, line: Line, data: DataBlock, ink: str) -> list[SheetSeries]:
    ends = {
        "low": [value - half_width for value, half_width in zip(line.values, line.half_widths, strict=True)],
        "high": [value + half_width for value, half_width in zip(line.values, line.half_widths, strict=True)],
    }
    found = [data.add(f"{line.name}, {end}", values) for end, values in ends.items()]
    look = {"color": ink, "width": 0.75, "transparency": 55}
    return [
        {"name": end.head, "categories": x.cells, "values": end.cells, "line": look, "marker": {"type": "none"}}
        for end in found
    ]


def _rules(picture: Lines, data: DataBlock) -> list[tuple[SheetSeries, bool]]:
    """A dashed line from the foot to the highest figure at each place that is marked, and whether it has a name."""
    tops = [value + half for line in picture.lines for value, half in zip(line.values, line.half_widths, strict=True)]
    top = max(tops, default=0.0) or 1.0
    found = []
    for at, rule in enumerate(picture.rules):
        x, y = data.add("marked at", [rule.at, rule.at]), data.add(rule.name or "mark", [0.0, top])
        line = {"color": INK, "width": 1.25, "dash_type": ("dash", "round_dot", "dash_dot")[at % 3]}
        series = {"name": y.head, "categories": x.cells, "values": y.cells, "line": line, "marker": {"type": "none"}}
        found.append((series, bool(rule.name)))
    return found


def _axes(chart: Any, picture: Lines) -> None:
    lows = [value - half for line in picture.lines for value, half in zip(line.values, line.half_widths, strict=True)]
    marked = [*picture.x, *(rule.at for rule in picture.rules)]
    ends = {"min": 0, "max": max(marked)} if marked and not picture.dots else {}
    chart.set_x_axis(axis(picture.x_axis) | ends)
    chart.set_y_axis(axis(picture.axis) | ({"min": 0} if min(lows, default=0.0) >= 0.0 else {}))
