"""The report as a workbook: a sheet for each section, every figure as a number with the digits of the page."""

import io
import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from openpyxl import load_workbook

from models.quantities.formatting import fixed
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.messages.numbers import NOT_KNOWN, NOT_RESOLVED, figure_text, is_resolved, rounded
from simulator.output.blocks import (
    Column,
    Heading,
    KeyFigure,
    KeyFigures,
    Linked,
    Preformatted,
    Report,
    Table,
    Text,
    plain_cell,
)
from simulator.output.brand import Brand
from simulator.output.cells import figure, table_cells
from simulator.output.formats import FORMATS
from simulator.output.renderers.workbook.book import sections, to_workbook
from simulator.studies.plan.document import report_of
from tests.fabricated import ROOT, outcome, scenario

LARGEST = 200_000  # Bytes: a tenth of what all of a report may take.
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30"/></svg>'


def report(*blocks, title="Report"):
    return Report((Heading(title, 1), Heading("Section", 2), *blocks), "2026-01-31", "from nowhere")


def opened(made, *, values=True):
    return load_workbook(io.BytesIO(made), data_only=values)


@pytest.fixture(scope="module")
def made():
    return to_workbook(report_of(outcome()).complete)


@pytest.fixture(scope="module")
def book(made):
    return opened(made)


def find(sheet, text):
    """The row below a title."""
    (row,) = {cell.row for (cell,) in sheet.iter_rows(max_col=1) if cell.value == text}
    return row + 1


def columns_of(sheet, row, columns):
    """Where the value, the half-width and the unit of each column of a table stand on its sheet."""
    if not any(column.name or column.unit for column in columns):
        return row, [(at, None, None) for at in range(1, len(columns) + 1)]
    heads = [sheet.cell(row, at).value for at in range(1, 40)] + [None]
    places, at = [], 0
    for column in columns:
        assert (heads[at] or "").startswith(column.name)
        value, half_width, unit = at + 1, None, None
        if heads[at + 1] == "±":
            at, half_width = at + 1, at + 2
        if heads[at + 1] == "unit" and not any(column.name == "unit" for column in columns):
            at, unit = at + 1, at + 2
        places.append((value, half_width, unit))
        at += 1
    return row + 1, places


def shown(cell):
    """A number as its format shows it."""
    return shown_as(cell.value, cell.number_format)


def shown_as(value, number_format):
    """A number in a number format; only those that the workbook has are known here."""
    positive = number_format.split(";")[0]
    if number_format.startswith("[>=1000]"):
        return fixed(value, 0) if value >= 1000 else f"{value:g}"
    if number_format.startswith("[<0.5]"):
        return "" if value < 0.5 else fixed(value, 0)
    assert re.fullmatch(r"\+?#,##0(\.0+)?", positive), number_format
    decimals = len(positive.partition(".")[2])
    return ("+" if positive.startswith("+") and value > 0 else "") + fixed(value, decimals)


def agrees(cell, text):
    """Whether a cell says what the page says. What the page rounds to tens or more, the sheet shows to the unit.

    An exact half, such as 2.05 to one digit, may be shown either way: the page rounds the float, which may lie below
    or above, and a spreadsheet its first 15 digits.
    """
    if cell is None or cell.value is None:
        return text == ""
    if isinstance(cell.value, str):
        return text in (cell.value, re.sub(r" \([a-z]\)$", "", cell.value))
    slightly = (cell.value * (1.0 - 1e-15), cell.value * (1.0 + 1e-15))
    tens = (fixed(cell.value, -places) for places in range(1, 7))
    return text in (shown(cell), *(shown_as(value, cell.number_format) for value in slightly), *tens)


def rounds_away(half_width, found):
    """Whether a half-width, which the sheet reckons with, is none at the tens or hundreds to which the page rounds."""
    places = len(found.value) - len(found.value.rstrip("0,")) - found.value[len(found.value.rstrip("0,")) :].count(",")
    return not found.half_width and half_width.value < 0.5 * 10.0**places


