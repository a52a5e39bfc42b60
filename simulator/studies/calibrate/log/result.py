"""What a log says as data, which `calibrate log --json` writes: every figure that is printed, in full."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any

import numpy as np

from simulator.calibration.log.summary import LogSummary
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.output.blocks import Block, Report
from simulator.output.figure import Data, figure_data
from simulator.studies.calibrate.log.document import log_blocks, log_report
from simulator.studies.result import Result

FORMAT = 1


@dataclass(frozen=True, repr=False, eq=False)
class LogResult(Result):
    """What access logs say of the load."""

    log: LogSummary
    day: str

    def to_dict(self) -> Data:
        return log_data(self.log)

    def blocks(self) -> list[Block]:
        return log_blocks(self.log)

    def report(self) -> Report:
        return log_report(self.log, self.day)

    def summary(self) -> Mapping[str, object]:
        return {"files": self.log.files, "lines": self.log.account.lines}


def log_data(log_summary: LogSummary) -> Data:
    """The summary with every figure as {value, half_width, confidence, samples, unit}."""
    plain = {field.name: _plain(getattr(log_summary, field.name)) for field in fields(log_summary)}
    account = log_summary.account
    plain["account"] = {
        "lines": account.lines,
        "read": dict(account.read),
        "skipped": {
            reason: {"lines": count, "samples": [asdict(each) for each in account.samples.get(reason, ())]}
            for reason, count in account.skipped.items()
        },
        "blank": account.blank,
        "directives": account.directives,
        "time_taken_unclear": account.unclear,
        "time_units": [asdict(each) for each in account.time_units],
        "without_size": account.unsized,
        "misdated": {"requests": account.misdated, "samples": [asdict(each) for each in account.misdated_samples]},
        "behind_something_unknown": account.carried,
        "not_utf_8": account.foreign,
        "damaged": [each._asdict() for each in account.damaged],
    }
    return {"format": FORMAT, **plain}


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate | Unavailable):
        return figure_data(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value
