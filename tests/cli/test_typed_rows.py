"""Answers that are rows have typed figures too: the kept runs, and the speed of the engines."""

from pathlib import Path

from simulator.store.store import FirstAsker, RunGroup
from simulator.studies.bench.answer import BenchRow
from simulator.studies.bench.result import BenchResult
from simulator.studies.results.result import KeptGroups

ASKER = FirstAsker("a farm", "0" * 64)


def test_figures_of_kept_runs_are_found_by_their_scenario():
    group = RunGroup(ASKER, "kernel", "1.0.0", 3, 4_000, 2.5, "2026-01-01", "2026-01-02")
    kept = KeptGroups((group,), Path("results.sqlite"))
    assert kept.figure("runs", "a farm").value == 3 and kept.figure("bytes").value == 4_000
    assert repr(kept) == "KeptGroups(store='results.sqlite', runs=3)"


def test_figures_of_a_bench_are_found_by_their_scenario():
    row = BenchRow("a farm", "kernel", 2e6, 1e7, 1, 10**8, 1_200.0, 10**6, 0.5)
    assert BenchResult((row,)).figure("events_per_second", "a farm").value == 1e7
