"""How long clients wait."""

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.messages.plan import notes
from simulator.output.blocks import Block, Chart, Text
from simulator.output.pictures import Bar, Bars
from simulator.output.sides import sides

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
            elif isinstance(measure, Unavailable):
                told.append(Text(f"{label}, {side}: not known: {measure.reason}."))
    text = Text(notes.RESPONSE)
    chart = [Chart("Response times", Bars(tuple(drawn), "seconds"), notes.RESPONSE_BARS)] if drawn else []
    return [text, *chart, *told]
