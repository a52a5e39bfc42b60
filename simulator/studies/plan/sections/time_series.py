"""Time series of one server."""

import numpy as np

from simulator.experiment.results import Series, ServerSeries
from simulator.farm.outcome import Outcome
from simulator.messages.numbers import unit_for
from simulator.messages.plan import notes
from simulator.messages.plan.basis import series_note
from simulator.network.roles import Role
from simulator.output.blocks import Block, Chart, Charts, Text
from simulator.output.pictures import Line, Lines, Rule
from simulator.output.sides import sides

# What is shown, in this order; of a role all that have it. Memory comes before the CPU: where processes are recycled,
# one is seen to follow from the other.
MEMORY = (Role.MEMORY, Role.HEAP)
SHOWN = (
    (ServerSeries.TRAFFIC,),
    (ServerSeries.REQUESTS,),
    (ServerSeries.CONNECTIONS,),
    MEMORY,
    (Role.CPU,),
    (Role.PAGE_FAULTS,),
)
_SPELT = {"": "number", "/s": "per second"}
_MINUTE = 60.0


def section(outcome: Outcome) -> list[Block]:
    """A chart for each series that is shown and was recorded, all memory among them; nothing without any."""
    charts = tuple(chart for name in _names(outcome) if (chart := _chart(outcome, name)))
    if not charts:
        return []
    return [Text(series_note(outcome)), Charts(charts)]


def _names(outcome: Outcome) -> list[str]:
    """The names of the series that are shown, of both sides, each once."""
    recorded = [series for one in sides(outcome).values() for series in one.results.series]
    return list(dict.fromkeys(series.name for shown in SHOWN for series in recorded if series.of in shown))


def _chart(outcome: Outcome, name: str) -> Chart | None:
    found = {side: series for side, one in sides(outcome).items() if (series := _named(one, name))}
    if not found:
        return None
    # Where one side has a longer warm-up, its end is left out: the chart shows the time that both have.
    shortest = min(found.values(), key=lambda series: series.time[-1])
    shown = {side: series for side, series in found.items() if _has(series, shortest.time)}
    size = len(shortest.time)
    largest = max(float(np.max(series.value[:size])) for series in shown.values())
    of_one, unit = unit_for(largest, shortest.unit)
    lines = tuple(
        Line(side, _in(series.value[:size], of_one), _in(series.half_width[:size], of_one))
        for side, series in shown.items()
    )
    warm_up = outcome.results.warm_up / _MINUTE
    rules = (Rule(warm_up),) if warm_up > 0.0 else ()
    picture = Lines(_in(shortest.time, _MINUTE), "simulated time, minutes", lines, _SPELT.get(unit, unit), rules)
    title = f"{name[0].upper()}{name[1:]}" + (f", {_SPELT.get(unit, unit)}" if unit else "")
    return Chart(title, picture, notes.over_time(title))


def _in(values: np.ndarray, unit: float) -> tuple[float, ...]:
    """Values in another unit, which is so many of the present one."""
    return tuple(float(value) for value in values / unit)


def _has(series: Series, time: np.ndarray) -> bool:
    """Whether a series has a point at each of some times: one with other windows has not."""
    return np.array_equal(series.time[: len(time)], time)


def _named(outcome: Outcome, name: str) -> Series | None:
    return next((series for series in outcome.results.series if series.name == name), None)
