"""The tables of a report as CSV: numbers in full precision with intervals and units, and no formula in any text."""

import csv
import io

import pytest

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.output.blocks import Column, Heading, KeyFigure, KeyFigures, Report, Table, plain_cell
from simulator.output.renderers.comma_separated import to_csv
from simulator.studies.plan.document import report_of
from tests.fabricated import outcome

HALF = Estimate(1.0 / 3.0, 0.01, 0.95, 5, "s")


def rows_of(*blocks):
    return list(csv.reader(io.StringIO(to_csv(Report(blocks, "2026-11-21", "")))))


def test_every_figure_of_every_table_is_there_in_full_precision():
    cells = {cell for row in csv.reader(io.StringIO(to_csv(report_of(outcome())))) for cell in row}
    tables = [block for block in report_of(outcome()).blocks if isinstance(block, Table)]
    found = [plain_cell(content) for table in tables for row in table.rows for content in row]
    estimates = [content for content in found if isinstance(content, Estimate)]
    assert estimates and all(repr(float(each.value)) in cells or str(each.value) in cells for each in estimates)


def test_a_figure_has_its_interval_and_its_unit_beside_it():
    table = Table("T", (Column("what"), Column("value", numeric=True)), (("wait", HALF), ("other", "none")))
    assert rows_of(table)[1:4] == [
        ["what", "value", "±", "unit"],
        ["wait", repr(1.0 / 3.0), "0.01", "s"],
        ["other", "none", "", ""],
    ]


def test_a_unit_in_the_heading_is_not_said_again():
    table = Table("T", (Column("value", "s", numeric=True),), ((HALF,),))
    assert rows_of(table)[1:3] == [["value, s", "±"], [repr(1.0 / 3.0), "0.01"]]


def test_what_is_not_known_says_why():
    table = Table("T", (Column("value"), Column("n")), ((Unavailable("too few responses"), 3),))
    assert rows_of(table)[2] == ["not known: too few responses", "3"]
    unsure = Table("T", (Column("value", "s"),), ((Estimate(1.0, float("inf"), 0.95, 1, "s"),),))
    assert rows_of(unsure)[2] == ["1.0", "not known"]


@pytest.mark.parametrize("text", ["=CMD()", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://x")'])
def test_no_text_is_a_formula(text):
    table = Table(text, (Column(text),), ((text,),))
    rows = rows_of(Heading(text, 1), table, KeyFigures((KeyFigure(text, text, text),)))
    assert all(not cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in rows for cell in row)
    assert any(cell == f"'{text}" for row in rows for cell in row)


def test_a_text_is_one_cell_of_one_line_that_can_be_seen():
    text = "\t=CMD()\r\n\x1b[31m\u202e"
    rows = rows_of(Table("T", (Column(text),), ((text,),)))
    assert rows[1:3] == [[r"\t=CMD()\r\n\x1b[31m\u202e"]] * 2
