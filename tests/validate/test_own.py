"""A planner's own measurements are cases of a validation, and the trust of a report rests on them."""

import json
import sys

import pytest

from models.errors import ScenarioError
from models.load import load
from simulator.cli.main import main
from simulator.studies.plan.sections.trust import with_own_record
from simulator.studies.validate.own_cases import own_figures
from simulator.studies.validate.record import read_record
from tests.architecture.sources import ROOT

MINE = """
source: load test of an afternoon
systems:
  half: {scenario: one.yaml, set: {workload.offered: 1000 /s}}
figures:
  - {of: half, measure: CPU, measured: 17.5 %, role: fit, bound: 3 points}
  - {of: half, measure: response_mean, measured: 900 ms, role: predict, bound: 10 %}
"""


@pytest.fixture(scope="module")
def validated(tmp_path_factory):
    """Measurements beside a scenario, validated and kept: the exit code and the folder."""
    folder = tmp_path_factory.mktemp("own")
    text = (ROOT / "scenarios/single_server.yaml").read_text() + "run: {duration: 10 s, warm_up: 10 s, window: 1 s}\n"
    (folder / "one.yaml").write_text(text)
    (folder / "mine.yaml").write_text(MINE)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", ["headroom", "validate", f"{folder}/mine.yaml", "--record",
                                      "--json", f"{folder}/found.json"])  # fmt: skip
        code = main()
    return code, folder


def test_figures_are_judged_by_the_bounds_of_their_file(validated):
    code, folder = validated
    cpu, mean = json.loads((folder / "found.json").read_text())
    assert cpu["verdict"] == "reproduced" and cpu["case"] == "mine"
    assert mean["verdict"] == "not reproduced" and code == 1


def test_the_trust_of_a_report_rests_on_what_was_kept_beside_the_scenario(validated):
    _, folder = validated
    shipped = read_record()
    both = with_own_record(shipped, str(folder / "one.yaml"))
    assert len(both.systems) == len(shipped.systems) + 1 and both.figures[0].figure == "half CPU"
    assert with_own_record(shipped, load(ROOT / "scenarios/single_server.yaml").file) == shipped


def test_a_record_that_is_none_is_told(tmp_path):
    (tmp_path / "mine.record.json").write_text("{}")
    with pytest.raises(ScenarioError, match="no record of a validation; remove it"):
        with_own_record(read_record(), str(tmp_path / "one.yaml"))


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ("measure: CPU", "measure: CPUs", 'did you mean "CPU"'),
        ("of: half, measure: CPU", "of: haf, measure: CPU", 'did you mean "half"'),
        ("role: fit", "role: guess", "is none that is known"),
        ("bound: 10 %", "bound: 10", "not a bound"),
        ("900 ms", "900", "which unit"),
        ("17.5 %", "much", "not a number"),
        ("17.5 %", "0 %", "must be above 0"),
        ("scenario: one.yaml", "scenari: one.yaml", "no scenario, or another key"),
        (", role: fit", ", role: fit, unit: s", "unknown key"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path, wrong, right, said):
    assert wrong in MINE
    (tmp_path / "mine.yaml").write_text(MINE.replace(wrong, right))
    with pytest.raises(ScenarioError, match=said):
        own_figures(str(tmp_path / "mine.yaml"))


@pytest.mark.parametrize("text", ["source: nobody\n", "systems: {a: one.yaml}\nfigures: []\n"])
def test_a_file_without_figures_is_told(tmp_path, text):
    (tmp_path / "mine.yaml").write_text(text)
    with pytest.raises(ScenarioError, match="list what was measured"):
        own_figures(str(tmp_path / "mine.yaml"))
