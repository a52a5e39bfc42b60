"""Checked plans as data."""

from collections.abc import Sequence

from simulator.questions.check.checked import Checked
from simulator.report.data import farm_data, verdict_data
from simulator.report.figure import Data


def checks_data(found: Sequence[Checked]) -> list[Data]:
    """The same as data: a row for each scenario."""
    return [_row(each) for each in found]


def _row(each: Checked) -> Data:
    row: Data = {"file": each.scenario.file, "scenario": each.scenario.name, "standing": each.standing}
    if each.outcome is None:
        return row | {"reason": each.reason, "targets": {}, "farm": None}
    outcome = each.outcome
    return row | {
        "reason": "",
        "targets": {verdict.target: verdict_data(verdict) for verdict in outcome.verdicts},
        "recommended": outcome.recommended if outcome.farm else None,
        "farm": farm_data(outcome.farm) if outcome.farm else None,
        "binding_limit": outcome.binding.limit.name,
        "engine": outcome.stamp.engine,
        "scenario_sha256": outcome.stamp.scenario_sha256,
        "seed": outcome.stamp.seed,
    }
