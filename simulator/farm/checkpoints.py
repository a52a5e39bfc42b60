"""What databases write back at their checkpoints, and how far these are apart."""

from dataclasses import dataclass

from models.checkpoints import commits_between, written_share
from models.tier_flows import TierFlow, tier_flows
from simulator.farm.farm import Farm


@dataclass(frozen=True)
class Checkpoints:
    """The checkpoints of each server of a database at the demand. seconds: from one to the next, if only its log brings
    them on; changed: pages that commits change meanwhile; written: of these, how many are written back, once for all
    their changes."""

    tier: str
    seconds: float
    changed: float
    written: float


def checkpoints(farm: Farm) -> tuple[Checkpoints, ...]:
    """Those of each database of a farm that has some, in its busiest unit at the demand."""
    sizing = farm.sizing
    requests = sizing.demanded.requests * sizing.busiest_unit / sizing.working_units
    found = (_of(flow, requests) for flow in tier_flows(farm.scenario).values() if commits_between(flow))
    return tuple(each for each in found if each.changed)


def _of(flow: TierFlow, requests: float) -> Checkpoints:
    """requests: those a second of a unit."""
    writes = [(many, call.writes) for many, call in flow.written if call.writes is not None]
    commits = sum(many * each.commits for many, each in writes)
    between, spread = commits_between(flow), flow.tier.software.checkpoint_spread if flow.tier.software else 1.0
    changed = between * sum(many * each.commits * each.pages for many, each in writes) / commits
    return Checkpoints(flow.tier.name, between / (requests * commits), changed, changed * written_share(flow) * spread)
