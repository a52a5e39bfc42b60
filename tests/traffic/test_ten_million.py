"""A log of ten million lines is read and told on two cores in a minute, in 2 GB."""

import json
import os
import resource
import subprocess
import sys

import pytest

from tests.traffic.logs import whole_log

LINES, SECONDS, BYTES, CORES = 10_000_000, 60.0, 2e9, 2


@pytest.mark.proof
@pytest.mark.afresh
def test_ten_million_lines_take_a_minute_and_2_gb(tmp_path):
    """Its processor time is that of two cores for a minute at the most: a machine that does other work besides takes
    longer on the clock."""
    log, found = tmp_path / "access.log", tmp_path / "found.json"
    with log.open("wb") as written:
        written.writelines(whole_log(LINES, seed=18, rate=1000.0))
    command = [sys.executable, "-m", "simulator", "calibrate", "log", str(log), "--json", str(found)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "POLARS_MAX_THREADS": str(CORES)})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    told = json.loads(found.read_text())
    print(f"{taken:.1f} s of processor time, {after.ru_maxrss * 1024 / 1e9:.2f} GB")
    assert told["requests"] == told["account"]["lines"] == LINES
    assert abs(told["popularity"]["zipf"]["value"] - 0.9) < 2.0 * told["popularity"]["zipf"]["half_width"]
    assert taken <= CORES * SECONDS
    assert after.ru_maxrss * 1024 <= BYTES
