"""The answer on a terminal and in a pipe."""

from dataclasses import replace
from pathlib import Path

import pytest

from simulator.experiment.results import Unavailable
from simulator.farm.comparison import FigureChange
from simulator.studies.plan.document import plan_blocks
from simulator.studies.run.document import MeasuredRun, run_blocks
from tests.fabricated import outcome
from tests.output.test_numbers import estimate
from tests.printed import printed, without_colours


@pytest.fixture
def narrow(monkeypatch):
    """A terminal of 80 columns."""
    for name, value in {"COLUMNS": "80", "LINES": "50", "FORCE_COLOR": "1", "TERM": "xterm-256color"}.items():
        monkeypatch.setenv(name, value)


def test_the_answer_comes_first_and_the_report_last():
    found = outcome()
    found = replace(found, farm=replace(found.farm, prediction=Unavailable("no theory")))
    lines = printed(plan_blocks(found), [Path("reports/report.html"), Path("reports/report.pdf")]).splitlines()
    assert lines[0].startswith("Buy 15 servers (3 units of 5; 2 racks) for 610,000 USD/month in all (250,000-730,000,")
    assert lines[-1] == "Report: reports/report.html (also report.pdf)"


def test_a_pipe_gets_no_colours_and_no_padding_in_sentences(monkeypatch):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    told = printed(plan_blocks(outcome()))
    assert "\x1b" not in told
    assert not told.splitlines()[0].endswith("  ")


def test_80_columns_are_enough_for_whole_figures(narrow):
    told = without_colours(printed(plan_blocks(outcome())))
    assert max(len(line) for line in told.splitlines()) <= 80
    assert "618,500 ± 4,600" in told


def test_targets_are_judged():
    assert "Met: requests not completed 0.0320-0.0480 % (at most 1 %)." in printed(plan_blocks(outcome()))


def test_a_target_that_cannot_be_measured_is_named_with_the_reason():
    plan = outcome()
    unknown = replace(plan.verdicts[0], measured=Unavailable("ask a simulation"), met=None)
    told = printed(plan_blocks(replace(plan, verdicts=(unknown,))))
    assert 'Not known: "requests not completed", at most 1 %: ask a simulation' in " ".join(told.split())


def test_money_has_the_digits_that_its_prices_leave_also_beside_the_baseline():
    told = printed(plan_blocks(outcome()))
    (row,) = [line.split() for line in told.splitlines() if line.startswith(" cost, USD/month")]
    assert row[2].endswith("00") and row[3:6] == ["18,500", "±", "4,600"], row


def test_a_bill_changes_by_whole_per_cent_unless_its_interval_is_wider():
    plan = outcome()
    known = estimate(13_000.0, 1.0, "USD/month"), estimate(19_000.0, 1.0, "USD/month")
    change = FigureChange("cost", *known, estimate(-31.58, 0.01, "%"))
    sharp = replace(plan, comparison=replace(plan.comparison, changes=(change,)))
    assert "-32 %" in printed(plan_blocks(sharp))
    wide = replace(change, percent=estimate(-31.58, 4.0, "%"))
    vague = replace(plan, comparison=replace(plan.comparison, changes=(wide,)))
    assert "-31.6 ± 4.0 %" in printed(plan_blocks(vague))


def test_a_run_tells_the_measures_and_why_some_are_missing():
    told = printed(run_blocks(MeasuredRun(outcome())))
    assert "976 Mbps" in told
    assert "needs 1,000 requests in each replication" in told


def test_names_from_a_scenario_are_no_markup():
    plan = outcome()
    renamed = plan.baseline.scenario.model_copy(update={"name": "[red]alarm[/red]"})
    baseline = type(plan.baseline)(**{**vars(plan.baseline), "scenario": renamed})
    told = printed(plan_blocks(type(plan)(**{**vars(plan), "baseline": baseline})))
    assert "[red]alarm[/red]" in told


def test_a_scenario_that_was_written_is_called_one():
    files = [Path("mine/link.yaml"), Path("mine/rows.yaml")]
    assert printed([], files) == "Scenario: mine/link.yaml (also rows.yaml)\n"
