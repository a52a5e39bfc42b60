"""How long one applier of a replica has a write of its primary."""

from models.buffer_pool import disk_reads
from models.cached_keys import call_cpu
from models.checkpoints import log_factor
from models.log_flush import commits_a_second
from models.parts.hardware import Disks
from models.parts.tier import TierCall
from models.scenario import Scenario
from models.tier_flows import TierFlow

_NAMED = {"constant": 0.0, "exponential": 1.0}


def apply_moments(scenario: Scenario, flow: TierFlow, call: TierCall) -> tuple[float, float]:
    """Mean and variance of the seconds in which an applier has a write that nobody else is in the way of: it works,
    reads what is missing and commits."""
    tier = flow.tier
    work, variation = (
        scenario.work_asked(call_cpu(scenario, tier, call), tier.server),
        _variation(call.cpu_distribution, call.cpu_cv),
    )
    reads, spread = _reads(tier.server.disks, disk_reads(tier, call))
    flushed = 0.0
    if call.writes is not None and tier.log is not None:
        flushed = call.writes.commits / commits_a_second(tier, call.writes.log * log_factor(flow), 1.0)
    return work + reads + flushed, (work * variation) ** 2 + spread


def apply_seconds(scenario: Scenario, flow: TierFlow) -> float:
    """Seconds of one applier of a replica that follow from a request of the unit."""
    return sum(many * apply_moments(scenario, flow, call)[0] for many, call in flow.applied)


def _reads(disks: Disks, times: float) -> tuple[float, float]:
    """Mean and variance of the seconds of so many reads on average: whole ones, and then one or none."""
    whole, rest, one = int(times), times - int(times), disks.read_time
    square = (1.0 + _variation(disks.distribution, disks.cv) ** 2) * one**2
    return times * one, whole * (square - one**2) + rest * square - (rest * one) ** 2


def _variation(law: str, stated: float | None) -> float:
    """The coefficient of variation of a law, by its name or as it is stated."""
    return _NAMED.get(law, stated or 0.0)
