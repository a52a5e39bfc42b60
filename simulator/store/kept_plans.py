"""Plans that are kept beside the runs, each as JSON, with the score that later counters gave it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from simulator.messages.stages import store
from simulator.store.errors import StoreError
from simulator.store.store_file import run_statement

_TABLE = """
CREATE TABLE IF NOT EXISTS plans (
    name TEXT NOT NULL, scenario_sha256 TEXT NOT NULL, model TEXT NOT NULL, made TEXT NOT NULL,
    content TEXT NOT NULL, score TEXT NOT NULL DEFAULT '', kept TEXT NOT NULL,
    PRIMARY KEY (name, scenario_sha256, model, made)
)
"""
_KEEP = """
INSERT INTO plans (name, scenario_sha256, model, made, content, kept) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET content = excluded.content, kept = excluded.kept
"""
_SCORE = "UPDATE plans SET score = ? WHERE name = ? AND scenario_sha256 = ? AND model = ? AND made = ?"
_FIND = """
SELECT name, scenario_sha256, model, made, content, score FROM plans WHERE name = ? OR ? = '' ORDER BY made, kept, rowid
"""


@dataclass(frozen=True)
class StoredPlan:
    """A plan as it is kept. name: of its scenario; sha256: of its values; model: the version that made it; made: the
    ISO day. content, score: JSON; score is "" until counters gave it one."""

    name: str
    sha256: str
    model: str
    made: str
    content: str
    score: str = ""


def require_store(path: Path) -> None:
    """Raises StoreError for a file in which no plan can be kept."""
    run_statement(path, _TABLE, "DELETE FROM plans WHERE 0", ())


def keep_plan(path: Path, plan: StoredPlan) -> None:
    """Keeps a plan, in place of the same one of the same day. Raises StoreError."""
    kept = datetime.now(UTC).isoformat(timespec="seconds")
    run_statement(path, _TABLE, _KEEP, (plan.name, plan.sha256, plan.model, plan.made, plan.content, kept))


def keep_score(path: Path, plan: StoredPlan, score: str) -> None:
    """Keeps what later counters say of a plan, in place of what earlier ones said. Raises StoreError."""
    run_statement(path, _TABLE, _SCORE, (score, plan.name, plan.sha256, plan.model, plan.made))


def kept_plans(path: Path, may_be_none: bool = False, name: str = "") -> list[StoredPlan]:
    """Every plan that is kept, or those of one scenario, the latest last. Raises StoreError where none is, unless there
    may be none."""
    rows = run_statement(path, _TABLE, _FIND, (name, name)) if path.exists() else []
    if not rows and not may_be_none:
        raise StoreError(str(path), *store.NO_PLAN)
    return [StoredPlan(*row) for row in rows]
