"""Charts of a report: bars with intervals, lines with bands, stacked bars. Every chart shows its intervals.

Altair is imported when the first chart is built, so that a command which draws nothing starts at once.
Colours are those of Okabe and Ito (2008, Color Universal Design), which colour-blind readers can tell apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

PLAN, BASELINE = "plan", "baseline"
COLOURS = {PLAN: "#0072B2", BASELINE: "#E69F00"}
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
INK = "#0b0c0d"  # Stands for the colour of the text around the chart; the renderer puts that in.
WIDTH, ROW = 300, 36
_Row = dict[str, Any]


@dataclass(frozen=True)
class Bar:
    """One bar: its label, whose it is (plan or baseline), its value and the half-width of its interval."""

    label: str
    side: str
    value: float
    half_width: float


def bars(found: Sequence[Bar], axis: str, *, rule: float | None = None) -> Any:
    """Horizontal bars with intervals, in the order given; `rule` marks a value that none should pass."""
    import altair as alt

    rows = [_interval(bar.label, bar.side, bar.value, bar.half_width) for bar in found]
    labels, sides = list(dict.fromkeys(bar.label for bar in found)), _sides(bar.side for bar in found)
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("label:N", sort=labels, title=None, axis=alt.Axis(labelLimit=150, domain=False, ticks=False)),
        yOffset=alt.YOffset("side:N", sort=sides),
    )
    bar = base.mark_bar(size=11).encode(x=_x("value", axis, zero=True), color=_colour(sides))
    marks = [bar, *_whiskers(base, axis)]
    if rule is not None:
        marks.append(_rule_at(rule))
    return _configured(alt.layer(*marks).properties(width=WIDTH, height=ROW * len(labels)))


def lines(times: Sequence[float], sides: dict[str, tuple[Any, Any]], axis: str, start: float) -> Any:
    """Lines over time with bands. times: minutes; sides: side -> values and half-widths; start: end of the warm-up."""
    import altair as alt

    rows = [
        {"time": float(time), **_interval("", side, float(value), float(half_width))}
        for side, (values, half_widths) in sides.items()
        for time, value, half_width in zip(times, values, half_widths, strict=True)
    ]
    names = list(sides)
    base = alt.Chart(alt.Data(values=rows)).encode(x=_x("time", "simulated time, minutes"))
    y = alt.Y("low:Q", title=axis, scale=alt.Scale(zero=True, nice=True), axis=alt.Axis(tickCount=4, minExtent=48))
    band = base.mark_area(opacity=0.25).encode(y=y, y2="high:Q", color=_colour(names))
    line = base.mark_line(strokeWidth=1.6).encode(y=alt.Y("value:Q", title=axis), color=_colour(names))
    marks = [band, line, *([_rule_at(start)] if start > 0.0 else [])]
    return _configured(alt.layer(*marks).properties(width=WIDTH, height=130))


def curve(x: Sequence[float], lines: dict[str, tuple[Any, Any]], axis: str, rules: dict[str, float]) -> Any:
    """Lines with bands and points over requests a second; `rules` are marked and named, such as the capacity.

    lines: name -> values and half-widths, one for each x.
    """
    import altair as alt

    rows = [
        {"x": at, **_interval("", name, value, half_width)}
        for name, (values, half_widths) in lines.items()
        for at, value, half_width in zip(x, values, half_widths, strict=True)
    ]
    names = list(lines)
    legend = alt.Legend(title=None, orient="top", symbolOpacity=1) if len(names) > 1 else None
    scale = alt.Scale(domain=names, range=list(PALETTE[: len(names)]))
    colour = alt.Color("side:N", sort=names, scale=scale, legend=legend)
    base = alt.Chart(alt.Data(values=rows)).encode(x=_x("x", "offered requests/s"), color=colour)
    y = alt.Y("low:Q", title=axis, scale=alt.Scale(zero=True, nice=True), axis=alt.Axis(tickCount=4, minExtent=48))
    band = base.mark_area(opacity=0.25).encode(y=y, y2="high:Q")
    line = base.mark_line(strokeWidth=1.6, point=alt.OverlayMarkDef(size=28)).encode(y=alt.Y("value:Q", title=axis))
    marks = [band, line, *(_named_rule(name, at) for name, at in rules.items())]
    return _configured(alt.layer(*marks).properties(width=WIDTH, height=150))


def _named_rule(name: str, at: float) -> Any:
    """A dashed line across a curve, with its name at the top."""
    import altair as alt

    base = alt.Chart(alt.Data(values=[{"at": at, "name": name}])).encode(x="at:Q")
    rule = base.mark_rule(color=INK, strokeDash=[3, 3], opacity=0.6)
    text = base.mark_text(color=INK, align="right", dx=-4, dy=8, fontSize=12).encode(text="name:N", y=alt.value(0))
    return alt.layer(rule, text)


def stack(parts: Sequence[Bar], totals: Sequence[Bar], axis: str) -> Any:
    """One stacked bar for each side; `parts` are labelled by item, `totals` carry the intervals."""
    import altair as alt

    items, sides = list(dict.fromkeys(part.label for part in parts)), _sides(part.side for part in parts)
    rows = [{**_interval(p.label, p.side, p.value, p.half_width), "order": items.index(p.label)} for p in parts]
    y = alt.Y("side:N", sort=sides, title=None, axis=alt.Axis(domain=False, ticks=False))
    scale = alt.Scale(domain=items, range=list(PALETTE[: len(items)]))
    colour = alt.Color("label:N", scale=scale, legend=alt.Legend(title=None, orient="top", columns=3, symbolOpacity=1))
    bar = alt.Chart(alt.Data(values=rows)).mark_bar(size=24)
    bar = bar.encode(y=y, x=_x("value", axis, zero=True), color=colour, order=alt.Order("order:O"))
    ends = [_interval(total.label, total.side, total.value, total.half_width) for total in totals]
    whiskers = _whiskers(alt.Chart(alt.Data(values=ends)).encode(y=y), axis)
    return _configured(alt.layer(bar, *whiskers).properties(width=WIDTH, height=ROW * 1.4 * len(sides)))


def _interval(label: str, side: str, value: float, half_width: float) -> _Row:
    ends = {"low": value - half_width, "high": value + half_width}
    return {"label": label, "side": side, "value": value, **ends}


def _sides(found: Any) -> list[str]:
    return sorted(set(found), key=lambda side: side != PLAN)


def _x(field: str, title: str, *, zero: bool = False) -> Any:
    import altair as alt

    return alt.X(f"{field}:Q", title=title, scale=alt.Scale(zero=zero), axis=alt.Axis(tickCount=5))


def _colour(sides: list[str]) -> Any:
    """Plan and baseline in their colours, with a legend where there are both."""
    import altair as alt

    legend = alt.Legend(title=None, orient="top", symbolOpacity=1) if len(sides) > 1 else None
    return alt.Color(
        "side:N", sort=sides, scale=alt.Scale(domain=sides, range=[COLOURS[s] for s in sides]), legend=legend
    )


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


def _configured(chart: Any) -> Any:
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
