"""Blocks of every kind on a terminal and in a pipe."""

import re

import pytest

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.output.blocks import (
    Chart,
    Charts,
    Column,
    Heading,
    KeyFigure,
    KeyFigures,
    Linked,
    Preformatted,
    Table,
    Text,
)
from simulator.output.cells import units_once
from simulator.output.pictures import PLAN, Bar, Bars
from tests.output.test_numbers import estimate
from tests.output.test_visible import HIDDEN, HOSTILE, everywhere
from tests.printed import printed, without_colours

USED = estimate(80.4, 1.2, "%")


@pytest.fixture
def coloured(monkeypatch):
    """A terminal of 100 columns that shows colours."""
    for name, value in {"COLUMNS": "100", "LINES": "50", "FORCE_COLOR": "1", "TERM": "xterm-256color"}.items():
        monkeypatch.setenv(name, value)


def words(told):
    return " ".join(told.split())


def row(told, name):
    """The words of the row that begins so."""
    return next(line.split() for line in told.splitlines() if line.strip().startswith(name))


def table(*columns, rows, **more):
    return Table("Farms", columns, tuple(rows), **more)


def test_headings_texts_and_key_figures_are_told_in_their_order():
    blocks = (
        Heading("Plan", 1),
        Text("Buy 3."),
        KeyFigures((KeyFigure("Servers", estimate(15.0, 0.0), "in 2 racks"),)),
    )
    assert printed(blocks) == "Plan\n\nBuy 3.\n\nServers: 15 (in 2 racks)\n"


def test_charts_are_left_out_for_tables_have_their_figures():
    chart = Chart("Use", Bars((Bar("disks", PLAN, 1.0, 0.1),), "%"), "Bars of use.")
    assert printed((Text("a"), chart, Charts((chart,)), Text("b"))) == "a\n\nb\n"


def test_what_is_said_aside_stands_together_and_other_paragraphs_apart():
    blocks = (Text("a"), Text("b"), Text("c", aside=True), Text("d", aside=True), Text("e", tone="bad"))
    assert printed(blocks) == "a\n\nb\n\nc\nd\n\ne\n"


def test_what_judges_is_coloured_where_there_is_colour(coloured):
    verdicts = table(Column("case"), Column("in targets", good="yes", bad="no"), rows=[("a", "yes"), ("b", "no")])
    told = printed((Text("met", tone="good"), Text("missed", tone="bad"), verdicts))
    assert [told.count(colour) for colour in ("\x1b[32m", "\x1b[31m")] == [2, 2]


def test_rows_that_matter_less_are_dimmed(coloured):
    told = printed([table(Column("farm"), Column("units"), rows=[("one", "1"), ("two", "2")], muted=(1,))])
    first, second = (next(line for line in told.splitlines() if name in line) for name in ("one", "two"))
    assert "\x1b[2m" in second and "\x1b[2m" not in first


def test_a_column_of_use_has_a_bar_beside_it():
    shown = table(Column("limit"), Column("in use", "%", numeric=True, use=True), rows=[("disks", USED), ("CPU", None)])
    assert row(printed([shown]), "disks") == ["disks", "80.4", "████████░░"]


def test_a_column_beneath_shares_the_cell_of_the_one_before_it_and_says_its_unit():
    columns = (Column("farm"), Column("cost", "USD", numeric=True), Column("more", "USD", signed=True, beneath=True))
    told = printed([table(*columns, rows=[("now", estimate(9.0, 0.0, "USD"), estimate(3.0, 0.0, "USD"))])])
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    assert [line.split() for line in lines[-2:]] == [["now", "9"], ["+3", "USD"]] and "more" not in told


def test_what_would_stand_beneath_and_is_not_known_is_left_out():
    told = printed([table(Column("farm"), Column("cost"), Column("more", beneath=True),
                          rows=[("now", "9", Unavailable("no prices"))])])  # fmt: skip
    assert "not known" not in told and "no prices" not in told


def test_a_figure_that_is_not_known_is_told_with_its_reason_below_the_table():
    told = printed([table(Column("farm"), Column("cost"), rows=[("now", Unavailable("no prices"))])])
    assert row(told, "now") == ["now", "not", "known", "(a)"]
    assert told.splitlines()[-2] == "(a) not known: no prices"


def test_rows_of_one_unit_say_it_once_behind_their_names():
    rows = [
        ("response", estimate(0.25, 0.01, "s"), estimate(1.5, 0.01, "s")),
        ("racks", estimate(2.0, 0.0, "racks"), estimate(3.0, 0.0, "racks")),
        ("connections", estimate(40.0, 0.0), estimate(5.0, 0.0, "%")),
    ]
    once = units_once(table(Column(""), Column("plan"), Column("baseline"), rows=rows, row_units=True))
    told = [tuple(cell if isinstance(cell, str) else cell.unit for cell in each) for each in once.rows]
    assert told == [("response, ms", "250 ± 10", "1,500 ± 10"), ("racks", "2", "3"), ("connections", "", "%")]


def test_money_shows_its_interval_where_that_is_wider_than_the_range_of_its_prices():
    bills = (Linked(Estimate(18_512.0, 4_600.0, 0.95, 5, "USD"), uncertainty=900.0),
             Linked(Estimate(18_512.0, 4.0, 0.95, 5, "USD"), uncertainty=900.0))  # fmt: skip
    told = printed([table(Column("a", "USD"), Column("b", "USD"), rows=[bills])])
    assert words(told).endswith("18,500 ± 4,600 18,510")


def test_preformatted_lines_are_not_broken():
    line = "scenarios/a.yaml: " + "x" * 300
    assert printed([Preformatted(f"{line}\n  beneath")]) == f"{line}\n  beneath\n"


def test_names_are_no_markup():
    blocks = (Text("[red]a[/red]"), KeyFigures((KeyFigure("[b]", "[c]", "[d]"),)),
              table(Column("[e]"), Column("[f]", use=True), rows=[("[g]", "[h]")]), Preformatted("[i]"))  # fmt: skip
    told = printed(blocks)
    assert "[red]a[/red]" in told and all(f"[{letter}]" in told for letter in "bcdefghi")


@pytest.mark.parametrize("width", [30, 110])
def test_every_character_on_a_terminal_can_be_seen(coloured, width):
    told = without_colours(printed(everywhere(HOSTILE).blocks, width=width))
    assert not HIDDEN.search(told) and len(re.findall(r"\\u202e", told)) >= 6
