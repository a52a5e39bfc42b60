"""The store: every finished replication, so that none is ever run again."""

import io
import json
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.store.run_key import RunKey
from simulator.store.store_file import PATIENCE, open_store, store_errors

KEY = ("network", "model", "engine", "seed", "windows", "window", "warm_up", "replication", "log")
IS_KEY = " AND ".join(f"{name} = ?" for name in KEY)
_GROUPS = """
SELECT scenario, scenario_sha256, engine, model, count(*), sum(length(tally)), sum(seconds), min(made), max(made)
FROM runs GROUP BY scenario, scenario_sha256, engine, model ORDER BY max(made), scenario, engine
"""
_RUNS = f"SELECT {', '.join(KEY)}, scenario, scenario_sha256, made, seconds, tally FROM runs"


@dataclass(frozen=True)
class FirstAsker:
    """Which scenario asked for a run first: its name and the hash of its values."""

    scenario: str
    sha256: str


@dataclass(frozen=True)
class StoredRun:
    """A run that is kept: what was asked, who asked first, when it was made (UTC, ISO) and how many seconds it took.

    tally is None where the bytes are damaged.
    """

    key: RunKey
    origin: FirstAsker
    made: str
    seconds: float
    tally: Tally | None


@dataclass(frozen=True)
class RunGroup:
    """The runs that one scenario asked for first, by one engine and model: how many, bytes, seconds, first and last."""

    origin: FirstAsker
    engine: str
    model: str
    runs: int
    size: int
    seconds: float
    first: str
    last: str


class Store:
    """A file of runs; may be used from any thread, and by several programs at once."""

    def __init__(self, path: Path, patience: float = PATIENCE, create: bool = True) -> None:
        """Opens the store, or makes it if it may. Raises StoreError for a file that is none, is locked or read-only."""
        self.path = path
        self._connection = open_store(path, patience, create)
        self._lock = Lock()
        self._turns: defaultdict[RunKey, Lock] = defaultdict(Lock)
        self.reused = self.added = 0

    def find(self, key: RunKey) -> Tally | None:
        """The tally of a run, or None if it has not been made."""
        rows = self._execute(f"SELECT tally FROM runs WHERE {IS_KEY}", _values(key))
        tally = unpack_tally(rows[0][0], key.plan) if rows else None
        self.reused += tally is not None
        return tally

    def keep(self, key: RunKey, tally: Tally, origin: FirstAsker, seconds: float) -> None:
        """Keeps a run that took `seconds`: it is in the file, whole, when this returns. Raises StoreError if not."""
        made = datetime.now(UTC).isoformat(timespec="seconds")
        values = (*_values(key), origin.scenario, origin.sha256, made, seconds, pack_tally(tally))
        names = (*KEY, "scenario", "scenario_sha256", "made", "seconds", "tally")
        marks = ", ".join("?" * len(names))
        self._execute(f"INSERT OR REPLACE INTO runs ({', '.join(names)}) VALUES ({marks})", values)
        self.added += 1

    @contextmanager
    def turn(self, key: RunKey) -> Iterator[None]:
        """One at a time for each run: who asks for one that is being made waits for it."""
        with self._lock:
            turn = self._turns[key]
        with turn:
            yield

    def groups(self) -> list[RunGroup]:
        """What is kept, by scenario, engine and model; the latest last."""
        return [RunGroup(FirstAsker(*row[:2]), *row[2:]) for row in self._execute(_GROUPS, ())]

    def runs(self, scenario: str = "") -> Iterator[StoredRun]:
        """The runs of a scenario, by its name or the beginning of its hash; all of them without one."""
        where, values = _of(scenario)
        order = "ORDER BY scenario, engine, model, network, warm_up, windows, replication"
        for row in self._execute(f"{_RUNS} {where} {order}", values):
            key, (name, sha256, made, seconds, tally) = _key(row[: len(KEY)]), row[len(KEY) :]
            yield StoredRun(key, FirstAsker(name, sha256), made, seconds, unpack_tally(tally, key.plan))

    def prune(self, scenario: str = "", not_of: str = "") -> int:
        """Removes the runs of a scenario, and of every model but `not_of`; returns how many there were."""
        where, values = _of(scenario)
        if not_of:
            where, values = f"{where or 'WHERE 1'} AND model <> ?", (*values, not_of)
        before = self._count()
        self._execute(f"DELETE FROM runs {where}", values)
        removed = before - self._count()
        self._execute("VACUUM", ())
        return removed

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _count(self) -> int:
        count: int = self._execute("SELECT count(*) FROM runs", ())[0][0]
        return count

    def _execute(self, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        """Runs one statement, which is a transaction. Raises StoreError."""
        with self._lock, store_errors(self.path):
            return self._connection.execute(statement, values).fetchall()


def _values(key: RunKey) -> tuple[object, ...]:
    plan = key.plan
    asked = (key.network, key.model, key.engine, key.seed)
    return (*asked, plan.windows, plan.window, plan.warm_up, plan.replication, plan.log)


def _key(row: Sequence[Any]) -> RunKey:
    network, model, engine, seed, *plan = row
    return RunKey(network, model, engine, seed, RunPlan(*plan))


def _of(scenario: str) -> tuple[str, tuple[object, ...]]:
    if not scenario:
        return "", ()
    return "WHERE (scenario = ? OR substr(scenario_sha256, 1, ?) = ?)", (scenario, len(scenario), scenario)


def pack_tally(tally: Tally) -> bytes:
    """A tally without its plan, which is part of its key. The same tally gives the same bytes."""
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        columns=np.frombuffer(json.dumps(tally.columns).encode(), dtype=np.uint8),
        edges=np.ascontiguousarray(tally.edges),
        histogram=np.ascontiguousarray(tally.histogram),
        log=np.ascontiguousarray(tally.log),
        events=np.int64(tally.events),
        by_window=np.ascontiguousarray(tally.by_window),
        by_group=np.ascontiguousarray(tally.by_group),
        jobs=np.ascontiguousarray(tally.jobs),
        first_pieces=np.ascontiguousarray(tally.first_pieces),
    )
    return buffer.getvalue()


def unpack_tally(content: bytes, plan: RunPlan) -> Tally | None:
    """The tally, or None where the bytes are damaged: a run is then made again, for it always gives the same."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            columns = json.loads(arrays["columns"].tobytes())
            return Tally(
                plan=plan,
                columns=tuple(tuple(column) for column in columns),
                edges=arrays["edges"],
                histogram=arrays["histogram"],
                log=arrays["log"],
                events=int(arrays["events"]),
                by_window=arrays["by_window"],
                by_group=arrays["by_group"],
                jobs=arrays["jobs"],
                first_pieces=arrays["first_pieces"],
            )
    except (ValueError, KeyError, EOFError, OSError, zipfile.BadZipFile, zlib.error):
        return None
