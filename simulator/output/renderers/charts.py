"""Pictures of a report as charts of Altair: bars with intervals, lines with bands, stacked bars, points around 0.

Altair is imported when the first chart is built, so that a command which draws nothing starts at once.
Colours are those of Okabe and Ito (2008, Color Universal Design), which colour-blind readers can tell apart.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, lru_cache
from threading import Lock
from typing import Any

from simulator.messages.output import HIGH_END, LOW_END
from simulator.output.pictures import BASELINE, PLAN, Bars, Gaps, Lines, NamedBars, Picture, Points, Stack, Tornado
from simulator.output.renderers.outlines import LETTER, WIDTH, outline_picture

COLOURS = {PLAN: "#0072B2", BASELINE: "#E69F00"}
OTHER = "#767b84"  # What is not chosen; it stands out from a light and from a dark page.
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
INK = "#0b0c0d"  # Stands for the colour of the text around the chart; the renderer puts that in.
ROW, GAP_ROW, NAMED_ROW = 36, 26, 58
ROWS = "datasets"  # Where a specification has the figures; all else is its look.
_LINE = 15  # Pixels of the height of a line of text.
_DRAWING = Lock()
Names = tuple[str, ...]
_Layer = dict[str, Any]
_NamedRules = tuple[tuple[str, int], ...]
# Layers from the lowest on, and the height of the plot, pixels.
_Drawing = tuple[list[_Layer], float]


def specification(picture: Picture, width: int = WIDTH, *, validate: bool = False) -> dict[str, Any]:
    """The picture as Vega-Lite has it, in the one look that all share, with a plot of so many pixels.

    `validate` holds it against the schema, which takes longer than drawing. All but its ROWS is shared by pictures that
    look alike: nobody changes it.
    """
    picture_outline = outline_picture(picture)
    with _DRAWING:  # Who asks for the same look meanwhile waits for it, for that is sooner than to draw it as well.
        look = _look(picture_outline.kind, picture_outline.outline, width, validate)
    return look | {ROWS: {_name(place): rows for place, rows in enumerate(picture_outline.rows)}}


@lru_cache(maxsize=256)
def _look(kind: str, outline: tuple[Hashable, ...], width: int, validate: bool) -> dict[str, Any]:
    """All but the rows: Altair takes a while to build it, and would copy and judge each of thousands of rows.

    It draws layer by layer: to put layers into a chart, and to configure that, it copies all of them several times.
    """
    from simulator.extras import altair as alt
    from simulator.extras import schemapi

    with schemapi.debug_mode(validate):  # Which holds each part against the schema too.
        layers, height = _DRAWN[kind](*outline)
    look = _configured() | _together(layers) | {"height": height, "width": width, "$schema": alt.SCHEMA_URL}
    if validate:
        alt.LayerChart.from_dict(look)
    return look


def _together(layers: list[_Layer]) -> _Layer:
    """Layers above each other; where all have the same rows, that is said once, as Altair does."""
    if any(layer.get("data") != layers[0]["data"] for layer in layers[1:]):
        return {"layer": layers}
    alone = [{key: part for key, part in layer.items() if key != "data"} for layer in layers]
    return {"layer": alone, "data": layers[0]["data"]}


def _drawn(chart: Any, place: int = 0) -> _Layer:
    """What Altair draws of one layer, with the rows in a place: Altair, had it those, would look for their types."""
    drawn = chart.to_dict(validate=False, context={"top_level": False})
    return {"data": {"name": _name(place)}} | {key: drawn[key] for key in ("mark", "encoding")}


def _name(place: int) -> str:
    return f"rows {place + 1}"


def _bars(labels: Names, sides: Names, axis: str, ruled: bool) -> _Drawing:
    from simulator.extras import altair as alt

    base = alt.Chart().encode(
        y=alt.Y("label:N", sort=list(labels), title=None, axis=alt.Axis(labelLimit=150, domain=False, ticks=False)),
        yOffset=alt.YOffset("side:N", sort=list(sides)),
    )
    bar = base.mark_bar(size=11).encode(x=_x("value", axis, zero=True), color=_colour(sides))
    rule = [_rule(1)] if ruled else []
    return [_drawn(bar), *_whiskers(base, axis), *rule], ROW * len(labels)


def _named_bars(count: int, axis: str, ranged: bool) -> _Drawing:
    """A bar for each row, below its name and its figure in words; the chosen one is full of colour."""
    from simulator.extras import altair as alt

    # No line of a grid: it would run through what is written.
    across = alt.X("value:Q", title=axis, scale=alt.Scale(zero=True), axis=alt.Axis(tickCount=4, grid=False))
    places = alt.Y("at:O", title=None, axis=None, sort=list(range(count)))
    base = alt.Chart().encode(y=places)
    colour = alt.condition("datum.marked", alt.value(COLOURS[PLAN]), alt.value(OTHER))
    bar = base.mark_bar(size=12, yOffset=16).encode(x=across, color=colour)
    text = base.mark_text(align="left", color=INK, fontSize=13, limit=alt.ExprRef("width"), dy=1)
    name = base.mark_text(align="left", color=INK, fontSize=13, limit=alt.ExprRef("width"), dy=-16, fontWeight="bold")
    texts = [
        part.encode(x=alt.value(0), text=alt.Text(f"{field}:N")) for part, field in ((name, "label"), (text, "text"))
    ]
    whisker = base.mark_rule(color=INK, strokeWidth=1.4, yOffset=16).encode(
        x=alt.X("low:Q", title=axis), x2=alt.X2("high:Q")
    )
    parts = [bar, *texts, *([whisker] if ranged else [])]
    return [_drawn(part) for part in parts], NAMED_ROW * count


def _lines(
    names: Names, x_axis: str, axis: str, flat: bool, dotted: bool, rules: _NamedRules, start: tuple[int, int] | None
) -> _Drawing:
    from simulator.extras import altair as alt

    x = _x("x", x_axis) if start is None else _months(*start)
    base = alt.Chart().encode(x=x, color=_colour(names))
    # Where all is 0 the axis still has a length, or its ticks would all be written 0.
    scale = alt.Scale(zero=True, nice=True, domain=[0.0, 1.0] if flat else alt.Undefined)
    y = alt.Y("low:Q", title=axis, scale=scale, axis=alt.Axis(tickCount=4, minExtent=48))
    band = base.mark_area(opacity=0.25).encode(y=y, y2=alt.Y2("high:Q"))
    dots: dict[str, Any] = {"point": alt.OverlayMarkDef(size=28)} if dotted else {}
    line = base.mark_line(strokeWidth=1.6, **dots).encode(y=alt.Y("value:Q", title=axis))
    named = [_named_rule(place, *rule) for place, rule in enumerate(rules, start=1)]
    return [_drawn(band), _drawn(line), *named], 150 if dotted else 130


def _named_rule(place: int, name: str, below: int) -> _Layer:
    """A dashed line, with its name beside it, so many lines below the top."""
    from simulator.extras import altair as alt

    if not name:
        return _rule(place)
    # Left of the line, as far as there is room between it and the axis.
    side = f"scale('x', datum.at) < {LETTER * len(name)}"
    align, dx = alt.expr(f"{side} ? 'left' : 'right'"), alt.expr(f"{side} ? 4 : -4")
    text = alt.Chart().mark_text(color=INK, align=align, dx=dx, dy=8 + _LINE * below, fontSize=12)
    written = text.encode(x=alt.X("at:Q"), text=alt.Text("name:N"), y=alt.value(0))
    return {"layer": [_rule(place), _drawn(written, place)]}


def _stack(items: Names, sides: Names, axis: str) -> _Drawing:
    from simulator.extras import altair as alt

    y = alt.Y("side:N", sort=list(sides), title=None, axis=alt.Axis(domain=False, ticks=False))
    scale = alt.Scale(domain=list(items), range=list(PALETTE[: len(items)]))
    colour = alt.Color("label:N", scale=scale, legend=alt.Legend(title=None, orient="top", columns=3, symbolOpacity=1))
    bar = alt.Chart().mark_bar(size=24)
    bar = bar.encode(y=y, x=_x("value", axis, zero=True), color=colour, order=alt.Order("order:O"))
    return [_drawn(bar), *_whiskers(alt.Chart().encode(y=y), axis, 1)], ROW * 1.4 * len(sides)


def _gaps(sides: Names, measures: Names, axis: str) -> _Drawing:
    """A point with its interval for each difference; it is full where the interval excludes 0."""
    from simulator.extras import altair as alt

    order = list(sides)
    scale = alt.Scale(domain=order, range=list(PALETTE[: len(sides)]))
    legend = alt.Legend(title=None, orient="top", columns=1, labelLimit=280, symbolOpacity=1)
    base = alt.Chart().encode(
        y=alt.Y("measure:N", sort=list(measures), title=None, axis=alt.Axis(labelLimit=170, domain=False, ticks=False)),
        yOffset=alt.YOffset("side:N", sort=order),
        color=alt.Color("side:N", sort=order, scale=scale, legend=legend),
    )
    whisker = base.mark_rule(strokeWidth=1.6).encode(x=alt.X("low:Q", title=axis), x2=alt.X2("high:Q"))
    fill = alt.Fill("side:N", sort=order, scale=scale, legend=None)
    point = base.mark_point(size=60, opacity=1, strokeWidth=1.6).encode(
        x=alt.X("value:Q", title=axis), fill=alt.condition("datum.significant", fill, alt.value("transparent"))
    )
    zero = alt.Chart().mark_rule(color=INK, opacity=0.6).encode(x=alt.X("at:Q"))
    height = GAP_ROW * max(1, len(measures)) * max(1, len(sides))
    return [_drawn(zero, 1), _drawn(whisker), _drawn(point)], height


def _scattered(groups: Names, x_axis: str, y_axis: str) -> _Drawing:
    """A point with both its intervals for each; the groups have colours, the most important one full points and, where
    they are few, names."""
    from simulator.extras import altair as alt

    order = list(groups)
    scale = alt.Scale(domain=order, range=list(PALETTE[: len(groups)]))
    legend = alt.Legend(title=None, orient="top", columns=2, symbolOpacity=1)
    base = alt.Chart().encode(color=alt.Color("group:N", sort=order, scale=scale, legend=legend))
    x = alt.X("value:Q", title=x_axis, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=4))
    y = alt.Y("y:Q", title=y_axis, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=5, minExtent=48))
    across = base.mark_rule(strokeWidth=1.2).encode(x=alt.X("low:Q", title=x_axis), x2=alt.X2("high:Q"), y=y)
    upright = base.mark_rule(strokeWidth=1.2).encode(x=x, y=alt.Y("bottom:Q", title=y_axis), y2=alt.Y2("top:Q"))
    fill = alt.Fill("group:N", sort=order, scale=scale, legend=None)
    point = base.mark_point(size=60, opacity=1, strokeWidth=1.6).encode(
        x=x, y=y, fill=alt.condition(alt.datum.group == order[0], fill, alt.value("transparent"))
    )
    name = base.mark_text(align="left", dx=7, dy=-8, limit=150).encode(
        x=x, y=y, text=alt.Text("name:N"), color=alt.value(INK)
    )
    return [_drawn(part) for part in (across, upright, point, name)], 220


def _tornado(labels: Names, axis: str) -> _Drawing:
    """Bars from the present answer to those at the ends of each range, with their intervals."""
    from simulator.extras import altair as alt

    base = alt.Chart().encode(
        y=alt.Y("label:N", sort=list(labels), title=None, axis=alt.Axis(labelLimit=190, domain=False, ticks=False))
    )
    bar = base.mark_bar(size=13).encode(x=_x("from", axis), x2=alt.X2("value:Q"), color=_colour((LOW_END, HIGH_END)))
    return [_drawn(bar), *_whiskers(base, axis), _rule(1)], GAP_ROW * len(labels)


_DRAWN: Mapping[str, Callable[..., _Drawing]] = {
    Bars.kind: _bars,
    NamedBars.kind: _named_bars,
    Lines.kind: _lines,
    Stack.kind: _stack,
    Gaps.kind: _gaps,
    Points.kind: _scattered,
    Tornado.kind: _tornado,
}


def _x(field: str, title: str, *, zero: bool = False) -> Any:
    from simulator.extras import altair as alt

    return alt.X(f"{field}:Q", title=title, scale=alt.Scale(zero=zero), axis=alt.Axis(tickCount=5))


def _months(year: int, month: int) -> Any:
    """Months after a first one, each second half of a year told by its date."""
    from simulator.extras import altair as alt

    label = f"timeFormat(datetime({year}, {month} + datum.value, 1), '%b %Y')"
    axis = alt.Axis(values=list(range(0, 181, 6)), labelExpr=label, labelOverlap="greedy", labelSeparation=8)
    return alt.X("x:Q", title=None, scale=alt.Scale(zero=False, nice=False), axis=axis)


def colour(name: str, at: int) -> str:
    """That of the plan or the baseline, or one of the palette for others."""
    return COLOURS.get(name, PALETTE[at % len(PALETTE)])


def _colour(names: Sequence[str]) -> Any:
    """Plan and baseline in their colours, others in those of the palette; a legend where there are several."""
    from simulator.extras import altair as alt

    legend = alt.Legend(title=None, orient="top", symbolOpacity=1) if len(names) > 1 else None
    colours = [colour(name, at) for at, name in enumerate(names)]
    return alt.Color("side:N", sort=list(names), scale=alt.Scale(domain=list(names), range=colours), legend=legend)


def _whiskers(base: Any, axis: str, place: int = 0) -> list[_Layer]:
    """The interval of each bar: a line with an end on either side."""
    from simulator.extras import altair as alt

    line = base.mark_rule(color=INK, strokeWidth=1.4).encode(x=_x("low", axis), x2=alt.X2("high:Q"))
    ends = [
        base.mark_tick(color=INK, thickness=1.4, size=7, orient="vertical").encode(x=alt.X(f"{end}:Q", title=axis))
        for end in ("low", "high")
    ]
    return [_drawn(part, place) for part in (line, *ends)]


def _rule(place: int) -> _Layer:
    """A dashed line."""
    from simulator.extras import altair as alt

    rule = alt.Chart().mark_rule(color=INK, strokeDash=[3, 3], opacity=0.6)
    return _drawn(rule.encode(x=alt.X("at:Q")), place)


@cache
def _configured() -> dict[str, Any]:
    """One look for all: no background, text in the colour of the page, a light grid."""
    from simulator.extras import altair as alt

    chart = (
        alt.LayerChart()
        .configure(background="transparent", font="sans-serif", padding=4)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK, titleColor=INK, domainColor=INK, tickColor=INK, gridColor=INK, gridOpacity=0.14,
            domainOpacity=0.5, tickOpacity=0.5, labelFontSize=13, titleFontSize=13, titleFontWeight="normal",
        )
        .configure_legend(labelColor=INK, labelFontSize=13, symbolType="square")
    )  # fmt: skip
    return {"config": chart.to_dict(validate=False)["config"]}
