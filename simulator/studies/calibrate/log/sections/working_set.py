"""What a cache would hold of what was asked for."""

from collections.abc import Iterator

from models.quantities.units import SIZE, format_quantity
from simulator.output.blocks import Block, Chart, Column, Table, Text
from simulator.output.pictures import Line, Lines
from simulator.studies.calibrate.log.summary import LogSummary


def section(log_summary: LogSummary) -> Iterator[Block]:
    """Misses over the capacity of a cache, as a picture and a table."""
    curve = log_summary.working_set
    if curve is None:
        return
    points = list(zip(curve.capacity.tolist(), curve.misses.tolist(), curve.missed_bytes.tolist(), strict=True))
    picture = Lines(
        tuple(capacity / 1e9 for capacity, _, _ in points), "capacity in GB",
        (Line("requests", tuple(100.0 * misses for _, misses, _ in points), (0.0,) * len(points)),
         Line("bytes", tuple(100.0 * missed for _, _, missed in points), (0.0,) * len(points))), "misses in %",
    )  # fmt: skip
    alt = "The share of requests and of bytes that miss in an LRU cache, over its capacity; the table has the figures."
    yield Chart("Working set", picture, alt)
    columns = (Column("capacity", numeric=True), Column("requests that miss", "%", numeric=True),
               Column("bytes that miss", "%", numeric=True))  # fmt: skip
    step = max(1, len(points) // 10)
    rows = tuple(
        (format_quantity(capacity, SIZE, digits=3), f"{misses * 100:.2f}", f"{missed * 100:.2f}")
        for capacity, misses, missed in points[::-step][::-1]
    )
    yield Table("Working set: misses of an LRU cache that starts empty", columns, rows)
    cold = f"{curve.cold * 100:.3g} % of the requests are the first for their object, and miss in every cache."
    yield Text(cold, aside=True)
