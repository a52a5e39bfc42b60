"""What databases write back at their checkpoints, and how far these are apart."""

from dataclasses import dataclass, replace

from models.checkpoints import commits_between, log_factor, written_share
from models.parts.database import DatabaseSoftware
from models.tier_flows import TierFlow, tier_flows
from simulator.farm.farm import Farm

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Checkpoints:
    """The checkpoints of each server of a database at the demand. seconds: from one to the next; changed: pages that
    commits change meanwhile; written: of these, how many are written back, once for all their changes; disks: bytes
    that are written to its disks a second, from one checkpoint to the next; log: bytes that it logs a second; whole:
    the share of these that are whole pages; timed: whether a timer has them begin."""

    tier: str
    seconds: float
    changed: float
    written: float
    disks: float
    log: float
    whole: float
    timed: bool


def checkpoints(farm: Farm) -> tuple[Checkpoints, ...]:
    """Those of each database of a farm that has some, in its busiest unit at the demand."""
    sizing = farm.sizing
    requests = sizing.demanded.requests * sizing.busiest_unit / sizing.working_units
    flows = (replace(flow, rate=requests) for flow in tier_flows(farm.scenario).values())
    found = (
        _of(flow, flow.tier.software) for flow in flows if flow.tier.software is not None and commits_between(flow)
    )
    return tuple(each for each in found if each.changed)


def _of(flow: TierFlow, software: DatabaseSoftware) -> Checkpoints:
    writes = [(many, call.writes) for many, call in flow.written if call.writes is not None]
    commits = sum(many * each.commits for many, each in writes)
    logged = flow.rate * sum(many * each.commits * each.log for many, each in writes)
    between, factor = commits_between(flow), log_factor(flow)
    changed = between * sum(many * each.commits * each.pages for many, each in writes) / commits
    seconds, written = between / (flow.rate * commits), changed * written_share(flow) * software.checkpoint_spread
    return Checkpoints(
        flow.tier.name,
        seconds,
        changed,
        written,
        disks=written * software.page_writes * software.page / seconds,
        log=logged * factor,
        whole=1.0 - 1.0 / factor,
        timed=software.checkpoint_timeout is not None and seconds >= software.checkpoint_timeout * (1.0 - _ROUNDING),
    )
