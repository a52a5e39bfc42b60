"""Settings to raise where one that a scenario states stops a server, and what stops it then."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from simulator.experiment.estimate import Estimate
from simulator.experiment.limits import Limit


@dataclass(frozen=True)
class RaisedSetting:
    """A setting as it is stated, and the least that it is raised to; None where it is switched on, or goes."""

    path: str
    stated: float | None
    raised: float | None


class FewerServers(NamedTuple):
    """Servers of a tier in a unit: as a setting has them, and as its work takes them once that is raised."""

    now: int
    then: int


@dataclass(frozen=True)
class SettingFirst:
    """What is raised, in the order in which it stops a server; what one serves then, requests/s and Mbps; and what
    stops it then, None where nothing is known to; tiers: by name, those that have fewer servers then."""

    raised: tuple[RaisedSetting, ...]
    requests: Estimate
    mbps: Estimate
    stop: Limit | None
    tiers: Mapping[str, FewerServers]
