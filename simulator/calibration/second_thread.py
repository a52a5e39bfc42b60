"""What each further hardware thread of a core is worth: what is known of it before any row, to which rows add.

Rows with fewer busy threads than cores, and others with more, tell it; of all others it stays what it was taken to be,
and its range is in every interval.
"""

import math
from typing import NamedTuple

from simulator.calibration.server import ThreadScaling

# 90 % of what was found lies between: 20 to 30 % for work on many connections, 46 % for MySQL in memory on c5 of EC2;
# service-capacity-modeling 0.3.212 counts 60 %. Servers of the catalogue that state a range have this one.
LOW, HIGH = 0.15, 0.60
# Half of the width of 90 and of 95 % in standard deviations.
_NINETY, _NINETY_FIVE = 1.645, 1.960
# Rows tell it that leave less than this of its 95 % interval, as logarithms.
_TELLS = 0.7
# A value that is written is rounded by less.
_LESS = 0.998
# So many values stand for what is known without any row.
DEGREES = 1e6


class LogPrior(NamedTuple):
    """A value whose logarithm is normal: its median, and the standard deviation of the logarithm."""

    median: float
    spread: float

    def off(self, value: float) -> float:
        """How far a value is off, in standard deviations."""
        return math.log(max(1e-300, value) / self.median) / self.spread


def second_thread_prior(machine: ThreadScaling) -> LogPrior | None:
    """What is known of a second thread before any row; None where each core has one, or a second one adds nothing."""
    cores = machine.cores
    if cores is None or cores.per_core == 1 or cores.second <= 0.0:
        return None
    return LogPrior(cores.second, math.log(HIGH / LOW) / (2.0 * _NINETY))


def most_of_second_thread(machine: ThreadScaling) -> float:
    """The most that a second thread may add: less than the last core does, at the clock of all of them busy, or the
    threads would be worth more the more there are."""
    cores = machine.cores
    if cores is None or cores.cores == 1:
        return 1.0
    last = cores.unhindered(cores.cores) - cores.unhindered(cores.cores - 1.0)
    return max(cores.second, min(1.0, _LESS * last / cores.clock))


def is_narrower(prior: LogPrior, value: float, low: float) -> bool:
    """Whether rows tell a value clearly more exactly than what was known: by it and the lower end of its interval."""
    return math.log(value / low) < _TELLS * _NINETY_FIVE * prior.spread
