"""Every variant is judged before the first runs: each problem once, at its line, with how many variants share it."""

import pytest

from models.disk_capacity import disk_cache_bytes
from models.errors import ScenarioError
from simulator.studies.sweep.variants import MANY, expand_portfolio, sample_points
from tests.shipped import FOLDER

HEAD = f"portfolio: farms\nbase: {FOLDER}/single_server.yaml\n"
CACHES = "web_server.file_cache: [1 GiB, 2.5 GiB]"
SYSTEMS = "operating_system: [windows-2003-x86, windows-2003-x64]"
CONTRADICTS = f"grid: {{{SYSTEMS}, server.cards: [[1 Gbps], [2 Gbps]], {CACHES}}}"


def problems(variants, text):
    with pytest.raises(ScenarioError) as error:
        variants(HEAD + text)
    return error.value.problems


def test_a_problem_of_many_variants_is_told_once_at_the_line_of_the_portfolio(variants):
    (problem,) = problems(variants, CONTRADICTS)
    assert problem.file.endswith("portfolio.yaml") and problem.line == 3
    assert problem.path.startswith("web_server.file_cache") and "address space" in problem.message
    assert "(2 of 8 variants, first windows-2003-x86, cards 1 x 1 Gbps, file cache 2.5 GiB)" in problem.message
    assert problem.remedy


def test_all_problems_of_all_variants_are_told_at_once(variants):
    found = problems(variants, "grid:\n  server: [dl585, dl586]\n  server.ram: [1 kB, 8 GiB]\n  sever.ram: [8 GiB]\n")
    lines = {problem.line for problem in found}
    assert {4, 6} <= lines and all("variants" in problem.message for problem in found)
    assert any('did you mean "server"' in problem.remedy for problem in found)


def test_a_problem_of_the_base_is_told_in_the_base(variants, tmp_path):
    base = (FOLDER / "single_server.yaml").read_text().replace("zipf", "zip")
    (tmp_path / "broken.yaml").write_text(base)
    with pytest.raises(ScenarioError, match=r"broken.yaml:\d+: .*\(2 of 2 variants"):
        variants("portfolio: farms\nbase: broken.yaml\ngrid: {server.ram: [4 GiB, 8 GiB]}\n")


def test_a_base_that_is_not_there_is_told_once(variants):
    with pytest.raises(ScenarioError, match=r'portfolio.yaml:2: base = ".*none.yaml": there is no such file;'):
        variants("portfolio: farms\nbase: none.yaml\ngrid: {server.ram: [4 GiB, 8 GiB]}\n")


FAULTS = """
set:
  targets.errors: 1 %
  server.rma: 8 GiB                 # wrong
one_at_a_time:
  server.ram:
    - 8 GiB
    - 9 GiBB                        # wrong
  server.cards:
    - [1 Gbps]
    - [1 GB]                        # wrong
  server:
    - model: dl585-2.2ghz-4gb
      ram: 8 GiB
    - model: dl585-2.2ghz-4gb
      core_speed: 2
      cards: [1 Gbps,
        fast]                       # wrong
grid:
  unit.nodes: [3,
    4,
    nine]                           # wrong
  server.core_speed:
    - 1
    - slow                          # wrong
alternatives:
  more: {server.ram: 8 GiB,
    server.nope: 1}                 # wrong
  gone:
    server.ram: 8 GiB
    server.core_speed: 0            # wrong
  other:
    server:
      core_speed: 2
      threads_per_core: many        # wrong
"""


def test_each_fault_of_a_portfolio_is_told_at_its_own_line(variants):
    lines = [number for number, line in enumerate((HEAD + FAULTS).splitlines(), 1) if line.endswith("# wrong")]
    assert [problem.line for problem in problems(variants, FAULTS)] == lines


def test_what_cannot_be_is_left_out_where_the_portfolio_says_so(variants):
    found = variants(f"{HEAD}skip_invalid: true\n{CONTRADICTS}")
    assert (found.made, found.invalid, len(found.found)) == (8, 2, 6)
    (reason,) = found.left_out
    assert reason.variants == 2 and "address space" in reason.problem and "file cache 2.5 GiB" in reason.first


