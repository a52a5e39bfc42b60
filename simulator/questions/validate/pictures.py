"""The charts that the page of a validation is shown with."""

from collections.abc import Sequence
from dataclasses import dataclass

from simulator.measure.estimate import Estimate
from simulator.report.renderers.charts import PALETTE
from simulator.report.renderers.outlines import WIDTH
from simulator.report.renderers.svg import to_svg


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
    import altair as alt

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
