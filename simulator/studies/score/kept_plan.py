"""A plan as it is kept: what it predicts of a server at each load, with 90 % intervals, and all that says what it was
made from. It is read again as it was written, so that a later version of the program scores what was said then."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np

from models.parts.tier import BY_NAME
from simulator.messages.stages.store import unreadable_plan
from simulator.output.figure import FORMAT, Data
from simulator.store.errors import StoreError
from simulator.store.kept_plans import StoredPlan
from simulator.studies.score.figure_score import FigureScore


@dataclass(frozen=True)
class KeptInterval:
    """A 90 % prediction interval and its median."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class LoadBand:
    """A figure of a server in 90 % intervals, at each of the loads of its plan."""

    low: Sequence[float]
    middle: Sequence[float]
    high: Sequence[float]


class KeptTier(NamedTuple):
    """What tells the hosts of a tier."""

    name: str
    hosts: str
    pods: object


@dataclass(frozen=True)
class KeptPlan:
    """A plan that was kept.

    name: of its scenario, read from `file`; sha256: of its values; model: the version; made: ISO day; engine, command:
    how it was made. servers: that are bought; cpus: of each, as its operating system counts them; line: bytes/s that
    its cards carry, 0 where nothing limits them. in_bytes: whether the demand is stated in bytes. requests, mbps: the
    demand at peak; server_mbps, farm_mbps: what is carried, of a farm with its spares down; cost: money a month, in
    whole, in `currency`, None where it has no end. loads: requests/s of one server; cpu: the share of its CPUs that is
    busy; sent: bytes/s. scenario: all resolved values.
    """

    name: str
    file: str
    sha256: str
    model: str
    made: str
    engine: str
    command: str
    servers: int
    cpus: int
    line: float
    in_bytes: bool
    requests: KeptInterval
    mbps: KeptInterval
    server_mbps: KeptInterval
    farm_mbps: KeptInterval
    cost: KeptInterval | None
    currency: str
    loads: Sequence[float] = field(repr=False)
    cpu: LoadBand = field(repr=False)
    sent: LoadBand = field(repr=False)
    scenario: Data = field(repr=False)

    @property
    def tiers(self) -> tuple[KeptTier, ...]:
        """Its tiers, whose hosts are no servers of its units."""
        known: Any = self.scenario.get("tiers") or ()
        return tuple(KeptTier(each["name"], each.get("hosts", BY_NAME), each.get("pods")) for each in known)

    def at(self, band: LoadBand, load: float) -> KeptInterval | None:
        """What it predicts at a load of one server; None beyond the loads that it looked at."""
        if not 0.0 < load <= self.loads[-1]:
            return None
        return KeptInterval(*(float(np.interp(load, self.loads, each)) for each in (band.low, band.middle, band.high)))


def plan_data(plan: KeptPlan) -> Data:
    """A kept plan as it is written."""
    return {"format": FORMAT, **asdict(plan)}


def to_store(plan: KeptPlan) -> StoredPlan:
    """A plan as the store holds it."""
    content = json.dumps(plan_data(plan), sort_keys=True, allow_nan=False)
    return StoredPlan(plan.name, plan.sha256, plan.model, plan.made, content)


def from_store(stored: StoredPlan, store: str) -> KeptPlan:
    """A plan as it was kept. Raises StoreError for one that cannot be read."""
    try:
        known: dict[str, Any] = json.loads(stored.content)
        for name in ("requests", "mbps", "server_mbps", "farm_mbps"):
            known[name] = KeptInterval(**known[name])
        known["cost"] = KeptInterval(**known["cost"]) if known["cost"] else None
        for name in ("cpu", "sent"):
            known[name] = LoadBand(**known[name])
        return KeptPlan(**{each.name: known[each.name] for each in fields(KeptPlan)})
    except (ValueError, KeyError, TypeError) as error:
        raise _unreadable(stored, store) from error


def scores_text(scores: Sequence[FigureScore]) -> str:
    """The scores of a plan as the store holds them."""
    return json.dumps([asdict(each) for each in scores], allow_nan=False)


def stored_scores(stored: StoredPlan, store: str) -> tuple[FigureScore, ...]:
    """The scores that a plan has so far. Raises StoreError where they cannot be read."""
    try:
        return tuple(FigureScore(**each) for each in json.loads(stored.score or "[]"))
    except (ValueError, TypeError) as error:
        raise _unreadable(stored, store) from error


def _unreadable(stored: StoredPlan, store: str) -> StoreError:
    return StoreError(store, *unreadable_plan(stored.name, stored.made))
