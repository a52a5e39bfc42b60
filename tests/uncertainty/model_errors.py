"""How far off the model was on measured systems that took no part in fitting: what a prediction interval rests on.

`python -m tests.uncertainty.model_errors` measures it again and writes the table that simulator/uncertainty
reads; a test holds the table against that. Catalogue: published figures of role "predict" in the last validation, of
systems described by the catalogue; response times are left out, for what is predicted is what a server carries.
Calibrated: rates of the measured rows in scenarios/measured, each predicted by a fit to the others (within the loads
that were measured), or the upper ones by a fit to the lower ones (beyond).
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from models.reading.document import SHIPPED
from simulator.calibration.calibrate import calibrate
from simulator.calibration.cross_validation import HeldOutError, leave_one_out
from simulator.calibration.point import Metric
from simulator.calibration.reading.read import read_measurements
from simulator.network.roles import Role
from simulator.studies.validate.record import Record, read_record
from simulator.uncertainty.model_error import FILE, ModelError, ParameterOrigin, kind_of_role

# Rows of systems that somebody measured; the others there are of this program's own simulation.
MEASURED = (
    "memcached_get", "memcached_set", "mysql_c5_xlarge", "mysql_c5a_2xlarge", "mysql_c6g_2xlarge", "specsdm91",
)  # fmt: skip
_DIGITS = 4


def catalogue_errors(record: Record) -> Iterator[ModelError]:
    """The errors of published figures that were predicted from the catalogue, as shares."""
    roles = {each.system: each.limit.role for each in record.systems}
    for figure in record.figures:
        role = roles.get(figure.system.partition(" ")[0])
        is_load = figure.role == "predict" and figure.error_unit == "%" and "response" not in figure.figure
        if is_load and role is not None:
            kind, error = kind_of_role(Role(role)), round(figure.error / 100.0, _DIGITS)
            yield ModelError(kind, ParameterOrigin.CATALOGUE, f"{figure.case}: {figure.figure}", error)


def calibrated_errors(name: str) -> Iterator[ModelError]:
    """The errors of the rates of one file of measured rows, within its loads and beyond them."""
    found = calibrate(read_measurements([str(SHIPPED / "measured" / f"{name}.csv")]).points)
    within = leave_one_out(found.loaded, found.fit, found.spread)
    yield from _of_rates(name, ParameterOrigin.WITHIN, within)
    yield from _of_rates(name, ParameterOrigin.BEYOND, found.held_back)


def _of_rates(name: str, provenance: ParameterOrigin, errors: Sequence[HeldOutError]) -> Iterator[ModelError]:
    for each in errors:
        if each.what is Metric.RATE:
            yield ModelError(kind_of_role(Role.CPU), provenance, name, round(float(each.error), _DIGITS))


def measured_errors() -> list[ModelError]:
    """All of them, in the order of the table."""
    of_rows = [error for name in MEASURED for error in calibrated_errors(name)]
    return [*catalogue_errors(read_record()), *of_rows]


def write(errors: Sequence[ModelError], file: Path = FILE) -> None:
    """Writes the table, an error a line."""
    rows = [json.dumps([each.kind, each.provenance, each.system, each.error]) for each in errors]
    file.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    write(measured_errors())
