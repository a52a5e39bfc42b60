"""Farms to choose from on every output: bars that say which is the cheapest, and a row for each farm."""

from dataclasses import replace

from simulator.experiment.estimate import exact
from simulator.farm.candidates import Candidate, MissesAsBought, MissesTarget, weigh
from simulator.output.blocks import Charts, Table, Text
from simulator.output.candidates import MOST_BARS, bars_of, candidate_blocks, candidate_data, candidates_table
from simulator.output.figure import to_json
from simulator.targets import NearestTarget, Target
from tests.printed import printed

LATE = MissesTarget(NearestTarget(Target.P95, 9.0, 8.0, "CPU"))


def candidate(name, total, **more):
    return Candidate(
        name, "40 Gbps", exact(total, "USD/month"), servers=3.0, headroom=exact(2.0, "x"), bottleneck="CPU", **more
    )


FOUND = weigh(
    [
        candidate("a", 12_600.0, between=(8_300.0, 21_000.0), enough=0.97),
        candidate("edge-xeon-d-2x25gbe, linux-6, 2 times one more network card of 100 Gbps", 8_600.0),
        Candidate("c", why_not=LATE),
    ]
)


def test_the_cheapest_is_marked_in_words_on_bars_in_what_is_read_aloud_and_in_the_table():
    lead, charts, table = candidate_blocks(FOUND)
    assert isinstance(lead, Text) and lead.text.startswith("Cheapest: edge-xeon-d-2x25gbe")
    assert isinstance(charts, Charts) and len(charts.charts) == 2
    for chart in charts.charts:
        first, second = chart.picture.bars
        assert first.marked and first.text.endswith(", cheapest") and not second.marked
        assert "cheapest" in chart.alt and all(each.name in chart.alt for each in FOUND[:2])
    assert charts.charts[0].picture.bars[1].text.endswith(", 4,000 more"), "whatever digits its range leaves"
    assert isinstance(table, Table) and [row[-1] for row in table.rows] == [
        "cheapest",
        "carries it, 4,000 USD a month more",
        "95 % of the responses take up to 9 s, where at most 8 s is asked",
    ]


def test_a_column_in_which_nobody_says_anything_is_left_out():
    names = [column.name for column in candidates_table(FOUND).columns]
    assert "enough" in names and "demand" not in names
    assert "enough" not in [column.name for column in candidates_table(FOUND[:1]).columns]


def test_a_terminal_of_80_columns_has_bars_in_text():
    lines = printed(candidate_blocks(FOUND), width=80).splitlines()
    bars = [line for line in lines if "█" in line]
    assert len(bars) == 4 and all(len(line) <= 80 for line in lines)
    assert bars[0].count("█") < bars[1].count("█") and bars[0].rstrip().endswith("8,600 USD, cheapest")
    assert "edge-xeon-d-2x25gbe" in bars[0] and "..." in bars[0]
    narrow = [line for line in printed(candidate_blocks(FOUND), width=70).splitlines() if "█" in line]
    assert len(narrow) == 4 and all(len(line) <= 70 for line in narrow)


def test_names_that_would_be_cut_to_the_same_and_those_without_room_stand_above_their_bars():
    alike = [f"a-server-with-a-very-long-name, windows-2003-x64, {more} GiB more RAM" for more in (4, 8)]
    for width, names in ((80, alike), (44, ["a-server-of-2006, one disk more", "another-server-of-2006, one more"])):
        farms = weigh(candidate(name, 203_000.0 + at) for at, name in enumerate(names))
        lines = printed(candidate_blocks(farms), width=width).splitlines()
        bars = [at for at, line in enumerate(lines) if "█" in line]
        assert [lines[at - 1].rstrip() for at in bars][: len(names)] == names, width
        assert all(len(line) <= width for line in lines)


def test_of_many_farms_the_cheapest_have_bars_and_the_table_has_all():
    many = weigh(candidate(str(number), 100.0 + number) for number in range(MOST_BARS + 3))
    _, charts, few, table = candidate_blocks(many, 4)
    assert (
        len(charts.charts[0].picture.bars) == MOST_BARS and few.text == f"Bars: {MOST_BARS} of {MOST_BARS + 3} farms."
    )
    assert charts.charts[0].alt.count("USD") == 3 and "the table has the others" in charts.charts[0].alt
    assert len(table.rows) == 4 and len(table.every) == len(many)


def test_each_demand_and_each_currency_has_an_axis_of_its_own():
    """And what misses its targets as bought has no bar, however cheap."""
    half = replace(candidate("half", 5_000.0), demand="20 Gbps")
    euros = replace(candidate("euros", 9_000.0), total=exact(9_000.0, "EUR/month"))
    missing = candidate("missing", 100.0, why_not=MissesAsBought(("errors",)))
    (charts,) = bars_of(weigh([candidate("full", 10_000.0), half, euros, missing]))
    assert [
        (chart.title, [bar.label for bar in chart.picture.bars], chart.picture.axis) for chart in charts.charts
    ] == [
        ("Total a month, 40 Gbps", ["full"], "USD/month"),
        ("Headroom, times the demand, 40 Gbps", ["full"], "times the demand"),
        ("Total a month, 20 Gbps", ["half"], "USD/month"),
        ("Headroom, times the demand, 20 Gbps", ["half"], "times the demand"),
        ("Total a month, 40 Gbps", ["euros"], "EUR/month"),
        ("Headroom, times the demand, 40 Gbps", ["euros"], "times the demand"),
    ]
    assert charts.charts[2].alt.startswith("Bars of the total a month, 20 Gbps, the cheapest first: half")


def test_the_data_has_figures_and_no_sentence():
    dearer, none = (candidate_data(each)["why_not"] for each in FOUND[1:])
    assert dearer["kind"] == "costs_more" and dearer["more_per_month"]["value"] == 4_000.0
    assert (none["target"], none["measured"], none["asked"]) == ("p95_response", 9.0, 8.0)
    assert "carries it" not in to_json([candidate_data(each) for each in FOUND])
    assert candidate_data(FOUND[0])["why_not"] is None and candidate_data(FOUND[0])["is_cheapest"] is True
