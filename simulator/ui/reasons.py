"""Why the answer is what it is: which limit bites first, how much of each is used, how long clients wait, over time."""

from collections.abc import Iterable, Iterator

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from simulator.measure.estimate import Estimate
from simulator.questions.plan.sections import costs, limits, over_time, response_times
from simulator.questions.plan.sides import sides
from simulator.report.blocks import Block, Chart, Charts, Table, Text
from simulator.report.language.decision import at_work
from simulator.report.language.sentences import what_binds
from simulator.report.pictures import PLAN, Bar, Bars
from simulator.rollup.outcome import Outcome
from simulator.ui.shown.blocks import show

FARTHEST = 4.0  # Times the load at which the first one binds: what binds beyond that would only flatten the picture.
BITES = "Load at which each limit binds, in times the present load"


def show_bites(outcome: Outcome | None) -> None:
    """Which limit bites first, as a picture: the shortest bar."""
    with _section("bites", "Which limit bites first"):
        if outcome is None:
            _to_come()
            return
        st.text(at_work(outcome) or what_binds(outcome))
        show(bites(outcome))
        with st.expander("The figures"):
            show(_of(limits.section(outcome), Table))


def bites(outcome: Outcome) -> list[Block]:
    """The load at which each limit binds, as a chart; nothing where none of them grows with the load."""
    found = bite_bars(outcome)
    if not found:
        return []
    title = f"{BITES}; the dashed line is the present one, and the shortest bar bites first"
    return [Chart(title, Bars(tuple(found), "times the present load", rule=1.0), f"{BITES}, as bars with intervals.")]


def bite_bars(outcome: Outcome) -> list[Bar]:
    """The growth until each limit binds, that of the plan which binds first on top; without what is far beyond it, and
    without what does not grow with the load."""
    found = [
        Bar(limit.name, side, limit.growth.value, limit.growth.half_width)
        for side, one in sides(outcome).items()
        for limit in one.limits
        if isinstance(limit.growth, Estimate)
    ]
    farthest = FARTHEST * max((_first(found, side) for side in sides(outcome)), default=0.0)
    near = [bar for bar in found if bar.value <= farthest]
    return sorted(near, key=lambda bar: (bar.side != PLAN, bar.value))


def _first(found: Iterable[Bar], side: str) -> float:
    """The growth until the first limit of a side binds; 0 if none grows."""
    return min((bar.value for bar in found if bar.side == side), default=0.0)


def show_use(outcome: Outcome | None) -> None:
    """How much of each limit of a server is in use."""
    with _section("use", "Use of each resource"):
        _show_or_wait(_of(limits.section(outcome), Chart) if outcome else None)


def show_response(outcome: Outcome | None) -> None:
    """How long clients wait: mean and percentiles."""
    with _section("response", "Response times"):
        if outcome is None or not outcome.results.series:
            _show_or_wait(_of(response_times.section(outcome), Chart) if outcome else None)
            st.text("Percentiles come with the simulation.")
        else:
            show(_of(response_times.section(outcome), Chart, Text))


def show_costs(outcome: Outcome | None) -> None:
    """What the farm costs a month; nothing without a demand."""
    if outcome is None or outcome.cost is None:
        return
    with _section("costs", "Costs"):
        show(_of(costs.section(outcome), Chart))
        with st.expander("The bill"):
            show(_of(costs.section(outcome), Table))


def show_over_time(outcome: Outcome | None) -> None:
    """Traffic, connections, memory and CPU over time, which only a simulation has."""
    with _section("over_time", "Over time"):
        _show_or_wait(_of(over_time.section(outcome), Text, Charts) if outcome else None)


def _section(key: str, title: str) -> DeltaGenerator:
    """A part of the page whose room is kept while it is empty (see style.css)."""
    part = st.container(key=key)
    part.subheader(title, anchor=False)
    return part


def _show_or_wait(blocks: Iterable[Block] | None) -> None:
    found = list(blocks or ())
    if found:
        show(found)
    else:
        _to_come()


def _to_come() -> None:
    st.text("Comes with the simulation.")


def _of(blocks: Iterable[Block], *kinds: type[Block]) -> Iterator[Block]:
    return (block for block in blocks if isinstance(block, kinds))
