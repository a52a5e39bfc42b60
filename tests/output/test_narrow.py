"""On a terminal of any width no name vanishes from a table and no figure is broken."""

import io
import re

import pytest

from simulator.output.blocks import Column, Table, Text
from simulator.output.renderers.terminal import BLOCKS, bar, console_on
from simulator.studies.capacity.document import Capacity, capacity_blocks
from simulator.studies.plan.document import plan_blocks
from simulator.studies.run.document import MeasuredRun, run_blocks
from tests.fabricated import outcome
from tests.output.test_capacity import FOUND
from tests.output.test_numbers import estimate
from tests.printed import empty_table, printed, without_colours

LONG = "dl585-2.2ghz-16gb, windows-2003-x64, one more network card of 1 Gbps"


@pytest.fixture(params=[60, 80, 120])
def width(request, monkeypatch):
    """A terminal of so many columns."""
    for name, value in {"COLUMNS": str(request.param), "LINES": "50", "FORCE_COLOR": "1", "TERM": "xterm"}.items():
        monkeypatch.setenv(name, value)
    return request.param


def shown(blocks):
    return without_colours(printed(blocks))


def words_in_order(name, told):
    """Whether all words of a name stand whole in what is told, in their order."""
    return re.search(r"(?<!\S)" + r"(?s:\s.*?|\s+)".join(map(re.escape, name.split())) + r"(?!\w)", told) is not None


def fits(told, width):
    return max(map(len, told.splitlines())) <= width and "\N{HORIZONTAL ELLIPSIS}" not in told


def test_the_tables_of_a_plan_name_every_row_and_break_no_figure(width):
    plan = outcome()
    told = shown(plan_blocks(plan, every_limit=True))
    assert fits(told, width)
    assert all(words_in_order(limit.name, told) and limit.limit.split()[-1] in told for limit in plan.limits)
    assert all(words_in_order(change.name, told) for change in plan.comparison.changes)
    for figure in ("976", "602", "618,500 ± 4,600", "1.02", "97.6"):
        assert figure in told


WORDS = "365 GB/s, crossed once by a byte from memory, twice by one that is read, and by none that is not"


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_row_takes_two_lines_at_most_and_the_words_that_would_take_more_stand_whole_below(monkeypatch, columns):
    for name, value in {"COLUMNS": str(columns), "FORCE_COLOR": "1", "TERM": "xterm"}.items():
        monkeypatch.setenv(name, value)
    heads = (Column("limit"), *(Column(f"in use {state}", "%", numeric=True) for state in "abc"), Column("which is"))
    rows = [(name, *[estimate(2.09, 0.026, "%")] * 3, text) for name, text in (("memory", WORDS), ("disks", "12"))]
    told = shown([Table("Limits", heads, tuple(rows))])
    assert fits(told, columns) and words_in_order(WORDS, told) and "which is" in told
    between = told.splitlines()
    memory, disks = (next(n for n, line in enumerate(between) if line.split()[:1] == [name])
                     for name in ("memory", "disks"))  # fmt: skip
    assert disks - memory <= 2


def test_a_row_that_is_told_line_by_line_says_what_its_first_figure_is(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("FORCE_COLOR", "1")
    heads = [Column(what, "ms", numeric=True) for what in ("response", "connection", "transfer", "everything together")]
    rows = ((estimate(1_568.0, 0.0, "requests/s"), *[estimate(383.0, 2.3, "ms")] * 4),)
    told = shown([Table("Load curve", (Column("offered", "requests/s", numeric=True), *heads), rows)])
    assert "offered, requests/s: 1,568\n" in told and "  response, ms: 383;" in told


def test_rows_that_are_told_line_by_line_have_no_bars(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("FORCE_COLOR", "1")
    heads = [Column(f"in use by {who}", "%", numeric=True, use=True) for who in ("downloads", "uploads", "logs", "all")]
    told = shown([Table("Limits", (Column("limit"), *heads), (("cards", *[estimate(2.09, 0.26, "%")] * 4),))])
    assert "in use by uploads, %: 2.09 ± 0.26" in told and not set(told) & set(BLOCKS)


def test_the_tables_of_a_run_name_every_measure(width):
    told = shown(run_blocks(MeasuredRun(outcome())))
    assert fits(told, width)
    for name in ("traffic on the wire", "response time, 99th percentile", "requests in the busiest window"):
        assert words_in_order(name, told)
    assert "976 Mbps" in told


def test_the_tables_of_a_capacity_name_every_limit_and_every_column(width):
    told = shown(capacity_blocks(Capacity(FOUND)))
    assert fits(told, width)
    assert words_in_order("network cards", told) and words_in_order("process memory", told)
    assert "81,200 in theory" in told and "6,925 ± 160" not in told
    assert told.count("yes") == 2 and len(re.findall(r"\bno *$", told, re.MULTILINE)) == 1


@pytest.mark.parametrize("columns", range(12, 130, 7))
def test_a_table_loses_no_word_at_any_width(columns):
    table = empty_table("Farms", [("server", "left"), ("Mbps", "right"), ("", "left"), ("binds", "left")])
    table.add_row(LONG, "1,036 ± 4", bar(97.0), "network cards")
    table.add_row("polywell-2200s", "998.0 ± 4.2", bar(20.0), "CPU")
    stream = io.StringIO()
    console_on(stream, columns, columns).print(table)
    told = stream.getvalue()
    needed = {*LONG.split(), "network", "cards", "CPU", "Mbps", "binds"}
    assert all(word in told for word in needed if len(word) <= columns - 2)
    assert columns < 16 or "1,036 ± 4" in told and "998.0 ± 4.2" in told


def test_bars_go_first_where_a_table_is_too_wide():
    table = empty_table("", [("limit", "left"), ("in use, %", "right"), ("", "left")])
    table.add_row("disks", "97.60 ± 0.39", bar(97.0))
    for columns, drawn in ((60, True), (24, False)):
        stream = io.StringIO()
        console_on(stream, columns, columns).print(table)
        assert ("█" in stream.getvalue()) == drawn and "97.60 ± 0.39" in stream.getvalue()


QUANTITIES = ("89.4 %", "1,084 ± 16 min", "3,000 req/s", "1,300 USD/month", "5.87 Gbps", "64 GiB", "12 s")


@pytest.mark.parametrize("columns", range(20, 80, 3))
def test_no_quantity_is_parted_from_its_unit_or_its_interval_at_the_end_of_a_line(columns):
    """A line that began with a per cent sign was read as one of its own."""
    told = printed([Text(f"The farm has {' and then '.join(QUANTITIES)}.", lead=True)], width=columns)
    assert all(quantity in told for quantity in QUANTITIES)
    cells = tuple((str(place), f"with {quantity} of it in use") for place, quantity in enumerate(QUANTITIES))
    told = printed([Table("Parts", (Column("part"), Column("which is")), cells)], width=columns)
    assert all(quantity in told for quantity in QUANTITIES)
    assert max(map(len, told.splitlines())) <= columns
