"""A report as Markdown: every figure, and every text as the text that it is."""

import re

import pytest

from simulator.experiment.estimate import Estimate
from simulator.output.blocks import Column, Heading, KeyFigures, Preformatted, Report, Table, Text
from simulator.output.brand import Brand
from simulator.output.cells import figure, table_cells
from simulator.output.renderers.comma_separated import to_csv
from simulator.output.renderers.markdown import escaped, to_markdown
from simulator.studies.plan.document import report_of
from tests.fabricated import outcome
from tests.ui.showing import HOSTILE


def unescaped(text):
    return re.sub(r"\\([\\`*_{}\[\]<>#|~$&!@.)=+-])", r"\1", text)


def report(*blocks):
    return Report(blocks, "2026-11-21", "made up")


def test_every_figure_is_in_the_text_at_its_digits():
    blocks, written = report_of(outcome()).blocks, unescaped(to_markdown(report_of(outcome())))
    for block in blocks:
        if isinstance(block, Table):
            for row in table_cells(block)[0]:
                assert all(" ".join(found.written.split()) in written for found in row), block.title
        if isinstance(block, KeyFigures):
            assert all(figure(card.figure).written in written for card in block.cards)


def test_headings_are_headings_and_charts_are_told_in_words():
    lines = to_markdown(report_of(outcome())).splitlines()
    assert lines[0].startswith("# ") and "## The answer" in lines
    assert any(line.startswith("*Response times: ") for line in lines)


def test_columns_of_figures_are_aligned_to_the_right():
    table = Table("Title", (Column("what"), Column("rate", "Mbps", numeric=True)), (("cards", 3), ("disks", 4)))
    assert "| what | rate, Mbps |\n| --- | ---: |\n| cards | 3 |\n| disks | 4 |" in to_markdown(report(table))


def test_traffic_is_told_in_the_unit_of_the_largest_and_stays_in_mbps_where_a_program_reads_it():
    columns = (Column("what"), Column("rate", "Mbps", numeric=True))
    table = Table("Title", columns, (("cards", Estimate(40_000.0, 400.0, 0.95, 5, "Mbps")), ("disk", 500)))
    one = report(table)
    assert "| what | rate, Gbps |" in to_markdown(one) and "| cards | 40.00 ± 0.40 |" in to_markdown(one)
    assert "| disk | 0.5 |" in to_markdown(one)
    assert "40000.0" in to_csv(one) and "Gbps" not in to_csv(one)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_stays_a_text_on_one_line(text):
    line = escaped(text)
    assert "\n" not in line
    assert not re.search(r"(?<!\\)(?:\\\\)*[<>*_`\[\]|]", line)
    assert unescaped(line) == " ".join(text.split())


def test_what_would_begin_a_list_or_a_rule_does_not():
    assert [escaped(text) for text in ("- x", "1. x", "12) x", "===")] == ["\\- x", "1\\. x", "12\\) x", "\\==="]
    assert [escaped(text) for text in ("-5.5 %", "36.93", "+ 1", "--- a")] == ["-5.5 %", "36.93", "\\+ 1", "--- a"]


def test_no_text_ends_its_own_block():
    fenced = to_markdown(report(Preformatted("a\n```\n# b\n````\nc")))
    assert fenced.startswith("`````\na\n```\n# b\n````\nc\n`````")


def test_whose_it_is_and_what_it_was_made_from_stands_below():
    last = to_markdown(report(Heading("T", 1), Text("x")), Brand("A_B")).splitlines()[-1]
    assert last == "A\\_B, 2026-11-21: made up"
