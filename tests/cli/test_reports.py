"""Reports of every command: the formats that are asked for, or one message and nothing written."""

import json
from pathlib import Path

import pytest

from simulator.cli.inputs import command_line
from simulator.cli.options import CommandOptions
from tests.cli.conftest import QUICK, SMALL

TEXTS = ("--formats", "markdown,csv")
FILES = ["report.csv", "report.md"]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("plan", SMALL, *QUICK), "## Provenance"),
        (("capacity", SMALL, *QUICK), "## Load curve"),
        (("compare", SMALL, SMALL, *QUICK), "## The differences"),
        (("plan", SMALL, *QUICK, "--load-curve"), "## Load curve"),
    ],
)
def test_every_command_writes_the_formats_that_are_asked_for(headroom, tmp_path, command, says):
    said = headroom(*command, "--report", tmp_path / "r", *TEXTS)
    assert said.code in (0, 1), said.err
    assert sorted(path.name for path in (tmp_path / "r").iterdir()) == FILES
    assert says in (tmp_path / "r" / "report.md").read_text()
    assert f"Report: {tmp_path / 'r' / 'report.md'} (also report.csv)" in said.out


def test_an_answer_stands_before_its_report_is_begun(headroom, tmp_path, monkeypatch, capsys):
    """What a report has besides may take longer than the plan: whoever stops it has the answer."""

    before = []

    def heard(outcome, progress):
        before.append(capsys.readouterr().out)
        return outcome

    monkeypatch.setattr("simulator.studies.plan.decision.with_decision", heard)
    said = headroom("plan", SMALL, *QUICK, "--report", tmp_path / "r", *TEXTS)
    alone = headroom("plan", SMALL, *QUICK)
    assert before == [alone.out]
    assert said.out == f"Report: {tmp_path / 'r' / 'report.md'} (also report.csv)\n"


def test_a_validation_has_a_report_too(headroom, tmp_path):
    said = headroom("validate", "soft_faults", "--report", tmp_path, "--formats", "markdown")
    assert said.code == 0, said.err
    assert "## soft faults" in (tmp_path / "report.md").read_text()


def test_a_template_is_used(headroom, tmp_path):
    (tmp_path / "ours.yaml").write_text("name: Contoso\n")
    words = ("--report", tmp_path, "--formats", "html", "--template", tmp_path / "ours.yaml")
    assert headroom("plan", SMALL, *QUICK, *words).code in (0, 1)
    assert "- Contoso</title>" in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--report", "{folder}", "--formats", "pfd"), '--formats: "pfd": no such format; did you mean "pdf"?'),
        (("--formats", "pdf"), "--formats: there is no report to use it for; name its folder with --report DIR"),
        (("--template", "x.yaml"), "--template: there is no report to use it for; name its folder with --report DIR"),
        (("--report", "{folder}", "--template", "{folder}/x.yaml"), "x.yaml: there is no such file"),
    ],
)
def test_what_cannot_be_written_is_told_before_anything_runs(headroom, tmp_path, words, message):
    said = headroom("plan", SMALL, *(word.replace("{folder}", str(tmp_path / "r")) for word in words))
    assert said.code == 2 and message in said.err and said.out == ""
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize(("flag", "key"), [("--load-curve", "capacity"), ("--what-would-help", "what_would_help")])
def test_theory_says_at_once_what_is_searched(headroom, tmp_path, flag, key):
    written = tmp_path / "plan.json"
    said = headroom("plan", SMALL, "--engine", "theory", flag, "--json", str(written))
    assert said.code == 0 and json.loads(written.read_text())[key]


def test_the_command_of_a_report_names_the_engine_that_answered():
    command = command_line("plan", [Path("a.yaml")], CommandOptions("", "theory", {"seed": 3}, ["reserve=10 %"]))
    assert command == "headroom plan a.yaml --engine theory --seed 3 --set 'reserve=10 %'"
    assert "--engine" not in command_line("plan", [Path("a.yaml")], CommandOptions())
