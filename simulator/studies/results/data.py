"""The runs that are kept as data: a row for each group or run, and the files that hold them."""

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from simulator.errors import ReportError
from simulator.messages import kept_results
from simulator.output.renderers.comma_separated import harmless
from simulator.store.store import RunGroup, StoredRun
from simulator.studies.score.figure_score import FigureScore
from simulator.studies.score.kept_plan import KeptPlan, plan_data

ScoredPlan = tuple[KeptPlan, tuple[FigureScore, ...]]


def plan_row(plan: KeptPlan, scores: Sequence[FigureScore]) -> dict[str, object]:
    """All that is kept of a plan, and the scores that it has so far."""
    rows = [{**asdict(each), "inside": each.inside, "error": each.error} for each in scores]
    return plan_data(plan) | {"scores": rows}


def group_data(group: RunGroup) -> dict[str, object]:
    """The runs of one scenario, engine and model; `bytes` is what they take, `seconds` how long they took."""
    named = {"scenario": group.origin.scenario, "values_sha256": group.origin.sha256, "engine": group.engine}
    counted = {"model": group.model, "runs": group.runs, "bytes": group.size, "seconds": group.seconds}
    return named | counted | {"first": group.first, "last": group.last}


def run_data(stored_run: StoredRun) -> dict[str, object]:
    """A run as plain values; counts are of the time after the warm-up, and null where its bytes are damaged."""
    key, plan = stored_run.key, stored_run.key.plan
    asked = {
        "scenario": stored_run.origin.scenario,
        "values_sha256": stored_run.origin.sha256,
        "network_sha256": key.network,
        "model": key.model,
        "engine": key.engine,
        "seed": key.seed,
        "replication": plan.replication,
        "warm_up_s": plan.warm_up,
        "duration_s": plan.duration,
        "window_s": plan.window,
        "made": stored_run.made,
        "seconds": stored_run.seconds,
    }
    return asked | _counted(stored_run)


def _counted(stored_run: StoredRun) -> dict[str, object]:
    names = {
        "sessions_offered": ("sessions", "offered"),
        "requests_issued": ("requests", "issued"),
        "requests_completed": ("requests", "completed"),
        "requests_lost": ("requests", "lost"),
        "wire_bytes": ("requests", "wire"),
    }
    tally = stored_run.tally
    if tally is None:
        return dict.fromkeys((*names, "events"))
    first = round(stored_run.key.plan.warm_up / stored_run.key.plan.window)
    found = {name: tally.column(*column) for name, column in names.items()}
    counted: dict[str, object] = {name: float(column[-1] - column[first]) for name, column in found.items()}
    return counted | {"events": tally.events}


def runs_csv(rows: Sequence[dict[str, object]]) -> str:
    """A line for each run (RFC 4180), of `run_data`; there is one at least."""
    written = io.StringIO()
    lines = csv.DictWriter(written, fieldnames=list(rows[0]), lineterminator="\r\n")
    lines.writeheader()
    for row in rows:
        lines.writerow({key: harmless(each) if isinstance(each, str) else each for key, each in row.items()})
    return written.getvalue()


def write_parquet(target: Path, rows: Sequence[dict[str, object]]) -> None:
    """Writes beside the target and renames, so that there is a whole file or none. Raises ReportError."""
    from simulator.extras import parquet, pyarrow

    beside = target.with_name(f".{target.name}.part")
    try:
        parquet.write_table(pyarrow.Table.from_pylist(list(rows)), beside)
        beside.replace(target)
    except OSError as error:
        raise ReportError(str(target), error.strerror or str(error), kept_results.NO_ROOM) from error
    finally:
        beside.unlink(missing_ok=True)
