"""What the servers of a farm draw at the wall."""

from dataclasses import dataclass

from models.parts.hardware import Server
from simulator.measure.estimate import Estimate
from simulator.measure.propagate import added, multiplied

KW = "kW"


@dataclass(frozen=True)
class PowerDraw:
    """Power in kW at the wall, without cooling: `average` at the demand, `provisioned` with all cores busy."""

    average: Estimate
    provisioned: Estimate


def power(server: Server, busy: Estimate, servers: Estimate, needed: Estimate) -> PowerDraw:
    """The power of `servers` servers that share the work of `needed` servers, each of which keeps the share `busy` (0
    to 1) of its cores at work.

    average = servers x idle + needed x (busy - idle) x CPU utilisation: power rises in proportion to the CPU's
    utilisation (Fan, Weber and Barroso 2007, Power Provisioning for a Warehouse-sized Computer, section 4), and the
    same demand on more servers is the same work, so that a spare node adds its idle power only.
    provisioned = servers x busy.
    """
    idle = servers.times(server.idle_power / 1e3, KW)
    at_work = multiplied(needed, busy, "servers")
    working = at_work.times((server.busy_power - server.idle_power) / 1e3, KW)
    return PowerDraw(added((idle, working), KW), servers.times(server.busy_power / 1e3, KW))
