"""How long clients wait."""

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.questions.plan.sides import sides
from simulator.report.blocks import Block, Chart, Heading, Text
from simulator.report.pictures import Bar, Bars
from simulator.rollup.outcome import Outcome

_MEASURES = {
    "response_mean": "mean",
    "response_p50": "median",
    "response_p95": "95th percentile",
    "response_p99": "99th percentile",
}


def section(outcome: Outcome) -> list[Block]:
    """A chart of the response times; figures without enough samples are told, not drawn."""
    drawn, told = [], []
    for side, one in sides(outcome).items():
        for name, label in _MEASURES.items():
            measure = one.results.measures.get(name)
            if isinstance(measure, Estimate):
                drawn.append(Bar(label, side, measure.value, measure.half_width))
            elif isinstance(measure, Refused):
                told.append(Text(f"{label}, {side}: not known: {measure.reason}."))
    text = Text("From the arrival of a request at the server to the last byte of its response.")
    chart = [_chart(drawn)] if drawn else []
    return [Heading("Response times", 2), text, *chart, *told]


def _chart(drawn: list[Bar]) -> Chart:
    alt = "Bars of the response times with intervals; the figures are in the table of measures."
    return Chart("Response times", Bars(tuple(drawn), "seconds"), alt)
