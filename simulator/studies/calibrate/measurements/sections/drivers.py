"""What drives the counters of the rows."""

from collections.abc import Iterator

from models.quantities.formatting import significant
from simulator.calibration.calibrate import Calibration
from simulator.calibration.diagnostics import BYTES, CPU, Driver
from simulator.messages.calibrate import measurements
from simulator.output.blocks import Block, Cell, Column, Table

# Units that read better than those of the data, and how much of these they are.
_READ_IN, _FOR_EACH = {CPU: (100.0, "%")}, {BYTES: (1e6, "MB/s")}


def section(calibration: Calibration) -> Iterator[Block]:
    """For each counter, which candidate explains it."""
    columns = (Column("counter"), Column("explained by"), Column(measurements.ERROR_LEFT_OUT, "%", numeric=True),
               Column("for each", numeric=True), Column("without any", numeric=True))  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for counter in calibration.driven:
        for driver in counter.drivers:
            rows.append((counter.counter, *_driver(driver, counter.counter)))
    if rows:
        yield Table(measurements.DRIVERS, columns, tuple(rows))


def _driver(driver: Driver, counter: str) -> tuple[Cell, ...]:
    """A candidate, its error, and what a counter has for one of it and without any, with their units: the CPU in %, and
    bytes by the million."""
    scale, unit = _READ_IN.get(counter, (1.0, counter))
    size, of = _FOR_EACH.get(driver.name, (1.0, driver.name))
    each, idle = (significant(scale * value, 3) for value in (size * driver.each, driver.idle))
    return of, f"{100.0 * driver.error:.1f}", f"{each} {unit} per {of}", f"{idle} {unit}"
