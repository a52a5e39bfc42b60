"""`validate` as it is called."""

import json
import sys

import pytest

from simulator.cli.main import main


@pytest.fixture
def validate(capsys, monkeypatch):
    """Runs `validate` with the given words: exit code, standard output, standard error."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["headroom", "validate", *words])
        code = main()
        return code, *capsys.readouterr()

    return run


def test_an_audit_simulates_nothing_and_prints_every_table(validate):
    code, out, err = validate("--audit")
    assert (code, err) == (0, "")
    assert "SSL sessions" in out and "requests in the server" in out


def test_an_audit_of_one_case_as_data_and_as_a_page(validate, tmp_path):
    page = tmp_path / "audit.md"
    code, out, _ = validate("soft_faults", "--audit", "--json", "-", "--markdown", str(page))
    assert code == 0
    assert {row["table"] for row in json.loads(out)} == {"soft_faults: constant soft faults"}
    assert page.read_text().startswith("# Audit of the published tables")


@pytest.mark.parametrize("words", [("soft_fault",), ("soft_fault", "--audit")])
def test_a_case_that_there_is_not_is_told_with_the_nearest(validate, words):
    code, _, err = validate(*words)
    assert code == 2
    assert "did you mean soft_faults?" in err


def test_figures_that_follow_from_the_description_need_no_simulation(validate, monkeypatch):
    from simulator.engines.kernel.engine import Kernel

    monkeypatch.setattr(Kernel, "run", lambda *arguments: pytest.fail("nothing is to be simulated"))
    code, out, _ = validate("address_space", "--json", "-")
    assert code == 0
    assert {row["verdict"] for row in json.loads(out)} == {"reproduced"}
