"""Pictures as charts of a workbook: bars and stacked bars with their intervals, lines with bands over an axis, and
points."""

import math
from collections.abc import Sequence
from typing import Any

from simulator.report.language.numbers import PLUS_MINUS
from simulator.report.pictures import Bar, Bars, Gap, Gaps, Line, Lines, Point, Points, Stack
from simulator.report.renderers.charts import PALETTE, colour
from simulator.report.renderers.outlines import sides_of
from simulator.report.renderers.workbook.links import HALF_WIDTH
from simulator.report.renderers.workbook.page import CellRange, CellReference, DataBlock
from simulator.report.renderers.workbook.text import no_formula

INK, GRID, _AXIS = "#3C4650", "#E3E6E9", "#9AA3AB"
SheetSeries = dict[str, Any]


def pale(ink: str) -> str:
    """A colour of the same hue for what is not full: not every program draws the rim of a mark."""
    parts = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 - 0.3 * (255 - part)):02X}" for part in parts)


def error_bars(plus: CellRange, ink: str = INK, minus: CellRange | None = None) -> dict[str, Any]:
    """Intervals whose half-widths, or both sides, stand in cells."""
    values = {"plus_values": plus.cells, "minus_values": (minus or plus).cells}
    return {"type": "custom", **values, "line": {"color": ink, "width": 1.25}}


def axis(name: str) -> dict[str, Any]:
    """An axis with its name, "" for none, and a light grid."""
    look = {
        "num_font": {"size": 9, "color": INK},
        "line": {"color": _AXIS},
        "major_gridlines": {"visible": True, "line": {"color": GRID}},
    }
    font = {"bold": False, "size": 9, "color": INK}
    return look | ({"name": no_formula(name), "name_font": font} if name else {})


def legend(
    chart: Any, names: Sequence[str], hidden: Sequence[int] = (), *, position: str = "bottom", always: bool = False
) -> None:
    """A legend where there are several names; `hidden` are the series that it leaves out."""
    if len(names) < 2 and not always:
        chart.set_legend({"none": True})
    else:
        chart.set_legend({"position": position, "font": {"size": 9, "color": INK}, "delete_series": list(hidden)})


_HEAD, _FOOT, _NAMES = 0.12, 0.18, 0.3  # Shares of the chart for the legend, the axis and the names of the measures.
_SMALL = {"size": 9, "color": INK}


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
    names = [{"value": no_formula(measure), "font": _SMALL} for measure in measures]
    return {
        "name": "measures",
        "categories": x.cells,
        "values": y.cells,
        "marker": {"type": "none"},
        "data_labels": {"value": True, "position": "left", "font": _SMALL, "custom": names},
    }


def _round_ends(found: Sequence[float]) -> tuple[float, float]:
    """Round numbers at or beyond both ends of some figures."""
    low, high = min(found), max(found)
    step = 10.0 ** math.floor(math.log10((high - low) or 1.0))
    return math.floor(low / step) * step, (math.ceil(high / step) or 1) * step
