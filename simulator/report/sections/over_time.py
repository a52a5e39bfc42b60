"""Time series of one server."""

import numpy as np

from simulator.measure.results import Series
from simulator.report.blocks import Block, Chart, Charts, Heading, Text
from simulator.report.charts import lines
from simulator.report.numbers import readable_unit, size_of
from simulator.report.sides import sides
from simulator.rollup.outcome import Outcome

SHOWN = ("traffic", "requests", "connections", "CPU", "page faults")
MEMORY = "B"  # The unit of the series of memory regions, and of no others.
_SPELT = {"": "number", "/s": "per second"}
_MINUTE = 60.0


def section(outcome: Outcome) -> list[Block]:
    """A chart for each series that is shown and was recorded, all memory among them; nothing without any."""
    charts = tuple(chart for name in _names(outcome) if (chart := _chart(outcome, name)))
    if not charts:
        return []
    text = (
        "The mean of one server in each window with its interval over the replications. Measuring starts at the"
        " dashed line; what lies before it is warm-up."
    )
    return [Heading("Over time", 2), Text(text), Charts(charts)]


def _names(outcome: Outcome) -> list[str]:
    """What is shown, memory before the CPU: where processes are recycled, one is seen to follow from the other."""
    memory = dict.fromkeys(
        series.name for one in sides(outcome).values() for series in one.results.series if series.unit == MEMORY
    )
    before = SHOWN.index("CPU")
    return [*SHOWN[:before], *memory, *SHOWN[before:]]


def _chart(outcome: Outcome, name: str) -> Chart | None:
    found = {side: series for side, one in sides(outcome).items() if (series := _named(one, name))}
    if not found:
        return None
    longest = max(found.values(), key=lambda series: len(series.time))
    unit = readable_unit(max(float(np.max(series.value)) for series in found.values()), longest.unit)
    values = {
        side: (series.value / size_of(unit), series.half_width / size_of(unit))
        for side, series in found.items()
        if len(series.time) == len(longest.time)
    }
    chart = lines(longest.time / _MINUTE, values, _SPELT.get(unit, unit), outcome.results.warm_up / _MINUTE)
    title = f"{name[0].upper()}{name[1:]}" + (f", {_SPELT.get(unit, unit)}" if unit else "")
    return Chart(title, chart, f"{title} of one server over time, with intervals.")


def _named(outcome: Outcome, name: str) -> Series | None:
    return next((series for series in outcome.results.series if series.name == name), None)
