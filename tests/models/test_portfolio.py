"""A portfolio file is read whole, every problem at its line, and its variants are named for what differs."""

from pathlib import Path

import pytest

from models.errors import ScenarioError
from models.load import load
from models.parts.hardware import Server
from models.reading.catalogue_model import catalogue_model
from models.reading.read_yaml import read_yaml
from models.variations.portfolio import is_portfolio, load_portfolio
from models.variations.portfolio_drafts import AS_IT_IS, drafts, variant_count
from models.variations.portfolio_range import read_range
from models.variations.portfolio_reading import Reading
from models.variations.upgrade import upgrades

SCENARIOS = Path(__file__).parents[2] / "scenarios"
HEAD = f"portfolio: farms\nbase: {SCENARIOS}/single_server.yaml\n"


@pytest.fixture
def read(tmp_path):
    def reading(text, head=HEAD):
        file = tmp_path / "portfolio.yaml"
        file.write_text(head + text)
        return load_portfolio(file)

    return reading


def names(portfolio):
    return [draft.name for draft in drafts(portfolio)]


def test_the_shipped_portfolio_has_72_variants_that_all_load():
    shipped = load_portfolio(SCENARIOS / "portfolio.yaml")
    made = list(drafts(shipped))
    assert len(made) == variant_count(shipped) == 2 * 3 * 3 * 4 == len({draft.name for draft in made})
    assert made[0].name == "dl585-2.2ghz-4gb, windows-2003-x86, file cache up to 512 MiB"
    assert made[12].name == "dl585-2.2ghz-4gb with cards 2 x 1 Gbps, windows-2003-x86, file cache up to 512 MiB"
    last = load(made[-1].file, made[-1].overrides, compared=False)
    assert (last.server.name, len(last.server.cards), last.baseline) == ("dl585-2.4ghz-12gb", 3, None)


def test_a_portfolio_is_told_from_a_scenario(tmp_path):
    assert is_portfolio(SCENARIOS / "portfolio.yaml") and not is_portfolio(SCENARIOS / "single_server.yaml")
    assert not is_portfolio(tmp_path / "none.yaml")


def test_single_changes_are_compared_with_the_base(read):
    text = "one_at_a_time:\n  server.ram: [8 GiB]\n  server.cards: [[1 Gbps, 1 Gbps], [1 Gbps, 10 Gbps]]\n"
    assert names(read(text)) == [AS_IT_IS, "ram 8 GiB", "cards 2 x 1 Gbps", "cards 1 Gbps + 10 Gbps"]


def test_steps_of_a_range_have_units_and_both_ends(read):
    steps = read("grid: {workload.session.think_time: {low: 500 ms, high: 2 s, points: 4}}").grid[0]
    assert steps.values == ("500 ms", "1 s", "1.5 s", "2 s")
    whole = read("grid: {unit.nodes: {low: 1, high: 3, points: 9}}").grid[0]
    assert whole.values == (1, 2, 3)


def test_a_range_by_ratio_has_its_geometric_mean_in_the_middle(tmp_path):
    file = tmp_path / "range.yaml"
    file.write_text("low: 1 GiB\nhigh: 4 GiB\ndistribution: log\n")
    problems = []
    written = read_yaml(file, "range.yaml", "scenario", problems)
    found = read_range(Reading("range.yaml", problems), written, "server.ram", "range")
    assert [found.at(share) for share in (0.0, 0.5, 1.0)] == ["1 GiB", "2.14748 GB", "4 GiB"] and not problems


def test_alternatives_files_and_targets(read):
    text = f"""
targets: {{errors: 2 %}}
set: {{demand: 3 Gbps}}
alternatives:
  more memory: {{server.ram: 8 GiB}}
  other system: {{operating_system: windows-2003-x86, targets.errors: 3 %}}
scenarios: [{SCENARIOS}/web_farm.yaml]
"""
    portfolio = read(text)
    loaded = {draft.name: load(draft.file, draft.overrides, compared=False) for draft in drafts(portfolio)}
    base, memory, system, farm = loaded.values()
    assert list(loaded)[:3] == [AS_IT_IS, "more memory", "other system"]
    assert (base.targets.errors, memory.targets.errors, system.targets.errors) == (0.02, 0.02, 0.03)
    assert memory.server.ram == 2 * base.server.ram and farm.demand.wire == 3e9 / 8


def test_names_are_unique_also_where_values_are_not(read):
    assert names(read("grid: {server.ram: [8 GiB, 8 GiB]}")) == ["ram 8 GiB", "ram 8 GiB (2)"]


def test_keys_that_end_alike_are_told_apart(read):
    made = names(read("grid:\n  workload.session.think_time.mean: [3 s]\n  workload.request.size.mean: [30 kB]\n"))
    assert made == ["think time.mean 3 s, size.mean 30 kB"]


def test_the_largest_grid_is_counted_without_being_made(read):
    axes = "".join(f"  server.a{number}: [{', '.join('1' * 1 for _ in range(90))}]\n" for number in range(6))
    assert variant_count(read("grid:\n" + axes)) == 90**6


