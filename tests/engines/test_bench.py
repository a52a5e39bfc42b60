"""What `make bench` prints: a row for each engine, and how they compare; of a server with little to do."""

from pathlib import Path

import pytest

from tests import bench


@pytest.mark.afresh
def test_bench_gives_a_row_for_each_engine(tmp_path, monkeypatch):
    monkeypatch.setattr(bench, "SECONDS", {"kernel": 6.0, "reference": 4.0})
    # A process of its own loads the kernel for a second first.
    monkeypatch.setattr(bench, "_in_process", bench._measure)
    idle = tmp_path / "idle.yaml"
    idle.write_text(Path("scenarios/single_server.yaml").read_text().replace("offered: 2000 /s", "offered: 100 /s"))
    said = list(bench.lines(bench.bench(bench.jobs_of(str(idle)), 1)))
    assert sum(" kernel, " in line for line in said) == 2 and sum(" reference, " in line for line in said) == 1
    assert "times the requests of the reference" in said[-1]
