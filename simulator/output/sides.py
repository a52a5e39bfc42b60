"""The plan and, where there is one, the baseline: every table and chart shows both in this order."""

from simulator.farm.outcome import Outcome
from simulator.output.pictures import BASELINE, PLAN


def sides(outcome: Outcome) -> dict[str, Outcome]:
    """The outcomes by what they are called in tables and charts."""
    if outcome.baseline is None:
        return {PLAN: outcome}
    return {PLAN: outcome, BASELINE: outcome.baseline}
