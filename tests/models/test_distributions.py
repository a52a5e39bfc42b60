"""Random quantities as a scenario states them: by a variation, by quantiles, by a file of values; and what is wrong."""

import math

import pytest

from models.quantities.distribution import DurationDistribution, SizeDistribution
from models.quantities.points import quantile_mean

SIZE = "size: 30 kB"


def sized(smallest: str, size: str) -> str:
    """The smallest scenario with another size of requests."""
    assert "size: 33.6 kB" in smallest or SIZE in smallest
    return smallest.replace("size: 33.6 kB", f"size: {size}").replace(SIZE, f"size: {size}")


@pytest.fixture
def size_of(smallest, loaded):
    """A function from a size of requests as written to what it means."""
    return lambda text: loaded(sized(smallest, text)).workload.request.size


@pytest.fixture
def wrong(smallest, problems_of):
    """A function from a size of requests as written to what is wrong with it, on one line."""

    def told(text: str) -> str:
        (problem,) = problems_of(sized(smallest, text)).splitlines()
        return problem

    return told


@pytest.mark.parametrize("word", ["lognormal", "gamma", "hyperexponential"])
def test_a_distribution_is_named_by_mean_and_variation(size_of, word):
    size = size_of(f"{{mean: 30 MB, distribution: {word}, cv: 1.5}}")
    assert (size.mean, size.distribution, size.cv) == (30e6, word, 1.5)


def test_quantiles_have_their_mean_and_are_empirical(size_of):
    """By hand: 0.5 x 10 kB + 0.4 x 110 kB + 0.09 x 1.6 MB + 0.01 x 11.5 MB."""
    size = size_of("{quantiles: {50 %: 20 kB, 90 %: 200 kB, 99 %: 3 MB, 100 %: 20 MB}}")
    assert size.distribution == "empirical"
    assert size.mean == pytest.approx(5e3 + 44e3 + 144e3 + 115e3)
    assert size.quantiles == ((0.0, 0.0), (0.5, 20e3), (0.9, 200e3), (0.99, 3e6), (1.0, 20e6))


def test_quantiles_may_begin_above_0_and_be_written_in_any_order(size_of):
    size = size_of("{quantiles: {100 %: 3 kB, 0 %: 1 kB}, mean: 2 kB, distribution: empirical}")
    assert size.quantiles == ((0.0, 1e3), (1.0, 3e3))


def test_quantiles_take_the_place_of_a_mean_and_the_other_way_round(tmp_path, monkeypatch, smallest, loaded):
    loaded(sized(smallest, "{mean: 30 kB, distribution: gamma, cv: 2}"))
    (tmp_path / "base.yaml").write_text((tmp_path / "shop.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    over = "extends: base.yaml\nworkload: {request: {size: SIZE}}\n"
    size = loaded(over.replace("SIZE", "{quantiles: {100 %: 3 kB}}")).workload.request.size
    assert (size.mean, size.distribution, size.cv) == (1.5e3, "empirical", None)
    middle = (tmp_path / "shop.yaml").read_text(encoding="utf-8").replace("base.yaml", "lower.yaml")
    (tmp_path / "base.yaml").write_text(middle, encoding="utf-8")
    (tmp_path / "lower.yaml").write_text(smallest, encoding="utf-8")
    size = loaded(over.replace("SIZE", "{mean: 7 kB}")).workload.request.size
    assert (size.mean, size.distribution, size.quantiles) == (7e3, "exponential", None)


def test_a_parameter_says_what_it_follows_from(smallest, loaded):
    sources = loaded(sized(smallest, "{quantiles: {50 %: 20 kB, 100 %: 1 MB}}")).sources
    assert sources["workload.request.size.mean"].source == "follows from the quantiles"
    assert sources["workload.request.size.quantiles"].value_text == "50 % 20 kB, 100 % 1 MB"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{mean: 1 kB, distribution: lognormal}", "needs its coefficient of variation; add e.g. `cv: 1.5`"),
        ("{mean: 1 kB, cv: 2}", "cv has no meaning for a distribution that is exponential; remove `cv`"),
        ("{mean: 1 kB, distribution: hyperexponential, cv: 0.5}", "a cv of 0.5 is less; write `distribution: gamma`"),
        ("{mean: 1 kB, distribution: gamma, cv: 0}", "too small; allowed is 0.01 to 10"),
        ("{mean: 1 kB, distribution: gamma, cv: -1}", "too small; allowed is 0.01 to 10"),
        ("{mean: 1 kB, distribution: empirical}", "an empirical distribution needs its quantiles; add `quantiles:"),
        ("{distribution: gamma, quantiles: {100 %: 1 kB}}", "quantiles have no meaning for a distribution that is"),
        ("{mean: 9 kB, quantiles: {100 %: 1 kB}}", "the mean of these quantiles is 500 B, and another one is stated"),
        ("{quantiles: {50 %: 2 kB, 90 %: 1 kB, 100 %: 3 kB}}", "out of order: 1 kB at 90 % is less than 2 kB at 50 %"),
        ("{quantiles: {50 %: 2 kB, 99 %: 3 kB}}", "they end at 99 %: nothing says how large the rest is; add"),
        ("{quantiles: {50 %: -2 kB, 100 %: 3 kB}}", "at 50 %: must not be negative; allowed is 0 B to 1 TB"),
        ("{quantiles: {50 %: 2, 100 %: 3 kB}}", "at 50 %: which unit? a size needs one"),
        ("{quantiles: {50 %: 2 kB, 50.0 %: 2 kB, 100 %: 3 kB}}", "50 % is there twice; keep one of its values"),
        ("{quantiles: {half: 2 kB, 100 %: 3 kB}}", '"half" is no share of all draws; write shares from 0 % to 100 %'),
        ("{quantiles: {120 %: 2 kB}}", '"120 %" is no share of all draws'),
        ("{quantiles: {100 %: 0 B}}", "all of them are 0; state at least one that is larger"),
        ("{quantiles: [1 kB, 2 kB]}", "write e.g. `quantiles: {50 %: 20 kB, 100 %: 20 MB}`"),
        ("{quantiles: {}}", "expected a group of quantiles"),
    ],
)
def test_what_is_wrong_with_a_distribution_is_said_once(wrong, text, message):
    told = wrong(text)
    assert message in told
    assert told.startswith("shop.yaml:")
    assert "workload.request.size" in told


