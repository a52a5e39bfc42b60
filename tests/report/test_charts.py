"""Pictures are drawn as charts that Vega-Lite knows, with every interval; no name covers another."""

import pytest

from simulator.report.charts import COLOURS, draw
from simulator.report.pictures import BASELINE, PLAN, Bar, Bars, Gap, Gaps, Line, Lines, Rule, Stack

X = (0.0, 1.0, 2.0)
PLANNED = Line(PLAN, (1.0, 2.0, 3.0), (0.1, 0.2, 0.3))
PICTURES = {
    "bars": Bars((Bar("CPU", PLAN, 40.0, 1.0), Bar("CPU", BASELINE, 60.0, 2.0)), "utilisation, %", rule=100.0),
    "stack": Stack((Bar("servers", PLAN, 9.0, 1.0),), (Bar("total", PLAN, 9.0, 1.0),), "USD/month"),
    "lines": Lines(X, "minutes", (PLANNED,), "Mbps", (Rule(1.0),)),
    "gaps": Gaps((Gap("faster", "CPU", -2.0, -2.5, -1.5, True),), "difference, %"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_a_chart_that_vega_lite_knows(name):
    """Altair checks what it draws against the schema of Vega-Lite."""
    assert draw(PICTURES[name]).to_dict()["layer"]


@pytest.mark.parametrize("name", PICTURES)
def test_every_interval_is_drawn(name):
    layers = draw(PICTURES[name]).to_dict()["layer"]
    rows = [row for layer in layers for row in layer.get("data", {}).get("values", ()) if "low" in row]
    assert rows and all(row["low"] < row["value"] < row["high"] for row in rows)


def names(picture):
    """The names of rules with the row that each is written in, from the top."""
    layers = [layer for outer in draw(picture).to_dict()["layer"] for layer in outer.get("layer", ())]
    written = [layer for layer in layers if layer["mark"]["type"] == "text"]
    return {layer["data"]["values"][0]["name"]: layer["mark"]["dy"] for layer in written}


def test_names_of_rules_that_lie_together_are_written_below_each_other():
    near = names(Lines(X, "load", (PLANNED,), "Mbps", (Rule(1.0, "offered now"), Rule(1.01, "capacity"))))
    assert near["offered now"] != near["capacity"]
    apart = names(Lines(X, "load", (PLANNED,), "Mbps", (Rule(0.8, "offered now"), Rule(1.9, "capacity"))))
    assert apart["offered now"] == apart["capacity"]


def test_an_axis_has_a_length_where_everything_is_0():
    none = Line(PLAN, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    drawn = draw(Lines(X, "load", (none,), "%")).to_dict()
    assert drawn["layer"][0]["encoding"]["y"]["scale"]["domain"] == [0.0, 1.0]


def test_plan_and_baseline_have_their_own_colours_in_any_order():
    drawn = draw(Lines(X, "minutes", (Line(BASELINE, X, X), PLANNED), "Mbps")).to_dict()
    scale = drawn["layer"][0]["encoding"]["color"]["scale"]
    assert dict(zip(scale["domain"], scale["range"], strict=True)) == COLOURS
