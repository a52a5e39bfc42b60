"""What access logs say of the load."""

from collections.abc import Sequence

from simulator.calibration.log.summary import summarise
from simulator.cli.today import today
from simulator.studies.calibrate.log.result import LogResult
from simulator.studies.calibrate.log.stated import seconds_of, unit_of
from simulator.traffic.reading.options import LogOptions
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import sort_requests


def read_load(files: Sequence[str], gap: str, time_unit: str, client_field: str) -> LogResult:
    """The load that access logs tell of, a session of a client being over after a silence of `gap`. Raises ReportError
    for what cannot be read."""
    silence, stated = seconds_of(gap), LogOptions(unit_of(time_unit), client_field)
    logged = sort_requests(read_logs(list(files), lambda: None, stated))
    return LogResult(summarise(tuple(files), logged, silence), today().isoformat())