def test_work_and_reads_are_named_by_their_variation_too(smallest, loaded, problems_of):
    text = smallest.replace("request: {", "request: {cpu_distribution: gamma, cpu_cv: 0.5, ")
    assert loaded(text).workload.request.cpu_cv == 0.5
    told = problems_of(text.replace("cpu_cv: 0.5, ", ""))
    assert "workload.request" in told and "add e.g. `cpu_cv: 1.5`" in told
    told = problems_of(text.replace("gamma", "constant"))
    assert "cpu_cv has no meaning for a distribution that is constant; remove `cpu_cv` or write" in told


VALUES = "size (kB);count\n10;3\n# a comment\n\n20;1\n"


@pytest.fixture
def from_file(smallest, loaded, tmp_path):
    """A function from the text of a CSV file to the size of requests that it says."""

    def size(text: str):
        (tmp_path / "sizes.csv").write_text(text, encoding="utf-8")
        return loaded(sized(smallest, "{csv: sizes.csv}")).workload.request.size

    return size


def test_a_file_of_values_with_counts(from_file):
    size = from_file(VALUES)
    assert (size.distribution, size.csv, size.mean) == ("empirical", "sizes.csv", 12_500.0)
    assert size.quantiles == ((0.0, 10e3), (0.75, 10e3), (0.75, 20e3), (1.0, 20e3))


@pytest.mark.parametrize(
    "text", ["kB\n10\n20\n10\n10\n", "size [kB],number\n20,1\n10,3\n", '"size in kB"\tcount\n10\t3\n20\t1\n']
)
def test_files_may_look_different_and_say_the_same(from_file, text):
    assert from_file(text) == from_file(VALUES)


def test_many_values_stand_together_and_keep_their_mean_and_variance(from_file):
    """A heavy tail of 20,000 values: Pareto at evenly spaced shares."""
    count = 20_000
    values = [1000.0 * (1.0 - (i + 0.5) / count) ** (-1.0 / 2.2) for i in range(count)]
    size = from_file("size (B)\n" + "\n".join(f"{value:.6g}" for value in values))
    mean = math.fsum(values) / count
    assert len(size.quantiles) < 1500
    assert quantile_mean(size.quantiles) == pytest.approx(mean, rel=1e-6)
    pairs = zip(size.quantiles, size.quantiles[1:], strict=False)
    square = sum((above - below) * (a * a + a * b + b * b) / 3.0 for (below, a), (above, b) in pairs)
    assert square == pytest.approx(math.fsum(value**2 for value in values) / count, rel=1e-4)
    assert size.quantiles == tuple(sorted(size.quantiles))
    assert size.quantiles[-1] == (1.0, pytest.approx(values[-1], rel=1e-5))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this file is empty; start with a line such as `size (kB)`"),
        ("size\n10\n", "no heading says in which unit the values are (B, kB, MB, GB, TB, PB)"),
        ("10\n20\n", "no heading says in which unit the values are"),
        ("size (ms)\n10\n", "no heading says in which unit the values are"),
        ("size (kB)\n", "no value above 0 is in this file"),
        ("size (kB)\n0\n", "no value above 0 is in this file"),
        ("size (kB)\n10\nten\n", "sizes.csv:3: workload.request.size.csv = ten: not a number"),
        ("size (kB)\n-1\n", "sizes.csv:2: workload.request.size.csv = -1: must not be negative"),
        ("size (kB)\nnan\n", "not a number"),
        ("size (GB)\n9000\n", "too large; allowed is up to 1e+12 B"),
        ("size (kB),count\n1\n", "expected 2 columns"),
        ("size (kB),price\n1,2\n", "columns beside the values that are no counts; keep the column of the values"),
    ],
)
def test_what_is_wrong_with_a_file_of_values(wrong, tmp_path, text, message):
    (tmp_path / "sizes.csv").write_text(text, encoding="utf-8")
    assert message in wrong("{csv: sizes.csv}")


def test_a_file_that_is_not_there_is_told_where_it_is_named(wrong, tmp_path):
    told = wrong("{csv: sizes.csv}")
    assert told.startswith("shop.yaml:") and "there is no such file; write the name of a CSV file beside" in told
    assert "no file of this folder" in wrong("{csv: ../sizes.csv}")
    assert "no file of this folder" in wrong("{csv: /etc/passwd}")
    (tmp_path / "sizes.csv").write_bytes(b"size (kB)\n\xff\n")
    assert "this is not UTF-8 text" in wrong("{csv: sizes.csv}")
    (tmp_path / "sizes.csv").write_text(VALUES, encoding="utf-8")
    assert "there are `quantiles` too; keep one of them" in wrong("{csv: sizes.csv, quantiles: {100 %: 1 kB}}")


def test_in_python_a_distribution_is_made_of_quantiles_alone():
    size = SizeDistribution(quantiles={"50 %": "20 kB", "100 %": "60 kB"})
    assert (size.mean, size.distribution) == (25e3, "empirical")
    again = SizeDistribution.model_validate(size.model_dump())
    assert again == size
    assert DurationDistribution(quantiles=((0.0, 1.0), (1.0, 3.0))).mean == 2.0
