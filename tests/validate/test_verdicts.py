"""When a published figure counts as reproduced, and what is said of one that is not."""

import pytest

from simulator.experiment.results import Unavailable
from simulator.studies.validate.document import results_table
from simulator.studies.validate.rows import judge_row
from simulator.studies.validate.sentences import summary
from tests.validate.figures import figure, found


@pytest.mark.parametrize(
    ("value", "error", "verdict"),
    [(219, 9.5, "reproduced"), (181, -9.5, "reproduced"), (221, 10.5, "not reproduced"), (150, -25, "not reproduced")],
)
def test_a_bound_in_percent_is_of_the_published_value(value, error, verdict):
    row = judge_row(figure(bound="10 %"), found(value))
    assert (row.error, row.error_unit, row.verdict) == (pytest.approx(error), "%", verdict)


@pytest.mark.parametrize(("value", "verdict"), [(1.4, "reproduced"), (3.6, "not reproduced")])
def test_a_bound_in_points_is_a_distance(value, verdict):
    row = judge_row(figure(published=2.0, bound="1.5 points"), found(value, "%"))
    assert (row.error, row.error_unit, row.verdict) == (pytest.approx(value - 2.0), "points", verdict)


@pytest.mark.parametrize(("value", "verdict"), [(0.0019, "reproduced"), (0.0021, "not reproduced")])
def test_a_bound_in_milliseconds_is_one_of_seconds(value, verdict):
    row = judge_row(figure(published=0.001, bound="1 ms"), found(value, "s"))
    assert (row.error, row.error_unit, row.verdict) == (pytest.approx(1e3 * value - 1.0), "ms", verdict)


def test_nothing_may_differ_within_a_bound_of_0():
    assert judge_row(figure(bound="0 %"), found(200)).verdict == "reproduced"
    assert judge_row(figure(bound="0 %"), found(200.001)).verdict == "not reproduced"


@pytest.mark.parametrize(
    ("value", "verdict"), [(59, "not reproduced"), (60, "reproduced"), (600, "reproduced"), (601, "not reproduced")]
)
def test_a_figure_in_words_lies_between_what_it_is_taken_to_mean(value, verdict):
    row = judge_row(figure(published=None, at_least=60, at_most=600), found(value))
    assert (row.error, row.verdict) == (None, verdict)


def test_at_most_nothing_is_nothing():
    assert judge_row(figure(published=None, at_most=0), found(0.0)).verdict == "reproduced"
    assert judge_row(figure(published=None, at_most=0), found(0.1)).verdict == "not reproduced"


@pytest.mark.parametrize(("kept", "verdict"), [(3, "reproduced"), (2, "not reproduced")])
def test_an_order_holds_when_all_neighbours_do(kept, verdict):
    row = judge_row(figure(comparison="order", published=3.0), found(kept, "neighbours in order"))
    assert (row.error, row.verdict) == (None, verdict)


def test_a_figure_for_audit_has_an_error_but_no_verdict():
    row = judge_row(figure(role="audit", why="it contradicts itself"), found(100))
    assert (row.error, row.verdict, row.remark) == (-50.0, "audit", "it contradicts itself")


def test_what_could_not_be_measured_is_not_reproduced_and_says_so():
    row = judge_row(figure(bound="10 %"), Unavailable("no process was recycled"))
    assert (row.error, row.verdict) == (None, "not reproduced")
    assert row.remark == "Not reproduced: not measured: no process was recycled"


def test_a_missed_figure_tells_why():
    missed = judge_row(figure(bound="1 %", why="from Figure 2", unreproduced="the disks are not modelled"), found(100))
    assert missed.remark == "from Figure 2. Not reproduced: the disks are not modelled"
    assert judge_row(figure(bound="1 %"), found(100)).remark == "Not reproduced: the reason is not known"
    assert judge_row(figure(bound="1 %", why="from Figure 2"), found(100)).remark == "from Figure 2"


def test_a_reproduced_figure_keeps_a_reason_for_missing_it_to_itself():
    assert judge_row(figure(bound="1 %", unreproduced="the disks are not modelled"), found(200)).remark == ""


@pytest.mark.parametrize(
    ("value", "half_width", "verdict"),
    [(199, 45, "not told apart"), (230, 45, "not told apart"), (199, 19, "reproduced"), (230, 19, "not reproduced"),
     (300, 45, "not reproduced")],
)  # fmt: skip
def test_an_interval_that_is_wider_than_the_bound_and_reaches_into_it_tells_nothing(value, half_width, verdict):
    row = judge_row(figure(bound="10 %"), found(value, half_width=half_width))
    assert row.verdict == verdict
    assert ("the verdict would be chance; simulate for longer" in row.remark) == (verdict == "not told apart")


def test_the_width_of_an_interval_is_taken_in_the_unit_of_the_bound():
    of = figure(published=0.022, bound="4 ms")
    assert judge_row(of, found(0.022, "s", 0.005)).verdict == "not told apart"
    assert judge_row(of, found(0.022, "s", 0.003)).verdict == "reproduced"


def test_the_summary_counts_what_is_not_told_apart_by_itself():
    rows = [judge_row(figure(bound="10 %"), found(199, half_width=each)) for each in (45, 1)]
    assert summary(rows).startswith("1 of 2 figures reproduced, 1 not told apart; 0 shown")
    assert "told apart" not in summary(rows[1:])


@pytest.mark.parametrize(("own", "head"), [(True, "measured"), (False, "published")])
def test_figures_of_ones_own_are_measured_and_not_published(own, head):
    table = results_table([judge_row(figure(bound="10 %", is_own=own), found(199))])
    assert table.columns[1].name == head and table.title == f"{head.capitalize()} against simulated"
