"""The file of a store: opened only if it is one of ours, and with every way it can fail told in words."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from models.reading.read_file import path_fault
from models.visible import shortened
from simulator.messages.stages import store
from simulator.store.errors import StoreError

# "Head" in ASCII: what SQLite keeps in the header of a file to say whose it is.
APPLICATION_ID = 0x48656164
SCHEMA_VERSION = 1
SQLITE_HEADER = b"SQLite format 3\0"
# Seconds to wait for another program that writes to the same file.
PATIENCE = 30.0

SCHEMA = """
CREATE TABLE runs (
    network TEXT NOT NULL, model TEXT NOT NULL, engine TEXT NOT NULL, seed INTEGER NOT NULL,
    windows INTEGER NOT NULL, window REAL NOT NULL, warm_up REAL NOT NULL, replication INTEGER NOT NULL,
    log INTEGER NOT NULL,
    scenario TEXT NOT NULL, scenario_sha256 TEXT NOT NULL, made TEXT NOT NULL, seconds REAL NOT NULL,
    tally BLOB NOT NULL,
    PRIMARY KEY (network, model, engine, seed, windows, window, warm_up, replication, log)
)
"""

_TOLD = {
    sqlite3.SQLITE_BUSY: store.LOCKED,
    sqlite3.SQLITE_LOCKED: store.LOCKED,
    sqlite3.SQLITE_READONLY: store.READ_ONLY,
    sqlite3.SQLITE_PERM: store.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: store.NOT_OPENED,
    sqlite3.SQLITE_FULL: store.DISK_FULL,
    sqlite3.SQLITE_IOERR: store.DISK_FAULT,
    sqlite3.SQLITE_CORRUPT: store.DAMAGED,
    sqlite3.SQLITE_NOTADB: store.NO_STORE,
}


def default_store() -> Path:
    """Where results are kept unless a command says otherwise: in the user's own folder for data."""
    root = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(root) / "headroom" / "results.sqlite"


def store_path(name: str) -> Path:
    """The file of a store: the one that is named, or the user's own."""
    return Path(name) if name else default_store()


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turns what SQLite raises into a StoreError with the remedy."""
    try:
        yield
    except sqlite3.Error as error:
        # The low byte is the kind of error, the others say more of it than its reader can use.
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        reason, remedy = _TOLD.get(code, (str(error), store.OTHER))
        raise StoreError(str(path), reason, remedy) from error


def open_store(path: Path, patience: float = PATIENCE, create: bool = True) -> sqlite3.Connection:
    """A connection to a store, which is made if there is none and it may be. Raises StoreError."""
    _check(path, create)
    with store_errors(path):
        connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
        try:
            _require_ours(path, connection)
            _write_ahead(connection, patience)
            _make(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def run_statement(path: Path, table: str, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
    """What one statement finds in a store, in which its table is made if there is none. Raises StoreError."""
    connection = open_store(path)
    try:
        with store_errors(path):
            connection.execute(table)
            return connection.execute(statement, values).fetchall()
    finally:
        connection.close()


def _check(path: Path, create: bool) -> None:
    """Looks at the file before SQLite does, which would write to one that is empty or not ours."""
    if reason := path_fault(str(path)):
        raise StoreError(shortened(str(path)), reason, store.OTHER)
    if os.path.isdir(path):
        raise StoreError(str(path), *store.IS_FOLDER)
    try:
        if not path.exists():
            if not create:
                raise StoreError(str(path), *store.NOT_THERE)
            path.parent.mkdir(parents=True, exist_ok=True)
            return
        with path.open("rb") as file:
            header = file.read(len(SQLITE_HEADER))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError(str(path), reason, store.CHECK_FOLDER) from error
    if header and header != SQLITE_HEADER:
        raise StoreError(str(path), *store.NO_STORE)


def _require_ours(path: Path, connection: sqlite3.Connection) -> None:
    """Raises StoreError for a file of another program, or of a newer version of this one."""
    # Tables first: another program that makes the file just now marks it in the same transaction.
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    owner, schema = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if owner != APPLICATION_ID and (owner or tables):
        raise StoreError(str(path), *store.OF_ANOTHER_PROGRAM)
    if schema > SCHEMA_VERSION:
        raise StoreError(str(path), *store.newer(schema, SCHEMA_VERSION))


def _write_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Readers and a writer side by side, and every commit whole however the program ends.

    SQLite does not wait for its turn to switch a file over, so two programs that make one at once do that here.
    """
    until = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.05)
    # Enough against the end of a program; a power cut may cost the last runs, but never the file.
    connection.execute("PRAGMA synchronous = NORMAL")


def _make(connection: sqlite3.Connection) -> None:
    """The table, if the file is new."""
    if connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another program may have made it in between.
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            connection.execute(SCHEMA)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
