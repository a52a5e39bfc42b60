"""What a validation looks like on a terminal, on a page and as data."""

import json

import pytest

from simulator.experiment.results import Unavailable
from simulator.output.figure import to_json
from simulator.studies.validate.audit import audit_tables
from simulator.studies.validate.data import figures_of_audit, figures_of_rows
from simulator.studies.validate.document import (
    CALIBRATED,
    audit_markdown,
    audit_on_terminal,
    kept_part,
    markdown,
    validation_blocks,
)
from simulator.studies.validate.rows import judge_row
from simulator.studies.validate.sentences import summary
from tests.printed import printed
from tests.validate.figures import figure, found

ROWS = (
    judge_row(figure(bound="10 %"), found(210, half_width=3)),
    judge_row(figure(key="spikes", published=None, at_most=0, why="[none] seen"), found(0.0, "s")),
    judge_row(figure(key="response", published=0.244, bound="40 %", unreproduced="no such queue"), found(0.5, "s")),
    judge_row(figure(key="interval", published=300.0, bound="10 %"), Unavailable("nothing was recycled")),
    judge_row(figure(key="order", comparison="order", published=3.0), found(2, "neighbours in order")),
)
SHAPE = {"case", "column", "measure", "published", "simulated", "error", "bound", "role", "verdict"}


def test_the_data_has_its_fixed_shape():
    rows = json.loads(to_json(figures_of_rows(ROWS)))
    assert all(set(row) >= SHAPE for row in rows)
    assert [row["verdict"] for row in rows] == ["reproduced"] * 2 + ["not reproduced"] * 3
    assert [row["bound"] for row in rows] == ["10 %", "<= 0", "40 %", "10 %", None]
    assert rows[3]["simulated"] == {"refused": "nothing was recycled"}


@pytest.mark.parametrize("told", [printed(validation_blocks(ROWS, ())), markdown(ROWS)], ids=["terminal", "page"])
def test_a_missed_figure_says_why_and_a_figure_is_in_its_unit(told):
    one_line = " ".join(told.replace("\\", "").split())
    assert "2 of 5 figures reproduced" in one_line
    assert "244 ms" in one_line and "500 ms" in one_line
    assert "Not reproduced: no such queue" in one_line
    assert "nothing was recycled" in one_line
    assert "3 neighbours in order" in one_line
    assert "[none] seen" in one_line


def test_what_proofs_measured_stays_on_a_page_that_is_made_again(tmp_path):
    page = tmp_path / "page.md"
    assert kept_part(page) == ""
    page.write_text(f"{markdown(ROWS)}{CALIBRATED}\nby hand\n")
    assert kept_part(page) == f"{CALIBRATED}\nby hand\n"


def test_the_data_of_an_audit_is_a_list_of_rows():
    rows = json.loads(to_json(figures_of_audit(audit_tables())))
    assert all(set(row) == {"table", "quantity", "column", "value", "unit", "remark"} for row in rows)
    assert sum(row["quantity"] == "contradiction" for row in rows) > 20


@pytest.mark.parametrize(
    ("told", "requests"),
    [
        (printed(audit_on_terminal(audit_tables())), ("35.1 ", "2.8 ")),
        (audit_markdown(audit_tables()), ("35.11", "2.798")),
        (markdown(ROWS, audit_tables()), ("35.11", "2.798")),
    ],
    ids=("terminal", "markdown", "page"),
)
def test_an_audit_shows_quantities_with_remarks_and_contradictions_in_words(told, requests):
    """A screen has three digits, as of every table; a page has all that the tables are worth."""
    one_line = " ".join(told.split())
    for part in (*requests, "Little's law", "mean response, ms", "headings of the two columns are swapped"):
        assert part in one_line


def test_contradictions_of_the_published_tables_are_counted_in_the_summary():
    count = sum(len(table.contradictions) for table in audit_tables())
    said = summary(ROWS, audit_tables())
    assert f"The published tables contradict themselves {count} times: `validate --audit`" in said
    assert "contradict" not in summary(ROWS)
    assert summary(ROWS).startswith("2 of 5 figures reproduced; 0 shown without a bound, for audit.")
