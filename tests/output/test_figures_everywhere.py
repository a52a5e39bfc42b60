"""Whatever format a report has, its figures are those of `--json`: a report has none that the data have not."""

from collections.abc import Iterator

import pytest

from simulator.experiment.estimate import Estimate
from simulator.output.blocks import Heading, KeyFigures, Linked, Table, plain_cell
from simulator.output.data import figures
from simulator.studies.plan.document import report_of
from tests.fabricated import outcome

# Figures of other systems, which stand in the record of the last validation.
ELSEWHERE = "How far to trust it"


def known(data: object) -> Iterator[tuple[float, float]]:
    """Value and half-width of every figure in the data."""
    if isinstance(data, dict):
        if "half_width" in data:
            yield data["value"], data["half_width"]
        for entry in data.values():
            yield from known(entry)
    elif isinstance(data, list):
        for entry in data:
            yield from known(entry)


def shown() -> Iterator[tuple[str, str, Estimate]]:
    """Every figure of a report that was measured or follows from what was: its section, its name, itself."""
    section = ""
    for block in report_of(outcome()).blocks:
        section = block.text if isinstance(block, Heading) else section
        rows = block.rows if isinstance(block, Table) else ()
        rows = [(c.label, c.figure) for c in block.cards] if isinstance(block, KeyFigures) else rows
        for name, *cells in rows:
            entries = [c for c in cells if not (isinstance(c, Linked) and c.entry)]
            yield from ((section, str(name), c) for c in map(plain_cell, entries) if isinstance(c, Estimate))


def test_a_report_has_no_figure_that_the_data_have_not():
    data = set(known(figures(outcome())))
    found = list(shown())
    missing = [f"{section}: {name}: {figure}" for section, name, figure in found
               if section != ELSEWHERE and (figure.value, figure.half_width) not in data]  # fmt: skip
    assert len(found) > 100 and not missing


@pytest.mark.parametrize("name", ["units", "whole_units", "servers", "racks", "cost_per_month", "capacity_mbps"])
def test_the_answer_is_in_the_report(name):
    asked = figures(outcome())[name]
    assert (asked["value"], asked["half_width"]) in {(figure.value, figure.half_width) for *_, figure in shown()}