BROKEN = {
    "nothing to vary": ("", ("there is nothing to vary", "grid")),
    "unknown key": ("gird: {server.ram: [8 GiB]}", (":3: gird: unknown key", 'did you mean "grid"')),
    "empty grid": ("grid: {}", (":3: grid: an empty grid", "write e.g.")),
    "empty axis": ("grid:\n  server.ram: []", (":4: grid.server.ram: an empty grid",)),
    "no list": ("grid: {server.ram: 8 GiB}", ("grid.server.ram", "expected a list", "low:")),
    "no alternatives": ("alternatives: []", ("no alternatives",)),
    "empty alternative": ("alternatives: {nothing: {}}", ("alternatives.nothing: expected a group of overrides",)),
    "no scenarios": ("scenarios: []", ("no scenarios",)),
    "a scenario that is no text": ("scenarios: [3]", ("expected a text",)),
    "empty targets": ("grid: {server.ram: [8 GiB]}\ntargets: {}", ("expected a group of targets",)),
    "format": ("format: 2\ngrid: {server.ram: [8 GiB]}", ("unknown format version", "format: 1")),
    "switch": ("grid: {server.ram: [8 GiB]}\nskip_invalid: maybe", ("skip_invalid", "true or false")),
    "range of a part": ("grid: {server: {low: 1, high: 2}}", ("no range of this can be", "list of values")),
    "range of one end": ("grid: {server.ram: {low: 1 GiB}}", ("grid.server.ram.high: missing",)),
    "range upside down": ("grid: {server.ram: {low: 4 GiB, high: 1 GiB}}", ("not above the low end",)),
    "range without units": ("grid: {server.ram: {low: 1, high: 2}}", ("which unit?",)),
    "range too large": ("grid: {server.ram: {low: 1 GiB, high: 999 TiB}}", ("too large; allowed is 64 MiB to 64 TiB",)),
    "number too large": ("grid: {unit.nodes: {low: 1, high: 1000000}}", ("out of range; allowed is 1 to",)),
    "range of words": ("grid: {unit.nodes: {low: one, high: 2}}", ("expected a number; allowed is 1 to",)),
    "steps": ("grid: {server.ram: {low: 1 GiB, high: 2 GiB, points: 1}}", ("points = 1", "allowed is 2 to 1,000")),
    "sample size": ("sample: {ranges: {server.ram: {low: 1 GiB, high: 2 GiB}}}", ("sample.size: missing",)),
    "sample ranges": ("sample: {size: 8}", ("sample.ranges: missing",)),
    "sample method": (
        "sample: {method: soboll, size: 8, ranges: {server.ram: {low: 1 GiB, high: 2 GiB}}}",
        ('sample.method = "soboll": no such method; write one of latin-hypercube, sobol',),
    ),
    "sobol size": (
        "sample: {method: sobol, size: 100, ranges: {server.ram: {low: 1 GiB, high: 2 GiB}}}",
        ("a sobol sample has a power of two; write 64 or 128",),
    ),
    "log from 0": (
        "sample: {size: 8, ranges: {run.warm_up: {low: 0 s, high: 2 s, distribution: log}}}",
        ("must be above 0",),
    ),
    "distribution": (
        "sample: {size: 8, ranges: {server.ram: {low: 1 GiB, high: 2 GiB, distribution: normal}}}",
        ('distribution = "normal": no such distribution; write uniform or log',),
    ),
    "range that is none": ("sample: {size: 8, ranges: {server.ram: 8 GiB}}", ("expected a range",)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_portfolio_is_told_off(read, name):
    text, fragments = BROKEN[name]
    with pytest.raises(ScenarioError) as error:
        read(text)
    for fragment in fragments:
        assert fragment in str(error.value)
    assert all(problem.file.endswith("portfolio.yaml") and problem.message for problem in error.value.problems)


def test_a_scenario_is_no_portfolio_and_a_base_is_needed(read):
    file = SCENARIOS / "single_server.yaml"
    with pytest.raises(ScenarioError) as error:
        load_portfolio(file)
    (problem,) = error.value.problems
    assert (problem.file, problem.path) == (str(file), "scenario")
    assert problem.message == "this is a scenario, not a portfolio"
    assert problem.line == 1 + [line[:9] for line in file.read_text().splitlines()].index("scenario:")
    assert problem.remedy.startswith(f"`plan {file}` answers it; to vary it, name it as the `base:`")
    with pytest.raises(ScenarioError, match="base: missing"):
        read("grid: {server.ram: [8 GiB]}", head="portfolio: farms\n")


def test_all_problems_are_told_at_once(read):
    with pytest.raises(ScenarioError) as error:
        read("gird: 1\ngrid: {}\nsample: {size: 0}\ntargets: 3\n")
    assert len(error.value.problems) >= 4


def test_the_cards_that_the_shipped_portfolio_adds_have_the_price_and_the_power_of_the_catalogue():
    card = next(upgrade for upgrade, _ in upgrades() if "server.cards" in upgrade.adds and upgrade.year == 2006)
    for draft in drafts(load_portfolio(SCENARIOS / "portfolio.yaml")):
        server = load(draft.file, draft.overrides, compared=False).server
        own, _ = catalogue_model(Server, server.name)
        more = len(server.cards) - len(own.cards)
        assert server.price == own.price + more * card.price
        power = (server.idle_power, server.busy_power)
        assert power == (own.idle_power + more * card.power, own.busy_power + more * card.power)
