"""A picture taken apart: the rows of its figures, and its outline, which is all else that its look depends on.

Figures change with every answer and the outline hardly ever, so that a look is drawn once for many answers.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulator.messages.output import HIGH_END, LOW_END
from simulator.output.pictures import (
    PLAN,
    Bar,
    Bars,
    Gaps,
    Line,
    Lines,
    NamedBars,
    Picture,
    Points,
    Rule,
    Stack,
    Tornado,
)

OutlineRow = dict[str, Any]
# An outline, and the lists of rows that go with it.
_Apart = tuple[tuple[Hashable, ...], tuple[list[OutlineRow], ...]]
# Pixels of a plot, as long as its place does not decide, and of a letter in the name of a rule.
WIDTH, LETTER = 300, 7.0
_MOST_NAMED = 6  # Points whose names have room in a picture.


@dataclass(frozen=True)
class PictureOutline:
    """kind: of the picture; outline: what the function of charts.py that draws that kind is called with; rows: lists of
    rows, which the drawing names by their places."""

    kind: str
    outline: tuple[Hashable, ...]
    rows: tuple[list[OutlineRow], ...]


def outline_picture(picture: Picture) -> PictureOutline:
    """Any picture taken apart."""
    outline, rows = _TAKEN_APART[picture.kind](picture)
    return PictureOutline(picture.kind, outline, rows)


def _bars(picture: Bars) -> _Apart:
    rule = () if picture.rule is None else (_at(picture.rule),)
    outline = (_labels(picture.bars), sides_of(picture.bars), picture.axis, bool(rule))
    return outline, ([_bar(bar) for bar in picture.bars], *rule)


def _named_bars(picture: NamedBars) -> _Apart:
    rows = [
        {"at": at, "label": bar.label, "text": bar.text, "value": bar.value, "marked": bar.marked}
        | dict(zip(("low", "high"), bar.between or (bar.value, bar.value), strict=True))
        for at, bar in enumerate(picture.bars)
    ]
    return (len(rows), picture.axis, any(bar.between for bar in picture.bars)), (rows,)


def _stack(picture: Stack) -> _Apart:
    items = _labels(picture.parts)
    rows = [_bar(part) | {"order": items.index(part.label)} for part in picture.parts]
    return (items, sides_of(picture.parts), picture.axis), (rows, [_bar(total) for total in picture.totals])


def _lines(picture: Lines) -> _Apart:
    rows = [row for line in picture.lines for row in _points(picture.x, line)]
    rules = sorted(picture.rules, key=lambda rule: rule.at)
    start = min(picture.x, default=0.0)
    span = (max((*picture.x, *(rule.at for rule in rules)), default=0.0) - start) or 1.0
    named = tuple(zip((rule.name for rule in rules), _lines_below(rules, start, span), strict=True))
    flat = not any(row["high"] for row in rows)
    names = tuple(line.name for line in picture.lines)
    outline = (names, picture.x_axis, picture.axis, flat, picture.dots, named, picture.start)
    return outline, (rows, *([{"at": rule.at, "name": rule.name}] for rule in rules))


def _points(x: Sequence[float], line: Line) -> Iterable[OutlineRow]:
    for at, value, half_width in zip(x, line.values, line.half_widths, strict=True):
        yield {"x": at} | _bar(Bar("", line.name, value, half_width))


def _lines_below(rules: Sequence[Rule], start: float, span: float) -> list[int]:
    """How many lines below the top the name of each rule is written: one that has no room beside another goes below."""
    found, ends, line = [], float("-inf"), 0
    for rule in rules:
        wide = len(rule.name) * LETTER / WIDTH * span
        line = line + 1 if rule.at - wide < ends else 0
        found.append(line)
        ends = rule.at + (wide if rule.at - wide < start else 0.0)  # Beside the axis it stands on the right.
    return found


def _gaps(picture: Gaps) -> _Apart:
    rows = [vars(gap) for gap in picture.gaps]
    sides, measures = (tuple(dict.fromkeys(row[field] for row in rows)) for field in ("side", "measure"))
    return (sides, measures, picture.axis), (rows, _at(0.0))


def _scattered(picture: Points) -> _Apart:
    first = [point for point in picture.points if point.group == picture.groups[0]]
    rows = [
        {"label": point.label, "group": point.group}
        | {"name": point.label if point in first and len(first) <= _MOST_NAMED else ""}
        | {"low": point.x_between[0], "value": point.x, "high": point.x_between[1]}
        | {"bottom": point.y - point.y_half_width, "top": point.y + point.y_half_width}
        | {"y": point.y, "y_half_width": point.y_half_width}
        for point in picture.points
    ]
    return (picture.groups, picture.x_axis, picture.y_axis), (rows,)


def _tornado(picture: Tornado) -> _Apart:
    rows = [
        {"label": span.label, "from": picture.present} | _bar(Bar(span.label, side, end.value, end.half_width))
        for span in picture.spans
        for side, end in ((LOW_END, span.low), (HIGH_END, span.high))
        if end is not None
    ]
    return (tuple(span.label for span in picture.spans), picture.axis), (rows, _at(picture.present))


_TAKEN_APART: Mapping[str, Callable[[Any], _Apart]] = {
    Bars.kind: _bars,
    NamedBars.kind: _named_bars,
    Lines.kind: _lines,
    Stack.kind: _stack,
    Gaps.kind: _gaps,
    Points.kind: _scattered,
    Tornado.kind: _tornado,
}


def _bar(bar: Bar) -> OutlineRow:
    ends = {"low": bar.value - bar.half_width, "high": bar.value + bar.half_width}
    return {"label": bar.label, "side": bar.side, "value": bar.value, **ends}


def _at(value: float) -> list[OutlineRow]:
    return [{"at": value}]


def _labels(bars: Iterable[Bar]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(bar.label for bar in bars))


def sides_of(bars: Iterable[Bar]) -> tuple[str, ...]:
    """Whose some bars are, the plan first."""
    return tuple(sorted(dict.fromkeys(bar.side for bar in bars), key=lambda side: side != PLAN))
