"""How many units are needed beside those that stand: by draws and months, and so that they run short seldom enough."""

import numpy as np

from models.quantities.rounding import ROUNDING
from simulator.growth.demand_paths import FloatArray, Months, column_quantile


def needed_units(times: FloatArray, stood: FloatArray, unit: FloatArray) -> Months:
    """New units by draws and months: what is demanded with its reserve (`times`), less what stands with the spares gone
    (`stood`), over what a new unit carries; all in times the demand of today.

    A spare unit counts as the largest one that there may be, for which one fails nobody knows. Where only units of one
    kind stand this is what `plan` buys: demand x (1 + reserve) / unit carries, whole, and the spares.
    """
    missing = (times - stood) / unit[:, np.newaxis]
    return np.maximum(0, np.ceil(missing - ROUNDING * np.maximum(1.0, np.abs(missing)))).astype(np.int64)


def required_units(needed: Months, risk: float) -> Months:
    """The fewest units by months with which the farm is too small with a chance of at most `risk`."""
    return column_quantile(needed.astype(np.float64), 1.0 - risk).astype(np.int64)
