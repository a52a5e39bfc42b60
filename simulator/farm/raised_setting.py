"""Settings to raise where one that a scenario states stops a server, and what stops it then."""

from dataclasses import dataclass

from simulator.experiment.estimate import Estimate
from simulator.experiment.limits import Limit


@dataclass(frozen=True)
class RaisedSetting:
    """A setting as it is stated, and the least that it is raised to; None where it is switched on, or goes."""

    path: str
    stated: float | None
    raised: float | None


@dataclass(frozen=True)
class SettingFirst:
    """What is raised, in the order in which it stops a server; what one serves then, requests/s and Mbps; and what
    stops it then, None where nothing is known to."""

    raised: tuple[RaisedSetting, ...]
    requests: Estimate
    mbps: Estimate
    stop: Limit | None
