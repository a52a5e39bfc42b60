"""How numbers are written: digits follow the interval."""

import math
from statistics import stdev

import pytest

from simulator.experiment.estimate import Estimate, exact, from_replications, student_quantile
from simulator.experiment.results import Unavailable
from simulator.messages.numbers import (
    bare,
    cell_text,
    deviation,
    figure_text,
    is_resolved,
    plain_number,
    range_texts,
    rounded,
    short_text,
    signed_text,
    theory_number,
    times_the_load,
)
from simulator.output.figure import figure_data


def estimate(value: float, half_width: float, unit: str = "") -> Estimate:
    return Estimate(value, half_width, 0.95, 5, unit)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (estimate(4_876.4, 12.1, "Mbps"), "4,876 ± 12 Mbps"),
        (estimate(2.45902, 0.0123, "units"), "2.459 ± 0.012 units"),
        (estimate(618_515.5, 4_593.0, "USD/month"), "618,500 ± 4,600 USD/month"),
        (estimate(613_924.4, 1.4, "USD/month"), "613,900 USD/month"),
        (estimate(18_515.2, 0.3, "USD/month"), "18,520 USD/month"),
        (estimate(97.6, 0.996, "%"), "97.6 ± 1.0 %"),
        (estimate(4.0, 1.0, "units"), "4 ± 1 units"),
        (estimate(1.0, 1.0, "units"), "1 ± 1 units"),
        (estimate(1.0, 0.0, "units"), "1 unit"),
        (estimate(613_923.0, 2.0, "USD/month"), "613,900 USD/month"),
        (estimate(79.503027, 0.000083, "%"), "79.50 %"),
        (estimate(2.4635, 0.0053), "2.463 ± 0.005"),
        (estimate(15_746.0, 31.0), "15,750 ± 30"),
        (estimate(9_999.6, 12.0), "10,000 ± 10"),
        (estimate(0.04, 0.11, "%"), "0.04 ± 0.11 %"),
        (estimate(3.2e9, 1.6e6, "B"), "3.200 ± 0.002 GB"),
        (estimate(0.61, 0.0031, "s"), "610.0 ± 3.1 ms"),
        (estimate(1.62, 0.0162, "s"), "1.620 ± 0.016 s"),
        (estimate(3_400.0, 17.0, "/s"), "3,400 ± 17 /s"),
        (estimate(-38.3, 0.59, "%"), "-38.30 ± 0.59 %"),
        (estimate(1.0, math.inf, "Mbps"), "1 ± unknown Mbps"),
        (exact(3, "units"), "3 units"),
        (exact(0.0, "%"), "0 %"),
        (exact(12_000.0, "Mbps"), "12,000 Mbps"),
        (exact(61.680327, "%"), "61.68 %"),
        (estimate(14_640.0, 1e-10, "Mbps"), "14,640 Mbps"),
    ],
)
def test_an_estimate_as_text(found, expected):
    assert figure_text(found) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1_234_567.0, "1,234,567"),
        (1_234_567.8, "1,234,568"),
        (0.00012344, "0.0001234"),
        (2.5, "2.5"),
        (math.nan, "not known"),
        (math.inf, "not known"),
    ],
)
def test_a_number_without_an_interval(value, expected):
    assert plain_number(value) == expected


@pytest.mark.parametrize(
    ("value", "half_width", "expected", "ends"),
    [
        (98.2, 9.8, "98.2 ± 9.8, at most 100 %", (88.4, 100.0)),
        (0.3, 6.0, "0.3 ± 6.0, at least 0 %", (0.0, 6.3)),
        (40.0, 70.0, "40 ± 70, from 0 to 100 %", (0.0, 100.0)),
        (50.0, 50.0, "50 ± 50 %", (0.0, 100.0)),
        (100.0, 0.0, "100 %", (100.0, 100.0)),
    ],
)
def test_the_interval_of_a_share_ends_where_the_whole_does(value, half_width, expected, ends):
    share = Estimate(value, half_width, 0.95, 0, "%", share=True)
    assert figure_text(share) == expected and figure_text(share.times(1.0, "%")) == expected
    assert (share.low, share.high) == pytest.approx(ends)
    told = {"low", "high"} & figure_data(share).keys()
    assert bool(told) == any(share.cut_off) == (", " in expected)


def test_what_is_no_share_may_pass_100_per_cent():
    more = Estimate(98.2, 9.8, 0.95, 0, "%")
    assert figure_text(more) == "98.2 ± 9.8 %" and more.high > 100.0 and "high" not in figure_data(more)


def test_what_rounds_to_nothing_has_no_sign():
    assert bare(estimate(-0.04, 12.0)) == "0 ± 12"


