"""What a log says as data, which `calibrate log --json` writes: every figure that is printed, in full."""

from dataclasses import asdict, fields, is_dataclass
from typing import Any

import numpy as np

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.questions.calibrate.log.summary import LogSummary
from simulator.report.figure import Data, figure

FORMAT = 1


def log_data(found: LogSummary) -> Data:
    """The summary with every figure as {value, half_width, confidence, samples, unit}."""
    plain = {field.name: _plain(getattr(found, field.name)) for field in fields(found)}
    account = found.account
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
    if isinstance(value, Estimate | Refused):
        return figure(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value
