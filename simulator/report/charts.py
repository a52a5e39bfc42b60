"""Pictures of a report as charts of Altair: bars with intervals, lines with bands, stacked bars, points around 0.

Altair is imported when the first chart is built, so that a command which draws nothing starts at once.
Colours are those of Okabe and Ito (2008, Color Universal Design), which colour-blind readers can tell apart.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from simulator.report.pictures import (
    BASELINE,
    HIGH_END,
    LOW_END,
    PLAN,
    Bar,
    Bars,
    Gaps,
    Line,
    Lines,
    Picture,
    Points,
    Rule,
    Stack,
    Tornado,
)

COLOURS = {PLAN: "#0072B2", BASELINE: "#E69F00"}
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
INK = "#0b0c0d"  # Stands for the colour of the text around the chart; the renderer puts that in.
WIDTH, ROW, GAP_ROW = 300, 36, 26
_LETTER, _LINE = 7.0, 15  # Pixels of the name of a rule: the width of a letter, the height of a line.
_Row = dict[str, Any]
Keep = Callable[[Iterable[_Row]], Any]


@lru_cache(maxsize=64)
def specification(picture: Picture, width: int = WIDTH, *, validate: bool = False) -> dict[str, Any]:
    """The picture as Vega-Lite has it, in the one look that all share, with a plot of so many pixels.

    Its rows are kept apart and put in at the end, for Altair would copy and judge each of thousands; `validate` holds
    all else against the schema, which takes longer than drawing. Renderers share it: nobody changes it.
    """
    rows = _Rows()
    chart = _DRAWN[picture.kind](picture, rows.keep).properties(width=width)
    return configured(chart).to_dict(validate=validate) | {"datasets": rows.kept}


class _Rows:
    """The rows of one chart, each list under a name that is used in their place."""

    def __init__(self) -> None:
        self.kept: dict[str, list[_Row]] = {}

    def keep(self, rows: Iterable[_Row]) -> Any:
        import altair as alt

        name = f"rows {len(self.kept) + 1}"
        self.kept[name] = list(rows)
        return alt.NamedData(name=name)


def _bars(picture: Bars, keep: Keep) -> Any:
    import altair as alt

    labels = list(dict.fromkeys(bar.label for bar in picture.bars))
    sides = _sides(bar.side for bar in picture.bars)
    base = alt.Chart(keep([_bar(bar) for bar in picture.bars])).encode(
        y=alt.Y("label:N", sort=labels, title=None, axis=alt.Axis(labelLimit=150, domain=False, ticks=False)),
        yOffset=alt.YOffset("side:N", sort=sides),
    )
    bar = base.mark_bar(size=11).encode(x=_x("value", picture.axis, zero=True), color=_colour(sides))
    rule = [] if picture.rule is None else [_rule_at(picture.rule, keep)]
    return alt.layer(bar, *_whiskers(base, picture.axis), *rule).properties(height=ROW * len(labels))


def _lines(picture: Lines, keep: Keep) -> Any:
    import altair as alt

    rows = [row for line in picture.lines for row in _points(picture.x, line)]
    base = alt.Chart(keep(rows)).encode(
        x=_x("x", picture.x_axis), color=_colour([line.name for line in picture.lines])
    )
    # Where all is 0 the axis still has a length, or its ticks would all be written 0.
    top = {} if any(row["high"] for row in rows) else {"domain": [0.0, 1.0]}
    scale = alt.Scale(zero=True, nice=True, **top)
    y = alt.Y("low:Q", title=picture.axis, scale=scale, axis=alt.Axis(tickCount=4, minExtent=48))
    band = base.mark_area(opacity=0.25).encode(y=y, y2="high:Q")
    dots = {"point": alt.OverlayMarkDef(size=28)} if picture.dots else {}
    line = base.mark_line(strokeWidth=1.6, **dots).encode(y=alt.Y("value:Q", title=picture.axis))
    return alt.layer(band, line, *_named_rules(picture, keep)).properties(height=150 if picture.dots else 130)


def _points(x: Sequence[float], line: Line) -> Iterable[_Row]:
    for at, value, half_width in zip(x, line.values, line.half_widths, strict=True):
        yield {"x": at} | _bar(Bar("", line.name, value, half_width))


def _named_rules(picture: Lines, keep: Keep) -> list[Any]:
    """A dashed line at each rule, with its name at the top; a name that has no room beside another goes below it."""
    rules = sorted(picture.rules, key=lambda rule: rule.at)
    span = (max((*picture.x, *(rule.at for rule in rules)), default=0.0) - min(picture.x, default=0.0)) or 1.0
    drawn, ends, row = [], float("-inf"), 0
    for rule in rules:
        left = rule.at - len(rule.name) * _LETTER / WIDTH * span
        row = row + 1 if left < ends else 0
        drawn.append(_named_rule(rule, row, keep))
        ends = rule.at
    return drawn


def _named_rule(rule: Rule, row: int, keep: Keep) -> Any:
    import altair as alt

    mark = _rule_at(rule.at, keep)
    if not rule.name:
        return mark
    base = alt.Chart(keep([{"at": rule.at, "name": rule.name}])).encode(x="at:Q")
    text = base.mark_text(color=INK, align="right", dx=-4, dy=8 + _LINE * row, fontSize=12)
    return alt.layer(mark, text.encode(text="name:N", y=alt.value(0)))


def _stack(picture: Stack, keep: Keep) -> Any:
    import altair as alt

    items, sides = list(dict.fromkeys(part.label for part in picture.parts)), _sides(b.side for b in picture.parts)
    rows = [_bar(part) | {"order": items.index(part.label)} for part in picture.parts]
    y = alt.Y("side:N", sort=sides, title=None, axis=alt.Axis(domain=False, ticks=False))
    scale = alt.Scale(domain=items, range=list(PALETTE[: len(items)]))
    colour = alt.Color("label:N", scale=scale, legend=alt.Legend(title=None, orient="top", columns=3, symbolOpacity=1))
    bar = alt.Chart(keep(rows)).mark_bar(size=24)
    bar = bar.encode(y=y, x=_x("value", picture.axis, zero=True), color=colour, order=alt.Order("order:O"))
    ends = alt.Chart(keep([_bar(total) for total in picture.totals])).encode(y=y)
    return alt.layer(bar, *_whiskers(ends, picture.axis)).properties(height=ROW * 1.4 * len(sides))


def _gaps(picture: Gaps, keep: Keep) -> Any:
    """A point with its interval for each difference; it is full where the interval excludes 0."""
    import altair as alt

    rows = [vars(gap) for gap in picture.gaps]
    sides, measures = (list(dict.fromkeys(row[field] for row in rows)) for field in ("side", "measure"))
    scale = alt.Scale(domain=sides, range=list(PALETTE[: len(sides)]))
    legend = alt.Legend(title=None, orient="top", columns=1, labelLimit=280, symbolOpacity=1)
    base = alt.Chart(keep(rows)).encode(
        y=alt.Y("measure:N", sort=measures, title=None, axis=alt.Axis(labelLimit=170, domain=False, ticks=False)),
        yOffset=alt.YOffset("side:N", sort=sides),
        color=alt.Color("side:N", sort=sides, scale=scale, legend=legend),
    )
    whisker = base.mark_rule(strokeWidth=1.6).encode(x=alt.X("low:Q", title=picture.axis), x2="high:Q")
    fill = alt.Fill("side:N", sort=sides, scale=scale, legend=None)
    point = base.mark_point(size=60, opacity=1, strokeWidth=1.6).encode(
        x=alt.X("value:Q", title=picture.axis),
        fill=alt.condition("datum.significant", fill, alt.value("transparent")),
    )
    zero = alt.Chart(keep([{"at": 0.0}])).mark_rule(color=INK, opacity=0.6).encode(x="at:Q")
    height = GAP_ROW * max(1, len(measures)) * max(1, len(sides))
    return alt.layer(zero, whisker, point).properties(height=height)


def _scattered(picture: Points, keep: Keep) -> Any:
    """A point with both its intervals for each; the groups have colours, the most important one full points."""
    import altair as alt

    rows = [
        vars(point)
        | {"low": point.x - point.x_half_width, "value": point.x, "high": point.x + point.x_half_width}
        | {"bottom": point.y - point.y_half_width, "top": point.y + point.y_half_width}
        for point in picture.points
    ]
    groups = list(picture.groups)
    scale = alt.Scale(domain=groups, range=list(PALETTE[: len(groups)]))
    legend = alt.Legend(title=None, orient="top", columns=2, symbolOpacity=1)
    base = alt.Chart(keep(rows)).encode(color=alt.Color("group:N", sort=groups, scale=scale, legend=legend))
    x = alt.X("value:Q", title=picture.x_axis, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=4))
    y = alt.Y("y:Q", title=picture.y_axis, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=5, minExtent=48))
    across = base.mark_rule(strokeWidth=1.2).encode(x=alt.X("low:Q", title=picture.x_axis), x2="high:Q", y=y)
    upright = base.mark_rule(strokeWidth=1.2).encode(x=x, y=alt.Y("bottom:Q", title=picture.y_axis), y2="top:Q")
    fill = alt.Fill("group:N", sort=groups, scale=scale, legend=None)
    point = base.mark_point(size=60, opacity=1, strokeWidth=1.6).encode(
        x=x, y=y, fill=alt.condition(alt.datum.group == groups[0], fill, alt.value("transparent"))
    )
    return alt.layer(across, upright, point).properties(height=220)


def _tornado(picture: Tornado, keep: Keep) -> Any:
    """Bars from the present answer to those at the ends of each range, with their intervals."""
    import altair as alt

    rows = [
        {"label": span.label, "from": picture.present} | _bar(Bar(span.label, side, end.value, end.half_width))
        for span in picture.spans
        for side, end in ((LOW_END, span.low), (HIGH_END, span.high))
        if end is not None
    ]
    labels, ends = [span.label for span in picture.spans], [LOW_END, HIGH_END]
    base = alt.Chart(keep(rows)).encode(
        y=alt.Y("label:N", sort=labels, title=None, axis=alt.Axis(labelLimit=190, domain=False, ticks=False))
    )
    bar = base.mark_bar(size=13).encode(x=_x("from", picture.axis), x2="value:Q", color=_colour(ends))
    now = _rule_at(picture.present, keep)
    return alt.layer(bar, *_whiskers(base, picture.axis), now).properties(height=GAP_ROW * len(labels))


_DRAWN: Mapping[str, Callable[[Any, Keep], Any]] = {
    Bars.kind: _bars,
    Lines.kind: _lines,
    Stack.kind: _stack,
    Gaps.kind: _gaps,
    Points.kind: _scattered,
    Tornado.kind: _tornado,
}


def _bar(bar: Bar) -> _Row:
    ends = {"low": bar.value - bar.half_width, "high": bar.value + bar.half_width}
    return {"label": bar.label, "side": bar.side, "value": bar.value, **ends}


def _sides(found: Iterable[str]) -> list[str]:
    return sorted(dict.fromkeys(found), key=lambda side: side != PLAN)


def _x(field: str, title: str, *, zero: bool = False) -> Any:
    import altair as alt

    return alt.X(f"{field}:Q", title=title, scale=alt.Scale(zero=zero), axis=alt.Axis(tickCount=5))


def _colour(names: Sequence[str]) -> Any:
    """Plan and baseline in their colours, others in those of the palette; a legend where there are several."""
    import altair as alt

    legend = alt.Legend(title=None, orient="top", symbolOpacity=1) if len(names) > 1 else None
    colours = [COLOURS.get(name, PALETTE[at]) for at, name in enumerate(names)]
    return alt.Color("side:N", sort=list(names), scale=alt.Scale(domain=list(names), range=colours), legend=legend)


def _whiskers(base: Any, axis: str) -> list[Any]:
    """The interval of each bar: a line with an end on either side."""
    import altair as alt

    line = base.mark_rule(color=INK, strokeWidth=1.4).encode(x=_x("low", axis), x2="high:Q")
    ends = [
        base.mark_tick(color=INK, thickness=1.4, size=7, orient="vertical").encode(x=alt.X(f"{end}:Q", title=axis))
        for end in ("low", "high")
    ]
    return [line, *ends]


def _rule_at(value: float, keep: Keep) -> Any:
    import altair as alt

    mark = alt.Chart(keep([{"at": value}])).mark_rule(color=INK, strokeDash=[3, 3], opacity=0.6)
    return mark.encode(x="at:Q")


def configured(chart: Any) -> Any:
    """One look for all: no background, text in the colour of the page, a light grid."""
    return (
        chart.configure(background="transparent", font="sans-serif", padding=4)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK, titleColor=INK, domainColor=INK, tickColor=INK, gridColor=INK, gridOpacity=0.14,
            domainOpacity=0.5, tickOpacity=0.5, labelFontSize=13, titleFontSize=13, titleFontWeight="normal",
        )
        .configure_legend(labelColor=INK, labelFontSize=13, symbolType="square")
    )  # fmt: skip
