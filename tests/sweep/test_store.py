"""Finished runs are kept to the bit, found again only for the same question, and never lost to a failure."""

import io
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.load import load
from simulator.engines.decorators.decorators import StoredRuns
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.exits import exit_code
from simulator.experiment.capacity_search import find_capacity
from simulator.store.errors import StoreError
from simulator.store.run_key import run_key
from simulator.store.store import FirstAsker, Store, pack_tally, unpack_tally
from simulator.store.store_file import APPLICATION_ID, default_store
from tests.networks import download
from tests.shipped import FOLDER

NETWORK, PLAN = download(nodes=2), RunPlan(4, 1.0, 1.0, 3, log=5)
ORIGIN = FirstAsker("two cards", "ab" * 32)


@pytest.fixture(scope="module")
def tally():
    return load_engine("kernel").run(NETWORK, PLAN, 7)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "results.sqlite", patience=0.1) as opened:
        yield opened


def keep(store, tally, plan=PLAN, network=NETWORK):
    key = run_key(network, plan, 7, "kernel")
    store.keep(key, tally, ORIGIN, 0.5)
    return key


def same(one, other):
    arrays = all(
        getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in ("edges", "histogram", "log")
    )
    return arrays and (one.plan, one.columns, one.events) == (other.plan, other.columns, other.events)


def test_a_run_is_found_again_to_the_bit(store, tally):
    assert store.find(keep(store, tally)) is not tally
    assert same(store.find(run_key(NETWORK, PLAN, 7, "kernel")), tally)


def test_it_lies_in_memory_as_an_engine_leaves_it(store, tally):
    """So that sums over it are taken in the same order."""
    found = store.find(keep(store, tally))
    assert [getattr(found, name).strides for name in ("edges", "histogram")] == [
        getattr(tally, name).strides for name in ("edges", "histogram")
    ]


@pytest.mark.parametrize(
    "other",
    [
        lambda: run_key(download(nodes=3), PLAN, 7, "kernel"),
        lambda: run_key(NETWORK, replace(PLAN, replication=4), 7, "kernel"),
        lambda: run_key(NETWORK, replace(PLAN, warm_up=2.0), 7, "kernel"),
        lambda: run_key(NETWORK, PLAN, 8, "kernel"),
        lambda: run_key(NETWORK, PLAN, 7, "reference"),
        lambda: replace(run_key(NETWORK, PLAN, 7, "kernel"), model="0.0.9+0123"),
    ],
    ids=["network", "replication", "warm-up", "seed", "engine", "model version"],
)
def test_another_question_does_not_find_it(store, tally, other):
    keep(store, tally)
    assert store.find(other()) is None


def test_it_is_there_after_closing(tmp_path, tally):
    file = tmp_path / "deep" / "results.sqlite"
    with Store(file) as first:
        key = keep(first, tally)
    with Store(file) as second:
        assert same(second.find(key), tally)


def test_two_programs_share_a_file(tmp_path, tally):
    file = tmp_path / "results.sqlite"
    plans = [replace(PLAN, replication=number) for number in range(20)]

    def write(part):
        with Store(file) as store:
            return [keep(store, replace(tally, plan=plan), plan) for plan in part]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, (plans[start::4] for start in range(4))))
    with Store(file) as store:
        assert store.groups()[0].runs == 20


def test_damaged_bytes_are_no_run(store, tally):
    key = keep(store, tally)
    content = pack_tally(tally)
    for damaged in (b"", b"PK", content[: len(content) // 2], content.replace(b"npy", b"nqz")):
        store._execute("UPDATE runs SET tally = ?", (damaged,))
        assert store.find(key) is None
        assert next(store.runs()).tally is None


def test_what_would_run_code_is_no_run():
    pickled = io.BytesIO()
    np.savez(pickled, edges=np.array([{"any": "object"}], dtype=object))
    assert unpack_tally(pickled.getvalue(), PLAN) is None


class Counting:
    """An engine that counts what it is asked to run, and gives one tally for all."""

    name = "kernel"

    def __init__(self, tally):
        self.tally, self.runs = tally, 0

    def supports(self, network):
        return None

    def run(self, network, plan, seed):
        self.runs += 1
        return self.tally

    def stop(self):
        pass


def test_a_stored_engine_runs_nothing_twice(store, tally):
    counting = Counting(tally)
    engine = StoredRuns(counting, store, ORIGIN)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: engine.run(NETWORK, PLAN, 7), range(8)))
    assert counting.runs == store.added == 1 and store.reused == 7
    assert all(same(each, tally) for each in found)


