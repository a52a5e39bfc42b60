"""Pictures of a report as charts of Altair: bars with intervals, lines with bands, stacked bars, points around 0.

Altair is imported when the first chart is built, so that a command which draws nothing starts at once.
Colours are those of Okabe and Ito (2008, Color Universal Design), which colour-blind readers can tell apart.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from simulator.report.pictures import BASELINE, PLAN, Bar, Bars, Gaps, Line, Lines, Picture, Rule, Stack

COLOURS = {PLAN: "#0072B2", BASELINE: "#E69F00"}
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
INK = "#0b0c0d"  # Stands for the colour of the text around the chart; the renderer puts that in.
WIDTH, ROW, GAP_ROW = 300, 36, 26
_LETTER, _LINE = 7.0, 15  # Pixels of the name of a rule: the width of a letter, the height of a line.
_Row = dict[str, Any]


def draw(picture: Picture) -> Any:
    """The picture as a chart of Altair, in the one look that all share."""
    return configured(_DRAWN[picture.kind](picture))


def _bars(picture: Bars) -> Any:
    import altair as alt

    labels = list(dict.fromkeys(bar.label for bar in picture.bars))
    sides = _sides(bar.side for bar in picture.bars)
    base = alt.Chart(alt.Data(values=[_bar(bar) for bar in picture.bars])).encode(
        y=alt.Y("label:N", sort=labels, title=None, axis=alt.Axis(labelLimit=150, domain=False, ticks=False)),
        yOffset=alt.YOffset("side:N", sort=sides),
    )
    bar = base.mark_bar(size=11).encode(x=_x("value", picture.axis, zero=True), color=_colour(sides))
    rule = [] if picture.rule is None else [_rule_at(picture.rule)]
    return alt.layer(bar, *_whiskers(base, picture.axis), *rule).properties(width=WIDTH, height=ROW * len(labels))


def _lines(picture: Lines) -> Any:
    import altair as alt

    rows = [row for line in picture.lines for row in _points(picture.x, line)]
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=_x("x", picture.x_axis), color=_colour([line.name for line in picture.lines])
    )
    # Where all is 0 the axis still has a length, or its ticks would all be written 0.
    top = {} if any(row["high"] for row in rows) else {"domain": [0.0, 1.0]}
    scale = alt.Scale(zero=True, nice=True, **top)
    y = alt.Y("low:Q", title=picture.axis, scale=scale, axis=alt.Axis(tickCount=4, minExtent=48))
    band = base.mark_area(opacity=0.25).encode(y=y, y2="high:Q")
    dots = {"point": alt.OverlayMarkDef(size=28)} if picture.dots else {}
    line = base.mark_line(strokeWidth=1.6, **dots).encode(y=alt.Y("value:Q", title=picture.axis))
    return alt.layer(band, line, *_named_rules(picture)).properties(width=WIDTH, height=150 if picture.dots else 130)


def _points(x: Sequence[float], line: Line) -> Iterable[_Row]:
    for at, value, half_width in zip(x, line.values, line.half_widths, strict=True):
        yield {"x": at} | _bar(Bar("", line.name, value, half_width))


def _named_rules(picture: Lines) -> list[Any]:
    """A dashed line at each rule, with its name at the top; a name that has no room beside another goes below it."""
    rules = sorted(picture.rules, key=lambda rule: rule.at)
    span = (max((*picture.x, *(rule.at for rule in rules)), default=0.0) - min(picture.x, default=0.0)) or 1.0
    drawn, ends, row = [], float("-inf"), 0
    for rule in rules:
        left = rule.at - len(rule.name) * _LETTER / WIDTH * span
        row = row + 1 if left < ends else 0
        drawn.append(_named_rule(rule, row))
        ends = rule.at
    return drawn


def _named_rule(rule: Rule, row: int) -> Any:
    import altair as alt

    mark = _rule_at(rule.at)
    if not rule.name:
        return mark
    base = alt.Chart(alt.Data(values=[{"at": rule.at, "name": rule.name}])).encode(x="at:Q")
    text = base.mark_text(color=INK, align="right", dx=-4, dy=8 + _LINE * row, fontSize=12)
    return alt.layer(mark, text.encode(text="name:N", y=alt.value(0)))


def _stack(picture: Stack) -> Any:
    import altair as alt

    items, sides = list(dict.fromkeys(part.label for part in picture.parts)), _sides(b.side for b in picture.parts)
    rows = [_bar(part) | {"order": items.index(part.label)} for part in picture.parts]
    y = alt.Y("side:N", sort=sides, title=None, axis=alt.Axis(domain=False, ticks=False))
    scale = alt.Scale(domain=items, range=list(PALETTE[: len(items)]))
    colour = alt.Color("label:N", scale=scale, legend=alt.Legend(title=None, orient="top", columns=3, symbolOpacity=1))
    bar = alt.Chart(alt.Data(values=rows)).mark_bar(size=24)
    bar = bar.encode(y=y, x=_x("value", picture.axis, zero=True), color=colour, order=alt.Order("order:O"))
    ends = alt.Chart(alt.Data(values=[_bar(total) for total in picture.totals])).encode(y=y)
    return alt.layer(bar, *_whiskers(ends, picture.axis)).properties(width=WIDTH, height=ROW * 1.4 * len(sides))


def _gaps(picture: Gaps) -> Any:
    """A point with its interval for each difference; it is full where the interval excludes 0."""
    import altair as alt

    rows = [vars(gap) for gap in picture.gaps]
    sides, measures = (list(dict.fromkeys(row[field] for row in rows)) for field in ("side", "measure"))
    scale = alt.Scale(domain=sides, range=list(PALETTE[: len(sides)]))
    legend = alt.Legend(title=None, orient="top", columns=1, labelLimit=280, symbolOpacity=1)
    base = alt.Chart(alt.Data(values=rows)).encode(
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
    zero = alt.Chart(alt.Data(values=[{"at": 0.0}])).mark_rule(color=INK, opacity=0.6).encode(x="at:Q")
    height = GAP_ROW * max(1, len(measures)) * max(1, len(sides))
    return alt.layer(zero, whisker, point).properties(width=WIDTH, height=height)


_DRAWN: Mapping[str, Callable[[Any], Any]] = {
    Bars.kind: _bars,
    Lines.kind: _lines,
    Stack.kind: _stack,
    Gaps.kind: _gaps,
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


def _rule_at(value: float) -> Any:
    import altair as alt

    mark = alt.Chart(alt.Data(values=[{"at": value}])).mark_rule(color=INK, strokeDash=[3, 3], opacity=0.6)
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
