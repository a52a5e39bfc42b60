"""A sweep answers every variant, however many run side by side; what fails is told and ends nothing."""

import json
import os
import threading

import pytest

from simulator.engines.engine import Stopped, load_engine
from simulator.output.figure import to_json
from simulator.store.errors import StoreError
from simulator.store.store import Store
from simulator.studies.sweep.answer import Workers, run_variants, sweep_steps
from simulator.studies.sweep.result import sweep_csv, sweep_data
from simulator.studies.sweep.workers import local_workers, theory_workers
from tests.shipped import FOLDER
from tests.sweep.conftest import QUICK, TINY


def answered(portfolio, variants, workers, text=TINY):
    return to_json(sweep_data(run_variants(portfolio(text), variants(text), workers)))


@pytest.mark.afresh
def test_one_by_one_or_on_threads_with_a_store_or_without_it_is_the_same(portfolio, variants, tmp_path):
    one = answered(portfolio, variants, local_workers("kernel", 1, None))
    assert answered(portfolio, variants, local_workers("kernel", 4, None)) == one
    with Store(tmp_path / "results.sqlite") as store:
        assert answered(portfolio, variants, local_workers("kernel", 2, store)) == one
        assert (store.added, store.reused) == (8, 0)
        assert answered(portfolio, variants, local_workers("kernel", 1, store)) == one
        assert (store.added, store.reused) == (8, 8)


def test_what_no_engine_sees_runs_nothing_new(portfolio, variants, tmp_path):
    """Prices, names and how many replications are wanted are no part of a run."""
    dearer = TINY.replace("demand: 1 Gbps", "demand: 2 Gbps, server.price: 99 USD")
    more = TINY.replace("replications: 2", "replications: 3")
    with Store(tmp_path / "results.sqlite") as store:
        base = answered(portfolio, variants, local_workers("kernel", 2, store))
        other = answered(portfolio, variants, local_workers("kernel", 2, store), dearer)
        costs = [json.loads(text)["variants"][0]["cost_per_month"] for text in (base, other)]
        assert store.added == 8 and costs[0] != costs[1]
        answered(portfolio, variants, local_workers("kernel", 2, store), more)
        assert store.added == 8 + 4


FAILING = f"""
portfolio: failing
base: ../single_server.yaml
set: {{run: {QUICK.replace("warm_up: 5 s", "warm_up: auto")}}}
alternatives:
  overloaded: {{workload.offered: 20000 /s, run.replications: 2}}
  fine: {{run.warm_up: 5 s}}
  no unit carries it: {{demand: 1000 Tbps, workload.offered: 1 /s, run.warm_up: 5 s}}
"""


def test_a_variant_that_fails_is_a_row_with_its_reason(portfolio, variants):
    text = FAILING.replace("../", f"{FOLDER}/")
    counted = []
    found = variants(text)
    swept = run_variants(portfolio(text), found, local_workers("kernel", 2, None), lambda: counted.append(1))
    reasons = {answer.name: answer.reason for answer in swept.answers}
    assert "not settled after" in reasons["overloaded"] and "One download server" not in reasons["overloaded"]
    assert "one unit carries" in reasons["no unit carries it"]
    assert swept.best.name in ("fine", "as it is") and reasons["fine"] == ""
    assert len(counted) >= sweep_steps(found, "kernel")
    rows = {row["name"]: row for row in sweep_data(swept)["variants"]}
    assert rows["overloaded"]["standing"] == "no answer" and "units" not in rows["overloaded"]
    assert sweep_csv(swept).count("\r\n") == 1 + len(swept.answers)


class Failing:
    """A kernel whose third run fails."""

    name = "kernel"
    runs, lock = 0, threading.Lock()

    def __init__(self, error):
        self.error, self.kernel = error, load_engine("kernel")

    def supports(self, network):
        return None

    def run(self, network, plan, seed):
        with Failing.lock:
            Failing.runs += 1
            if Failing.runs == 3:
                raise self.error
        return self.kernel.run(network, plan, seed)

    def stop(self):
        self.kernel.stop()


@pytest.mark.parametrize("error", [StoreError("s", "the disk is full", "make room"), KeyboardInterrupt(), ValueError()])
def test_whatever_else_fails_ends_the_sweep_and_is_raised(portfolio, variants, error):
    Failing.runs = 0
    with pytest.raises(type(error)):
        run_variants(portfolio(), variants(), Workers("kernel", 2, lambda variant: Failing(error)))


def test_a_sweep_that_is_stopped_keeps_what_was_finished(portfolio, variants, tmp_path):
    """The store fails after three runs, as a full disk would."""
    with Store(tmp_path / "results.sqlite") as store:
        keep = store.keep

        def until_full(*arguments):
            if store.added >= 3:
                raise StoreError("s", "the disk is full", "make room")
            keep(*arguments)

        store.keep = until_full
        with pytest.raises((StoreError, Stopped), match="disk is full"):
            answered(portfolio, variants, local_workers("kernel", 1, store))
    with Store(tmp_path / "results.sqlite") as store:
        whole = answered(portfolio, variants, local_workers("kernel", 2, store))
        assert (store.added, store.reused) == (5, 3)
    assert whole == answered(portfolio, variants, local_workers("kernel", 2, None))


def test_theory_answers_the_same_in_one_process_or_two(portfolio, variants, monkeypatch):
    text = TINY.replace("[1000 /s, 2000 /s]", "{low: 500 /s, high: 2000 /s, points: 12}")
    alone = answered(portfolio, variants, theory_workers(1), text)
    monkeypatch.setattr("simulator.studies.sweep.answer.WORTH_A_PROCESS", 2)
    monkeypatch.setattr("simulator.studies.sweep.answer.AT_A_TIME", 5)
    assert answered(portfolio, variants, theory_workers(2), text) == alone
    rows = json.loads(alone)["variants"]
    # A second card changes nothing at a stated load, so that both answers are one.
    assert sum(1 + len(row["also"]) for row in rows) == 24 and all(row["replications"] == 0 for row in rows)


@pytest.mark.proof
def test_two_thousand_variants_of_theory_take_at_most_a_minute(portfolio, variants):
    """Of one core: what others do on the machine does not count, and further cores make it shorter."""
    text = TINY.replace("[1000 /s, 2000 /s]", "{low: 500 /s, high: 2500 /s, points: 1000}")
    before = os.times()
    asked = variants(text)
    swept = run_variants(portfolio(text), asked, theory_workers(len(os.sched_getaffinity(0))))
    seconds = sum(os.times()[:4]) - sum(before[:4])
    # Those that come to the same figures, as with a second card that nothing fills, are answered as one.
    assert len(asked.found) == 2000 and swept.answers and not swept.failed
    assert seconds <= 60.0, f"{seconds:.1f} s"
