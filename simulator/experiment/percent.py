"""Shares in one unit: per cent, whatever unit a measurement says them in."""

from simulator.experiment.estimate import Estimate

PERCENT = "%"
_FACTORS = {PERCENT: 1.0, "share": 100.0, "fraction": 100.0, "": 100.0}


def to_percent(share: Estimate) -> Estimate:
    """A share in %. Raises KeyError for an estimate whose unit is not one of shares."""
    return share.times(_FACTORS[share.unit], PERCENT)
