"""Verdicts of reviews that are kept beside plans: what the next review of the same farm holds on to."""

from dataclasses import astuple, dataclass
from pathlib import Path

from simulator.store.store_file import run_statement

_TABLE = """
CREATE TABLE IF NOT EXISTS reviews (
    name TEXT NOT NULL, server TEXT NOT NULL, nodes INTEGER NOT NULL, ended TEXT NOT NULL, verdict TEXT NOT NULL,
    servers INTEGER NOT NULL, right_servers INTEGER NOT NULL, made TEXT NOT NULL, model TEXT NOT NULL,
    PRIMARY KEY (name, server, nodes, ended)
)
"""
_KEEP = "INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_LAST = """
SELECT * FROM reviews WHERE name = ? AND server = ? AND nodes = ? AND ended < ? ORDER BY ended DESC LIMIT 1
"""
_ALL = "SELECT * FROM reviews WHERE name = ? AND server = ? AND nodes = ? ORDER BY ended"


@dataclass(frozen=True)
class KeptReview:
    """A review as it is kept. name: of its scenario; server, nodes: of its units; ended: the minute in UTC at which its
    record ends; verdict: what was said of so many `servers`; right: servers that should run; made: ISO day; model: the
    version that made it."""

    name: str
    server: str
    nodes: int
    ended: str
    verdict: str
    servers: int
    right: int
    made: str
    model: str


def keep_review(path: Path, review: KeptReview) -> None:
    """Keeps a review, in place of one of a record that ends with its own. Raises StoreError."""
    run_statement(path, _TABLE, _KEEP, astuple(review))


def last_review(path: Path, name: str, server: str, nodes: int, before: str) -> KeptReview | None:
    """The latest review of a farm whose record ended before a minute. Raises StoreError, for a file that cannot be
    written to as well."""
    rows = run_statement(path, _TABLE, _LAST, (name, server, nodes, before))
    return KeptReview(*rows[0]) if rows else None


def kept_reviews(path: Path, name: str, server: str, nodes: int) -> list[KeptReview]:
    """The reviews of a farm that are kept, by the end of their records; none where there is no store. Raises
    StoreError."""
    rows = run_statement(path, _TABLE, _ALL, (name, server, nodes)) if path.exists() else []
    return [KeptReview(*row) for row in rows]


def require_store(path: Path) -> None:
    """Raises StoreError for a file in which no review can be kept."""
    run_statement(path, _TABLE, "DELETE FROM reviews WHERE 0", ())
