"""Whatever scenarios, portfolios and commands call things, every character of a report can be seen, in all formats."""

import io
import json
import re

import pypdf
import pytest
from openpyxl import load_workbook

from models.errors import Problem
from simulator.experiment.results import Unavailable
from simulator.output.blocks import Chart, Column, Heading, KeyFigure, KeyFigures, Preformatted, Report, Table, Text
from simulator.output.brand import HEADROOM
from simulator.output.figure import to_json
from simulator.output.formats import FORMATS
from simulator.output.pictures import PLAN, Bar, Bars
from simulator.output.renderers.terminal import console_on
from simulator.studies.plan.document import report_of
from tests.fabricated import outcome
from tests.printed import empty_table

HOSTILE = "a\x1b[31m\x9b2J\u202e\u2066\u200b\n\r\t\x00\ud800z"
TOLD = r"a\x1b[31m\x9b2J\u202e\u2066\u200b\n\r\t\x00\ud800z"
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def everywhere(text):
    """A report with a text in each of its places."""
    bars = Bars((Bar(text, PLAN, 1.0, 0.1), Bar("b", PLAN, 2.0, 0.1)), text)
    blocks = (
        Heading(text, 1), Heading(text, 2), Text(text), Preformatted(text), KeyFigures((KeyFigure(text, text, text),)),
        Table(text, (Column(text), Column("n", text)), ((text, Unavailable(text)),)), Chart(text, bars, text),
    )  # fmt: skip
    return Report(blocks, "2026-01-31", text)


@pytest.mark.parametrize("name", ["html", "markdown", "csv"])
def test_every_character_of_a_text_format_can_be_seen(name):
    written = FORMATS[name].render(everywhere(HOSTILE), HEADROOM).decode("utf-8-sig").replace("\r\n", "\n")
    assert not HIDDEN.search(written)
    assert written.replace("\\\\", "\\").replace("\\[", "[").count(TOLD) >= 6


def test_every_character_of_a_workbook_can_be_seen():
    book = load_workbook(io.BytesIO(FORMATS["xlsx"].render(everywhere(HOSTILE), HEADROOM)))
    cells = [cell.value for sheet in book for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str)]
    assert cells.count(TOLD) >= 6 and not any(HIDDEN.search(cell) for cell in cells)


def test_every_character_of_a_pdf_can_be_seen():
    printed = pypdf.PdfReader(io.BytesIO(FORMATS["pdf"].render(everywhere(HOSTILE), HEADROOM)))
    words = "".join(page.extract_text() for page in printed.pages)
    assert not re.search("[\x1b\x9b\u202e\u2066]", words)
    assert words.replace("\u200b", "").replace("\n", "").count(r"a\x1b[31m\x9b2J\u202e\u2066\u200b") >= 6


def test_nothing_that_the_program_writes_itself_is_escaped():
    assert not re.search(r"\\\\[nrt]|\\\\[xu][0-9a-f]{2}", repr(report_of(outcome()).complete))


def test_a_table_on_a_terminal_steers_nothing():
    for width in (100, 20):
        stream = io.StringIO()
        table = empty_table(HOSTILE.replace("\n", ""), ((HOSTILE, "left"), ("value", "right")))
        table.add_row(HOSTILE, "1")
        console = console_on(stream, width, width)
        console.print(table)
        console.print(HOSTILE)
        assert not HIDDEN.search(stream.getvalue().replace("\r\n", "\n"))
        assert r"a\x1b" in stream.getvalue()


def test_data_say_the_same_text_and_can_be_seen():
    written = to_json({HOSTILE: [HOSTILE, "é\U000e0041"]})
    assert not HIDDEN.search(written) and json.loads(written) == {HOSTILE: [HOSTILE, "é\U000e0041"]}


def test_a_problem_in_a_report_is_on_one_line():
    assert "\n" not in str(Problem(HOSTILE, 1, HOSTILE, HOSTILE, HOSTILE, HOSTILE))
