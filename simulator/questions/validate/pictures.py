"""The chart that the page of a validation is shown with, of throughput over heap size, and the systems behind it: three
kinds of references, heaps up to 12 GiB."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.parts.heap import heap_ceiling
from simulator.errors import surely
from simulator.measure.estimate import Estimate
from simulator.questions.validate.found import of_outcome
from simulator.questions.validate.needed import scenario_of
from simulator.questions.validate.published import System
from simulator.report.renderers.charts import PALETTE
from simulator.report.renderers.outlines import WIDTH
from simulator.report.renderers.svg import to_svg
from simulator.rollup.outcome import Outcome

GIB = 2.0**30
HEAPS = (0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)
# Kind of references -> the scenario that has them.
KINDS = {
    "32-bit": "scenarios/published/daytrader_32.yaml",
    "64-bit, compressed": "scenarios/published/daytrader_compressed.yaml",
    "64-bit": "scenarios/published/daytrader_64.yaml",
}
MEASURE = "completed_requests"


@dataclass(frozen=True)
class CaseChart:
    """A chart that a case is shown with: its file beside the page, and what it shows."""

    case: str
    file: str
    description: str


def throughput_over_heap(points: Sequence[tuple[str, float, Estimate]]) -> str:
    """The chart of requests a second over heap size as SVG, a line for each kind of references with its intervals.

    `points` are (kind, heap in GiB, throughput). It is shown by itself, so it has a ground of its own.
    """
    from simulator.extras import altair as alt

    rows = [
        {"kind": kind, "heap": heap, "value": found.value, "low": found.low, "high": found.high}
        for kind, heap, found in points
    ]
    kinds = list(dict.fromkeys(kind for kind, _, _ in points))
    scale = alt.Scale(domain=kinds, range=list(PALETTE[: len(kinds)]))
    legend = alt.Legend(title=None, orient="top", symbolOpacity=1)
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("heap:Q", title="heap, GiB"), color=alt.Color("kind:N", sort=kinds, scale=scale, legend=legend)
    )
    y = alt.Y("value:Q", title="requests per second", scale=alt.Scale(zero=False))
    line = base.mark_line(strokeWidth=1.6, point=True).encode(y=y)
    whiskers = base.mark_rule(strokeWidth=1.4).encode(y=alt.Y("low:Q", title="requests per second"), y2="high:Q")
    chart = alt.layer(line, whiskers).properties(width=2 * WIDTH, height=WIDTH)
    chart = chart.configure(background="white", font="sans-serif", padding=8).configure_view(stroke=None)
    return to_svg(chart.to_dict(), "throughput-over-heap")


def systems() -> dict[tuple[str, float], System]:
    """The system of each kind and heap, without the heaps that are over the kind's ceiling."""
    found: dict[tuple[str, float], System] = {}
    for kind, file in KINDS.items():
        scenario = scenario_of(_system(file))
        runtime = surely(scenario.runtime, "runtime")
        ceiling = heap_ceiling(runtime, scenario.operating_system).bytes
        for heap in HEAPS:
            if heap * GIB <= ceiling:
                found[kind, heap] = _system(file, "" if runtime.heap == heap * GIB else f"{heap:g} GiB")
    return found


def points(outcomes: Mapping[str, Outcome]) -> tuple[tuple[str, float, Estimate], ...]:
    """(kind, heap in GiB, requests completed per second), from the outcomes of the systems by name; without what could
    not be measured."""
    found = {key: of_outcome(MEASURE, outcomes[system.name]) for key, system in systems().items()}
    return tuple((*key, measured) for key, measured in found.items() if isinstance(measured, Estimate))


def _system(file: str, heap: str = "") -> System:
    """The scenario with a heap; as it is where none is named, which is that of its own, so that it need not run
    twice."""
    return System(file, (("runtime.heap", heap),) if heap else (), is_shipped=True)
