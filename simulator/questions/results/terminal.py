"""Finished runs on a terminal: what a store holds of whom."""

from collections.abc import Mapping, Sequence
from typing import TextIO

from rich.markup import escape

from simulator.report.language.numbers import plain
from simulator.report.renderers.console import console_on, titled_table

WIDEST = PIPED = 140
MOST_ROWS = 100
MEGABYTE = 1e6


def print_groups(groups: Sequence[Mapping[str, object]], file: str, stream: TextIO) -> None:
    """A line for each scenario, engine and model, and what all of them come to; `size` is in bytes."""
    console = console_on(stream, WIDEST, PIPED)
    names = ("scenario", "values", "engine", "model", "runs", "MB", "took, s", "last made (UTC)")
    table = titled_table("", [(name, "right" if name in ("runs", "MB", "took, s") else "left") for name in names])
    for each in groups:
        size, seconds = plain(each["bytes"] / MEGABYTE), f"{each['seconds']:,.1f}"
        values = str(each["values_sha256"])[:12]
        runs = f"{each['runs']:,}"
        table.add_row(
            escape(each["scenario"]), values, each["engine"], each["model"], runs, size, seconds, each["last"]
        )
    runs, size = (sum(each[name] for each in groups) for name in ("runs", "bytes"))
    if groups:
        console.print(table)
    console.print(f"{runs:,} runs, {plain(size / MEGABYTE)} MB, in {escape(file)}", style="bold", soft_wrap=True)


def print_runs(rows: Sequence[Mapping[str, object]], stream: TextIO) -> None:
    """A line for each run."""
    console = console_on(stream, WIDEST, PIPED)
    names = ("engine", "seed", "no.", "warm-up, s", "duration, s", "requests", "took, s", "made (UTC)", "model")
    table = titled_table(escape(str(rows[0]["scenario"])), [(name, "right") for name in names])
    for row in rows[:MOST_ROWS]:
        done = row["requests_completed"]
        counted = "damaged" if done is None else plain(done)
        times = [plain(row[name]) for name in ("warm_up_s", "duration_s")]
        asked = (row["engine"], str(row["seed"]), str(row["replication"]), *times)
        table.add_row(*asked, counted, f"{row['seconds']:.2f}", row["made"], row["model"])
    console.print(table)
    if len(rows) > MOST_ROWS:
        console.print(f"{len(rows) - MOST_ROWS:,} more: `results export FILE` has all of them.")