def refused(reason, path, **settings):
    with pytest.raises(StoreError, match=reason) as error:
        Store(Path(path), patience=0.1, **settings)
    code, message = exit_code(error.value)
    assert code == 2 and str(path) in message and "--store" in message


def test_a_file_of_somebody_else_is_refused_and_left_as_it_is(tmp_path):
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE songs (title)")
    connection.close()
    text = tmp_path / "notes.txt"
    text.write_text("not a database at all")
    for file, reason in ((foreign, "another program"), (text, "no store of results")):
        before = file.read_bytes()
        refused(reason, file)
        assert file.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["foreign.sqlite", "notes.txt"]


def test_a_store_of_a_newer_version_is_refused(tmp_path):
    file = tmp_path / "newer.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 99")
        connection.execute("CREATE TABLE runs (more)")
    connection.close()
    refused("newer version", file)


def test_a_corrupt_store_is_told(tmp_path, tally):
    file = tmp_path / "results.sqlite"
    with Store(file) as store:
        key = keep(store, tally)
    content = bytearray(file.read_bytes())
    content[100:4096] = b"\xff" * 3996
    file.write_bytes(bytes(content))
    with pytest.raises(StoreError, match="damaged"), Store(file) as store:
        store.find(key)


def test_places_that_cannot_hold_a_store_are_refused(tmp_path):
    refused("folder", tmp_path)
    refused("check its folder", "/proc/headroom/results.sqlite")
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, not a folder")
    refused("check its folder", blocked / "results.sqlite")
    refused("there is no store", tmp_path / "none.sqlite", create=False)
    assert not (tmp_path / "none.sqlite").exists()


FAILURES = {
    "the disk is full": "PRAGMA max_page_count = 1",
    "may not be written to": "PRAGMA query_only = 1",
}


@pytest.mark.parametrize("reason", FAILURES)
def test_what_was_kept_survives_a_failure_to_write(tmp_path, tally, reason):
    with Store(tmp_path / "results.sqlite") as store:
        key = keep(store, tally)
        store._execute(FAILURES[reason], ())
        other = replace(PLAN, replication=9)
        # Too large for what is left of the last page.
        large = replace(tally, plan=other, edges=np.random.default_rng(1).random((50, 2, 100)))
        with pytest.raises(StoreError, match=reason):
            keep(store, large, other)
        assert same(store.find(key), tally)
    with Store(tmp_path / "results.sqlite") as store:
        assert same(store.find(key), tally) and store.find(replace(key, plan=other)) is None


def test_a_locked_store_is_told_after_some_patience(store, tally):
    holder = sqlite3.connect(store.path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(StoreError, match="another program keeps it locked"):
            keep(store, tally)
    finally:
        holder.close()
    keep(store, tally)


def test_pruning_removes_what_is_named_and_nothing_else(store, tally):
    key = keep(store, tally)
    store.keep(replace(key, model="0.0.9+0123"), tally, ORIGIN, 0.5)
    store.keep(replace(key, seed=8), tally, FirstAsker("three cards", "cd" * 32), 0.5)
    assert store.prune(not_of=key.model) == 1
    assert store.prune("three cards") == 1 and store.prune("no such") == 0
    assert same(store.find(key), tally)
    assert store.prune("ab" * 6) == 1 and store.groups() == []


def test_the_usual_store_is_the_users_own(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_store() == tmp_path / "headroom" / "results.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_store() == tmp_path / ".local" / "share" / "headroom" / "results.sqlite"


def test_a_search_for_the_capacity_goes_on_from_what_it_has(tmp_path):
    settings = {"warm_up": "5 s", "duration": "10 s", "window": "1 s", "precision": "50 %", "replications": 2}
    scenario = load(FOLDER / "single_server.yaml", {"run": settings})
    found = []
    for _ in range(2):
        with Store(tmp_path / "results.sqlite") as store:
            engine = StoredRuns(load_engine("kernel"), store, ORIGIN)
            found.append((find_capacity(scenario, engine, around=(1.0,)), store.added > 0, store.reused > 0))
    (first, made, _), (again, made_again, reused) = found
    assert first == again and made and reused and not made_again
