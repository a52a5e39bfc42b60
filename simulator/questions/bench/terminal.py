"""What a terminal shows of a measurement of the engines."""

from collections.abc import Iterator, Sequence

from simulator.questions.bench.bench import Row
from simulator.report.blocks import Block, Column, Table, Text
from simulator.report.language.numbers import fixed

MEGABYTE = 1e6


def bench_blocks(rows: Sequence[Row]) -> list[Block]:
    """A row for each engine and scenario, and how many times faster the kernel is than the reference."""
    columns = (
        Column("scenario"),
        Column("engine"),
        Column("threads", numeric=True),
        Column("requests/s", numeric=True),
        Column("events/s", numeric=True),
        Column("memory", "MB", numeric=True),
        Column("simulated", "s", numeric=True),
        Column("took", "s", numeric=True),
    )
    cells = tuple(
        (row.scenario, row.engine, row.threads, fixed(row.requests_per_second, 0), fixed(row.events_per_second, 0),
         fixed(row.peak_memory_bytes / MEGABYTE, 0), row.simulated_seconds, fixed(row.elapsed_seconds, 2))
        for row in rows
    )  # fmt: skip
    return [Table("Speed and memory of the engines", columns, cells), *map(Text, _ratios(rows))]


def _ratios(rows: Sequence[Row]) -> Iterator[str]:
    speed = {(row.scenario, row.engine): row.requests_per_second for row in rows}
    for (scenario, engine), kernel in speed.items():
        reference = speed.get((scenario, "reference"))
        if engine == "kernel" and reference:
            yield f"The kernel does {kernel / reference:,.0f} times the requests of the reference on {scenario}."
