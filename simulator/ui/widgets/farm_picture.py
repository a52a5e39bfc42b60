"""A picture of a farm: what is demanded, the units with their servers and spares, and the limits of one server."""

from collections.abc import Iterator
from html import escape

import streamlit as st

from simulator.experiment.limits import Limit, growing_limits
from simulator.farm.farm import Farm
from simulator.farm.outcome import Outcome
from simulator.messages.decision import state_text
from simulator.messages.numbers import plain_number
from simulator.messages.page import plan_page
from simulator.messages.wording import node_word, nodes_in_short
from simulator.ui.widgets.charts import TEXT, theme

WIDE, HIGH = 440, 232
MOST_UNITS, MOST_NODES, MOST_LIMITS = 6, 8, 4
HOT, WARM, COOL, SPARE = "#d9480f", "#e8a33d", "#2f81d6", "none"
_SMALL_HIGH = 78  # Of the picture on a card.
_NARROW = 130  # Where the units end and the server begins, which is drawn larger.
_LONGEST = 26  # Characters of a name.


def show_farm(outcome: Outcome) -> None:
    """The farm that is bought, as a picture; nothing where none is."""
    if outcome.farm is not None and outcome.recommended:
        drawn = draw_farm(outcome, outcome.farm, TEXT[theme()])
        st.image(drawn, width="stretch", alt=describe_farm(outcome, outcome.farm))


def show_small_farm(outcome: Outcome) -> None:
    """The units of the farm that is bought, small; nothing where none is."""
    if outcome.farm is not None and outcome.recommended:
        high = round(min(34.0 * outcome.farm.sizing.units.whole.value, _SMALL_HIGH))
        drawn = _svg("".join(_rows(outcome.farm, 0.0, high)), _NARROW, high, TEXT[theme()])
        st.image(drawn, width=_NARROW, alt=describe_farm(outcome, outcome.farm))


def draw_farm(outcome: Outcome, farm: Farm, ink: str) -> str:
    """The picture as one <svg> element, with lines and words of one colour."""
    return _svg("".join((*_demand(farm), *_units(farm), *_server(outcome))), WIDE, HIGH, ink)


def _svg(parts: str, wide: int, high: int, ink: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" color="{ink}"'
        f' font-family="Source Sans Pro, Source Sans, Segoe UI, Helvetica, Arial, sans-serif">{parts}</svg>'
    )


def describe_farm(outcome: Outcome, farm: Farm) -> str:
    """The picture in words, for those who do not see it."""
    sizing = farm.sizing
    units, nodes = plain_number(sizing.units.whole.value), sizing.capacity.nodes
    spare, bottleneck = sizing.capacity.spare_nodes, outcome.bottleneck.name
    word = node_word(outcome.scenario)
    return plan_page.farm_picture(sizing.demanded.stated, units, nodes, spare, bottleneck, word)


def _demand(farm: Farm) -> Iterator[str]:
    yield _words(0, 16, farm.sizing.demanded.stated, bold=True)
    yield _line(6, 24, 6, HIGH - 50)


def _units(farm: Farm) -> Iterator[str]:
    """The units, and how many they are."""
    sizing = farm.sizing
    count, nodes = int(sizing.units.whole.value), nodes_in_short(sizing.capacity)
    yield from _rows(farm, 32.0, HIGH - 70.0)
    more = f" ({count - MOST_UNITS} more)" if count > MOST_UNITS else ""
    unit = "unit" if count == 1 else "units"
    yield _words(0, HIGH - 30, f"{plain_number(count)} {unit} of {nodes}{more}", faint=True)
    if sizing.capacity.spare_nodes:
        yield _words(0, HIGH - 12, "outlined: to spare", faint=True)


def _rows(farm: Farm, top: float, room: float) -> Iterator[str]:
    """A row for each unit, with a box for each of its servers, or pods; the spare ones are only outlined."""
    capacity, shown = farm.sizing.capacity, min(int(farm.sizing.units.whole.value), MOST_UNITS)
    step = min(34.0, room / shown)
    for row in range(shown):
        at = top + row * step
        yield _line(6, at + 0.35 * step, 22, at + 0.35 * step)
        yield from _nodes(capacity.nodes, capacity.spare_nodes, 24, at + 1, 0.7 * step)


def _nodes(nodes: int, spare: int, left: float, top: float, high: float) -> Iterator[str]:
    shown = min(nodes, MOST_NODES)
    step = (_NARROW - left) / shown
    for place in range(shown):
        fill = SPARE if place >= shown - spare else COOL
        at = f'x="{left + place * step:.1f}" y="{top:.1f}" width="{0.8 * step:.1f}" height="{high:.1f}"'
        yield f'<rect {at} rx="3" fill="{fill}" stroke="{COOL}" stroke-width="1.2"/>'


def _server(outcome: Outcome) -> Iterator[str]:
    """One server at the demand, with its spares gone: how much of each limit is in use, the one that stops it hot."""
    left, right = _NARROW + 24, WIDE - 4
    found = outcome.operating_points[-1] if outcome.operating_points else None
    limits = growing_limits(found.limits if found else outcome.limits)[:MOST_LIMITS]
    yield _line(_NARROW + 4, 42, left, 42)
    yield f'<rect x="{left}" y="2" width="{right - left}" height="{HIGH - 34}" rx="8" fill="none" stroke="currentColor" stroke-opacity="0.35"/>'  # noqa: E501
    yield _words(left + 12, 22, outcome.scenario.server.name[:40], bold=True)
    for row, limit in enumerate(limits):
        yield from _bar(limit, limit.name == outcome.bottleneck.name, left + 12, right - 12, 46 + 38 * row)
    at = f"used at peak, {state_text(outcome, found)}" if found else "used"
    yield _words(left, HIGH - 12, at, faint=True)


def _bar(limit: Limit, hot: bool, left: float, right: float, top: float) -> Iterator[str]:
    share = min(1.0, max(0.0, limit.utilisation.value / 100.0))
    colour, stops = (HOT, ": bottleneck") if hot else (WARM if share > 0.6 else COOL, "")
    yield _words(left, top, f"{limit.name[:_LONGEST]}{stops}", bold=hot)
    yield _words(right, top, f"{plain_number(float(f'{limit.utilisation.value:.2g}'))} %", end=True)
    wide = right - left
    yield f'<rect x="{left}" y="{top + 6}" width="{wide}" height="8" rx="4" fill="currentColor" fill-opacity="0.12"/>'
    yield f'<rect x="{left}" y="{top + 6}" width="{max(3.0, share * wide):.1f}" height="8" rx="4" fill="{colour}"/>'


def _line(left: float, top: float, right: float, low: float) -> str:
    at = f'x1="{left:.1f}" y1="{top:.1f}" x2="{right:.1f}" y2="{low:.1f}"'
    return f'<line {at} stroke="currentColor" stroke-opacity="0.45" stroke-width="2"/>'


def _words(left: float, top: float, text: str, bold: bool = False, faint: bool = False, end: bool = False) -> str:
    anchor = ' text-anchor="end"' if end else ""
    weight = ' font-weight="600"' if bold else ""
    opacity = ' fill-opacity="0.8"' if faint else ""
    at = f'x="{left:.1f}" y="{top:.1f}"'
    return f'<text {at} font-size="13"{anchor}{weight}{opacity} fill="currentColor">{escape(text)}</text>'
