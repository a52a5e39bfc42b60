"""What a row is called, in every table, in the cases that are written, and so in what `validate` says of them."""

from collections.abc import Sequence
from pathlib import Path

from simulator.calibration.point import LoadTestRow, Metric


def row_name(row: LoadTestRow, rows: Sequence[LoadTestRow]) -> str:
    """The name of a row among others: the line of the file that it was read from, with the name of the file where
    there are several, and of a file that is a row as a whole its name, with its users where it is several rows."""
    files = {each.file for each in rows}
    names = [Path(each).name for each in files]
    file = Path(row.file).name if len(set(names)) == len(names) else row.file
    if row.line:
        return f"line {row.line}" if len(files) == 1 else f"{file}:{row.line}"
    alone = sum(each.file == row.file for each in rows) == 1
    return file if alone or not row.has(Metric.USERS) else f"{file}, {row[Metric.USERS]:g} users"
