"""Whatever a text says, in a workbook it is a text: no formula, no link, no markup, no number."""

import io
import re
import zipfile
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from models.visible import visible
from simulator.output.blocks import Chart, Column, Heading, KeyFigure, KeyFigures, Preformatted, Report, Table, Text
from simulator.output.pictures import PLAN, Bar, Bars, Line, Lines
from simulator.output.renderers.workbook.book import to_workbook
from simulator.output.renderers.workbook.text import cell_text, margin_text, no_formula, sheet_names

HOSTILE = (
    '=CMD("calc")',
    "{=SUM(A1)}",
    "@x",
    "+1",
    "-1",
    "12",
    "1e3",
    "TRUE",
    "2026-01-31",
    "http://example.com/x",
    "mailto:x@example.com",
    "external:c:\\x.xlsx",
    "<script>alert(1)</script>",
    "<r><t>raw</t></r>",
    "_x0041_",
    "&amp; &L&P \"'",
    "\u202eright to left \u05e9\u05dc\u05d5\u05dd",
    "x" * 300,
    "\N{GRINNING FACE}" * 40,
    "[]:*?/\\",
    "'quoted'",
    "History",
    " ",
    "",
)


def everywhere(text):
    """A report with a text in each of its places."""
    pictures = (
        Bars((Bar(text, PLAN, 1.0, 0.1),), text),
        Lines((0.0, 1.0), text, (Line(text, (1.0, 2.0), (0.0, 0.1)),), text),
    )
    blocks = (
        Heading(text, 1), Heading(text, 2), Text(text), Text(text, lead=True), Preformatted(text),
        KeyFigures((KeyFigure(text, text, text),)), Table(text, (Column(text), Column("n", text)), ((text, 1.5),)),
        *(Chart(text, picture, text) for picture in pictures), Heading(text, 2), Text(text),
    )  # fmt: skip
    return Report(blocks, "2026-01-31", text)


def parts_of(made):
    with zipfile.ZipFile(io.BytesIO(made)) as parts:
        return {name: parts.read(name) for name in parts.namelist()}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_texts_everywhere(text):
    made = to_workbook(everywhere(text))
    for name, part in parts_of(made).items():
        if name.endswith((".xml", ".rels")):
            ElementTree.fromstring(part)
            assert b"hyperlink" not in part, name
            # A text that is read as a formula would be one in a chart, too.
            formulas = re.findall(rb"<(?:c:)?f>(.*?)</(?:c:)?f>", part)
            assert all(b"!$" in formula for formula in formulas), name
    book = load_workbook(io.BytesIO(made))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f" and not isinstance(cell.value, str)]
    assert not [part for name, part in parts_of(made).items() if "worksheets/sheet" in name and b"<f>" in part]
    if text.strip():
        seen = cell_text(visible(text))
        written = [cell.value for cell in cells if isinstance(cell.value, str) and cell.value == seen]
        escaped = [cell.value for cell in cells if cell.value == seen.replace("_x0041_", "_x005F_x0041_")]
        assert len(written or escaped) >= 10


@given(text=st.text(st.characters(exclude_categories=()), max_size=200))
def test_any_text_can_be_written_as_xml(text):
    ElementTree.fromstring(f"<x>{cell_text(text).replace('&', '').replace('<', '')}</x>")


def test_a_text_longer_than_a_cell_is_cut_with_a_word():
    for long in ("x" * 40_000, "\N{GRINNING FACE}" * 20_000):
        cut = cell_text(long)
        assert len(cut.encode("utf-16-le")) // 2 <= 32_767
        assert cut.endswith(" ... (cut)")
        assert cut.removesuffix(" ... (cut)") in long
    assert cell_text("x" * 32_767) == "x" * 32_767


def test_a_text_that_xlsxwriter_would_take_for_its_own_markup_is_escaped():
    made = to_workbook(everywhere("<r><t>raw</t></r>"))
    assert b"<r>" not in parts_of(made)["xl/sharedStrings.xml"]


def test_control_characters_are_replaced():
    assert (
        cell_text("a\x00b\x1f\ud800c\r\nd\te")
        == "a\N{REPLACEMENT CHARACTER}b" + "\N{REPLACEMENT CHARACTER}" * 2 + "c\nd\te"
    )


def test_what_would_be_a_formula_in_a_chart_is_none():
    assert not no_formula("=A1").startswith("=")
    assert no_formula("utilisation, %") == "utilisation, %"


def test_a_margin_is_one_line_without_codes():
    assert margin_text("A & B\n&P") == "A && B &&P"
    assert len(margin_text("x" * 500)) <= 110


@given(headings=st.lists(st.text(max_size=60), min_size=1, max_size=8))
def test_names_of_sheets_are_ones_that_excel_takes(headings):
    names = sheet_names([*headings, *headings])
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert 1 <= len(name.encode("utf-16-le")) // 2 <= 31
        assert not re.search(r"[\[\]:*?/\\]", name)
        assert not name.startswith("'") and not name.endswith("'")
        assert name.casefold() != "history"


def test_a_heading_that_excel_takes_is_the_name_of_its_sheet():
    assert sheet_names(["Costs", "costs", "What one server does"]) == ["Costs", "costs 2", "What one server does"]
