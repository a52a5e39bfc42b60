"""The charts of a workbook: on the sheets of their sections, drawn from cells, with intervals and descriptions."""

import io
import zipfile
from xml.etree import ElementTree

import pytest
from openpyxl import load_workbook
from openpyxl.utils import range_boundaries

from simulator.output.blocks import Chart, Charts, Heading, Report
from simulator.output.pictures import (
    PLAN,
    Bar,
    Bars,
    Gap,
    Gaps,
    Line,
    Lines,
    NamedBar,
    NamedBars,
    Point,
    Points,
    Rule,
    Stack,
)
from simulator.output.renderers.charts import COLOURS
from simulator.output.renderers.workbook.book import sections, to_workbook
from simulator.studies.plan.document import report_of
from tests.fabricated import outcome

CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
PICTURES = {
    "bars": Bars((Bar("CPU", PLAN, 40.0, 1.0), Bar("CPU", "baseline", 60.0, 2.0)), "utilisation, %", rule=100.0),
    "named bars": NamedBars((NamedBar("=a", "9, cheapest", 9.0, (7.0, 15.0), True), NamedBar("b", "", 10.0)), "USD"),
    "stack": Stack((Bar("servers", PLAN, 9.0, 1.0),), (Bar("total", PLAN, 9.0, 1.0),), "USD/month"),
    "lines": Lines((0.0, 1.0), "=minutes", (Line("=plan", (1.0, 2.0), (0.1, 0.2)),), "Mbps", (Rule(0.5, "=now"),)),
    "dots": Lines((0.0, 1.0), "load", (Line("mean", (0.0, 0.0), (0.0, 0.0)),), "Mbps", (Rule(0.5),), dots=True),
    "gaps": Gaps((Gap("other", "CPU", -2.0, -2.5, -1.5, True), Gap("other", "=disks", 1.0, -1.0, 3.0, False)), "%"),
}
PICTURES["points"] = Points((Point("a", "best", 1.0, 0.1, 2.0, 0.2), Point("b", "=rest", 3.0, 0.1, 4.0, 0.2)),
                            ("best", "=rest", "none"), "USD/month", "Mbps")  # fmt: skip
NOTHING = (
    Points((), (), "x", "y"),
    Bars((), "%"),
    Stack((), (), "USD"),
    Lines((), "x", (), "y", dots=True),
    Gaps((), "%"),
)


def report(*blocks):
    return Report((Heading("Report", 1), Heading("Section", 2), *blocks), "2026-01-31", "from nowhere")


@pytest.fixture(scope="module")
def made():
    return to_workbook(report_of(outcome()))


@pytest.fixture(scope="module")
def book(made):
    return load_workbook(io.BytesIO(made), data_only=True)


def charts_of(made):
    """The XML of every chart."""
    with zipfile.ZipFile(io.BytesIO(made)) as parts:
        return [ElementTree.fromstring(parts.read(name)) for name in parts.namelist() if "/charts/chart" in name]


def drawn_blocks(blocks):
    for block in blocks:
        yield from block.charts if isinstance(block, Charts) else [block] if isinstance(block, Chart) else []


def test_every_chart_is_drawn_on_its_sheet_and_described(made, book):
    for section in sections(report_of(outcome())):
        assert len(book[section.name]._charts) == len(list(drawn_blocks(section.blocks)))
    with zipfile.ZipFile(io.BytesIO(made)) as parts:
        drawings = "".join(parts.read(name).decode() for name in parts.namelist() if "/drawings/drawing" in name)
    for chart in drawn_blocks(report_of(outcome()).blocks):
        assert f'descr="{chart.alt}"' in drawings


def test_charts_are_drawn_from_cells_of_their_sheets(made, book):
    references = {found.text for chart in charts_of(made) for found in chart.iter(f"{CHART}f")}
    assert len(references) > 50
    for reference in references:
        name, _, cells = reference.rpartition("!")
        left, top, right, bottom = range_boundaries(cells.replace("$", ""))
        found = book[name.strip("'")].iter_rows(top, bottom, left, right, values_only=True)
        assert [row for row in found if None in row and bottom > top] == [], reference


def test_charts_have_the_colours_of_all_formats(made):
    everything = "".join(ElementTree.tostring(chart, encoding="unicode") for chart in charts_of(made))
    for colour in COLOURS.values():
        assert f'val="{colour.removeprefix("#")}"' in everything


@pytest.mark.parametrize("name", PICTURES)
def test_every_interval_is_drawn(name):
    (chart,) = charts_of(to_workbook(report(Chart(name, PICTURES[name], "x"))))
    intervals = list(chart.iter(f"{CHART}errBars"))
    band = {value.text for value in chart.iter(f"{CHART}v")} & {"=plan, low", "=plan, high"}
    assert intervals or len(band) == 2


def test_a_range_that_its_point_is_not_in_the_middle_of_is_drawn_from_end_to_end():
    """One unit that costs 1,500 or, where two are needed, 3,000."""
    picture = Points((Point("a", "best", 1_500.0, 1_500.0, 2.0, 0.2, (1_500.0, 3_000.0)),), ("best",), "USD", "Mbps")
    made = to_workbook(report(Chart("points", picture, "x")))
    (chart,) = charts_of(made)
    across = next(bars for bars in chart.iter(f"{CHART}errBars") if bars.find(f"{CHART}errDir").get("val") == "x")
    book, sides = load_workbook(io.BytesIO(made), data_only=True), {}
    for side in ("plus", "minus"):
        name, _, cell = across.find(f"{CHART}{side}").find(f".//{CHART}f").text.rpartition("!")
        sides[side] = book[name.strip("'")][cell.split(":")[0].replace("$", "")].value
    assert sides == {"plus": 1_500.0, "minus": 0.0}


@pytest.mark.parametrize("picture", NOTHING)
def test_a_picture_without_figures_is_left_out(picture):
    assert charts_of(to_workbook(report(Chart("empty", picture, "x")))) == []
