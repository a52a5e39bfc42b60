"""Who points at a chart is told what it is, with its interval, and no name of what the chart is made of."""

import pytest

from simulator.output.pictures import Bar, Bars, Line, Lines, Point, Points
from simulator.ui.widgets.charts import point_text, themed

PICTURES = (
    Bars((Bar("CPU", "plan", 61.234, 0.567), Bar("disks", "baseline", 4.0, 0.0)), "% in use", rule=100.0),
    Lines((0.0, 1.0), "minutes", (Line("plan", (1.0, 2.0), (0.1, 0.1)),), "Mbps"),
    Points((Point("a farm", "front", 9.0, 1.0, 5.0, 0.5), Point("other", "others", 8.0, 0.0, 4.0, 0.0)),
           ("front", "others"), "USD/month", "Mbps"),
)  # fmt: skip


def marks(part):
    """Every part of a specification that has a mark."""
    return [part, *(each for inner in part.get("layer", ()) for each in marks(inner))]


@pytest.mark.parametrize("picture", PICTURES, ids=lambda each: each.kind)
def test_every_mark_tells_words_or_nothing(picture):
    for part in (each for each in marks(themed(picture, "light")) if "mark" in each):
        tooltip = part.get("encoding", {}).get("tooltip")
        assert tooltip == {"field": "told", "type": "nominal"} or part["mark"]["tooltip"] is None


def test_a_row_is_told_with_its_interval_and_sensible_digits():
    rows = [row for held in themed(PICTURES[0], "light")["datasets"].values() for row in held.to_pylist()]
    said = [row["told"] for row in rows]
    assert "CPU, plan: 61.23 \N{PLUS-MINUS SIGN} 0.57" in said and "disks, baseline: 4" in said
    (rows, *_) = themed(PICTURES[2], "dark")["datasets"].values()
    assert rows["told"][0].as_py() == "a farm, front: 9.0 \N{PLUS-MINUS SIGN} 1.0; 5.00 \N{PLUS-MINUS SIGN} 0.50"


def test_a_value_that_is_not_in_the_middle_of_its_range_is_told_with_both_ends():
    point = Point("one or two", "front", 1_500.0, 1_500.0, 5.0, 0.5, (1_500.0, 3_000.0))
    (rows, *_) = themed(Points((point,), ("front",), "USD/month", "Mbps"), "light")["datasets"].values()
    assert rows["told"][0].as_py() == "one or two, front: 1,500 (1,500 to 3,000); 5.00 \N{PLUS-MINUS SIGN} 0.50"


def test_what_has_no_value_tells_nothing():
    assert point_text({"at": 1.0, "name": "a rule"}) == ""


def test_the_columns_of_a_legend_follow_from_the_width_of_its_place():
    """That of the chart itself is known only once its legend has been laid out, and rows that come then are cut."""
    drawn = themed(Lines((0.0, 1.0), "x", tuple(Line(name, (1.0, 2.0), (0.0, 0.0)) for name in "ab"), "y"), "light")
    assert "containerSize()[0]" in str(drawn["layer"]) and drawn["autosize"]["resize"]
