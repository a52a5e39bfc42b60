"""What one system is compared with another by: the kind of the limit that binds it, and its hardware."""

import re
from dataclasses import dataclass, field

from models.scenario import Scenario
from simulator.experiment.limits import Limit
from simulator.network.roles import Role


@dataclass(frozen=True)
class LimitKind:
    """What a limit is, whatever it is called: kind as in results.Usage, and the parameter of a scenario that sets it,
    without the numbers of list entries, e.g. "server.cards". role: what it is to the program."""

    kind: str
    parameter: str
    role: Role | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Hardware:
    """One server: cores times their speed (a core of a 2.2 GHz Opteron is 1), RAM in bytes, the rate of its cards in
    bytes/s, random reads of its disks a second, and the year of its operating system, None where that is unknown."""

    processing: float
    ram: float
    cards: float
    reads: float
    released: int | None


def limit_kind(limit: Limit) -> LimitKind:
    """The kind of a limit: threads of the second pool of processes are a limit as those of the first are."""
    return LimitKind(limit.kind, re.sub(r"\[\d+\]", "", limit.origin), limit.role)


def hardware_of(scenario: Scenario) -> Hardware:
    """The hardware of a server of a scenario."""
    server = scenario.server
    return Hardware(
        processing=server.cores * server.core_speed,
        ram=server.ram,
        cards=server.cards_rate,
        reads=server.disks.count / server.disks.service_time,
        released=scenario.operating_system.released,
    )
