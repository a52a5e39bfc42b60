"""Published figures made up by hand."""

from simulator.experiment.estimate import Estimate
from simulator.studies.validate.published import ErrorBound, PublishedFigure, System

FIELDS = {
    "case": "case",
    "source": "a table",
    "column": "x86",
    "systems": (System("x86.yaml"),),
    "key": "requests",
    "measure": "requests",
    "comparison": "value",
    "published": 200.0,
    "unit": "",
    "role": "predict",
    "bound": None,
    "at_least": None,
    "at_most": None,
    "why": "",
    "unreproduced": "",
}


def figure(**fields):
    """A figure of 200; `bound` is written as in the file."""
    if isinstance(fields.get("bound"), str):
        size, unit = fields["bound"].split()
        fields["bound"] = ErrorBound(float(size), unit)
    return PublishedFigure(**{**FIELDS, **fields})


def found(value, unit="/s", half_width=0.0):
    """What the model says."""
    return Estimate(value, half_width, 0.95, 5, unit)
