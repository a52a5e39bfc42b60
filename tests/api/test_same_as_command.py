"""What is called from Python gives the figures of the command, to the byte, and says what its exit code says."""

import sys

from simulator.cli.main import main
from tests.api.calls import ASKED
from tests.cli.test_json import strictly


def test_a_result_is_what_the_command_writes_and_meets_its_targets_where_that_ends_with_0(
    name, answer, tmp_path, monkeypatch
):
    file = tmp_path / "figures.json"
    no_store = ("--no-store",) if name == "sweep" else ()
    monkeypatch.setattr(sys, "argv", ["headroom", *ASKED[name].words, *no_store, "--json", str(file)])
    code = main()
    written = file.read_text(encoding="utf-8")
    assert answer(name).to_json() == written and strictly(written)
    assert code == (0 if answer(name).met else 1)
