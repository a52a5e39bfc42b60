"""`make quick`, `make test` and `make proof`: each test is in one of them, and what tests/tiers.py names is there."""

import re

import pytest

from tests.architecture.sources import ROOT
from tests.remembered_runs import SHARING
from tests.tiers import LONG, LONGEST, TOGETHER, is_long, place, run_with


@pytest.mark.parametrize("name", [*LONGEST, *LONG, *sum(TOGETHER, ()), *(f"tests/{folder}/" for folder in SHARING)])
def test_what_is_named_is_there(name):
    assert (ROOT / name).is_dir() == name.endswith("/") and (ROOT / name).exists()


def test_a_file_is_long_if_it_or_its_folder_is_named():
    assert is_long("tests/ui/browsers/test_in_the_browser.py") and is_long("tests/output/test_pdf.py")
    assert not is_long("tests/models/test_load.py") and not is_long("tests/output/test_numbers.py")
    assert not is_long("tests/conftest.py") and not is_long("tests/")


def test_the_longest_are_begun_first():
    assert [place(file) for file in LONGEST] == list(range(len(LONGEST)))
    assert place("tests/models/test_load.py") == len(LONGEST)


def test_files_that_share_much_are_run_by_one_process_and_others_each_by_any():
    two = {run_with(f"tests/ui/browsers/{name}.py") for name in ("test_in_the_browser", "test_many_planners")}
    assert len(two) == 1 and run_with("tests/architecture/test_tiers.py") == run_with("tests/docs/test_contributing.py")
    assert run_with("tests/docs/test_quotes.py") == "tests/docs/test_quotes.py"


def test_together_the_tiers_leave_no_test_out():
    """`make test` takes what is no proof, `make proof` what is one, and `make quick` a part of the former."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    needs = r"(?:setup|\.venv/ready)"
    runs = rf"^(quick|test|proof): {needs}\n(?:\t@.*\n)*?\t@.* pytest (.*)$"
    commands = dict(re.findall(runs, makefile, re.MULTILINE))
    assert commands["proof"] == "-m proof"
    assert commands["test"] == '-m "not proof" $(SIDE_BY_SIDE)'
    assert commands["quick"] == '-m "not proof" --quick $(SIDE_BY_SIDE)'
