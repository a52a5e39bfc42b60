"""The power of servers: on average at their load, and provisioned for the worst."""

from dataclasses import dataclass

from models.hardware import Server
from simulator.measure.estimate import Estimate, given
from simulator.measure.results import Results
from simulator.rollup.percent import percent
from simulator.rollup.propagate import added, multiplied

CPU = "cpu"
KW = "kW"


@dataclass(frozen=True)
class Power:
    """Power in kW at the wall, without cooling: `average` at the demand, `provisioned` with all cores busy."""

    average: Estimate
    provisioned: Estimate


def power(server: Server, results: Results, servers: Estimate, needed: Estimate) -> Power:
    """The power of `servers` servers that share the work of `needed` servers loaded as in the results.

    average = servers x idle + needed x (busy - idle) x CPU utilisation: power rises in proportion to the CPU's
    utilisation (Fan, Weber and Barroso 2007, Power Provisioning for a Warehouse-sized Computer, section 4), and the
    same demand on more servers is the same work, so that a spare node adds its idle power only.
    provisioned = servers x busy.
    """
    idle = servers.times(server.idle_power / 1e3, KW)
    busy = multiplied(needed, cpu_utilisation(results), "servers")
    working = busy.times((server.busy_power - server.idle_power) / 1e3, KW)
    return Power(added((idle, working), KW), servers.times(server.busy_power / 1e3, KW))


def cpu_utilisation(results: Results) -> Estimate:
    """Share of the cores in use, 0 to 1; all of them where the CPU is not among the limits that were measured."""
    found = [
        percent(usage.utilisation).times(0.01, "share") for usage in results.usages if usage.name.casefold() == CPU
    ]
    return found[0] if found else given(1.0, "share")
