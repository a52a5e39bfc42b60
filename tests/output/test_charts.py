"""Pictures are drawn as charts that Vega-Lite knows, with every interval; no name covers another."""

import json
import re

import pytest
import vl_convert

from simulator.output.pictures import (
    BASELINE,
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
    RangeEnd,
    Rule,
    Span,
    Stack,
    Tornado,
)
from simulator.output.renderers.charts import COLOURS, specification

X = (0.0, 1.0, 2.0)
PLANNED = Line(PLAN, (1.0, 2.0, 3.0), (0.1, 0.2, 0.3))
PICTURES = {
    "bars": Bars((Bar("CPU", PLAN, 40.0, 1.0), Bar("CPU", BASELINE, 60.0, 2.0)), "utilisation, %", rule=100.0),
    "named bars": NamedBars((NamedBar("a farm of many servers", "9 USD, cheapest", 9.0, (7.0, 15.0), True),), "USD"),
    "stack": Stack((Bar("servers", PLAN, 9.0, 1.0),), (Bar("total", PLAN, 9.0, 1.0),), "USD/month"),
    "lines": Lines(X, "minutes", (PLANNED,), "Mbps", (Rule(1.0),)),
    "gaps": Gaps((Gap("faster", "CPU", -2.0, -2.5, -1.5, True),), "difference, %"),
    "tornado": Tornado(
        (
            Span("disks", RangeEnd("4", 800.0, 9.0), RangeEnd("8", 1100.0, 8.0)),
            Span("RAM", None, RangeEnd("8 GiB", 1e3, 7.0)),
        ),
        "Mbps",
        1000.0,
    ),
    "points": Points((Point("2 cards", "front", 9.0, 1.0, 5.0, 0.5),), ("front", "others"), "USD/month", "Mbps"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_a_chart_that_vega_lite_knows(name):
    """Altair checks what it draws against the schema of Vega-Lite."""
    assert specification(PICTURES[name], validate=True)["layer"]


@pytest.mark.parametrize("name", PICTURES)
def test_every_interval_is_drawn(name):
    rows = [row for rows in specification(PICTURES[name])["datasets"].values() for row in rows if "low" in row]
    assert rows and all(row["low"] < row["value"] < row["high"] for row in rows)


def names(picture):
    """The names of rules with the row that each is written in, from the top."""
    drawn = specification(picture)
    layers = [layer for outer in drawn["layer"] for layer in outer.get("layer", ())]
    written = [layer for layer in layers if layer["mark"]["type"] == "text"]
    return {drawn["datasets"][layer["data"]["name"]][0]["name"]: layer["mark"]["dy"] for layer in written}


def test_names_of_rules_that_lie_together_are_written_below_each_other():
    near = names(Lines(X, "load", (PLANNED,), "Mbps", (Rule(1.0, "offered now"), Rule(1.01, "capacity"))))
    assert near["offered now"] != near["capacity"]
    apart = names(Lines(X, "load", (PLANNED,), "Mbps", (Rule(0.8, "offered now"), Rule(1.9, "capacity"))))
    assert apart["offered now"] == apart["capacity"]


def test_an_axis_has_a_length_where_everything_is_0():
    none = Line(PLAN, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    drawn = specification(Lines(X, "load", (none,), "%"))
    assert drawn["layer"][0]["encoding"]["y"]["scale"]["domain"] == [0.0, 1.0]


def test_plan_and_baseline_have_their_own_colours_in_any_order():
    drawn = specification(Lines(X, "minutes", (Line(BASELINE, X, X), PLANNED), "Mbps"))
    scale = drawn["layer"][0]["encoding"]["color"]["scale"]
    assert dict(zip(scale["domain"], scale["range"], strict=True)) == COLOURS


def test_the_bars_of_a_tornado_begin_at_the_present_answer_and_ends_that_cannot_be_have_none():
    rows = [row for rows in specification(PICTURES["tornado"])["datasets"].values() for row in rows if "from" in row]
    assert {row["from"] for row in rows} == {1000.0}
    assert [(row["label"], row["value"]) for row in rows] == [("disks", 800.0), ("disks", 1100.0), ("RAM", 1000.0)]


def test_a_tornado_is_told_as_differences_where_no_bars_can_begin_within_an_axis():
    gaps = PICTURES["tornado"].gaps.gaps
    assert [(gap.measure, gap.value, gap.significant) for gap in gaps] == [
        ("disks", -200.0, True), ("disks", 100.0, True), ("RAM", 0.0, False)
    ]  # fmt: skip


def test_more_lines_than_colours_are_drawn_with_colours_twice():
    many = Lines(X, "hour", tuple(Line(f"farm {number}", X, X) for number in range(8)), "Mbps")
    assert "farm 7" in str(specification(many))


def test_no_name_of_a_rule_lies_over_the_axis():
    picture = Lines(X, "load", (PLANNED,), "Mbps", (Rule(min(X), "knee"), Rule(max(X), "capacity")))
    drawn = vl_convert.vegalite_to_svg(json.dumps(specification(picture)))
    anchors = re.findall(r'<text [^>]*text-anchor="(\w+)"[^>]*>(knee|capacity)</text>', drawn)
    assert sorted(anchors) == [("end", "capacity"), ("start", "knee")]
    axis = names(Lines(X, "load", (PLANNED,), "Mbps", (Rule(min(X), "offered now"), Rule(min(X) + 0.3, "knee"))))
    assert axis["offered now"] < axis["knee"]  # It stands where the other one would.