@pytest.mark.parametrize(
    ("content", "expected"),
    [(Unavailable("too few"), "not known"), (None, ""), ("disks", "disks"), (True, "yes"), (15, "15")],
)
def test_other_cells(content, expected):
    assert cell_text(content) == expected


def test_a_column_with_a_unit_says_it_once():
    assert cell_text(estimate(97.6, 0.39, "%"), unit=False) == "97.60 ± 0.39"


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (estimate(12.4, 3.1, "%"), "+12.4 ± 3.1"),
        (estimate(-12.4, 3.1, "%"), "-12.4 ± 3.1"),
        (estimate(3.0, 3.1, "%"), "not resolved"),
        (estimate(-3.0, 3.0, "%"), "not resolved"),
        (estimate(0.0, 0.5, "%"), "not resolved"),
        (estimate(1.0, math.inf, "%"), "not resolved"),
        (exact(0.0, "%"), "0"),
        (exact(-0.0, "%"), "0"),
        (Unavailable("too few"), "not known"),
    ],
)
def test_a_difference_has_its_sign_only_where_it_is_told_from_none(found, shown):
    assert signed_text(found) == shown
    assert isinstance(found, Unavailable) or is_resolved(found) == (shown != "not resolved")


def test_a_difference_with_its_unit():
    assert signed_text(estimate(12.4, 3.1, "%"), unit=True) == "+12.4 ± 3.1 %"


@pytest.mark.parametrize(("value", "shown"), [(-0.04, "0.0 %"), (0.04, "0.0 %"), (-0.16, "-0.2 %"), (3.0, "+3.0 %")])
def test_a_deviation_that_rounds_to_nothing_has_no_sign(value, shown):
    assert deviation(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(81_234.0, "81,200"), (355.62, "356"), (23.21, "23.2"), (1.0, "1.00"), (0.0, "0")]
)
def test_a_figure_of_theory_has_three_digits(value, shown):
    assert theory_number(value) == shown


def test_a_limit_that_is_a_thousand_loads_away_is_told_in_words():
    assert times_the_load(estimate(1.2671, 0.068)) == "1.267 ± 0.068"
    assert times_the_load(estimate(5_912_345.0, 4_000.0)) == "above 1,000"
    assert times_the_load(Unavailable("memory does not grow")) == "-"


@pytest.mark.parametrize(
    ("value", "half_width", "needed"),
    [(1.0, 4.0, 43), (10.0, 1.0, 5), (1.0, 1.0, 6), (0.0, 1.0, None), (1.0, math.inf, None)],
)
def test_an_interval_narrows_with_the_root_of_the_replications(value, half_width, needed):
    assert estimate(value, half_width).samples_to_resolve == needed
    assert exact(value, "").samples_to_resolve is None


def test_of_so_many_replications_with_the_same_spread_the_interval_is_narrower_than_the_value():
    """Student's quantile of two is 12.7 and of many 2: by the root of their number alone 21 would be needed."""
    needed = from_replications([82.5, 137.5], 0.95, "min").samples_to_resolve
    spread = stdev([82.5, 137.5])
    widths = [student_quantile(0.95, n - 1) * spread / math.sqrt(n) for n in (needed - 1, needed)]
    assert widths[0] >= 110.0 > widths[1] and needed == 3


@pytest.mark.parametrize(
    ("value", "uncertainty", "shown"),
    [
        (0.3012, 0.082, "0.301"), (1.44, 2.3, "1.4"), (5.37, 2.0, "5.4"), (45.08, 0.72, "45.08"),
        (14.2, 2.3, "14"), (4109.52, 0.72, "4,110"), (1350.4, 810.0, "1,350"), (5.0, 22.0, "5"),
    ],
)  # fmt: skip
def test_a_figure_has_the_digits_that_its_uncertainty_deserves_and_fractions_only_where_it_is_small(
    value, uncertainty, shown
):
    assert rounded(value, uncertainty) == shown


def test_the_lowest_of_a_small_figure_is_not_told_as_nothing():
    assert range_texts(0.109, 1.44, 4.718) == ("0.1", "1.4", "4.7")
    assert range_texts(11_300.0, 11_580.0, 13_060.0, 4_584.0) == (
        "11,300",
        "11,600 \N{PLUS-MINUS SIGN} 4,600",
        "13,100",
    )


def test_nothing_at_an_end_of_an_interval_has_no_digits_behind_its_point():
    assert short_text(Estimate(0.0098, 0.0098, 1.0, 0, "%")) == "0-0.0196 %"
    assert short_text(Estimate(0.0100, 0.0098, 1.0, 0, "%")) == "0.0002-0.0198 %"
