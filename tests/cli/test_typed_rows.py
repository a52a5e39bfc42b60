"""Answers that are rows have typed figures too: the kept runs."""

from pathlib import Path

from simulator.store.store import FirstAsker, RunGroup
from simulator.studies.results.result import KeptGroups

ASKER = FirstAsker("a farm", "0" * 64)


def test_figures_of_kept_runs_are_found_by_their_scenario():
    group = RunGroup(ASKER, "kernel", "1.0.0", 3, 4_000, 2.5, "2026-01-01", "2026-01-02")
    kept = KeptGroups((group,), Path("results.sqlite"))
    assert kept.figure("runs", "a farm").value == 3 and kept.figure("bytes").value == 4_000
    assert repr(kept) == "KeptGroups(store='results.sqlite', runs=3)"
