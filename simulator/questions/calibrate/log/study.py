"""What access logs say of the load."""

from collections.abc import Sequence

from simulator.questions.calibrate.log.result import LogResult
from simulator.questions.calibrate.log.stated import seconds_of, unit_of
from simulator.questions.calibrate.log.summary import summarise
from simulator.questions.day import today
from simulator.traffic.logged import in_order
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.reading.stated import LogOptions


def read_load(files: Sequence[str], gap: str, time_unit: str, client_field: str) -> LogResult:
    """The load that access logs tell of, a session of a client being over after a silence of `gap`. Raises ReportError
    for what cannot be read."""
    silence, stated = seconds_of(gap), LogOptions(unit_of(time_unit), client_field)
    logged = in_order(read_logs(list(files), lambda: None, stated))
    return LogResult(summarise(tuple(files), logged, silence), today().isoformat())
