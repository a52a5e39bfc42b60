"""The runs that are kept as blocks: a line for each scenario, and one for each run of a scenario."""

from collections.abc import Mapping, Sequence
from typing import Any

from models.visible import visible
from simulator.messages import kept_results
from simulator.messages.numbers import plain_number
from simulator.output.blocks import Block, Cell, Column, Preformatted, Table, Text
from simulator.store.store import RunGroup
from simulator.studies.results.data import ScoredPlan
from simulator.studies.score.figure_score import tally

MOST_ROWS = 100
MEGABYTE = 1e6


def group_blocks(groups: Sequence[RunGroup], file: str) -> list[Block]:
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
    runs, size = sum(each.runs for each in groups), sum(each.size for each in groups)
    return [*table, Preformatted(f"{runs:,} runs, {plain_number(size / MEGABYTE)} MB, in {visible(file)}")]


def _group(each: RunGroup) -> tuple[Cell, ...]:
    named = (each.origin.scenario, each.origin.sha256[:12], each.engine, each.model)
    return *named, each.runs, each.size / MEGABYTE, f"{each.seconds:,.1f}", each.last


def plan_blocks(plans: Sequence[ScoredPlan]) -> list[Block]:
    """A line for each plan that is kept."""
    columns = (Column("plan"), Column("made"), Column("values"), Column("model"), Column("servers", numeric=True),
               Column("inside", numeric=True), Column("of", numeric=True))  # fmt: skip
    rows = ((plan.name, plan.made, plan.sha256[:12], plan.model, plan.servers, *tally(own)) for plan, own in plans)
    return [Table("", columns, tuple(rows))]


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
    return [table, *([Text(kept_results.more_runs(more))] if more > 0 else [])]


def _run(row: Mapping[str, Any]) -> tuple[Cell, ...]:
    done = row["requests_completed"]
    asked = (row["engine"], str(row["seed"]), str(row["replication"]), row["warm_up_s"], row["duration_s"])
    return *asked, "damaged" if done is None else done, f"{row['seconds']:.2f}", row["made"], row["model"]
