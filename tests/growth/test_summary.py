"""A report of a plan has one line about the months ahead, and every format of the report of `grow` is written."""

from datetime import date

import pytest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.output.blocks import Text
from simulator.studies.plan.decision import with_decision
from simulator.studies.plan.sections.decision import section
from tests.fabricated import ROOT

THEORY = ("--engine", "theory")


def lines(name):
    outcome = study(load(ROOT / f"scenarios/{name}.yaml"), Theory(), "plan", date(2026, 1, 1))
    return [block.text for block in section(with_decision(outcome)) if isinstance(block, Text)]


def test_the_summary_of_a_plan_says_what_to_order_by_when():
    said = "Order 1 unit (5 servers) by August 2027 (between "
    assert any(line.startswith(said) for line in lines("growing_downloads"))


def test_and_nothing_where_no_growth_is_stated():
    assert not any("rder " in line and " by " in line for line in lines("first_farm"))


@pytest.fixture
def headroom(monkeypatch, capsys):
    import sys

    from simulator.cli.main import main

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["headroom", *map(str, words)])
        return main()

    return run


def test_a_report_is_written_in_every_format(headroom, tmp_path):
    asked = ("--report", tmp_path, "--formats", "html,pdf,xlsx,markdown,csv")
    assert headroom("grow", "scenarios/growing_downloads.yaml", *THEORY, *asked) == 0
    assert {".html", ".pdf", ".xlsx", ".md"} <= {file.suffix for file in tmp_path.rglob("*")}