def test_two_currencies_are_told_by_the_names_of_their_variants_at_the_line_of_the_other_one(variants):
    """All variants of a base have its name."""
    text = "alternatives:\n  dollars: {server.ram: 8 GiB}\n  euros: {datacenter.prices: eu-2026}\n"
    (problem,) = problems(variants, text)
    assert problem.file.endswith("portfolio.yaml") and problem.line == 5
    assert problem.message == 'prices are in EUR in "euros" and USD in "as it is"'


def test_where_nothing_is_left_the_problems_are_told(variants):
    (problem,) = problems(variants, "skip_invalid: true\ngrid: {server.ram: [1 kB]}\n")
    assert "(variant ram 1 kB)" in problem.message


def test_the_same_values_run_once_and_are_told(variants):
    found = variants(f"{HEAD}grid: {{server.ram: [8 GiB, 8192 MiB, 16 GiB]}}")
    first, other = found.found
    (same,) = first.also
    assert (first.name, same.name, same.values) == ("ram 8 GiB", "ram 8192 MiB", {"server.ram": "8192 MiB"})
    assert same.sha256 == first.sha256 and (other.name, other.also) == ("ram 16 GiB", ())


def test_a_grid_of_millions_is_counted_and_asks_to_be_agreed_to(variants):
    axis = ", ".join(f"{number} GiB" for number in range(1, 201))
    cards = ", ".join(f"{number} Gbps" for number in range(1, 201))
    cores = "server.cores_per_socket: {low: 1, high: 50, points: 50}"
    text = f"grid:\n  server.ram: [{axis}]\n  server.cards: [{cards}]\n  {cores}\n"
    (problem,) = problems(variants, text)
    assert "this makes 2,000,000 variants, more than 10,000" in problem.message
    assert problem.remedy.startswith("leave values out, sample the space instead")
    assert problem.line == 3 and problem.path == "grid"


def test_more_than_many_are_made_when_agreed_to(portfolio, monkeypatch):
    monkeypatch.setattr("simulator.studies.sweep.variants.MANY", 2)
    text = f"{HEAD}grid: {{server.ram: [4 GiB, 8 GiB, 16 GiB]}}"
    with pytest.raises(ScenarioError, match="more than 2;"):
        expand_portfolio(portfolio(text))
    assert len(expand_portfolio(portfolio(text), agreed=True).found) == 3 and MANY == 10_000


@pytest.mark.parametrize("method", ["latin-hypercube", "sobol"])
def test_a_sample_fills_its_ranges_evenly_and_the_same_again(portfolio, method):
    zipf = "workload.content.popularity.zipf: {low: 0.6, high: 1}"
    ranges = f"{{server.ram: {{low: 4 GiB, high: 64 GiB, distribution: log}}, {zipf}}}"
    text = f"{HEAD}sample: {{method: {method}, size: 16, seed: 5, ranges: {ranges}}}"
    sample = portfolio(text).sample
    points = [list(point.values()) for point in sample_points(sample)]
    assert points == [list(point.values()) for point in sample_points(sample)] and len(points) == 16
    # Both cut each range into as many parts as there are points, and meet each part once.
    assert sorted(int((zipf - 0.6) / 0.4 * 16) for _, zipf in points) == list(range(16))
    found = expand_portfolio(portfolio(text)).found
    assert found[0].name.startswith("sample 01: ram ") and all(4 <= v.scenario.server.ram / 2**30 <= 64 for v in found)


def test_a_change_of_a_part_holds_beside_the_part_itself(variants):
    """`server` before `server.cards`, in whatever order they are written."""
    (found,) = variants(f"{HEAD}grid: {{server.cards: [[10 Gbps]], server: [dl585-2.4ghz-12gb]}}").found
    assert found.scenario.server.name == "dl585-2.4ghz-12gb" and found.scenario.server.cards[0].rate == 10e9 / 8


def test_variants_with_more_disks_keep_as_much_more_on_them(variants):
    origin = "{latency: 30 ms, rate: 1 Gbps}"
    kept = f"set: {{server.disks.size: 1 GB, workload.content.origin: {origin}, web_server.disk_cache.up_to: 5 GiB}}"
    found = variants(f"{HEAD}{kept}\ngrid: {{server.disks.count: [2, 4]}}\n").found
    assert [disk_cache_bytes(variant.scenario) for variant in found] == [2e9, 4e9]
    (problem,) = problems(variants, "set: {server.disks.size: 1 GB}\ngrid: {server.disks.count: [2, 6]}\n")
    assert "its 2 disks of 1 GB have room for 2 GB (variant count 2)" in problem.message