def check_table(sheet, columns, contents, row):
    """That all figures of a table stand on a sheet; returns how many."""
    row, places = columns_of(sheet, row, columns)
    every = tuple(replace(column, short=False) for column in columns)  # A sheet has all digits.
    figures, _ = table_cells(Table("", every, contents))
    for line, told, cells in zip(range(row, row + len(contents)), figures, contents, strict=True):
        for (value, half_width, unit), found, content, column in zip(places, told, cells, columns, strict=True):
            own = sheet.cell(line, value)
            if isinstance(content, Linked) and content.uncertainty:
                # Money has all digits and its interval here, and on the page what the ranges of prices leave of it.
                assert found.value.removeprefix("+") == rounded(own.value, content.uncertainty)
                continue
            assert agrees(own, found.value), (sheet.title, own.coordinate, own.value, found)
            beside = half_width and sheet.cell(line, half_width)
            assert agrees(beside, found.half_width) or rounds_away(beside, found), (own.coordinate, found)
            heading = str(sheet.cell(row - 1, value).value or "")
            assert found.unit in ((sheet.cell(line, unit).value or "") if unit else heading), (own.coordinate, found)
            if found.value == NOT_RESOLVED:
                assert column.signed and not is_resolved(content) and figure_text(content) in own.comment.text
            elif isinstance(plain_cell(content), Estimate):
                assert own.data_type == "n" and column.name in heading
    return sum(isinstance(plain_cell(content), Estimate) for row in contents for content in row)


def test_there_is_a_sheet_for_each_section(book):
    headings = [b.text for b in report_of(outcome()).complete.blocks if isinstance(b, Heading) and b.level == 2]
    assert book.sheetnames == headings
    first = book.worksheets[0]
    assert first["A1"].value == "Microsoft Update downloads"
    assert "2026-01-31" in first["A2"].value and report_of(outcome()).origin in first["A2"].value


def test_every_figure_of_every_table_is_a_number_with_the_digits_of_the_page(book):
    checked = 0
    for section in sections(report_of(outcome()).complete):
        for block in section.blocks:
            if isinstance(block, Table):
                sheet = book[section.name]
                checked += check_table(sheet, block.columns, block.in_full().rows, find(sheet, block.title))
    assert checked > 150


def test_every_key_figure_is_a_number_with_the_digits_of_the_page(book):
    (cards,) = (block.cards for block in report_of(outcome()).blocks if isinstance(block, KeyFigures))
    columns = (Column("figure"), Column("value"), Column("note"))
    contents = tuple((card.label, card.figure, card.note) for card in cards)
    sheet = book["The answer"]
    assert check_table(sheet, columns, contents, find(sheet, "Key figures")) >= 3


def test_every_parameter_is_on_a_sheet_with_what_is_assumed_first(book):
    cells = [cell.value for (cell,) in book["Every parameter"].iter_rows(max_col=1)]
    kinds = {path: source.kind for path, source in scenario().sources.items()}
    places = {path: cells.index(path) for path in kinds}
    assumed = [place for path, place in places.items() if kinds[path] == "assumed"]
    assert max(assumed) < min(place for path, place in places.items() if kinds[path] != "assumed")


def test_every_text_is_on_its_sheet(book):
    for section in sections(report_of(outcome()).complete):
        written = {cell.value for row in book[section.name].iter_rows(max_col=1) for cell in row}
        for block in section.blocks:
            lines = block.text.splitlines() if isinstance(block, Preformatted) else [getattr(block, "text", None)]
            assert {line for line in lines if line} <= written


def test_a_cell_holds_all_digits_and_shows_as_many_as_the_page():
    table = Table("t", (Column("x", numeric=True),), ((Estimate(4876.432198765, 12.1, 0.95, 5, "Mbps"),),))
    sheet = opened(to_workbook(report(table)))["Section"]
    row = find(sheet, "t")
    assert sheet.cell(row, 1).value == "x, Mbps"
    assert sheet.cell(row + 1, 1).value == pytest.approx(4876.432198765, rel=1e-15)
    assert (shown(sheet.cell(row + 1, 1)), shown(sheet.cell(row + 1, 2))) == ("4,876", "12")


