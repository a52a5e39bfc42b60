"""A sweep that is killed goes on from there: nothing that was finished is run again, and the answer is the same."""

import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from models.variations.portfolio import load_portfolio
from simulator.output.figure import to_json
from simulator.signals import CODES
from simulator.store.store import Store
from simulator.studies.sweep.answer import run_variants
from simulator.studies.sweep.result import sweep_data
from simulator.studies.sweep.variants import expand_portfolio
from simulator.studies.sweep.workers import local_workers
from tests.shipped import FOLDER

RUN = "{warm_up: 5 s, duration: DURATION, window: 1 s, precision: 50 %, replications: REPLICATIONS}"
PORTFOLIO = f"""
portfolio: killed
base: {FOLDER}/single_server.yaml
set: {{demand: 1 Gbps, sized_by: stated load, run: {RUN}}}
grid: {{workload.offered: {{low: 1000 /s, high: 2000 /s, points: POINTS}}}}
"""


class Killed:
    """A sweep in a process of its own, over one store."""

    def __init__(self, folder, points, replications, duration):
        self.file, self.store = folder / "portfolio.yaml", folder / "results.sqlite"
        text = PORTFOLIO.replace("POINTS", str(points)).replace("REPLICATIONS", str(replications))
        self.file.write_text(text.replace("DURATION", duration))
        self.total = points * replications

    def start(self, json):
        words = ["sweep", str(self.file), "--store", str(self.store), "--json", str(json), "--threads", "2"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([sys.executable, "-m", "simulator", *words], **pipes, text=True)

    def whole(self, json, store):
        """Runs it to its end, in this process; returns what was written."""
        portfolio = load_portfolio(self.file)
        swept = run_variants(portfolio, expand_portfolio(portfolio), local_workers("kernel", 2, store))
        json.write_text(to_json(sweep_data(swept)))
        return json.read_bytes()

    def resumed(self, json):
        """Goes on to the end; returns how many runs were made and found, and what was written."""
        with Store(self.store) as store:
            written = self.whole(json, store)
            return (store.added, store.reused), written

    def kept(self):
        """How many runs the file holds, read as another program would."""
        if not self.store.exists():
            return 0
        try:
            with closing(sqlite3.connect(self.store, timeout=30.0)) as connection:
                return connection.execute("SELECT count(*) FROM runs").fetchone()[0]
        except sqlite3.OperationalError:  # It is just being made.
            return 0

    def killed_after(self, runs, json):
        """Starts it, and kills it -9 once so many runs are kept; returns how many are."""
        process = self.start(json)
        while process.poll() is None and self.kept() < runs:
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert not json.exists(), "it was finished before it could be killed"
        return self.kept()


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.proof)])
def test_a_sweep_that_was_killed_gives_what_an_uninterrupted_one_gives(tmp_path, times):
    killed, chance = Killed(tmp_path, 5, 4, "20 s"), random.Random(7)
    kept = 0
    for _ in range(times):
        kept = killed.killed_after(kept + chance.randint(1, 5), tmp_path / "killed.json")
    (made, found), resumed = killed.resumed(tmp_path / "resumed.json")
    # What was in the file is found, each run once, and only what was in flight or not yet begun is made.
    assert (made, found) == (killed.total - kept, kept)
    assert resumed == killed.whole(tmp_path / "whole.json", None)


@pytest.mark.proof
def test_a_sweep_of_200_runs_killed_at_20_random_moments_gives_what_an_uninterrupted_one_gives(tmp_path):
    killed, chance = Killed(tmp_path, 25, 8, "20 s"), random.Random(20)
    kept = 0
    for number in range(20):
        kept = killed.killed_after(kept + chance.randint(0, 9), tmp_path / f"killed{number}.json")
    (made, found), resumed = killed.resumed(tmp_path / "resumed.json")
    assert (made, found) == (killed.total - kept, kept) and killed.total == 200
    assert resumed == killed.whole(tmp_path / "whole.json", None)


# That Ctrl-C stops any command is tested in tests/cli/test_bad_input.py.
CTRL_C = pytest.param(signal.SIGINT, id="Ctrl-C", marks=pytest.mark.proof)


@pytest.mark.parametrize("how", [CTRL_C, pytest.param(signal.SIGTERM, id="SIGTERM")])
def test_stopping_says_what_is_kept(tmp_path, how):
    killed = Killed(tmp_path, 5, 4, "60 s")
    words = [sys.executable, "-m", "simulator", "sweep", str(killed.file), "--store", str(killed.store)]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # Whoever started the tests in the background has told their children not to mind.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    while process.poll() is None and not killed.kept():
        time.sleep(0.01)
    process.send_signal(how)
    _, said = process.communicate(timeout=60)
    assert process.returncode == CODES[how] and "Traceback" not in said
    assert re.search(r"\d+ runs made and 0 found in .*The same command goes on from there", said)
