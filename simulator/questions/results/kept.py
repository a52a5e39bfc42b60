"""`results`: what the store of finished runs holds; shown, pruned and exported."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from models.visible import visible
from simulator.errors import ReportError
from simulator.exits import DONE
from simulator.questions.outputs import check_writable, say, show, write_text
from simulator.questions.sweep.command import store_path
from simulator.report.blocks import Block, Cell, Column, Preformatted, Table, Text
from simulator.report.language.numbers import plain
from simulator.store.store import Group, KeptRun, Store

CSV, PARQUET = ".csv", ".parquet"
WIDTH = 140
MOST_ROWS = 100
MEGABYTE = 1e6


def run_list(store: str, json: str) -> int:
    """What is kept, by scenario, engine and model."""
    from simulator.report.figure import to_json

    check_writable(json)
    with _opened(store) as opened:
        groups = [_summary(group) for group in opened.groups()]
    if json:
        write_text(json, to_json(groups))
    show(group_blocks(groups, str(opened.path)), json, width=WIDTH)
    return DONE


def run_show(scenario: str, store: str, json: str) -> int:
    """The runs of one scenario, by its name or the beginning of its hash."""
    from simulator.report.figure import to_json

    check_writable(json)
    with _opened(store) as opened:
        rows = [_row(kept) for kept in _found(opened, scenario)]
    if json:
        write_text(json, to_json(rows))
    show(run_blocks(rows), json, width=WIDTH)
    return DONE


def run_prune(scenario: str, old: bool, everything: bool, store: str) -> int:
    """Removes runs: those of a scenario, of other models than the present one, or all."""
    from simulator.store.run_key import model_version

    if not (scenario or old or everything):
        remedy = "say --scenario NAME, --old (of other versions of the program) or --all"
        raise ReportError("results prune", "which runs?", remedy)
    with _opened(store) as opened:
        if scenario:
            next(_found(opened, scenario))
        removed = opened.prune(scenario, model_version() if old else "")
        say(f"{removed:,} runs removed from {opened.path}.", "")
    return DONE


def run_export(target: Path, scenario: str, store: str) -> int:
    """A row for each run, as CSV or Parquet: what was asked, and what was counted in the measured time."""
    if target.suffix not in (CSV, PARQUET):
        raise ReportError(str(target), "neither CSV nor Parquet", f"name a file that ends in {CSV} or {PARQUET}")
    check_writable(str(target))
    with _opened(store) as opened:
        rows = [_row(kept) for kept in _found(opened, scenario)]
    _write_parquet(target, rows) if target.suffix == PARQUET else write_text(str(target), _csv(rows))
    say(f"{len(rows):,} runs written to {target}.", "")
    return DONE


def _opened(store: str) -> Store:
    return Store(store_path(store), create=False)


def _found(store: Store, scenario: str) -> Iterator[KeptRun]:
    """The runs of a scenario, or all. Raises ReportError where there is none."""
    runs = store.runs(scenario)
    first = next(runs, None)
    if first is None:
        place = f"{store.path}: {scenario}" if scenario else str(store.path)
        raise ReportError(place, "there is no such run", "`results list` names the scenarios that have some")
    yield first
    yield from runs


def _summary(group: Group) -> dict[str, object]:
    named = {"scenario": group.origin.scenario, "values_sha256": group.origin.sha256, "engine": group.engine}
    counted = {"model": group.model, "runs": group.runs, "bytes": group.size, "seconds": group.seconds}
    return named | counted | {"first": group.first, "last": group.last}


def _row(kept: KeptRun) -> dict[str, object]:
    """A run as plain values; counts are of the time after the warm-up, and null where its bytes are damaged."""
    key, plan = kept.key, kept.key.plan
    asked = {
        "scenario": kept.origin.scenario, "values_sha256": kept.origin.sha256, "network_sha256": key.network,
        "model": key.model, "engine": key.engine, "seed": key.seed, "replication": plan.replication,
        "warm_up_s": plan.warm_up, "duration_s": plan.duration, "window_s": plan.window,
        "made": kept.made, "seconds": kept.seconds,
    }  # fmt: skip
    return asked | _counted(kept)


def _counted(kept: KeptRun) -> dict[str, object]:
    names = {
        "sessions_offered": ("sessions", "offered"),
        "requests_issued": ("requests", "issued"),
        "requests_completed": ("requests", "completed"),
        "requests_lost": ("requests", "lost"),
        "wire_bytes": ("requests", "wire"),
    }
    tally = kept.tally
    if tally is None:
        return dict.fromkeys((*names, "events"))
    first = round(kept.key.plan.warm_up / kept.key.plan.window)
    found = {name: tally.column(*column) for name, column in names.items()}
    counted: dict[str, object] = {name: float(column[-1] - column[first]) for name, column in found.items()}
    return counted | {"events": tally.events}


def _csv(rows: list[dict[str, object]]) -> str:
    from simulator.report.renderers.comma_separated import harmless

    written = io.StringIO()
    lines = csv.DictWriter(written, fieldnames=list(rows[0]), lineterminator="\r\n")
    lines.writeheader()
    for row in rows:
        lines.writerow({key: harmless(each) if isinstance(each, str) else each for key, each in row.items()})
    return written.getvalue()


def _write_parquet(target: Path, rows: list[dict[str, object]]) -> None:
    """Writes beside the target and renames, so that there is a whole file or none."""
    import pyarrow
    from pyarrow import parquet

    beside = target.with_name(f".{target.name}.part")
    try:
        parquet.write_table(pyarrow.Table.from_pylist(rows), beside)
        beside.replace(target)
    except OSError as error:
        raise ReportError(str(target), error.strerror or str(error), "name another file or make room") from error
    finally:
        beside.unlink(missing_ok=True)


def group_blocks(groups: Sequence[Mapping[str, Any]], file: str) -> list[Block]:
    """A line for each scenario, engine and model, and what all of them come to; `size` is in bytes."""
    columns = (
        Column("scenario"),
        Column("values"),
        Column("engine"),
        Column("model"),
        Column("runs", numeric=True),
        Column("size", "MB", numeric=True),
        Column("took", "s", numeric=True),
        Column("last made (UTC)"),
    )
    table = [Table("", columns, tuple(map(_group, groups)))] if groups else []
    runs, size = (sum(each[name] for each in groups) for name in ("runs", "bytes"))
    return [*table, Preformatted(f"{runs:,} runs, {plain(size / MEGABYTE)} MB, in {visible(file)}")]


def _group(each: Mapping[str, Any]) -> tuple[Cell, ...]:
    named = (each["scenario"], str(each["values_sha256"])[:12], each["engine"], each["model"])
    return *named, each["runs"], each["bytes"] / MEGABYTE, f"{each['seconds']:,.1f}", each["last"]


def run_blocks(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    """A line for each run of one scenario."""
    columns = (
        Column("engine"),
        Column("seed", numeric=True),
        Column("no.", numeric=True),
        Column("warm-up", "s", numeric=True),
        Column("duration", "s", numeric=True),
        Column("requests", numeric=True),
        Column("took", "s", numeric=True),
        Column("made (UTC)", numeric=True),
        Column("model", numeric=True),
    )
    table = Table(str(rows[0]["scenario"]), columns, tuple(map(_run, rows[:MOST_ROWS])))
    more = len(rows) - MOST_ROWS
    return [table, *([Text(f"{more:,} more: `results export FILE` has all of them.")] if more > 0 else [])]


def _run(row: Mapping[str, Any]) -> tuple[Cell, ...]:
    done = row["requests_completed"]
    asked = (row["engine"], str(row["seed"]), str(row["replication"]), row["warm_up_s"], row["duration_s"])
    return *asked, "damaged" if done is None else done, f"{row['seconds']:.2f}", row["made"], row["model"]
