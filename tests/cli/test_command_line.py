"""The command line is what the questions declare: a folder, a function of its name, a line in main.py."""

import subprocess
import sys
from importlib import import_module

import pytest
from typer.testing import CliRunner

from simulator.cli.main import QUESTIONS, app
from tests.architecture.sources import ROOT


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_declares_its_command_and_says_what_it_answers(name):
    assert hasattr(import_module(f"simulator.studies.{name}.command"), name)
    told = CliRunner().invoke(app, [name, "--help"])
    assert told.exit_code == 0 and f" {name} " in told.output


@pytest.mark.parametrize(
    ("name", "answers"), [("compare", False), ("survive", False), ("daily", False), ("plan", True)]
)
def test_theory_is_an_engine_of_the_commands_that_it_answers(name, answers):
    told = CliRunner().invoke(app, [name, "--help"])
    assert told.exit_code == 0 and "kernel (fast)" in told.output
    assert ("formulas" in told.output) is answers


def test_all_questions_are_listed_in_their_order():
    told = CliRunner().invoke(app, ["--help"]).output
    named = [line.split()[1] for line in told.splitlines() if line.startswith("│ ") and line[2:3].isalpha()]
    assert [name for name in named if name in QUESTIONS] == list(QUESTIONS)


def test_who_asks_one_question_does_not_wait_for_the_others_to_be_loaded():
    asked = (
        "import sys; from typer.testing import CliRunner; from simulator.cli.main import app;"
        "CliRunner().invoke(app, ['schema', '--help']);"
        "print([m for m in sys.modules if m.startswith('simulator.studies.') and m.endswith('.command')])"
    )
    run = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['simulator.studies.schema.command']"
