"""The answer on a terminal and in a pipe."""

import io
import re
from pathlib import Path

import pytest

from simulator.report.terminal import print_plan, print_run
from tests.fabricated import outcome


def piped(show, *arguments) -> str:
    stream = io.StringIO()
    show(*arguments, stream)
    return stream.getvalue()


@pytest.fixture
def narrow(monkeypatch):
    """A terminal of 80 columns."""
    for name, value in {"COLUMNS": "80", "LINES": "50", "FORCE_COLOR": "1", "TERM": "xterm-256color"}.items():
        monkeypatch.setenv(name, value)


def test_the_answer_comes_first_and_the_report_last():
    lines = piped(print_plan, outcome(), "", [Path("reports/report.html"), Path("reports/report.pdf")]).splitlines()
    assert lines[0].startswith("12,000 Mbps takes 2.459 ± 0.012 units of 5 servers: buy 3 (15 servers, 2 racks)")
    assert lines[-1] == "Report: reports/report.html (also report.pdf)"


def test_a_pipe_gets_no_colours_and_no_padding_in_sentences(monkeypatch):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    told = piped(print_plan, outcome(), "", [])
    assert "\x1b" not in told
    assert not told.splitlines()[0].endswith("  ")


def test_80_columns_are_enough_for_whole_figures(narrow):
    told = re.sub(r"\x1b\[[0-9;]*m", "", piped(print_plan, outcome(), "", []))
    assert max(len(line) for line in told.splitlines()) <= 80
    assert "1.0246 ± 0.0041" in told
    assert "618,500 ± 4,600" in told


def test_targets_are_judged():
    assert "met: requests not completed 0.0400 ± 0.0080 %, at most 1 %" in piped(print_plan, outcome(), "", [])


def test_a_run_tells_the_measures_and_why_some_are_missing():
    told = piped(print_run, outcome())
    assert "976.0 ± 4.9 Mbps" in told
    assert "needs 1,000 requests in each replication" in told


def test_names_from_a_scenario_are_no_markup():
    plan = outcome()
    renamed = plan.baseline.scenario.model_copy(update={"name": "[red]alarm[/red]"})
    baseline = type(plan.baseline)(**{**vars(plan.baseline), "scenario": renamed})
    told = piped(print_plan, type(plan)(**{**vars(plan), "baseline": baseline}), "", [])
    assert "[red]alarm[/red]" in told
