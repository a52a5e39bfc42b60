"""Numbers as people read them."""

import math

import pytest

from models.quantities.formatting import duration, listed, long_duration, number, rate, size_text
from simulator.messages.description.readable import amount, random_quantity, share
from simulator.network.distribution import BY_VARIATION, Distribution, Family, empirical, with_variation


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0 B"),
        (0.5, "0.5 B"),
        (78.0, "78 B"),
        (999.4, "999 B"),
        (999.6, "1 kB"),
        (65536.0, "65.5 kB"),
        (1.5 * 2**30, "1.61 GB"),
        (2e15, "2,000 TB"),
        (math.inf, "unlimited"),
    ],
)
def test_sizes(value, text):
    assert size_text(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0035, "3.5 ms"), (36.6, "36.6 s"), (999.0, "999 s"), (1_226.0, "20.4 min"), (7_199.9, "2 h"),
     (56_818.0, "15.8 h"), (345_599.0, "4 days"), (2_750_000.0, "31.8 days")],
)  # fmt: skip
def test_a_time_that_may_be_long(seconds, text):
    assert long_duration(seconds) == text


@pytest.mark.parametrize(("value", "text"), [(0.706e-3, "0.706 ms"), (9e-3, "9 ms"), (3.7, "3.7 s"), (600.0, "600 s"),
                                             (0.0, "0 s"), (5e-6, "5 us"), (86400.0, "86,400 s")])  # fmt: skip
def test_durations(value, text):
    assert duration(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(16384.0, "16,384"), (0.25, "0.25"), (33.333, "33.33"), (12345.6, "12,346")]
)
def test_plain_numbers(value, text):
    assert number(value) == text


def test_rates_are_told_in_bytes_and_in_bits():
    assert rate(125e6) == "125 MB/s (1 Gbps)"


def test_amounts_agree_with_their_number():
    assert amount(1.0, "threads") == "1 thread"
    assert amount(24.0, "threads") == "24 threads"
    assert amount(1.0, "commits") == "1 commit"
    assert amount(6153.846, "commits") == "6,154 commits"
    assert amount(2.375, "cores") == "2.38 cores"
    assert amount(16384.0, "bytes") == "16 KiB"
    assert amount(2600.0, "bytes") == "2.6 kB"


def test_shares_are_percentages():
    assert share(0.125) == "12.5 %"


# Of families that need more than a mean.
LAWS = {
    Family.PARETO: Distribution(Family.PARETO, 2.0, 2.5),
    **{family: with_variation(family, 2.0, 1.5) for family in BY_VARIATION},
    Family.EMPIRICAL: empirical(((0.0, 0.0), (0.5, 1.0), (0.99, 5.0), (1.0, 51.0))),
}


def test_distributions_are_told_by_what_they_are_named_by():
    assert (
        random_quantity(LAWS[Family.LOGNORMAL], size_text) == "2 B on average (lognormal, coefficient of variation 1.5)"
    )
    told = "2 B on average (empirical: 50 % at most 1 B, 99 % at most 5 B, the largest 51 B)"
    assert random_quantity(LAWS[Family.EMPIRICAL], size_text) == told


@pytest.mark.parametrize("kind", Family)
def test_every_distribution_is_told_by_its_mean(kind):
    law = LAWS.get(kind) or Distribution(kind, 2.0)
    told = random_quantity(law, duration, "work")
    assert told.startswith("2 s of work")
    assert (kind is Family.CONSTANT) == (told == "2 s of work")


@pytest.mark.parametrize(
    ("words", "told"), [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_words_in_a_row(words, told):
    assert listed(words, " or ") == told
