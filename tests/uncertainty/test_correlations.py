"""Values that hang together are drawn so: each lies as before, and what the same rows tell of two is not feared of
both."""

import numpy as np
import pytest

from models.errors import ScenarioError
from models.load import load
from models.reading.document import SHIPPED
from models.variations.uncertain import uncertain_values
from simulator.cli.main import main
from simulator.uncertainty.draws import draw_worlds
from simulator.uncertainty.worlds import study_worlds
from tests.fabricated import ROOT
from tests.proven import mostly_proof

CPU, SIZE = "workload.request.cpu", "workload.request.size.mean"
RANGES = f"""
extends: hourly_api.yaml
scenario: two that hang together
demand: 50,000 requests/s
workload:
  request:
    cpu: {{value: 2 ms, assumed: 1 ms to 4 ms, why: drawn}}
    size: {{mean: {{value: 20 kB, assumed: 10 kB to 40 kB, why: drawn}}}}
    header: {{value: 500 B, assumed: 200 B to 1 kB, why: drawn}}
correlations:
  - {{first: {CPU}, second: workload.request.size, correlation: CORRELATION}}
"""


def scenario_of(text):
    return load(SHIPPED / "drawn.yaml", text=text, compared=False)


@pytest.mark.parametrize("correlation", mostly_proof([-0.95, 0.0, 0.6], [-0.95]))
def test_two_values_are_correlated_as_stated_and_each_alone_lies_as_before(correlation):
    scenario = scenario_of(RANGES.replace("CORRELATION", str(correlation)))
    worlds = study_worlds(scenario, worlds=1024)
    paths = [each.path for each in worlds.draws.uncertain]
    alone = draw_worlds(uncertain_values(scenario), 1024, scenario.run.seed)
    found = {path: np.log(worlds.draws.values[:, paths.index(path)]) for path in (CPU, SIZE)}
    # Triangles of logarithms are nearly normal: the correlation of the numbers that were mixed is theirs to 0.03.
    assert np.corrcoef(found[CPU], found[SIZE])[0, 1] == pytest.approx(correlation, abs=0.05)
    for path, values in found.items():
        before = np.log(alone.values[:, paths.index(path)])
        shares = (0.05, 0.25, 0.5, 0.75, 0.95)
        assert np.quantile(values, shares) == pytest.approx(np.quantile(before, shares), abs=0.03)


def carried_within(scenario):
    """Between what the requests/s of a server lie with 90 %."""
    carried = [each.carried.requests.value for each in study_worlds(scenario, worlds=128).answers]
    return np.quantile(carried, (0.05, 0.95))


def test_what_rows_tell_of_two_values_together_is_not_feared_of_both(tmp_path, monkeypatch, capsys):
    """Of a database the same rows tell CPU time, wait and contention: the larger the one, the smaller the other. It did
    2,753 transactions a second at the most."""
    rows = str(ROOT / "scenarios/measured/mysql_c5_xlarge.csv")
    words = ["calibrate", "measurements", rows, "--server", "c7g.2xlarge", "--out", str(tmp_path)]
    monkeypatch.setattr("sys.argv", ["headroom", *words])
    assert main() == 0, capsys.readouterr().err
    scenario = load(tmp_path / "our-servers.yaml")
    assert (CPU, "server.contention") in {(each.first, each.second) for each in scenario.correlations}
    low, high = carried_within(scenario)
    assert low < 2_753.0 < high and high < 1.8 * low
    least, most = carried_within(load(tmp_path / "our-servers.yaml", {"correlations": []}))
    assert most > 4.0 * least


TWO = f"first: {CPU}, second: {SIZE}"


@pytest.mark.parametrize(
    ("stated", "path", "said"),
    [
        (f"[{{{TWO}, correlation: 2}}]", "correlations[0].correlation", "allowed is -0.999 to 0.999"),
        (
            "[{first: workload.request.cpus, second: reserve, correlation: 0.5}]",
            "correlations[0].first",
            f'mean "{CPU}"',
        ),
        (f"[{{first: {CPU}, second: {CPU}, correlation: 0.5}}]", "correlations[0].second", "it is the first one"),
        (f"[{{{TWO}, correlation: 0.5}}, {{{TWO}, correlation: 0.4}}]", "correlations[1]", "this pair stands above"),
        (
            f"[{{{TWO}, correlation: 0.9}}, {{first: {CPU}, second: workload.request.header, correlation: 0.9}},"
            f" {{first: {SIZE}, second: workload.request.header, correlation: -0.9}}]",
            "correlations",
            "these cannot be at the same time",
        ),
    ],
)
def test_correlations_that_cannot_be_are_one_clear_error_each(stated, path, said):
    text = RANGES.partition("correlations:")[0] + f"correlations: {stated}\n"
    with pytest.raises(ScenarioError) as refused:
        scenario_of(text)
    (problem,) = refused.value.problems
    assert problem.path == path and said in f"{problem.message} {problem.remedy}"
