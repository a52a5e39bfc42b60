"""Portfolios of more variants than anybody runs, or of none that can be: refused at once, by count, with a remedy."""

import time

import pytest

from models.errors import ScenarioError
from models.variations.portfolio import load_portfolio
from models.variations.portfolio_drafts import drafts, variant_count
from simulator.studies.sweep.variants import expand_portfolio
from tests.shipped import FOLDER

HEAD = f"portfolio: huge\nbase: {FOLDER}/single_server.yaml\n"
NO_BASE = "portfolio: huge\n"
# Seconds of a processor within which a portfolio is refused: 1 on a machine of its own, more beside other work.
SOON = 5.0
RAM = "server.ram: {low: 1 GiB, high: 64 GiB, points: 1000}"
CARDS = [f"server.cards[{number}].rate" for number in range(4_000)]
RANGE, THOUSAND = "{low: 1 Gbps, high: 2 Gbps}", "{low: 1 Gbps, high: 2 Gbps, points: 1000}"
TOO_SMALL = ", ".join(f"{size} kB" for size in range(1, 9_999))
CIRCLES = {"one.yaml": "scenario: one\nextends: two.yaml\n", "two.yaml": "scenario: two\nextends: one.yaml\n"}


def axes(paths, values, indent="  "):
    return "".join(f"{indent}{path}: {values}\n" for path in paths)


HUGE = {
    "a grid of 10^12": (f"{HEAD}grid:\n{axes(CARDS[:4], THOUSAND)}", "this makes 1,000,000,000,000 variants"),
    "a grid of 10^60": (f"{HEAD}grid:\n{axes(CARDS[:20], THOUSAND)}", "this makes about 10^60 variants"),
    "millions one at a time": (f"{HEAD}one_at_a_time:\n{axes(CARDS, THOUSAND)}", "this makes 4,000,001 variants"),
    "a sample of 2^30": (
        f"{HEAD}sample: {{method: sobol, size: 1073741824, ranges: {{server.ram: {{low: 1 GiB, high: 2 GiB}}}}}}",
        "write a size of at most 10,000",
    ),
    "thousands of axes": (f"{HEAD}grid:\n{axes(CARDS, '[1 Gbps]')}", "4,000 parameters changed at once"),
    "thousands of ranges": (
        f"{HEAD}sample:\n  size: 10000\n  ranges:\n{axes(CARDS, RANGE, '    ')}",
        "4,000 parameters changed at once",
    ),
    "thousands of changes": (f"{HEAD}grid: {{{RAM}}}\nset:\n{axes(CARDS, '1 Gbps')}", "4,000 parameters changed"),
    "as many entries as 1 MiB has": (f"{HEAD}grid: {{server.ram: [{'1,' * 500_000}]}}", "are more than 20,000"),
    "a list without end": (f"{HEAD}grid: {{server.ram: [{'1,' * 500_000}", "are more than 20,000"),
    "what cannot be": (f"{HEAD}grid: {{server.ram: [{TOO_SMALL}]}}", "25 of the first 25 of 9,998 variants cannot be"),
    "itself as its base": (f"{NO_BASE}base: huge.yaml\ngrid: {{{RAM}, run.seed: [1, 2, 3]}}", "this is a portfolio"),
    "a base in a circle": (f"{NO_BASE}base: one.yaml\ngrid: {{{RAM}, run.seed: [1, 2, 3]}}", "other in a circle"),
    "itself as its scenario": (f"{NO_BASE}scenarios: [{'huge.yaml, ' * 9_000}]", "25 of the first 25 of 9,000"),
}


@pytest.mark.parametrize("name", HUGE)
def test_a_huge_portfolio_is_refused_by_count_and_a_hopeless_one_at_its_first_variants(name, tmp_path):
    text, fragment = HUGE[name]
    for file, content in {**CIRCLES, "huge.yaml": text}.items():
        (tmp_path / file).write_text(content)
    started = time.process_time()
    with pytest.raises(ScenarioError) as error:
        expand_portfolio(load_portfolio(tmp_path / "huge.yaml"))
    assert time.process_time() - started < SOON
    assert fragment in str(error.value) and len(error.value.problems) <= 26
    assert all(problem.remedy for problem in error.value.problems)


def test_what_is_agreed_to_has_an_end_too(portfolio):
    text = f"{HEAD}grid:\n{axes(CARDS[:3], '{low: 1 Gbps, high: 2 Gbps, points: 100}')}"
    with pytest.raises(ScenarioError, match="more than 100,000; leave values out") as error:
        expand_portfolio(portfolio(text), agreed=True)
    assert "several portfolios" in str(error.value)


def test_thousands_of_parameters_changed_one_at_a_time_are_named_in_seconds(portfolio):
    started = time.process_time()
    assert sum(1 for _ in drafts(portfolio(f"{HEAD}one_at_a_time:\n{axes(CARDS, '[1 Gbps]')}"))) == 4_001
    assert time.process_time() - started < SOON


def test_a_range_of_whole_numbers_is_counted_as_what_it_has(portfolio):
    found = portfolio(f"{HEAD}grid: {{unit.nodes: {{low: 1, high: 3, points: 1000}}, run.seed: {{low: 1, high: 9}}}}\n")
    assert variant_count(found) == 3 * 5 == sum(1 for _ in drafts(found))


def test_a_few_variants_are_all_judged(variants):
    with pytest.raises(ScenarioError) as error:
        variants(f"{HEAD}grid: {{server.ram: [{TOO_SMALL[: TOO_SMALL.index('100 kB') - 2]}]}}")
    assert len(error.value.problems) == 99


def test_what_a_range_cannot_tell_apart_is_one_value(portfolio):
    found = portfolio(f"{HEAD}grid: {{server.ram: {{low: 1000000000 B, high: 1000000001 B, points: 1000}}}}\n")
    assert variant_count(found) == len(found.grid[0].values) == 2