def test_a_signed_column_shows_a_plus_and_a_rounded_nothing_no_minus():
    rows = ((Estimate(2.5, 0.1, 0.95, 5, "%"),), (Estimate(-0.01, 4.0, 0.95, 5, "%"),))
    tables = (Table("signed", (Column("x", "%", True, True),), rows), Table("plain", (Column("x", "%", True),), rows))
    sheet = opened(to_workbook(report(*tables)))["Section"]
    signed, plain = (sheet.cell(find(sheet, title) + 1, 1).number_format for title in ("signed", "plain"))
    assert signed == "+#,##0.00;-#,##0.00;#,##0.00"
    assert plain == "#,##0.00"
    assert sheet.cell(find(sheet, "plain") + 2, 1).number_format == "#,##0.0;#,##0.0"


def test_what_is_not_known_is_told_with_its_reason():
    rows = ((Unavailable("too few"),), (Estimate(3.0, float("inf"), 0.95, 5, "s"),), (float("inf"),))
    sheet = opened(to_workbook(report(Table("t", (Column("x", numeric=True),), rows))))["Section"]
    row = find(sheet, "t")
    assert [sheet.cell(row + at, 1).value for at in (1, 2, 3)] == [f"{NOT_KNOWN} (a)", 3, NOT_KNOWN]
    assert sheet.cell(row + 2, 2).value == figure(rows[1][0]).half_width == "unknown"
    assert sheet.cell(row + 4, 1).value == f"a: {NOT_KNOWN}: too few"
    assert sheet.cell(row + 1, 1).comment.text == "too few"


def test_the_tone_of_a_key_figure_is_its_colour():
    cards = (KeyFigure("good", "x", tone="good"), KeyFigure("bad", "x", tone="bad"), KeyFigure("neutral", "x"))
    sheet = opened(to_workbook(report(KeyFigures(cards))))["Section"]
    row = find(sheet, "Key figures")
    colours = [sheet.cell(row + at, 2).font.color for at in (1, 2, 3)]
    assert len({colour.rgb if colour.type == "rgb" else "" for colour in colours}) == 3


def test_the_heading_of_the_only_table_of_a_sheet_stays_in_view():
    table = Table("t", (Column("x"),), (("1",),) * 100)
    one, two = (opened(to_workbook(report(*tables)))["Section"] for tables in ((table,), (table, table)))
    assert one.freeze_panes == f"A{find(one, 't') + 1}"
    assert one.print_title_rows == f"${find(one, 't')}:${find(one, 't')}"
    assert two.freeze_panes is None


def test_sheets_are_set_up_for_paper(book):
    for sheet in book:
        assert (sheet.page_setup.orientation, sheet.page_setup.fitToWidth or 1) == ("landscape", 1)
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert "Microsoft Update downloads" in sheet.oddHeader.right.text
        assert report_of(outcome()).origin in sheet.oddFooter.left.text
        assert "&P" in sheet.oddFooter.right.text or "&[Page]" in sheet.oddFooter.right.text


def test_the_document_says_what_it_is():
    made = opened(to_workbook(report(Text("x"), title="A & B"), Brand("Acme", SVG, "svg", "#803000")))
    assert (made.properties.title, made.properties.creator) == ("A & B", "Acme")
    assert made.properties.created.isoformat() == made.properties.modified.isoformat() == "2026-01-31T00:00:00"
    assert len(made["Section"]._images) == 1
    title = next(cell for (cell,) in made["Section"].iter_rows(max_col=1) if cell.value == "A & B")
    assert title.font.color.rgb == "FF803000"


def test_the_same_report_gives_the_same_bytes_in_another_process_at_another_time(made):
    """The clock of that process is of another year, and so is its hash seed."""
    code = """
import datetime, sys, time
class Clock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls(1999, 12, 31, 23, 59, 59, tzinfo=tz)
datetime.datetime = Clock
time.time = lambda: 946684799.0
from simulator.studies.plan.document import report_of
from simulator.output.renderers.workbook.book import to_workbook
from tests.fabricated import outcome
sys.stdout.buffer.write(to_workbook(report_of(outcome()).complete))
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}
    again = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, capture_output=True)
    assert again.stdout == made == FORMATS["xlsx"].render(report_of(outcome()), Brand())


def test_a_workbook_is_small(made):
    assert len(made) < LARGEST
