"""What a cache would hold of what was asked for."""

from collections.abc import Iterator

from models.quantities.units import SIZE, format_quantity
from simulator.calibration.log.summary import LogSummary
from simulator.messages.calibrate import log
from simulator.output.blocks import Block, Chart, Column, Table, Text
from simulator.output.pictures import Line, Lines


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
    yield Chart("Working set", picture, log.WORKING_SET_PICTURE)
    columns = (Column("capacity", numeric=True), Column("requests that miss", "%", numeric=True),
               Column("bytes that miss", "%", numeric=True))  # fmt: skip
    step = max(1, len(points) // 10)
    rows = tuple(
        (format_quantity(capacity, SIZE, digits=3), f"{misses * 100:.2f}", f"{missed * 100:.2f}")
        for capacity, misses, missed in points[::-step][::-1]
    )
    yield Table(log.WORKING_SET, columns, rows)
    yield Text(log.first_requests(curve.cold), aside=True)
