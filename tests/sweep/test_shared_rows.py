"""Variants with the same figures: a row for each in files, one row and their names for people."""

import csv
import io
from dataclasses import replace

import pytest

from models.variations.portfolio import PLAN
from simulator.experiment.estimate import Estimate
from simulator.farm.sizing import TIMES_THE_DEMAND
from simulator.output.blocks import Table
from simulator.output.renderers.comma_separated import to_csv
from simulator.output.renderers.markdown import to_markdown
from simulator.output.renderers.workbook.grid import grid
from simulator.output.renderers.workbook.links import links
from simulator.studies.sweep.document import sweep_blocks, sweep_report
from simulator.studies.sweep.pareto import AnswerSet, Twin, best_answers, pareto_standings
from simulator.studies.sweep.result import sweep_csv
from simulator.studies.sweep.table import shared_rows, variants_table
from tests.sweep.test_front import answer

CARDS = "server.cards"


def twins(*names):
    return tuple(Twin(name, {CARDS: [name]}, "a.yaml", f"of {name}") for name in names)


@pytest.fixture
def swept():
    """Two answers, of which the dearer one is that of five further variants."""
    twice = Estimate(2.0, 0.0, 0.95, 5, TIMES_THE_DEMAND)
    alone, dear = answer("alone", 10, 100), answer("shared", 20, 200)
    alone, dear = (replace(each, figures=replace(each.figures, headroom=twice)) for each in (alone, dear))
    shared = replace(dear, values={CARDS: ["shared"]})
    answers = pareto_standings([replace(shared, also=twins("a", "b", "c", "d", "e")), alone])
    found = best_answers(answers)
    return AnswerSet("Farms", "p.yaml", PLAN, "kernel", "1", answers, 7, 0, (), *found, (1,), 0.95)


def test_the_values_separated_by_commas_have_a_row_each_with_its_own_values(swept):
    rows = list(csv.DictReader(io.StringIO(sweep_csv(swept))))
    assert [row["variant"] for row in rows] == ["shared", "a", "b", "c", "d", "e", "alone"]
    assert [row["same_as"] for row in rows] == ["", *["shared"] * 5, ""]
    assert (rows[1][CARDS], rows[1]["values_sha256"]) == ('["a"]', "of a")
    assert {row["cost_per_month"] for row in rows[:6]} == {"20"} and rows[6]["cost_per_month"] == "10"


def test_people_are_told_how_many_share_a_row_and_the_first_few_by_name(swept):
    (table,) = shared_rows(swept.answers)
    assert table.rows == (("shared", 5, "a; b; c and 2 more"),)
    assert table in sweep_blocks(swept) and table in sweep_report(swept, "sweep", "2026-01-01").blocks
    assert shared_rows(swept.answers[1:]) == []


def test_a_terminal_names_the_first_few_rows_and_says_where_the_others_are(swept):
    shared = swept.answers[0]
    many = tuple(replace(shared, name=f"shared {at}", also=twins("a")) for at in range(7))
    blocks = sweep_blocks(replace(swept, answers=many))
    (told,) = (block for block in blocks if isinstance(block, Table) and block.title.startswith("One row"))
    assert len(told.rows) == 5
    assert any("2 more rows are shared by several variants: --csv" in getattr(each, "text", "") for each in blocks)
    assert len(shared_rows(many)[0].rows) == 7


def test_a_workbook_and_comma_separated_values_of_a_report_have_a_row_each_and_other_formats_one_for_all(swept):
    report = sweep_report(swept, "sweep", "2026-01-01")
    assert to_csv(report).count("\r\na,") == 1
    table = variants_table("All", swept, swept.answers)
    assert [row[0] for row in table.rows] == ["shared", "alone"]
    written = grid(table, links(report.blocks))
    assert [row[0].content for row in written.rows] == ["shared", "a", "b", "c", "d", "e", "alone"]
    assert "| a |" not in to_markdown(report) and "a; b; c and 2 more" in to_markdown(report)
    assert [row[0] for row in table.only("variant").in_full().rows] == [row[0] for row in table.every]


def test_a_table_in_which_each_variant_has_a_row_is_the_same_in_full(swept):
    table = variants_table("All", swept, swept.answers[1:])
    assert table.every == () and table.in_full() is table and isinstance(table, Table)
