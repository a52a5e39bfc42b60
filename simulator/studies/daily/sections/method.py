"""How far off the method is: what loads in steady state say of windows, beside what a simulation of them says."""

from simulator.daily.day import DayResult
from simulator.daily.figures import PERCENTILE, RESPONSE
from simulator.daily.windows import SimulatedWindow
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.messages.daily import headings
from simulator.messages.daily.method import accuracy_sentences
from simulator.messages.daily.times import NO_STEADY_STATE, clock_text
from simulator.output.blocks import Block, Column, Table, Text


def section(day_result: DayResult) -> list[Block]:
    """What was tried and how far off it was, in sentences and a table of the windows."""
    return [*map(Text, accuracy_sentences(day_result)), windows(day_result)]


def windows(day_result: DayResult) -> Table:
    """Windows that were simulated beside what the curve says of them."""
    columns = (
        Column("window"),
        Column("from"),
        Column("to"),
        Column("mean response", "ms", numeric=True, detail=True),
        Column("mean off", "%", numeric=True),
        Column("95 % within", "ms", numeric=True, detail=True),
        Column("p95 off", "%", numeric=True),
        Column("minutes outside", numeric=True),
        Column("by its loads", numeric=True),
    )
    return Table(headings.WINDOWS, columns,
                 tuple(_window(each) for each in day_result.windows))  # fmt: skip


def _window(each: SimulatedWindow) -> tuple[str | float | Estimate | Unavailable, ...]:
    told = (
        cell for name in (RESPONSE, PERCENTILE) for cell in (_ms(each.full[name]), each.off(name) or NO_STEADY_STATE)
    )
    ends = (each.known_outside, round(each.by_curve_outside, 1))
    return (each.asked.name, clock_text(each.asked.begins), clock_text(each.ends), *told, *ends)


def _ms(found: Estimate | Unavailable) -> Estimate | Unavailable:
    return found if isinstance(found, Unavailable) else found.times(1e3, "ms")
