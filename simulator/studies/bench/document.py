"""Speed and memory of the engines as blocks: a table for each scenario, and how the engines compare."""

from collections.abc import Iterator, Sequence

from models.quantities.formatting import fixed
from simulator.messages.bench import times_as_fast
from simulator.output.blocks import Block, Column, Table, Text
from simulator.studies.bench.answer import BenchRow

MEGABYTE = 1e6


def bench_blocks(rows: Sequence[BenchRow]) -> list[Block]:
    """A table for each scenario, and how many times faster the kernel is than the reference."""
    scenarios = dict.fromkeys(row.scenario for row in rows)
    tables = [_table(name, [row for row in rows if row.scenario == name]) for name in scenarios]
    return [*tables, *map(Text, _ratios(rows))]


def _table(scenario: str, rows: Sequence[BenchRow]) -> Table:
    columns = (
        Column("engine"),
        Column("threads", numeric=True),
        Column("requests/s", numeric=True),
        Column("events/s", numeric=True),
        Column("memory", "MB", numeric=True),
        Column("simulated", "s", numeric=True),
        Column("took", "s", numeric=True),
    )
    cells = tuple(
        (row.engine, row.threads, fixed(row.requests_per_second, 0), fixed(row.events_per_second, 0),
         fixed(row.peak_memory_bytes / MEGABYTE, 0), row.simulated_seconds, fixed(row.elapsed_seconds, 2))
        for row in rows
    )  # fmt: skip
    return Table(scenario, columns, cells)


def _ratios(rows: Sequence[BenchRow]) -> Iterator[str]:
    speed = {(row.scenario, row.engine): row.requests_per_second for row in rows}
    for (scenario, engine), kernel in speed.items():
        reference = speed.get((scenario, "reference"))
        if engine == "kernel" and reference:
            yield times_as_fast(kernel / reference, scenario)
