"""On a Dask cluster a sweep says the same, to the byte, and loses nothing with a worker."""

import logging
import os
import signal
from concurrent.futures import CancelledError, Future
from threading import Timer

import pytest
from distributed import LocalCluster

from simulator.engines.decorators.decorators import RemoteEngine
from simulator.engines.engine import Stopped, load_engine
from simulator.engines.run_plan import RunPlan
from simulator.exits import exit_code
from simulator.output.figure import to_json
from simulator.store.errors import ClusterError
from simulator.store.store import Store
from simulator.studies.sweep.answer import run_variants
from simulator.studies.sweep.dask_cluster import connect_cluster
from simulator.studies.sweep.result import sweep_data
from simulator.studies.sweep.workers import cluster_workers, local_workers
from tests.networks import download
from tests.sweep.conftest import CAPACITY, TINY

PLAN = RunPlan(4, 1.0, 1.0)


@pytest.fixture(scope="module")
def address():
    """A scheduler with two workers, each a process."""
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**settings, silence_logs=logging.CRITICAL) as local:
        yield local.scheduler_address


@pytest.mark.parametrize("text", [TINY, CAPACITY], ids=["at the stated load", "at capacity"])
def test_the_answer_is_the_same_to_the_byte(portfolio, variants, address, tmp_path, text):
    one_by_one = to_json(sweep_data(run_variants(portfolio(text), variants(text), local_workers("kernel", 1, None))))
    with connect_cluster(address) as found, Store(tmp_path / "results.sqlite") as store:
        there_now = to_json(
            sweep_data(run_variants(portfolio(text), variants(text), cluster_workers("kernel", found, store)))
        )
        assert found.cores == 2 and store.added >= 8
    assert there_now == one_by_one


def test_a_worker_killed_in_the_middle_loses_nothing(portfolio, variants, address, tmp_path):
    text = TINY.replace("[1000 /s, 2000 /s]", "{low: 1000 /s, high: 2000 /s, points: 6}")
    whole = to_json(sweep_data(run_variants(portfolio(text), variants(text), local_workers("kernel", 2, None))))
    done, killed = [], []

    with connect_cluster(address) as found, Store(tmp_path / "results.sqlite") as store:

        def progress():
            done.append(1)
            if len(done) == 4:
                workers = found.executor._client.run(os.getpid)
                killed.append(sorted(workers.values())[0])
                os.kill(killed[0], signal.SIGKILL)

        after = to_json(
            sweep_data(run_variants(portfolio(text), variants(text), cluster_workers("kernel", found, store), progress))
        )
        assert killed and (store.added, store.reused) == (24, 0)
    assert after == whole


def test_an_address_where_nobody_answers_is_told():
    for wrong in ("tcp://127.0.0.1:1", "nonsense://x"):
        refused = pytest.raises(ClusterError, match="no scheduler answers there; start one with")
        with refused as error, connect_cluster(wrong, 1.0):
            pass
        assert exit_code(error.value)[0] == 2 and wrong in str(error.value)


def test_a_cluster_without_workers_is_told():
    with (
        LocalCluster(n_workers=0, dashboard_address=None, silence_logs=logging.CRITICAL) as local,
        pytest.raises(ClusterError, match="has no workers; start some with `dask worker"),
        connect_cluster(local.scheduler_address, 0.5),
    ):
        pass


class Answering:
    """An executor that gives one answer to all."""

    def __init__(self, answer):
        self.answer = answer

    def submit(self, function, *arguments):
        future = Future()
        if isinstance(self.answer, BaseException):
            future.set_exception(self.answer)
        elif self.answer is not None:
            future.set_result(self.answer)
        return future


FAILURES = {
    "runs another version of this program": ("0.0.1+abc", None),
    "do not have this program": ModuleNotFoundError("No module named 'simulator'"),
    "what was finished is kept": CancelledError(),
}


@pytest.mark.parametrize("reason", FAILURES)
def test_what_a_cluster_cannot_do_is_told(reason):
    engine = RemoteEngine("kernel", Answering(FAILURES[reason]), "--dask tcp://far:1")
    with pytest.raises(ClusterError, match=reason) as error:
        engine.run(download(), PLAN, 1)
    assert str(error.value).startswith("--dask tcp://far:1: ")


def test_what_an_engine_says_there_is_said_here():
    with pytest.raises(ValueError, match="there"):
        RemoteEngine("kernel", Answering(ValueError("there")), "far").run(download(), PLAN, 1)
    assert RemoteEngine("kernel", Answering(None), "far").supports(download()) is load_engine("kernel").supports(
        download()
    )


def test_who_is_stopped_gives_up_what_is_under_way():
    executor = Answering(None)
    engine = RemoteEngine("kernel", executor, "far")
    submit = executor.submit

    def submit_and_stop(*arguments):
        Timer(0.05, engine.stop).start()
        return submit(*arguments)

    executor.submit = submit_and_stop
    for _ in range(2):  # While it runs, and before it begins.
        with pytest.raises(Stopped):
            engine.run(download(), PLAN, 1)
